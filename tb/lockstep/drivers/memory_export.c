/* memory_export.c - the collector of memory writes beside its twin: all buffers, indices near and far, threads side by
 * side and apart, memory that answers late. */
#include "pipeline/fetch/memory_export.h"

#include <string.h>

#include "isa/r700/isa.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/rows.h"

/* How busy the port and the memory are in a life. */
struct life {
    unsigned writes, taken, answers; /* chances */
    unsigned acks;                   /* of an instruction that is acknowledged */
    unsigned empty;                  /* of one that writes nothing: more acknowledgements than blocks */
};

static const uint8_t targets[MEMORY_TARGETS] = {
    ISA_CF_INST_MEM_STREAM0, ISA_CF_INST_MEM_STREAM1,   ISA_CF_INST_MEM_STREAM2, ISA_CF_INST_MEM_STREAM3,
    ISA_CF_INST_MEM_SCRATCH, ISA_CF_INST_MEM_REDUCTION, ISA_CF_INST_MEM_RING,    ISA_CF_INST_MEM_EXPORT};

static void reset(void *state, void *driver, struct stimulus *random)
{
    static const uint8_t  lanes[] = {16, 16, 8, 4, 12};
    struct memory_export *unit = state;
    struct life          *life = driver;
    const bool            waits = stimulus_chance(random, 30); /* memory hardly answers */
    const bool            many = stimulus_chance(random, 30);  /* acknowledgements */
    *life = (struct life){.writes = 20 + stimulus_below(random, 80),
                          .taken = 30 + stimulus_below(random, 71),
                          .answers = waits ? stimulus_below(random, 3) : 20 + stimulus_below(random, 81),
                          .acks = many ? 98 : 30,
                          .empty = many ? 80 : 5};
    memset(&unit->in, 0, sizeof unit->in);
    unit->in.wave_lanes = lanes[stimulus_below(random, sizeof lanes)];
    unit->in.wave_size = (uint8_t)(4 * unit->in.wave_lanes);
    unit->in.group = (uint16_t)(stimulus_chance(random, 30)   ? 0
                                : stimulus_chance(random, 10) ? 1024
                                                              : 1 + stimulus_below(random, 1024));
    unit->in.simds = (uint8_t)(1 + stimulus_below(random, 10));
    unit->in.lines = (uint8_t)(stimulus_chance(random, 50) ? MEMORY_LINES : 4 + stimulus_below(random, 61));
    for (unsigned t = 0; t < MEMORY_TARGETS; t++) {
        unit->in.base.target[t] = stimulus_bits(random, 30) << 8;
        unit->in.size.target[t] = stimulus_chance(random, 15) ? stimulus_below(random, 100) : stimulus_bits(random, 38);
        unit->in.item.target[t] =
            (uint16_t)(stimulus_chance(random, 50) ? 1 + stimulus_below(random, 16)
                                                   : stimulus_bits(random, stimulus_chance(random, 50) ? 15 : 7));
    }
    if (stimulus_chance(random, 50)) /* within reach of an index */
        unit->in.size.target[MEMORY_SCATTER] = 1 + stimulus_bits(random, 16);
    memory_export_reset(unit);
}

static uint64_t some_word(const struct memory_export_in *in, const struct life *life, struct stimulus *random)
{
    const unsigned        target = stimulus_below(random, MEMORY_TARGETS), item = in->item.target[target];
    const bool            fits = stimulus_chance(random, 80);
    struct isa_export_buf cf = {.cf_inst = isa_cf_ops[targets[target]].opcode,
                                .rw_gpr = stimulus_below(random, 128),
                                .index_gpr = stimulus_below(random, 128),
                                .elem_size = (uint32_t)stimulus_bits(random, 2),
                                .type = (uint32_t)stimulus_bits(random, 1),
                                .array_size = stimulus_below(random, fits ? 6 : 4096),
                                .array_base = stimulus_below(random, fits ? item / 4 + 1u : 8192),
                                .comp_mask = (uint32_t)(stimulus_chance(random, life->empty) ? 0
                                                        : stimulus_chance(random, 60)        ? 15
                                                                                      : stimulus_bits(random, 4))};
    uint32_t              dwords[2];
    cf.type |= stimulus_chance(random, life->acks) ? 2 : 0;
    isa_pack_export_buf(&cf, dwords);
    return dwords[0] | (uint64_t)dwords[1] << 32;
}

