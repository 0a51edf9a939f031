/* run_live.c - GTKWave's interactive mode: it reads the text of a VCD from shared memory, into which `shmidcat` puts
 * what it is given, and gets the number of that memory on its standard input. */
#define _GNU_SOURCE /* POSIX_SPAWN_SETSID */
#include "tools/run/run_live.h"

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/programs.h"

extern char **environ;

/* $1 this process, $2 the waveform, $3 its save file.  shmidcat waits for room for ever when the window is closed. */
static const char follow[] = "tail -c +1 -f --pid=\"$1\" -- \"$2\" | shmidcat | "
                             "{ gtkwave -v -I -a \"$3\"; kill -TERM 0; }";

static bool has_display(void)
{
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x && x[0]) || (wayland && wayland[0]);
}

bool run_live_can(const struct trace_options *trace, struct diag *diag)
{
    static const char *const programs[] = {"sh", "tail", "shmidcat", "gtkwave"};
    struct stat              status;
    const size_t             length = strlen(trace->path);
    if (strcmp(trace->path + length - strlen(".vcd"), ".vcd") != 0)
        return diag_set(diag, NULL, 0, "%s",
                        "--live: expected --trace OUT.vcd: GTKWave reads no .fst that still grows");
    if (stat(trace->path, &status) == 0 && !S_ISREG(status.st_mode))
        return diag_set(diag, trace->path, 0, "%s", "is no file: expected one for --live");
    for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++)
        if (!programs_have(programs[i]))
            return diag_set(diag, NULL, 0, "--live: %s not found: `make deps-view` or apt install gtkwave",
                            programs[i]);
    return has_display() ||
           diag_set(diag, NULL, 0, "%s", "--live: no display: expected DISPLAY or WAYLAND_DISPLAY in the environment");
}

/* A session of its own, which Ctrl-C at the terminal of the run does not reach. */
static int start(char *const arguments[])
{
    pid_t                      child;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t          attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    const int error = posix_spawnp(&child, arguments[0], &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

bool run_live_open(const char *waveform, const char *save_file, struct diag *diag)
{
    char        process[24];
    char *const arguments[] = {"sh", "-c", (char *)follow, "wekiva", process, (char *)waveform, (char *)save_file,
                               NULL};
    snprintf(process, sizeof process, "%" PRIdMAX, (intmax_t)getpid());
    const int error = start(arguments);
    return error == 0 || diag_set(diag, NULL, 0, "--live: cannot start sh: %s", strerror(error));
}
