/* setup_spaces.c - the buffers of memory writes and reads: the registers that describe them, and what these say of the
 * program's stage (3D 1, 3, 12; ISA 3.4.2, 7.1). */
#include "rtl_model/r700/setup/by_type.h"
#include "rtl_model/r700/setup/setup_internal.h"

_Static_assert((int)LAUNCH_STREAM0 == (int)MEMORY_STREAM0 && (int)LAUNCH_SCRATCH == (int)MEMORY_SCRATCH &&
                   (int)LAUNCH_REDUCTION == (int)MEMORY_REDUCTION && (int)LAUNCH_RING == (int)MEMORY_RING &&
                   (int)LAUNCH_SCATTER == (int)MEMORY_SCATTER && (int)LAUNCH_TARGETS == (int)MEMORY_TARGETS,
               "targets of the launch and of the machine");

enum { UNIT_DWORDS = LAUNCH_UNIT_BYTES / 4 };

/* Registers of a ring; size 0: the stage has none. */
struct ring {
    unsigned base, size, item;
};
#define RING(name)                                                                                                     \
    {                                                                                                                  \
        REGISTER_SQ_##name##_RING_BASE, REGISTER_SQ_##name##_RING_SIZE, REGISTER_SQ_##name##_RING_ITEMSIZE             \
    }

/* Scratch has a buffer for each type; a compute program takes those of VS, as its other registers. */
static struct ring scratch_of(enum launch_stage stage)
{
    static const struct ring rings[] = {RING(PSTMP), RING(VSTMP), RING(GSTMP), RING(ESTMP)};
    return rings[stage == LAUNCH_PS ? 0 : stage == LAUNCH_GS ? 2 : stage == LAUNCH_ES ? 3 : 1];
}

/* GUESS: a vertex program without GS and DC behind it, which can write the ring, too (ISA 3.4.2), has that of ES. */
static struct ring ring_of(enum launch_stage stage)
{
    static const struct ring rings[] = {RING(FBUF), RING(GSVS), RING(ESGS)};
    return rings[stage == LAUNCH_PS ? 0 : stage == LAUNCH_GS ? 1 : 2];
}

/* The registers of a target that is no stream; those of the scatter buffer have no item. */
static struct ring registers_of(enum launch_stage stage, unsigned target)
{
    static const struct ring reduction = RING(REDUC);
    switch (target) {
    case MEMORY_SCRATCH:
        return scratch_of(stage);
    case MEMORY_REDUCTION:
        return reduction;
    case MEMORY_RING:
        return ring_of(stage);
    default:
        return (struct ring){REGISTER_SX_MEMORY_EXPORT_BASE, REGISTER_SX_MEMORY_EXPORT_SIZE, 0};
    }
}

/* ---- what the launch says ---------------------------------------------------------------------------------------- */

static void stream_registers(struct setup_job *job, unsigned n, uint64_t address, uint64_t dwords, unsigned stride)
{
    const uint32_t enabled = job->setup->registers.word[REGISTER_VGT_STRMOUT_BUFFER_EN];
    setup_write(job, REGISTER_VGT_STRMOUT_EN, 1);
    setup_write(job, REGISTER_VGT_STRMOUT_BUFFER_EN, enabled | 1u << n);
    setup_write(job, REGISTER_VGT_STRMOUT_BUFFER_BASE_N + n, (uint32_t)(address >> 8));
    setup_write(job, REGISTER_VGT_STRMOUT_BUFFER_SIZE_N + n, (uint32_t)dwords);
    setup_write(job, REGISTER_VGT_STRMOUT_VTX_STRIDE_N + n, stride);
}

void setup_memory_buffers(struct setup_job *job)
{
    for (unsigned i = 0; i < job->launch->memory_buffer_count; i++) {
        const struct launch_memory_buffer *entry = &job->launch->memory_buffers[i];
        const uint64_t                     address = job->setup->buffer_address[entry->index];
        const uint64_t                     dwords = job->launch->buffers[entry->index].file.bytes / 4;
        if (entry->target <= LAUNCH_STREAM3) {
            stream_registers(job, entry->target, address, dwords, entry->item);
            continue;
        }
        const struct ring ring = registers_of(job->launch->stage, entry->target);
        setup_write(job, ring.base, (uint32_t)(address >> 8));
        setup_write(job, ring.size, (uint32_t)(dwords / UNIT_DWORDS));
        if (ring.item)
            setup_write(job, ring.item, entry->item);
    }
}

