/* unpack.c - opens the text of a waveform. */
#include "trace/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/fst/fst_whole.h"

extern char **environ;

bool unpack_is_fst(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".fst") == 0;
}

/* Starts fst2vcd; *output gets what it prints. */
static int start_fst2vcd(const char *path, pid_t *child, int *output)
{
    char *const                arguments[] = {"fst2vcd", "-f", (char *)path, NULL};
    int                        ends[2];
    posix_spawn_file_actions_t files;
    if (pipe(ends) != 0)
        return errno;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0); /* what is wrong is said here */
    posix_spawn_file_actions_addclose(&files, ends[0]);
    posix_spawn_file_actions_addclose(&files, ends[1]);
    const int error = posix_spawnp(child, arguments[0], &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    *output = ends[0];
    if (error)
        close(ends[0]);
    return error;
}

static bool open_fst(const char *path, struct unpacked *text, struct diag *diag)
{
    int output = -1;
    if (access(path, R_OK) != 0)
        return diag_set(diag, path, 0, "cannot open: %s", strerror(errno));
    if (!fst_is_whole(path))
        return diag_set(diag, path, 0, "is no whole .fst file");
    const int error = start_fst2vcd(path, &text->child, &output);
    if (error)
        text->child = 0;
    if (error == ENOENT)
        return diag_set(diag, path, 0,
                        "fst2vcd is not installed, and a .fst file needs it: install the Debian package "
                        "gtkwave");
    if (error)
        return diag_set(diag, path, 0, "cannot start fst2vcd: %s", strerror(error));
    text->file = fdopen(output, "r");
    if (text->file)
        return true;
    diag_set(diag, path, 0, "cannot read what fst2vcd prints: %s", strerror(errno));
    close(output);
    unpack_close(text);
    return false;
}

bool unpack_open(const char *path, struct unpacked *text, struct diag *diag)
{
    struct stat status;
    *text = (struct unpacked){0};
    if (unpack_is_fst(path))
        return open_fst(path, text, diag);
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return diag_set(diag, path, 0, "is no file: expected a waveform");
    text->file = fopen(path, "rb");
    return text->file || diag_set(diag, path, 0, "cannot open: %s", strerror(errno));
}

void unpack_close(struct unpacked *text)
{
    if (text->child)
        kill(text->child, SIGKILL);
    if (text->file)
        fclose(text->file);
    while (text->child && waitpid(text->child, NULL, 0) < 0 && errno == EINTR)
        ;
    *text = (struct unpacked){0};
}
