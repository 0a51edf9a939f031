/* sink.c - where the text of a waveform goes: a file, or the standard input of vcd2fst.
 *
 * vcd2fst is fed through a socket pair and not a pipe, because send(2) can be told not to raise SIGPIPE: no signal
 * disposition of the process is touched.  It runs in its own process group, so that a Ctrl-C at the terminal reaches
 * only this process, which then closes the waveform in order. */
#include "trace/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/fst_whole.h"
#include "trace/pack.h"

extern char **environ;

#define WAVEFORM "waveform"

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

static void write_out(void *to, const char *bytes, size_t count)
{
    struct sink *const sink = to;
    for (size_t done = 0; done < count && !sink->error;) {
        const char   *from = bytes + done;
        const size_t  left = count - done;
        const ssize_t n = sink->child ? send(sink->fd, from, left, MSG_NOSIGNAL) : write(sink->fd, from, left);
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            sink->error = errno;
    }
}

static void flush(struct sink *sink, bool last)
{
    if (sink->writing)
        return;
    sink->writing = 1;
    if (sink->pack)
        pack_put(sink->pack, sink->buffer, sink->used, last, write_out, sink);
    else
        write_out(sink, sink->buffer, sink->used);
    sink->handed_on += sink->used;
    sink->used = 0;
    sink->writing = 0;
}

void sink_flush(struct sink *sink)
{
    flush(sink, false);
}

void sink_printf(struct sink *sink, const char *format, ...)
{
    char   *room = sink_room(sink);
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(room, SINK_SLACK, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= SINK_SLACK)
        sink->error = EOVERFLOW; /* a name of thousands of characters */
    else
        sink->used += (size_t)length;
}

/* The socket becomes the child's standard input, `log` its output and error output. */
static int spawn(pid_t *child, int input, int log, const char *path)
{
    char *const arguments[] = {"vcd2fst", "-v", "-", "-f", (char *)path, NULL};

    posix_spawn_file_actions_t files;
    posix_spawnattr_t          attributes;
    sigset_t                   signals;
    sigemptyset(&signals);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, log, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, log, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &signals);
    const int error = posix_spawnp(child, arguments[0], &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static bool start_vcd2fst(struct sink *sink, struct diag *diag)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return diag_set(diag, sink->path, 0, "cannot make a socket for vcd2fst: %s", strerror(errno));
    sink->fd = pair[0];
    sink->log = tmpfile();
    const int error = sink->log ? spawn(&sink->child, pair[1], fileno(sink->log), sink->path) : errno;
    close(pair[1]);
    if (error == 0)
        return true;
    sink->child = 0;
    if (error == ENOENT)
        return diag_set(diag, sink->path, 0,
                        "vcd2fst is not installed, and a .fst file needs it: install the Debian package gtkwave, or "
                        "trace to a .vcd file");
    return diag_set(diag, sink->path, 0, "cannot start vcd2fst: %s", strerror(error));
}

bool sink_is_fst(const char *path)
{
    return ends_in(path, ".fst");
}

/* Blocks of a .fst file get their lengths when they are done. */
static bool may_be_fst(const char *path, struct diag *diag)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) ||
           diag_set(diag, path, 0,
                    "is no file: a .fst file is written forth and back; expected a file, or a name that ends in .vcd, "
                    "which may be a pipe");
}

/* Finds out now, and not at the end of a long run, whether the file can be written; vcd2fst then makes it anew. */
static bool try_file(const char *path, struct diag *diag)
{
    if (!may_be_fst(path, diag))
        return false;
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return diag_set(diag, path, 0, "cannot create the waveform: %s", strerror(errno));
    close(fd);
    unlink(path);
    return true;
}

/* Not while another process is writing a waveform into the file: both would be lost.  Where nothing can be locked,
 * nothing is. */
static bool may_be_taken(const struct sink *sink, struct diag *diag)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(sink->fd, F_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES) ||
           diag_set(diag, sink->path, 0, "another process is writing a %s into it: expected another name", sink->what);
}

/* Empties it, if it is one. */
static bool take_file(struct sink *sink, struct diag *diag)
{
    struct stat status;
    if (fstat(sink->fd, &status) != 0 || !S_ISREG(status.st_mode))
        return true;
    return may_be_taken(sink, diag) &&
           (ftruncate(sink->fd, 0) == 0 || diag_set(diag, sink->path, 0, "cannot empty the file: %s", strerror(errno)));
}

