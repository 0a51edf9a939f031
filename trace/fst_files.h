/* fst_files.h - the files of GTKWave's FST writer.
 *
 * It opens its files itself, by name, keeps four of them in the folder for temporary files, and does not look whether a
 * write has succeeded.  Its source is compiled with fst_library.h, which makes it ask here: the waveform is the file
 * that is open already, the others are memory, and what goes wrong is remembered. */
#ifndef TRACE_FST_FILES_H
#define TRACE_FST_FILES_H

#include <stdio.h>
#include <sys/types.h>

struct fst_files {
    int   fd;     /* the waveform, open for reading and writing; stays the caller's */
    FILE *output; /* the writer's */
    int   error;  /* errno of the first thing that went wrong, or 0 */
};

/* Whose files this thread's calls of the writer mean, until it is called again; NULL: none. */
void fst_files_use(struct fst_files *files);

/* Looks whether the writes have succeeded so far. */
void fst_files_check(struct fst_files *files);

/* In place of fopen, tmpfile, fwrite, fflush, fseeko, fclose, unlink and mmap. */
FILE  *fst_files_open(const char *name, const char *mode);
FILE  *fst_files_temporary(void);
size_t fst_files_write(const void *from, size_t size, size_t count, FILE *file);
int    fst_files_flush(FILE *file);
int    fst_files_seek(FILE *file, off_t offset, int whence);
int    fst_files_close(FILE *file);
int    fst_files_unlink(const char *name);
void  *fst_files_map(void *address, size_t bytes, int protection, int flags, int fd, off_t offset);

#endif
