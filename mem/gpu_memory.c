/* gpu_memory.c - the byte ranges that a launch places in the GPU's address space, and what is written to them. */
#include "mem/gpu_memory.h"
#include "kit/bytes.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void gpu_memory_init(struct gpu_memory *memory)
{
    *memory = (struct gpu_memory){0};
}

static size_t pages_of(const struct gpu_range *range)
{
    return (size_t)((range->bytes + GPU_MEMORY_PAGE - 1) / GPU_MEMORY_PAGE);
}

void gpu_memory_free(struct gpu_memory *memory)
{
    for (unsigned i = 0; i < memory->count; i++) {
        const struct gpu_range *range = &memory->ranges[i];
        for (size_t page = 0; range->before && page < pages_of(range); page++)
            free(range->before[page]);
        free(range->before);
        free(range->data);
    }
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
    memory->ranges[at] = (struct gpu_range){.address = address, .bytes = bytes, .data = data};
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

/* The bytes from an address on that lie alike: in one range, which is returned, or in none. */
static uint64_t stretch(const struct gpu_memory *memory, uint64_t address, struct gpu_range **range)
{
    const unsigned          at = first_above(memory, address);
    struct gpu_range *const next = at < memory->count ? &memory->ranges[at] : NULL;
    *range = next && next->address <= address ? next : NULL;
    return *range ? next->address + next->bytes - address : next ? next->address - address : UINT64_MAX;
}

void gpu_memory_read(const struct gpu_memory *memory, uint64_t address, void *to, size_t bytes)
{
    for (uint8_t *next = to; bytes;) {
        struct gpu_range *range;
        const uint64_t    alike = stretch(memory, address, &range);
        const size_t      count = alike < bytes ? (size_t)alike : bytes;
        if (range)
            memcpy(next, range->data + (address - range->address), count);
        else
            memset(next, 0, count);
        address += count;
        next += count;
        bytes -= count;
    }
}

/* ---- writes ------------------------------------------------------------------------------------------------------ */

static size_t page_bytes(const struct gpu_range *range, size_t page)
{
    const uint64_t left = range->bytes - page * GPU_MEMORY_PAGE;
    return left < GPU_MEMORY_PAGE ? (size_t)left : GPU_MEMORY_PAGE;
}

/* Before the first write to a page.  Without memory for it the write takes place, but no state has it. */
static void keep_page(struct gpu_memory *memory, struct gpu_range *range, size_t page)
{
    if (!range->before && !(range->before = calloc(pages_of(range), sizeof *range->before))) {
        memory->out_of_memory = true;
        return;
    }
    if (range->before[page])
        return;
    if (!(range->before[page] = malloc(page_bytes(range, page)))) {
        memory->out_of_memory = true;
        return;
    }
    memcpy(range->before[page], range->data + page * GPU_MEMORY_PAGE, page_bytes(range, page));
    memory->written++;
}

static void write_to(struct gpu_memory *memory, struct gpu_range *range, uint64_t offset, const uint8_t *from,
                     size_t bytes)
{
    for (size_t page = (size_t)(offset / GPU_MEMORY_PAGE); page * GPU_MEMORY_PAGE < offset + bytes; page++)
        keep_page(memory, range, page);
    memcpy(range->data + offset, from, bytes);
}

bool gpu_memory_write(struct gpu_memory *memory, uint64_t address, const void *from, size_t bytes)
{
    bool all = true;
    for (const uint8_t *next = from; bytes;) {
        struct gpu_range *range;
        const uint64_t    alike = stretch(memory, address, &range);
        const size_t      count = alike < bytes ? (size_t)alike : bytes;
        if (range)
            write_to(memory, range, address - range->address, next, count);
        all = all && range;
        address += count;
        next += count;
        bytes -= count;
    }
    return all;
}

bool gpu_memory_write_masked(struct gpu_memory *memory, uint64_t address, const uint8_t *from, size_t bytes,
                             uint64_t mask)
{
    bool all = true;
    assert(bytes <= 64);
    for (size_t first = 0, count; first < bytes; first += count) {
        const bool wanted = mask >> first & 1;
        for (count = 1; first + count < bytes && (mask >> (first + count) & 1) == wanted;)
            count++;
        if (wanted)
            all = gpu_memory_write(memory, address + first, from + first, count) && all;
    }
    return all;
}

void gpu_memory_carry(struct gpu_memory *memory, uint64_t address, const struct gpu_memory *from, uint64_t old)
{
    const struct gpu_range *range = gpu_memory_find(from, old);
    for (size_t page = 0; range->before && page < pages_of(range); page++)
        if (range->before[page])
            gpu_memory_write(memory, address + page * GPU_MEMORY_PAGE, range->data + page * GPU_MEMORY_PAGE,
                             page_bytes(range, page));
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

enum { STATE_PAGE = 8 + GPU_MEMORY_PAGE /* its address, its bytes and zeros */ };

size_t gpu_memory_state_bytes(size_t pages)
{
    return pages * STATE_PAGE;
}

void gpu_memory_state_put(unsigned char *to, const struct gpu_memory *memory)
{
    for (unsigned i = 0; i < memory->count; i++) {
        const struct gpu_range *range = &memory->ranges[i];
        for (size_t page = 0; range->before && page < pages_of(range); page++) {
            if (!range->before[page])
                continue;
            little_put(to, 8, range->address + page * GPU_MEMORY_PAGE);
            memset(to + 8, 0, GPU_MEMORY_PAGE);
            memcpy(to + 8, range->data + page * GPU_MEMORY_PAGE, page_bytes(range, page));
            to += STATE_PAGE;
        }
    }
}

/* The page that starts at an address, or none. */
static struct gpu_range *range_of_page(const struct gpu_memory *memory, uint64_t address)
{
    struct gpu_range *range;
    stretch(memory, address, &range);
    return range && (address - range->address) % GPU_MEMORY_PAGE == 0 ? range : NULL;
}

bool gpu_memory_state_check(const unsigned char *from, size_t pages, const struct gpu_memory *memory)
{
    for (size_t i = 0; i < pages; i++, from += STATE_PAGE) {
        const uint64_t address = little_get(from, 8);
        if (!range_of_page(memory, address) || (i > 0 && address <= little_get(from - STATE_PAGE, 8)))
            return false;
    }
    return true;
}

static void put_back(struct gpu_range *range)
{
    for (size_t page = 0; range->before && page < pages_of(range); page++) {
        if (!range->before[page])
            continue;
        memcpy(range->data + page * GPU_MEMORY_PAGE, range->before[page], page_bytes(range, page));
        free(range->before[page]);
        range->before[page] = NULL;
    }
}

void gpu_memory_forget_writes(struct gpu_memory *memory)
{
    for (unsigned i = 0; i < memory->count; i++)
        put_back(&memory->ranges[i]);
    memory->written = 0;
    memory->out_of_memory = false;
}

bool gpu_memory_state_take(const unsigned char *from, size_t pages, struct gpu_memory *memory)
{
    gpu_memory_forget_writes(memory);
    for (size_t i = 0; i < pages; i++, from += STATE_PAGE) {
        const uint64_t          address = little_get(from, 8);
        struct gpu_range *const range = range_of_page(memory, address);
        const uint64_t          offset = address - range->address;
        write_to(memory, range, offset, from + 8, page_bytes(range, (size_t)offset / GPU_MEMORY_PAGE));
    }
    return !memory->out_of_memory;
}
