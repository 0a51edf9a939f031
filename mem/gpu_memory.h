/* gpu_memory.h - the GPU's address space as far as a launch fills it: byte ranges that were placed, and what the
 * run has written to them since.
 *
 * What is written is state of the machine.  The bytes that a page had before its first write are kept, so a state is
 * the pages that have been written, and any state can be taken by a memory that is further. */
#ifndef MEM_GPU_MEMORY_H
#define MEM_GPU_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/diag.h"

enum {
    GPU_ADDRESS_BITS = 40,       /* base addresses are [39:8] */
    GPU_MEMORY_BASE_ALIGN = 256, /* of everything that a register gives as [39:8] */
    GPU_MEMORY_FIRST = 1 << 20,  /* ours: nothing is placed lower unless the launch says where */
    GPU_MEMORY_PAGE = 1024       /* bytes, counted from the start of a range: what a state is made of */
};

struct gpu_range {
    uint64_t  address, bytes; /* both multiples of 4; bytes never 0 */
    uint8_t  *data;           /* owned, little-endian words */
    uint8_t **before;         /* of each page its bytes before the first write, or NULL; NULL: no page is written */
};

struct gpu_memory {
    struct gpu_range *ranges; /* in ascending order of address */
    unsigned          count, room;
    uint64_t          unplaced_reads; /* words read that were never placed: they are zero, and are reported */
    size_t            written;        /* pages */
    bool              out_of_memory;  /* the host has none for a page: the state is no longer whole */
};

void gpu_memory_init(struct gpu_memory *memory);
void gpu_memory_free(struct gpu_memory *memory);
/* A new range of zeros; NULL and a diagnosis without file and line when it overlaps another, ends beyond 40 bits, or
 * the host has no memory for it.  Ranges move when one is added, their data do not. */
uint8_t *gpu_memory_add(struct gpu_memory *memory, uint64_t address, uint64_t bytes, struct diag *diag);
/* The same with a copy of `bytes` bytes. */
bool gpu_memory_place(struct gpu_memory *memory, uint64_t address, const void *data, uint64_t bytes, struct diag *diag);
/* The lowest address at or above 1 MiB, a multiple of `align`, with `bytes` free bytes.  It may be too high for 40
 * bits, which gpu_memory_add then says. */
uint64_t gpu_memory_find_room(const struct gpu_memory *memory, uint64_t bytes, uint64_t align);
/* The range that holds the address, or NULL. */
const struct gpu_range *gpu_memory_find(const struct gpu_memory *memory, uint64_t address);
/* One word, at a multiple of 4; zero, and counted, where nothing was placed. */
uint32_t gpu_memory_word(struct gpu_memory *memory, uint64_t address);
/* Any bytes, neither counted nor reported; zeros where nothing was placed. */
void gpu_memory_read(const struct gpu_memory *memory, uint64_t address, void *to, size_t bytes);
/* Writes bytes with a bit in the mask, of at most 64, the first byte bit 0; all bytes, of any number.  False: some lie
 * where nothing was placed, and are lost. */
bool gpu_memory_write_masked(struct gpu_memory *memory, uint64_t address, const uint8_t *from, size_t bytes,
                             uint64_t mask);
bool gpu_memory_write(struct gpu_memory *memory, uint64_t address, const void *from, size_t bytes);
/* Writes what has been written to the range at address `old` of another memory to the one at `address`, which has the
 * same size. */
void gpu_memory_carry(struct gpu_memory *memory, uint64_t address, const struct gpu_memory *from, uint64_t old);

/* What has been written so far, as bytes: a number of pages, and of each its address and its bytes.  Take makes the
 * memory that of the bytes, which `check` has found to be a state of these ranges. */
size_t gpu_memory_state_bytes(size_t pages);
void   gpu_memory_state_put(unsigned char *to, const struct gpu_memory *memory);
bool   gpu_memory_state_check(const unsigned char *from, size_t pages, const struct gpu_memory *memory);
bool   gpu_memory_state_take(const unsigned char *from, size_t pages, struct gpu_memory *memory);
/* As if nothing had been written. */
void gpu_memory_forget_writes(struct gpu_memory *memory);

#endif
