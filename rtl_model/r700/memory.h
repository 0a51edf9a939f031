/* memory.h - the GPU's address space as far as a launch fills it: byte ranges that somebody placed. */
#ifndef RTL_MODEL_R700_MEMORY_H
#define RTL_MODEL_R700_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/diag.h"

struct gpu_range {
    uint64_t address, bytes; /* both multiples of 4 */
    uint8_t *data;           /* owned, little-endian words */
};

struct gpu_memory {
    struct gpu_range *ranges; /* in ascending order of address */
    unsigned          count;
    uint64_t          unplaced_reads; /* words read that nobody placed: they are zero, and are reported */
};

void gpu_memory_init(struct gpu_memory *memory);
void gpu_memory_free(struct gpu_memory *memory);
/* Copies `bytes` bytes to an address; overlapping another range is an error. */
bool gpu_memory_place(struct gpu_memory *memory, uint64_t address, const void *data, uint64_t bytes,
                      struct diag *diag);
/* The lowest address at or above 1 MiB, a multiple of `align`, with `bytes` free bytes. */
uint64_t gpu_memory_find_room(const struct gpu_memory *memory, uint64_t bytes, uint64_t align);
/* The range that holds the address, or NULL. */
const struct gpu_range *gpu_memory_find(const struct gpu_memory *memory, uint64_t address);
/* One word; zero, and counted, where nobody placed anything. */
uint32_t gpu_memory_word(struct gpu_memory *memory, uint64_t address);

#endif
