/* memory.h - the GPU's address space as far as a launch fills it: byte ranges that somebody placed. */
#ifndef RTL_MODEL_R700_MEMORY_H
#define RTL_MODEL_R700_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/diag.h"

enum {
    GPU_ADDRESS_BITS = 40,       /* base addresses are [39:8] */
    GPU_MEMORY_BASE_ALIGN = 256, /* of everything that a register gives as [39:8] */
    GPU_MEMORY_FIRST = 1 << 20   /* ours: nothing is placed lower unless the launch says where */
};

struct gpu_range {
    uint64_t address, bytes; /* both multiples of 4; bytes never 0 */
    uint8_t *data;           /* owned, little-endian words */
};

struct gpu_memory {
    struct gpu_range *ranges; /* in ascending order of address */
    unsigned          count, room;
    uint64_t          unplaced_reads; /* words read that nobody placed: they are zero, and are reported */
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
/* One word, at a multiple of 4; zero, and counted, where nobody placed anything. */
uint32_t gpu_memory_word(struct gpu_memory *memory, uint64_t address);

#endif
