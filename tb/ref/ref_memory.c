/* ref_memory.c - memory writes, WAIT_ACK and memory reads (ISA 3.4.2, 3.4.3, 7, 9.1, 9.5, 10.1, 10.5).
 *
 * A thread sees its own writes in their order, once they are acknowledged.  Everything else that depends on time counts
 * as undefined. */
#include "tb/ref/ref_memory.h"
#include "rtl_model/launch/launch.h"
#include "tb/ref/ref_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

static bool is_private(unsigned target)
{
    return target == REF_SCRATCH || target == REF_REDUCTION;
}

static bool open_space(struct ref_space *space, const struct launch_file *file, uint64_t count, bool fill)
{
    space->count = count;
    space->words = calloc(count + 1, sizeof *space->words);
    space->touch = calloc(count + 1, sizeof *space->touch);
    for (uint64_t i = 0; space->words && fill && i < count; i++)
        space->words[i] = launch_word(file, i);
    return space->words && space->touch;
}

bool ref_memory_open(struct ref_memory *memory, const struct launch *launch, unsigned wave_size)
{
    bool good = true;
    memset(memory, 0, sizeof *memory);
    for (unsigned i = 0; i < launch->memory_buffer_count; i++) {
        const struct launch_memory_buffer *from = &launch->memory_buffers[i];
        const struct launch_file          *file = &launch->buffers[from->index].file;
        struct ref_space                  *space = &memory->space[from->target];
        const bool                         own = is_private(from->target);
        space->item = from->item;
        good = open_space(space, file, own ? (uint64_t)from->item * wave_size : file->bytes / 4, !own) && good;
    }
    return good;
}

void ref_memory_close(struct ref_memory *memory)
{
    for (unsigned target = 0; target < REF_TARGETS; target++) {
        free(memory->space[target].words);
        free(memory->space[target].touch);
    }
    memset(memory, 0, sizeof *memory);
}

void ref_memory_start(const struct ref_launch *launch)
{
    for (unsigned target = 0; launch->memory && target < REF_TARGETS; target++)
        if (is_private(target) && launch->memory->space[target].touch)
            memset(launch->memory->space[target].touch, 0,
                   launch->memory->space[target].count * sizeof(struct ref_touch));
}

/* ---- addresses --------------------------------------------------------------------------------------------------- */

/* What both kinds of instruction say. */
struct access {
    unsigned target, base, size, unit; /* ARRAY_BASE; elements of the array; words of an element */
    bool     indexed, read;
};

enum { LOST = -1, STRAY = -2 };

/* The word of X of the burst's GPR `step`, for thread `t` of the wavefront, with `words` of them; LOST: behind the
 * array, STRAY: some are another thread's. */
static int64_t word_of(const struct ref_run *run, const struct access *a, uint32_t index, unsigned step, unsigned t,
                       unsigned words)
{
    const unsigned item = run->launch->memory->space[a->target].item, wave = run->launch->wave_size;
    const int64_t  thread = (int64_t)run->wave->span.first + t;
    const int64_t  offset = a->indexed ? index : 0;
    const int32_t  as_signed = (int32_t)index;
    const int64_t  last = (int64_t)a->size - 1;
    int64_t        element = !a->indexed || as_signed < 0 ? 0 : as_signed > last ? last : as_signed;
    if (a->target == REF_SCATTER) /* ISA 9.1: words; no array */
        return a->base + offset + (int64_t)step * a->unit;
    element += step;
    if (element > last && !a->read)
        return LOST;
    element = element > last ? last : element;
    if (is_private(a->target)) { /* ISA 7.1: vec4s, thread beside thread */
        const int64_t vector = a->base + element;
        return 4 * vector + words > item ? STRAY : 4 * (vector * wave + t);
    }
    const int64_t within = a->base + element * a->unit;
    if (a->target == REF_RING && within + words > item)
        return STRAY;
    return thread * item + within;
}

/* ---- writes ------------------------------------------------------------------------------------------------------ */

