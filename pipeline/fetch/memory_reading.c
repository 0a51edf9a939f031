#include "pipeline/fetch/memory_reading.h"

#include "kit/lanes.h"
#include "mem/gpu_memory.h"
#include "pipeline/fetch/vertex_format.h"
#include "pipeline/groups.h"

void memory_read_unpack(uint64_t low, uint64_t high, struct isa_mem_rd *read)
{
    const uint32_t dwords[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    isa_unpack_mem_rd(dwords, read);
}

struct memory_thread memory_reading_thread(const struct memory_layout *layout, const struct memory_reading *reading,
                                           unsigned lane)
{
    const unsigned           in_wave = lane / QUARTER * layout->wave_lanes + lane % QUARTER;
    const struct wave_groups groups = groups_of(0, layout->group, layout->wave_size);
    return (struct memory_thread){.area = reading->area,
                                  .in_wave = (uint8_t)in_wave,
                                  .wave_size = layout->wave_size,
                                  .in_launch = groups_first(&groups, reading->number) + in_wave};
}

unsigned memory_reading_dwords(const struct memory_reading *reading)
{
    const unsigned dwords = (vertex_format_bytes(reading->read.data_format) + 3) / 4;
    return dwords < MEMORY_ELEMENTS ? dwords : MEMORY_ELEMENTS;
}

struct memory_place memory_reading_place(const struct memory_layout *layout, const struct memory_reading *reading,
                                         unsigned lane, uint32_t index)
{
    const struct isa_mem_rd   *read = &reading->read;
    const struct memory_access access = {.target = memory_read_target_of(read->mem_op),
                                         .indexed = read->indexed,
                                         .element_dwords = (uint8_t)(read->elem_size + 1),
                                         .array_base = (uint16_t)read->array_base,
                                         .array_last = (uint16_t)read->array_size};
    const struct memory_space  space = {layout->size->target[access.target], layout->item->target[access.target]};
    const struct memory_thread thread = memory_reading_thread(layout, reading, lane);
    return memory_place(&access, &space, &thread, index, reading->step, true,
                        (1u << memory_reading_dwords(reading)) - 1);
}

uint64_t memory_reading_address(const struct memory_layout *layout, const struct memory_reading *reading,
                                uint64_t dword)
{
    const unsigned target = memory_read_target_of(reading->read.mem_op);
    const uint64_t size = layout->size->target[target], at = dword < size ? dword : size - 1;
    return (layout->base->target[target] + 4 * at) & ((UINT64_C(1) << GPU_ADDRESS_BITS) - 1);
}
