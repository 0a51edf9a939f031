#define _GNU_SOURCE /* madvise, MAP_ANONYMOUS */
#include "kit/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "kit/sanitized.h"

/* As x86-64 has them, and most others with pages of 4096 bytes. */
enum { LARGE = 1 << 21 };

/* Memory that is said to be a few bytes too short is what sanitizers find; theirs is from calloc. */
#if SANITIZED

void *pages_take(size_t bytes)
{
    return calloc(1, bytes);
}

void pages_give(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

#else

static size_t whole(size_t bytes)
{
    return (bytes + LARGE - 1) / LARGE * LARGE;
}

/* Begins where a large page may: what lies before and behind is given back. */
void *pages_take(size_t bytes)
{
    const size_t size = whole(bytes);
    char *const  all = mmap(NULL, size + LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    const size_t before = (LARGE - (uintptr_t)all % LARGE) % LARGE;
    if (before)
        munmap(all, before);
    munmap(all + before + size, LARGE - before);
    /* What is larger is mostly there for later: many small pages of it are never touched. */
    if (size == LARGE)
        madvise(all + before, LARGE, MADV_HUGEPAGE);
    return all + before;
}

void pages_give(void *memory, size_t bytes)
{
    if (memory)
        munmap(memory, whole(bytes));
}

#endif
