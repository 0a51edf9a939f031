/* sink.c - where the text of a waveform goes, and the blocks of one. */
#include "trace/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/pack.h"

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
        const ssize_t n = write(sink->fd, bytes + done, count - done);
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
    *sink = (struct sink){.path = strdup(path), .fd = -1, .what = WAVEFORM, .blocks = true};
    const bool good = (sink->path || diag_set(diag, path, 0, "no memory for the waveform")) && may_be_fst(path, diag) &&
                      open_anew(sink, diag);
    if (!good)
        discard(sink);
    return good;
}

/* A file only; nothing is lost of a device. */
static void remove_file(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        unlink(path);
}

uint64_t sink_size(const struct sink *sink)
{
    struct stat status;
    if (!sink->blocks)
        return sink->handed_on + sink->used;
    return fstat(sink->fd, &status) == 0 ? (uint64_t)status.st_size : 0;
}

bool sink_close(struct sink *sink, bool keep, struct diag *diag)
{
    flush(sink, true);
    if (close(sink->fd) != 0 && !sink->error)
        sink->error = errno;
    sink->fd = -1;
    const bool good =
        !sink->error || diag_set(diag, sink->path, 0, "cannot write the %s: %s", sink->what, strerror(sink->error));
    if (!good || !keep)
        remove_file(sink->path);
    discard(sink);
    return good;
}