/* ---- what the registers say -------------------------------------------------------------------------------------- */

/* The buffer begins at BUFFER_BASE; vertices begin at BASE_OFFSET, dwords of 38 bits, which a draw writes.  An
 * address that was not written is base and offset added. */
static void read_stream(struct setup_job *job, unsigned n, struct memory_spaces *spaces)
{
    const bool on = setup_read(job, REGISTER_VGT_STRMOUT_EN) & setup_read(job, REGISTER_VGT_STRMOUT_BUFFER_EN) >> n & 1;
    const uint64_t base = (uint64_t)setup_read(job, REGISTER_VGT_STRMOUT_BUFFER_BASE_N + n) * UNIT_DWORDS;
    const uint64_t size = setup_read(job, REGISTER_VGT_STRMOUT_BUFFER_SIZE_N + n);
    const unsigned place = REGISTER_VGT_STRMOUT_BASE_OFFSET_N + n;
    const uint64_t low = setup_read(job, place);
    const uint64_t high = register_bits(setup_read(job, REGISTER_VGT_STRMOUT_BASE_OFFSET_HI_N + n),
                                        FIELD_VGT_STRMOUT_BASE_OFFSET_HI_N_BASE_OFFSET);
    const uint64_t offset = setup_read(job, REGISTER_VGT_STRMOUT_BUFFER_OFFSET_N + n);
    const uint64_t first = register_written(&job->setup->registers, place) ? high << 32 | low : base + offset;
    const bool     inside = first >= base && first - base < size;
    spaces->base.target[n] = 4 * first;
    spaces->size.target[n] = on && inside ? size - (first - base) : 0;
    spaces->item.target[n] = (uint16_t)register_bits(setup_read(job, REGISTER_VGT_STRMOUT_VTX_STRIDE_N + n),
                                                     FIELD_VGT_STRMOUT_VTX_STRIDE_N_STRIDE);
}

static void read_ring(struct setup_job *job, unsigned target, struct memory_spaces *spaces)
{
    const struct ring ring = registers_of(job->launch->stage, target);
    spaces->base.target[target] = (uint64_t)setup_read(job, ring.base) * LAUNCH_UNIT_BYTES;
    spaces->size.target[target] = (uint64_t)setup_read(job, ring.size) * UNIT_DWORDS;
    if (ring.item)
        spaces->item.target[target] =
            (uint16_t)register_bits(setup_read(job, ring.item), FIELD_SQ_PSTMP_RING_ITEMSIZE_ITEMSIZE);
}

/* ---- what the machine can use of that ---------------------------------------------------------------------------- */

static bool is_placed(const struct gpu_memory *memory, uint64_t address, uint64_t bytes)
{
    const uint64_t end = address + bytes;
    while (address < end) {
        const struct gpu_range *range = gpu_memory_find(memory, address);
        if (!range)
            return false;
        address = range->address + range->bytes;
    }
    return true;
}

/* Wavefronts for which a scratch or reduction buffer has room. */
static uint64_t areas_in(const struct setup_job *job, unsigned target)
{
    const struct memory_spaces *spaces = &job->setup->simd.memory;
    const uint64_t              area = (uint64_t)spaces->item.target[target] * job->chip->wave_size;
    return area ? spaces->size.target[target] / area : 0;
}

/* So many it must have room for before a group can be launched, whose wavefronts are in as many slots of one SIMD: an
 * area for each slot and SIMD (wires_share.h). */
static uint64_t areas_of_group(const struct setup_job *job)
{
    const struct wave_groups groups = launch_groups(job->chip, &job->setup->simd);
    const uint32_t           all = groups_waves(&groups), each = groups_waves_each(&groups);
    const uint32_t           waves = all < each ? all : each;
    return waves ? (uint64_t)(waves - 1) * job->chip->simds + 1 + setup_first_simd(job) : 0;
}

