/* watch.c - watched registers: reads their names, finds their radix and their values. */
#include "rtl_model/r700/probes/watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/r700/dis/dis_flow.h"
#include "isa/r700/dis/dis_group.h"
#include "kit/walk.h"

/* ---- radix ------------------------------------------------------------------------------------------------------ */

struct writers {
    unsigned floats, integers;
};

/* MOV copies any bits, so it says nothing. */
static void look_at(const uint32_t *word, const struct watch *watch, struct writers *found)
{
    struct isa_alu alu;
    isa_alu_decode(word, &alu);
    if (alu.id == ISA_ALU_ILLEGAL || alu.id == ISA_OP2_MOV || !alu.write_mask || alu.dst_rel ||
        alu.dst_gpr != watch->gpr || alu.dst_chan != watch->element)
        return;
    if (isa_alu_ops[alu.id].flags & ISA_FLOAT_OUT)
        found->floats++;
    else
        found->integers++;
}

static void look_at_clause(const uint32_t *words, unsigned count, const struct watch *watch, struct writers *found)
{
    for (unsigned at = 0; at < count;) {
        const struct dis_extent extent = dis_group_extent(words + 2 * at, count - at);
        for (unsigned i = 0; extent.status == ISA_GROUP_OK && i < extent.instructions; i++)
            look_at(words + 2 * (at + i), watch, found);
        at += extent.instructions + extent.literals / 2;
    }
}

static enum watched_radix radix_of(const struct watch *watch, const struct instruction_memory *program)
{
    struct dis_flow flow;
    struct writers  found = {0};
    if (!dis_flow_find(&flow, program->dwords, program->count))
        return WATCHED_HEX;
    for (unsigned at = 0; at + 1 < flow.count; at += 2) {
        const struct dis_clause clause = dis_flow_clause(flow.dwords + at);
        if (dis_flow_is_cf(flow.role[at]) && clause.dwords && !clause.fetch && dis_flow_inside(&flow, &clause))
            look_at_clause(flow.dwords + clause.start, clause.dwords / 2, watch, &found);
    }
    dis_flow_free(&flow);
    return !found.integers ? WATCHED_FLOAT : found.floats ? WATCHED_HEX : WATCHED_INT;
}

/* ---- names ------------------------------------------------------------------------------------------------------ */

/* Wavefronts of several launches at once are counted over all. */
static struct gpu_part *part_of_wave(const struct gpu *gpu, uint32_t wave)
{
    unsigned n = gpu->parts - 1;
    while (n && wave < gpu->part[n]->first_wave)
        n--;
    return gpu->part[n];
}

bool watch_parse(const char *text, const struct gpu *gpu, struct watch *watch, struct diag *diag)
{
    static const char  elements[] = "xyzw";
    const uint32_t     waves = gpu_waves(gpu);
    const unsigned     threads = gpu->chip.wave_size, lanes = gpu->chip.lanes;
    const char        *at = text;
    uint32_t           thread, gpr;
    enum watched_radix radix = WATCHED_RADIXES;
    bool               good = watched_number(&at, 'w', waves, '.', &watch->wave);

    const struct gpu_part *const part = part_of_wave(gpu, good ? watch->wave : 0);
    const unsigned               gprs = part->setup.simd.num_gprs;
    good = good && watched_number(&at, 't', threads, '.', &thread) && watched_number(&at, 'R', gprs, '.', &gpr);
    const char *element = good && *at ? strchr(elements, *at++) : NULL;
    good = element && (*at == '\0' || (*at == ':' && watched_radix(at + 1, &radix)));
    if (!good)
        return diag_set(diag, NULL, 0,
                        "%.200s: expected a wavefront, a thread, a register and an element, w0.t0.R0.x to "
                        "w%" PRIu32 ".t%u.R%u.w, then nothing, :float, :int, :uint or :hex",
                        text, waves - 1, threads - 1, gprs - 1);
    const struct wave_groups groups = gpu_groups_of(gpu, part);
    const uint32_t           there = groups_count(&groups, watch->wave - part->first_wave);
    if (thread >= there)
        return diag_set(diag, NULL, 0,
                        "%.200s: the launch has %" PRIu32 " threads: expected up to w%" PRIu32 ".t%" PRIu32, text,
                        part->launch->threads, watch->wave, there - 1);
    watch->lane = thread / lanes * QUARTER + thread % lanes;
    watch->gpr = gpr;
    watch->element = (unsigned)(element - elements);
    if (radix == WATCHED_RADIXES)
        radix = radix_of(watch, &part->setup.simd_memory.program);
    watch->type = watched_radixes[radix].type;
    snprintf(watch->name, sizeof watch->name, "w%" PRIu32 "_t%" PRIu32 "_R%u_%c_%s", watch->wave, thread, watch->gpr,
             *element, watched_radixes[radix].name);
    return true;
}

bool watch_same(const struct watch *a, const struct watch *b)
{
    return a->wave == b->wave && a->lane == b->lane && a->gpr == b->gpr && a->element == b->element;
}

bool watch_recall(const char *name, struct watch *watch)
{
    *watch = (struct watch){.type = watched_type(name)};
    if (watch->type)
        snprintf(watch->name, sizeof watch->name, "%s", name);
    return watch->type;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* The register file in which its wavefront is, and the row there; NULL: nowhere. */
static const struct gpr_file *file_of(const struct watch *watch, const struct gpu *gpu, unsigned *row)
{
    const struct gpu_part *const part = part_of_wave(gpu, watch->wave);
    const struct simd *const     own = &gpu->simd[part->first_simd];
    if (watch->gpr >= part->setup.simd.num_gprs) /* of another launch of the row */
        return NULL;
    for (const struct simd *simd = own; simd < own + part->own_simds; simd++)
        for (unsigned slot = 0; slot < WAVE_SLOTS; slot++)
            if (simd->waves.phase[slot] != WAVE_FREE && part->first_wave + simd->waves.number[slot] == watch->wave) {
                *row = simd->waves.gpr_base[slot] + watch->gpr;
                return &simd->gprs;
            }
    return NULL;
}

uint32_t watch_value(const struct watch *watch, const struct gpu *gpu)
{
    unsigned                     row;
    const struct gpr_file *const file = file_of(watch, gpu, &row);
    return file ? gpr_read(file, watch->element, row)->lane[watch->lane] : GPR_UNDEFINED;
}

struct machine_place watch_place(const struct watch *watch, const struct gpu *gpu)
{
    static const char *const     elements[] = {"x", "y", "z", "w"};
    struct machine_place         place = {.element = watch->lane};
    const struct gpr_file *const file = file_of(watch, gpu, &place.row);
    while (file && gpu->instances[place.instance].state != file)
        place.instance++;
    place.signal = file ? rtl_find(&gpr_file_rtl, elements[watch->element]) : NULL;
    return place;
}
