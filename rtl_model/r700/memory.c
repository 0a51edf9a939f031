/* memory.c - the byte ranges that a launch places in the GPU's address space. */
#include "rtl_model/r700/memory.h"
#include "kit/bytes.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void gpu_memory_init(struct gpu_memory *memory)
{
    *memory = (struct gpu_memory){0};
}

void gpu_memory_free(struct gpu_memory *memory)
{
    for (unsigned i = 0; i < memory->count; i++)
        free(memory->ranges[i].data);
    free(memory->ranges);
    gpu_memory_init(memory);
}

/* The first range that ends above the address, or `count`. */
static unsigned first_above(const struct gpu_memory *memory, uint64_t address)
{
    unsigned low = 0, high = memory->count;
    while (low < high) {
        const unsigned          middle = low + (high - low) / 2;
        const struct gpu_range *range = &memory->ranges[middle];
        if (range->address + range->bytes <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool grow(struct gpu_memory *memory)
{
    if (memory->count < memory->room)
        return true;
    const unsigned    room = memory->room ? 2 * memory->room : 16;
    struct gpu_range *ranges = realloc(memory->ranges, room * sizeof *ranges);
    if (!ranges)
        return false;
    memory->ranges = ranges;
    memory->room = room;
    return true;
}

uint8_t *gpu_memory_add(struct gpu_memory *memory, uint64_t address, uint64_t bytes, struct diag *diag)
{
    const uint64_t end = UINT64_C(1) << GPU_ADDRESS_BITS;
    assert(address % 4 == 0 && bytes % 4 == 0 && bytes > 0);
    if (address >= end || bytes > end - address) {
        diag_set(diag, NULL, 0, "no room for %" PRIu64 " bytes at 0x%" PRIx64 ": addresses have %d bits", bytes,
                 address, GPU_ADDRESS_BITS);
        return NULL;
    }
    const unsigned at = first_above(memory, address);
    if (at < memory->count && memory->ranges[at].address < address + bytes) {
        const struct gpu_range *other = &memory->ranges[at];
        diag_set(diag, NULL, 0, "0x%" PRIx64 "..0x%" PRIx64 " overlaps 0x%" PRIx64 "..0x%" PRIx64, address,
                 address + bytes - 1, other->address, other->address + other->bytes - 1);
        return NULL;
    }
    uint8_t *data = bytes <= SIZE_MAX ? calloc(1, (size_t)bytes) : NULL;
    if (!data || !grow(memory)) {
        free(data);
        diag_set(diag, NULL, 0, "not enough memory for %" PRIu64 " bytes at 0x%" PRIx64, bytes, address);
        return NULL;
    }
    memmove(&memory->ranges[at + 1], &memory->ranges[at], (memory->count - at) * sizeof memory->ranges[0]);
    memory->ranges[at] = (struct gpu_range){address, bytes, data};
    memory->count++;
    return data;
}

bool gpu_memory_place(struct gpu_memory *memory, uint64_t address, const void *data, uint64_t bytes, struct diag *diag)
{
    uint8_t *copy = gpu_memory_add(memory, address, bytes, diag);
    if (copy)
        memcpy(copy, data, (size_t)bytes);
    return copy != NULL;
}

uint64_t gpu_memory_find_room(const struct gpu_memory *memory, uint64_t bytes, uint64_t align)
{
    uint64_t address = (GPU_MEMORY_FIRST + align - 1) / align * align;
    for (unsigned i = first_above(memory, address); i < memory->count; i++) {
        const struct gpu_range *range = &memory->ranges[i];
        if (address + bytes <= range->address)
            break;
        address = (range->address + range->bytes + align - 1) / align * align;
    }
    return address;
}

const struct gpu_range *gpu_memory_find(const struct gpu_memory *memory, uint64_t address)
{
    const unsigned at = first_above(memory, address);
    return at < memory->count && memory->ranges[at].address <= address ? &memory->ranges[at] : NULL;
}

uint32_t gpu_memory_word(struct gpu_memory *memory, uint64_t address)
{
    assert(address % 4 == 0);
    const struct gpu_range *range = gpu_memory_find(memory, address);
    if (!range) {
        memory->unplaced_reads++;
        return 0;
    }
    return little_dword(range->data + (address - range->address), 0);
}