/* Why the program cannot use a buffer, or NULL. */
static const char *fault_of(const struct setup_job *job, unsigned target)
{
    const struct memory_spaces *spaces = &job->setup->simd.memory;
    const uint64_t              size = spaces->size.target[target], item = spaces->item.target[target];
    if (!size)
        return "the launch has no such buffer: memory_buffers, or the registers (3D 1, 3, 12)";
    if (!is_placed(&job->setup->memory, spaces->base.target[target], 4 * size))
        return "its buffer is not placed whole";
    if ((target == MEMORY_SCRATCH || target == MEMORY_REDUCTION) && !areas_in(job, target))
        return "its buffer has no room for a wavefront: threads of one x item_dwords (ISA 7.1)";
    if ((target == MEMORY_SCRATCH || target == MEMORY_REDUCTION) && areas_in(job, target) < areas_of_group(job))
        return job->launch->lds.group_size || !setup_first_simd(job)
                   ? "its buffer has no room for a group's wavefronts, which need areas on every SIMD (ISA 2.6.2, 7.1)"
                   : "its buffer has no room for a wavefront on the launch's first SIMD: every SIMD has areas of its "
                     "own";
    if (target == MEMORY_RING && job->launch->threads * item > size)
        return "its buffer has no room for all threads of the launch: threads x item_dwords (3D 3)";
    return NULL;
}

/* Vertices of a primitive, when the launch says what is drawn (3D 1); 0: it does not.  Streams have lists: strips, fans
 * and loops are taken apart, what is adjacent is left out (Direct3D 10). */
static unsigned primitive_vertices(struct setup_job *job)
{
    static const uint8_t of_output[] = {1, 2, 3}; /* POINTLIST, LINESTRIP, TRISTRIP */
    /* From NONE to POLYGON; those of four vertices are triangles by then. */
    static const uint8_t of_draw[] = {0, 1, 2, 2, 3, 3, 3, 0, 0, 0, 2, 2, 3, 3, 0, 0, 3, 3, 2, 3, 3, 3};
    const unsigned       output =
        register_bits(setup_read(job, REGISTER_VGT_GS_OUT_PRIM_TYPE), FIELD_VGT_GS_OUT_PRIM_TYPE_OUTPRIM_TYPE);
    const unsigned draw =
        register_bits(setup_read(job, REGISTER_VGT_PRIMITIVE_TYPE), FIELD_VGT_PRIMITIVE_TYPE_PRIM_TYPE);
    if (register_written(&job->setup->registers, REGISTER_VGT_GS_OUT_PRIM_TYPE))
        return output < sizeof of_output ? of_output[output] : 0;
    return draw < sizeof of_draw ? of_draw[draw] : 0;
}

/* GUESS: a primitive that has no room in one of the streams, or lacks vertices, is written to none, as Direct3D 10
 * wants it; 3D 1 has sizes alone.  So streams end behind the last one that has room in all. */
static void whole_primitives(struct setup_job *job)
{
    struct memory_spaces *spaces = &job->setup->simd.memory;
    const unsigned        vertices = primitive_vertices(job);
    uint64_t              fit = vertices ? job->launch->threads / vertices : 0;
    for (unsigned n = 0; vertices && n <= MEMORY_STREAM3; n++) {
        const uint64_t room = spaces->item.target[n] ? spaces->size.target[n] / spaces->item.target[n] / vertices : fit;
        fit = spaces->size.target[n] && room < fit ? room : fit;
    }
    for (unsigned n = 0; vertices && n <= MEMORY_STREAM3; n++) {
        const uint64_t end = fit * vertices * spaces->item.target[n];
        if (spaces->item.target[n] && end < spaces->size.target[n])
            spaces->size.target[n] = end;
    }
}

bool setup_read_spaces(struct setup_job *job)
{
    struct memory_spaces *spaces = &job->setup->simd.memory;
    for (unsigned target = 0; target < MEMORY_TARGETS; target++)
        if (target <= MEMORY_STREAM3)
            read_stream(job, target, spaces);
        else
            read_ring(job, target, spaces);
    for (unsigned target = 0; target < MEMORY_TARGETS; target++) {
        const uint64_t areas = areas_in(job, target);
        job->setup->memory_uses.fault[target] = fault_of(job, target);
        job->setup->memory_uses.areas[target] = areas < MEMORY_AREAS_MOST ? (uint16_t)areas : MEMORY_AREAS_MOST;
    }
    whole_primitives(job);
    job->setup->memory_uses.bursts = job->chip->mem_rd_burst;
    job->setup->vertices_in_l1 = chip_holds_vertices(job->chip);
    job->setup->simd.memory_areas = MEMORY_AREAS_MOST;
    job->setup->simd_memory.memory = &job->setup->memory;
    return true;
}
