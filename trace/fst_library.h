/* fst_library.h - comes before GTKWave's FST writer when that is compiled: its files are those of fst_files.h. */
#ifndef TRACE_FST_LIBRARY_H
#define TRACE_FST_LIBRARY_H

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/fst_files.h"

#define fopen fst_files_open
#define tmpfile fst_files_temporary
#define fwrite fst_files_write
#define fflush fst_files_flush
#define fseeko fst_files_seek
#define fclose fst_files_close
#define unlink fst_files_unlink
#define mmap fst_files_map

#endif