static void write_word(const struct ref_run *run, unsigned target, int64_t at, uint32_t thread, uint32_t value,
                       bool acknowledged)
{
    struct ref_space *space = &run->launch->memory->space[target];
    if (at >= (int64_t)space->count) /* 3D 12; a stream has no room */
        return;
    struct ref_touch *touch = &space->touch[at];
    if ((touch->writer && touch->writer != thread) || (touch->reader && touch->reader != thread))
        run->wave->undefined_reads++;
    touch->writer = thread;
    touch->acknowledgement =
        run->wave->acknowledged + !acknowledged; /* lines go in order: by the next one at the latest */
    space->words[at] = value;
    space->written++;
    space->end = space->end > (uint64_t)at + 1 ? space->end : (uint64_t)at + 1;
}

/* Streams have a primitive whole and all of them, or none has anything of it (Direct3D 10). */
static bool is_streamed(const struct ref_run *run, unsigned target, uint64_t thread)
{
    const unsigned each = run->launch->primitive;
    if (target > REF_STREAM0 + 3 || !each)
        return true;
    const uint64_t behind = thread - thread % each + each; /* the primitive's last vertex */
    for (unsigned n = REF_STREAM0; n <= REF_STREAM0 + 3; n++) {
        const struct ref_space *space = &run->launch->memory->space[n];
        if (space->words && behind * space->item > space->count)
            return false;
    }
    return behind <= run->launch->threads;
}

/* Words of a thread: up to the last that the mask names. */
static unsigned words_in(unsigned mask)
{
    unsigned words = 0;
    for (unsigned e = 0; e < 4; e++)
        words = mask >> e & 1 ? e + 1 : words;
    return words;
}

static bool write_gpr(const struct ref_run *run, const struct access *a, const struct isa_export_buf *cf, unsigned gpr,
                      unsigned step, ref_mask_t threads, bool acknowledged)
{
    const unsigned mask = a->target == REF_SCATTER ? cf->comp_mask & ((1u << a->unit) - 1) : cf->comp_mask;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const uint32_t index = run->wave->gpr[cf->index_gpr][0][t];
        if (!(threads >> t & 1))
            continue;
        const int64_t at = word_of(run, a, index, step, t, words_in(mask));
        for (unsigned e = 0; e < 4; e++)
            run->launch->memory->space[a->target].asked += mask >> e & 1;
        if (at == STRAY && mask)
            return ref_stop(run, "thread %u writes beyond what it has of the buffer", t);
        if (!is_streamed(run, a->target, run->wave->span.first + t))
            continue;
        for (unsigned e = 0; at >= 0 && e < 4; e++)
            if (mask >> e & 1)
                write_word(run, a->target, at + e, run->wave->span.first + t + 1, run->wave->gpr[gpr][e][t],
                           acknowledged);
    }
    return true;
}

bool ref_memory_write(const struct ref_run *run)
{
    enum { INDEXED = 1, ACKNOWLEDGED = 2 };
    const unsigned        first = isa_cf_ops[ISA_CF_INST_MEM_STREAM0].opcode, scatter = 58; /* ISA 10.1 */
    struct isa_export_buf cf;
    isa_unpack_export_buf(run->words + 2 * (size_t)run->at, &cf);
    const struct ref_condition condition = {.whole_quad = cf.whole_quad_mode, .valid_pixel = cf.valid_pixel_mode};
    const ref_mask_t           threads = ref_test(run, &condition, ref_active(run->wave)) & run->wave->valid;
    const struct access        a = {.target = cf.cf_inst == scatter ? (unsigned)REF_SCATTER : cf.cf_inst - first,
                                    .base = cf.array_base,
                                    .size = cf.array_size + 1,
                                    .unit = cf.elem_size + 1,
                                    .indexed = cf.type & INDEXED};
    const unsigned             gprs = run->launch->num_gprs;
    if (!run->launch->memory || !run->launch->memory->space[a.target].words)
        return ref_stop(run, "the launch has no such buffer");
    if ((a.indexed && cf.index_gpr >= gprs) || cf.rw_gpr >= gprs || (!cf.rw_rel && cf.rw_gpr + cf.burst_count >= gprs))
        return ref_stop(run, "a GPR that the program does not have (ISA 4.6.3)");
    if (cf.type & ACKNOWLEDGED)
        run->wave->acknowledged++;
    for (unsigned i = 0; i <= cf.burst_count; i++) {
        int64_t gpr = (int64_t)cf.rw_gpr + i + (cf.rw_rel ? run->wave->loop.index : 0);
        if (gpr < 0 || gpr >= gprs)
            gpr = 0;
        if (!write_gpr(run, &a, &cf, (unsigned)gpr, i, threads, cf.type & ACKNOWLEDGED))
            return false;
    }
    run->wave->ended = cf.end_of_program;
    return true;
}