static void drive_indices(uint32_t *index, struct stimulus *random)
{
    const uint32_t first = (uint32_t)stimulus_bits(random, stimulus_chance(random, 50) ? 3 : 30);
    const unsigned stride = stimulus_below(random, 6), kind = stimulus_below(random, 4);
    for (unsigned i = 0; i < QUARTER; i++)
        index[i] = kind == 0   ? stimulus_word(random)
                   : kind == 1 ? stimulus_below(random, 16)
                               : first + stride * (kind == 2 ? i : QUARTER - i);
}

/* Threads side by side up to the end of the scatter buffer, or a little beyond it. */
static void drive_to_end(const struct memory_export_in *in, uint32_t *index, struct stimulus *random)
{
    struct memory_write write;
    memory_write_unpack((const uint32_t[2]){(uint32_t)in->write_word, (uint32_t)(in->write_word >> 32)}, &write);
    const uint64_t first = write.access.array_base + (uint64_t)in->write_step * write.access.element_dwords;
    const uint64_t size = in->size.target[MEMORY_SCATTER];
    if (write.access.target != MEMORY_SCATTER || size < first + QUARTER || size - first > UINT32_MAX)
        return;
    for (unsigned i = 0, beyond = stimulus_below(random, QUARTER); i < QUARTER; i++)
        index[i] = (uint32_t)(size - first) - QUARTER + beyond + i;
}

static void drive_write(struct memory_export *unit, const struct life *life, struct stimulus *random)
{
    struct memory_export_in *in = &unit->in;
    in->write = unit->q.used < in->lines && stimulus_chance(random, life->writes);
    if (!in->write)
        return;
    in->write_word = some_word(in, life, random);
    in->write_step = (uint8_t)(stimulus_chance(random, 70) ? 0 : stimulus_bits(random, 4));
    in->write_quarter = (uint8_t)stimulus_bits(random, 2);
    in->write_lanes = (quarter_mask_t)stimulus_mask(random);
    in->write_last = stimulus_chance(random, life->acks);
    in->write_slot = (uint8_t)stimulus_bits(random, 8);
    in->write_number = (uint32_t)stimulus_bits(random, stimulus_chance(random, 50) ? 6 : 16); /* within 40 bits */
    in->write_area = (uint16_t)stimulus_bits(random, 12);
    drive_indices(((quarter_t *)in->write_indices)->lane, random);
    if (stimulus_chance(random, 50))
        drive_to_end(in, ((quarter_t *)in->write_indices)->lane, random);
    stimulus_quarter(random, (quarter_t *)in->write_x);
    stimulus_quarter(random, (quarter_t *)in->write_y);
    stimulus_quarter(random, (quarter_t *)in->write_z);
    stimulus_quarter(random, (quarter_t *)in->write_w);
}

/* Memory answers a block that it has, mostly the oldest one's. */
static void drive_answer(struct memory_export *unit, const struct life *life, struct stimulus *random)
{
    const struct memory_export_reg *q = &unit->q;
    const unsigned first = q->first_ack + (stimulus_chance(random, 70) ? 0 : stimulus_below(random, q->acks + 1u));
    unit->in.answer = false;
    if (!stimulus_chance(random, life->answers))
        return;
    for (unsigned i = 0; i < MEMORY_ACKS && !unit->in.answer; i++) {
        const unsigned own = (first + i) % MEMORY_ACKS;
        unit->in.answer = q->ack_blocks.entry[own] > (q->ask && q->ask_own == own);
        unit->in.answer_own = (uint16_t)own;
    }
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct memory_export *unit = state;
    const struct life    *life = driver;
    drive_write(unit, life, random);
    drive_answer(unit, life, random);
    unit->in.taken = unit->q.ask && stimulus_chance(random, life->taken);
}

