/* fst_files.c - the files of GTKWave's FST writer: the waveform, and memory for the others. */
#define _GNU_SOURCE /* memfd_create */
#include "trace/fst_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static _Thread_local struct fst_files *present;

void fst_files_use(struct fst_files *files)
{
    present = files;
}

static void note(int error)
{
    if (present && !present->error)
        present->error = error ? error : EIO;
}

void fst_files_check(struct fst_files *files)
{
    errno = 0;
    if (files->output && (fflush(files->output) != 0 || ferror(files->output)))
        note(errno);
}

static FILE *stream_of(int fd)
{
    FILE *file = fd >= 0 ? fdopen(fd, "w+b") : NULL;
    if (!file) {
        note(errno);
        if (fd >= 0)
            close(fd);
    }
    return file;
}

FILE *fst_files_temporary(void)
{
    const int fd = memfd_create("fst", MFD_CLOEXEC);
    return fd >= 0 ? stream_of(fd) : tmpfile();
}

/* To be written are the waveform and, beside it, the names of the signals. */
FILE *fst_files_open(const char *name, const char *mode)
{
    static const char names[] = ".hier";
    const size_t      length = strlen(name);
    if (!present || mode[0] != 'w')
        return fopen(name, mode);
    if (length >= sizeof names - 1 && strcmp(name + length - (sizeof names - 1), names) == 0)
        return fst_files_temporary();
    return present->output = stream_of(fcntl(present->fd, F_DUPFD_CLOEXEC, 0));
}

/* The first failure has the reason; later ones find an empty buffer. */
size_t fst_files_write(const void *from, size_t size, size_t count, FILE *file)
{
    const size_t done = fwrite(from, size, count, file);
    if (done < count)
        note(errno);
    return done;
}

int fst_files_flush(FILE *file)
{
    const int status = fflush(file);
    if (status != 0)
        note(errno);
    return status;
}

int fst_files_seek(FILE *file, off_t offset, int whence)
{
    const int status = fseeko(file, offset, whence);
    if (status != 0)
        note(errno);
    return status;
}

int fst_files_close(FILE *file)
{
    if (!present || file != present->output)
        return fclose(file);
    fst_files_check(present);
    present->output = NULL;
    const int status = fclose(file);
    if (status != 0)
        note(errno);
    return status;
}

/* No file that it opened has a name of its own. */
int fst_files_unlink(const char *name)
{
    (void)name;
    return 0;
}

/* Where the file is shorter than what is to be seen of it, the disk is full: what is mapped instead is of no use, but
 * can be read and written. */
void *fst_files_map(void *address, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    struct stat status;
    if (fstat(fd, &status) == 0 && (uint64_t)status.st_size >= bytes) {
        void *const memory = mmap(address, bytes, protection, flags, fd, offset);
        if (memory != MAP_FAILED)
            return memory;
        note(errno);
    } else {
        note(EFBIG);
    }
    return mmap(address, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