/* So many may be outstanding: the others are there. */
void ref_wait_ack(struct ref_wave *wave, uint32_t outstanding)
{
    if (wave->acknowledged > outstanding && wave->acknowledged - outstanding > wave->known)
        wave->known = wave->acknowledged - outstanding;
}

/* ---- reads ------------------------------------------------------------------------------------------------------- */

/* A cache may still have what was there before a write (ISA 7.2). */
static uint32_t read_word(const struct ref_run *run, unsigned target, int64_t at, uint32_t thread, bool cached)
{
    struct ref_space *space = &run->launch->memory->space[target];
    if (at >= (int64_t)space->count) /* 3D 12 */
        at = (int64_t)space->count - 1;
    struct ref_touch *touch = &space->touch[at];
    if (touch->writer ? cached || touch->writer != thread || touch->acknowledgement > run->wave->known
                      : is_private(target))
        run->wave->undefined_reads++;
    touch->reader = touch->reader && touch->reader != thread ? REF_SEVERAL : thread;
    return space->words[at];
}

bool ref_memory_read(const struct ref_run *run, unsigned address, const struct isa_mem_rd *read, const int from,
                     const int to, ref_mask_t threads)
{
    static const unsigned targets[] = {REF_SCRATCH, REF_REDUCTION, REF_SCATTER};
    const struct access   a = {.target = targets[read->mem_op % 3],
                               .base = read->array_base,
                               .size = read->array_size + 1,
                               .unit = read->elem_size + 1,
                               .indexed = read->indexed,
                               .read = true};
    const unsigned        select[4] = {read->dst_sel_x, read->dst_sel_y, read->dst_sel_z, read->dst_sel_w};
    const unsigned        gprs = run->launch->num_gprs, bytes = ref_format_bytes(read->data_format);
    if (!run->launch->memory || !run->launch->memory->space[a.target].words || !bytes)
        return ref_stop(run, "word %u: no such buffer or format", address);
    for (unsigned step = 0; step <= read->burst_cnt; step++)
        for (unsigned t = 0; t < REF_LANES; t++) {
            const uint32_t thread = run->wave->span.first + t + 1;
            uint8_t        data[16];
            uint32_t       value[4];
            if (!(threads >> t & 1))
                continue;
            const int64_t at = word_of(run, &a, run->wave->gpr[from][read->src_sel_x][t], step, t, (bytes + 3) / 4);
            if (at < 0)
                return ref_stop(run, "word %u: thread %u reads beyond what it has of the buffer", address, t);
            for (unsigned i = 0; i < 4; i++) {
                const uint32_t word = 4 * i < bytes ? read_word(run, a.target, at + i, thread, !read->uncached) : 0;
                for (unsigned b = 0; b < 4; b++)
                    data[4 * i + b] = (uint8_t)(word >> 8 * b);
            }
            const uint32_t one = ref_memory_data(read, data, value);
            for (unsigned e = 0; to >= 0 && to + (int)step < (int)gprs && e < 4; e++)
                if (select[e] != 7)
                    run->wave->gpr[to + (int)step][e][t] = select[e] < 4 ? value[select[e]] : select[e] == 5 ? one : 0;
        }
    return true;
}