static void clock(void *state)
{
    struct memory_export *unit = state;
    memory_export_next(unit);
    memory_export_take(unit);
    memory_export_clock(unit);
}

static void touches(const void *state, struct rows *rows)
{
    const struct memory_export *unit = state;
    const unsigned              at = (unit->q.first + unit->q.used) % MEMORY_LINES;
    if (!unit->in.write)
        return;
    rows_touch(rows, &unit->line_address[at], 1);
    rows_touch(rows, &unit->line_dwords[at], 1);
    rows_touch(rows, &unit->line_x[at], 1);
    rows_touch(rows, &unit->line_y[at], 1);
    rows_touch(rows, &unit->line_z[at], 1);
    rows_touch(rows, &unit->line_w[at], 1);
    rows_touch(rows, &unit->line_slot[at], 1);
    rows_touch(rows, &unit->line_ack[at], 1);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

enum { KINDS = 2 * MEMORY_TARGETS };

static const char *kind_name(unsigned kind)
{
    static const char *const names[KINDS] = {"stream0", "stream0 indexed", "stream1",   "stream1 indexed",
                                             "stream2", "stream2 indexed", "stream3",   "stream3 indexed",
                                             "scratch", "scratch indexed", "reduction", "reduction indexed",
                                             "ring",    "ring indexed",    "scatter",   "scatter indexed"};
    return names[kind];
}

static int kind_of(const void *state)
{
    const struct memory_export_in *in = &((const struct memory_export *)state)->in;
    struct memory_write            write;
    memory_write_unpack((const uint32_t[2]){(uint32_t)in->write_word, (uint32_t)(in->write_word >> 32)}, &write);
    return in->write ? 2 * write.access.target + write.access.indexed : -1;
}

static const struct stimulus_part parts[] = {
    {"instruction", KINDS, kind_name, kind_of},
    {NULL, 0, NULL, NULL},
};
static const struct stimulus_cross crosses[] = {
    {"instruction", "i_write_lanes", NULL},
    {NULL, NULL, NULL},
};

static const char *const edges[] = {"a line takes the last place",
                                    "a line comes as the oldest one ends",
                                    "two threads write one dword",
                                    "a thread's dwords in two blocks",
                                    "a thread's dwords below those of the thread before it",
                                    "all dwords of a line in one block",
                                    "the last dword of a buffer",
                                    "dwords up to the end of a buffer and beyond it",
                                    "a line of no dword is acknowledged",
                                    "no room for an acknowledgement",
                                    "as many blocks as memory takes of a SIMD",
                                    "an answer and an acknowledgement in one clock",
                                    "the last answer of an instruction as its next block leaves",
                                    NULL};

/* Of the oldest line, with all its dwords. */
struct held {
    bool twice, split, below, together;
};

static uint64_t block_of(const struct memory_export *unit, unsigned bit)
{
    const uint64_t base = unit->line_address[unit->q.first].lane[bit / MEMORY_ELEMENTS];
    return base + 4 * (bit % MEMORY_ELEMENTS);
}

static struct held look_at_oldest(const struct memory_export *unit)
{
    struct held    held = {.together = true};
    const uint64_t dwords = unit->line_dwords[unit->q.first];
    const unsigned first = dwords ? (unsigned)__builtin_ctzll(dwords) : 0;
    unsigned       before = first;
    for (unsigned bit = first; dwords && bit < 64; bit++) {
        if (!(dwords >> bit & 1))
            continue;
        const uint64_t at = block_of(unit, bit);
        for (unsigned other = first; other < bit; other++)
            held.twice |= (dwords >> other & 1) && block_of(unit, other) == at;
        held.split |= bit / MEMORY_ELEMENTS == before / MEMORY_ELEMENTS &&
                      at / SECTOR_BYTES != block_of(unit, before) / SECTOR_BYTES;
        held.below |= at / SECTOR_BYTES < block_of(unit, first) / SECTOR_BYTES;
        held.together &= at / SECTOR_BYTES == block_of(unit, first) / SECTOR_BYTES;
        before = bit;
    }
    held.together &= (dwords & (dwords - 1)) != 0;
    return held;
}

/* The line that comes: places at the end of its buffer. */
static uint64_t met_at_end(const struct memory_export_in *in)
{
    struct memory_write write;
    bool                last = false, across = false;
    memory_write_unpack((const uint32_t[2]){(uint32_t)in->write_word, (uint32_t)(in->write_word >> 32)}, &write);
    const unsigned            target = write.access.target;
    const struct memory_space space = {in->size.target[target], in->item.target[target]};
    for (unsigned lane = 0; in->write && lane < in->wave_lanes; lane++) {
        const struct wave_groups   groups = groups_of(0, in->group, in->wave_size);
        const unsigned             in_wave = in->write_quarter * in->wave_lanes + lane;
        const struct memory_thread thread = {in->write_area, (uint8_t)in_wave, in->wave_size,
                                             groups_first(&groups, in->write_number) + in_wave};
        const struct memory_place  place = memory_place(&write.access, &space, &thread, in->write_indices->lane[lane],
                                                        in->write_step, false, write.mask);
        if (!(in->write_lanes >> lane & 1) || place.dropped || place.strays || place.dword >= space.size)
            continue;
        const uint64_t left = space.size - place.dword;
        last |= left <= MEMORY_ELEMENTS && write.mask >> (left - 1) & 1;
        across |= left < MEMORY_ELEMENTS && write.mask >> left;
    }
    return (uint64_t)last | (uint64_t)across << 1;
}

static uint64_t met(const void *state)
{
    const struct memory_export     *unit = state;
    const struct memory_export_in  *in = &unit->in;
    const struct memory_export_reg *q = &unit->q;
    const bool                      oldest = q->used && !q->begun, ack = unit->line_ack[q->first];
    const bool                      free = !q->ask || in->taken, none = oldest && !unit->line_dwords[q->first];
    const struct held               held = oldest ? look_at_oldest(unit) : (struct held){.twice = false};
    const unsigned                  going = (q->first_ack + q->acks) % MEMORY_ACKS;
    const unsigned                  acks = q->acks - q->due;
    const bool                      full = q->unanswered - in->answer == MEMORY_OF_CLIENT;
    const bool leaves = q->used && free && (q->begun || !none) && !full && !(ack && acks == MEMORY_ACKS - 1);
    const bool ends = q->used && free && none && !(ack && acks == MEMORY_ACKS - 1);
    const bool is[] = {in->write && q->used + 1 == in->lines,
                       in->write && ends,
                       held.twice,
                       held.split,
                       held.below,
                       held.together,
                       met_at_end(in) & 1,
                       met_at_end(in) >> 1 & 1,
                       ends && ack,
                       q->used && free && ack && acks == MEMORY_ACKS - 1,
                       leaves ? false : q->used && free && !none && full,
                       q->due && in->answer,
                       leaves && in->answer && in->answer_own == going && q->ack_blocks.entry[going] == 1};
    return stimulus_edges(is, sizeof is / sizeof is[0]);
}

static const struct stimulus_gap gaps[] = {
    {"o_stray_target", "1", "a stream has no limit but its end"},
    {"o_stray_target", "2", "a stream"},
    {"o_stray_target", "3", "a stream"},
    {"o_stray_target", "7", "nothing is a thread's own"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_memory_export = {
    LOCKSTEP_BLOCK(memory_export, memory_export, memory_export),
    .doc = "memory writes: addresses, lines, blocks, acknowledgements (ISA 3.4.2, 7.1)",
    .driver_size = sizeof(struct life),
    .lifetime = 1500,
    .parts = parts,
    .crosses = crosses,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    .touches = touches,
    LOCKSTEP_INSTANCES(memory),
};