static bool open_output(struct sink *sink, struct diag *diag)
{
    if (strcmp(sink->what, WAVEFORM) == 0 && sink_is_fst(sink->path))
        return try_file(sink->path, diag) && start_vcd2fst(sink, diag);
    sink->fd = open(sink->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (sink->fd < 0)
        return diag_set(diag, sink->path, 0, "cannot create the %s: %s", sink->what, strerror(errno));
    if (!take_file(sink, diag))
        return false;
    if (strcmp(sink->what, WAVEFORM) == 0 || !ends_in(sink->path, ".gz"))
        return true;
    sink->pack = pack_open();
    return sink->pack || diag_set(diag, sink->path, 0, "no memory for the %s", sink->what);
}

static void discard(struct sink *sink)
{
    if (sink->fd >= 0)
        close(sink->fd);
    if (sink->log)
        fclose(sink->log);
    pack_close(sink->pack);
    free(sink->buffer);
    free(sink->path);
    *sink = (struct sink){.fd = -1};
}

bool sink_open_as(struct sink *sink, const char *path, const char *what, struct diag *diag)
{
    *sink = (struct sink){.path = strdup(path), .buffer = malloc(SINK_BYTES + SINK_SLACK), .fd = -1, .what = what};
    const bool opened =
        sink->path && sink->buffer ? open_output(sink, diag) : diag_set(diag, path, 0, "no memory for the %s", what);
    if (!opened)
        discard(sink);
    return opened;
}

bool sink_open(struct sink *sink, const char *path, struct diag *diag)
{
    return sink_open_as(sink, path, WAVEFORM, diag);
}

static bool open_locked(struct sink *sink, struct diag *diag)
{
    sink->fd = open(sink->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    return (sink->fd >= 0 || diag_set(diag, sink->path, 0, "cannot create the waveform: %s", strerror(errno))) &&
           may_be_taken(sink, diag);
}

/* A viewer that has the old file open keeps it; a link stays one. */
static bool open_anew(struct sink *sink, struct diag *diag)
{
    struct stat status;
    if (!open_locked(sink, diag))
        return false;
    if (fstat(sink->fd, &status) != 0 || status.st_size == 0 || lstat(sink->path, &status) != 0 ||
        !S_ISREG(status.st_mode) || unlink(sink->path) != 0)
        return take_file(sink, diag);
    close(sink->fd);
    return open_locked(sink, diag);
}

bool sink_open_fst(struct sink *sink, const char *path, struct diag *diag)
{
    *sink = (struct sink){.path = strdup(path), .fd = -1, .what = WAVEFORM, .direct = true};
    const bool good = (sink->path || diag_set(diag, path, 0, "no memory for the waveform")) && may_be_fst(path, diag) &&
                      open_anew(sink, diag);
    if (!good)
        discard(sink);
    return good;
}

/* The last line that vcd2fst printed. */
static void last_words(FILE *log, char *text, size_t size)
{
    char line[256];
    text[0] = '\0';
    rewind(log);
    while (fgets(line, sizeof line, log))
        if (line[strspn(line, " \n")])
            snprintf(text, size, ", it says: %.*s", (int)strcspn(line, "\n"), line);
}

static bool end_vcd2fst(struct sink *sink, struct diag *diag)
{
    int   status = 0;
    pid_t ended;
    char  words[300];
    close(sink->fd);
    sink->fd = -1;
    do
        ended = waitpid(sink->child, &status, 0);
    while (ended < 0 && errno == EINTR);
    last_words(sink->log, words, sizeof words);
    if (ended != sink->child)
        return diag_set(diag, sink->path, 0, "lost vcd2fst: %s", strerror(errno));
    if (WIFSIGNALED(status))
        return diag_set(diag, sink->path, 0, "vcd2fst was killed by signal %d%s", WTERMSIG(status), words);
    if (WEXITSTATUS(status) != 0 || sink->error)
        return diag_set(diag, sink->path, 0, "vcd2fst failed with exit status %d%s", WEXITSTATUS(status), words);
    if (!fst_is_whole(sink->path))
        return diag_set(diag, sink->path, 0, "vcd2fst left an incomplete file: is the disk full%s?", words);
    return true;
}

/* A file only; nothing is lost of a device. */
static void remove_file(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        unlink(path);
}

static void remove_output(const struct sink *sink)
{
    char beside[4096];
    remove_file(sink->path);
    if (sink->child && (size_t)snprintf(beside, sizeof beside, "%s.hier", sink->path) < sizeof beside)
        remove_file(beside);
}

uint64_t sink_size(const struct sink *sink)
{
    struct stat status;
    if (sink->direct)
        return fstat(sink->fd, &status) == 0 ? (uint64_t)status.st_size : 0;
    if (!sink->child)
        return sink->handed_on + sink->used;
    return stat(sink->path, &status) == 0 ? (uint64_t)status.st_size : 0;
}

bool sink_close(struct sink *sink, bool keep, struct diag *diag)
{
    flush(sink, true);
    bool good;
    if (sink->child) {
        good = end_vcd2fst(sink, diag);
    } else {
        if (close(sink->fd) != 0 && !sink->error)
            sink->error = errno;
        sink->fd = -1;
        good =
            !sink->error || diag_set(diag, sink->path, 0, "cannot write the %s: %s", sink->what, strerror(sink->error));
    }
    if (!good || !keep)
        remove_output(sink);
    discard(sink);
    return good;
}
