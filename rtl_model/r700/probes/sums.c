/* sums.c - the probes of sums.h as code, as what they read, and as tables for documents. */
#include "isa/r700/isa.h"
#include "kit/wire.h"
#include "pipeline/texture/texture_context.h"
#include "rtl_model/r700/probes/observe.h"

/* ---- functions of the rows -------------------------------------------------------------------------------------- */

static uint64_t threads(lane_mask_t lanes)
{
    return (uint64_t)__builtin_popcountll(lanes);
}

static uint64_t launched(const struct launch_net_in *launch)
{
    return launch->launch ? threads(launch->lanes) : 0;
}

static bool taken(const struct arbiter_in *in)
{
    return in->chance && in->why == STALL_NONE;
}

static bool writes_memory(uint64_t word)
{
    const uint32_t dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    return isa_cf_lookup(dwords)->klass == ISA_CF_MEM;
}

static const struct texture_context *context_of(const struct texture_return *flights, const struct fetch_state *state,
                                                const struct texture_contexts *contexts, unsigned entry,
                                                struct texture_context *room)
{
    return texture_context_of(contexts, state, flights->q.f_low.entry[entry], flights->q.f_high.entry[entry], room);
}

static unsigned texels_of(const struct texel_format *format)
{
    return (unsigned)format->block_width * format->block_height;
}

struct sampled {
    unsigned dim;
    bool     compressed;
    uint64_t threads, levels, slices, probes;
};

static void add_lane(const struct texture_lane_plan *lane, struct sampled *quad)
{
    bool levels = false, slices = false;
    for (unsigned s = 1; s < lane->steps; s++) {
        levels = levels || lane->step[s].level != lane->step[0].level;
        slices = slices || (lane->step[s].level == lane->step[0].level && lane->step[s].slice != lane->step[0].slice);
    }
    quad->levels += levels;
    quad->slices += slices;
    quad->probes += UINT64_C(1) << lane->probes;
}

static struct sampled sampled(const struct lod_unit_reg *lod, const struct texture_return *flights,
                              const struct fetch_state *state, const struct texture_contexts *contexts)
{
    struct texture_context        room;
    const struct texture_context *context = context_of(flights, state, contexts, lod->entry, &room);
    struct texture_plan           plan;
    struct sampled                quad = {.dim = context->resource.dim,
                                          .compressed = texels_of(&context->format) > 1,
                                          .threads = (unsigned)__builtin_popcount(lod->lanes)};
    texture_plan_unpack(&lod->plan, &plan);
    for (unsigned i = 0; i < TEXTURE_QUAD; i++)
        if (lod->lanes >> i & 1)
            add_lane(&plan.lane[i], &quad);
    return quad;
}

/* Whether the last pass was filtered. */
static bool filtered(const struct texture_data *data)
{
    return data->marks[(data->q.first + TEXTURE_QUEUE - 1u) % TEXTURE_QUEUE] & PASS_FILTERED;
}

static unsigned texel_bits(const struct texture_data_reg *data, const struct texture_return *flights,
                           const struct fetch_state *state, const struct texture_contexts *contexts)
{
    struct texture_context     room;
    const struct texel_format *format = &context_of(flights, state, contexts, data->entry, &room)->format;
    const unsigned             texels = texels_of(format);
    return format->bytes * 8u / (texels ? texels : 1);
}

static bool any_resident(const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        if (gpu->simd[i].waves.q.resident)
            return true;
    return false;
}

/* ---- the rows as code ------------------------------------------------------------------------------------------- */

#define PROBE(name, FROM, when, MADE, SUMS)                                                                            \
    static void add_##name(const struct simd *rtl_machine, const struct observed_simd *seen,                           \
                           enum isa_program_type type, uint64_t *sum)                                                  \
    {                                                                                                                  \
        (void)seen, (void)type;                                                                                        \
        PROBE_BODY(FROM, when, MADE, SUMS)                                                                             \
    }
CLOCK_PROBES(PROBE)
REGISTER_PROBES(PROBE)
#undef PROBE

#define PROBE(name, ...) add_##name(simd, seen, type, sum);
void sums_of_clock(const struct simd *simd, const struct observed_simd *seen, enum isa_program_type type, uint64_t *sum)
{
    CLOCK_PROBES(PROBE)
}

void sums_of_registers(const struct simd *simd, const struct observed_simd *seen, enum isa_program_type type,
                       uint64_t *sum)
{
    REGISTER_PROBES(PROBE)
}
#undef PROBE

void sums_of_chip(const struct gpu *gpu, uint64_t *sum)
{
    CHIP_SUMS(PROBE_ADD)
}

/* ---- what they read --------------------------------------------------------------------------------------------- */

/* Numbers beyond the modules (AT_outside and the like) are no module's. */
static void need(struct simd_set *set, unsigned first, unsigned count)
{
    for (unsigned n = first; n < first + count && n < SIMD_MODULES; n++)
        simd_set_add(set, n);
}
#define NEED_ONE(type, name, member, index) need(registers, AT_##member + (index), 1);
#define NEED_ALL(type, name, member) need(registers, AT_##member, COUNT_##member);
#define NEED_IN(type, name, member, index) NEED_ONE(type, name, member, index) need(wires, AT_##member + (index), 1);
#define PROBE(name, FROM, ...) FROM(NEED_ONE, NEED_ALL, NEED_IN)
void sums_need(struct simd_set *wires, struct simd_set *registers)
{
    CLOCK_PROBES(PROBE)
    REGISTER_PROBES(PROBE)
}
#undef PROBE

/* ---- the rows as tables ----------------------------------------------------------------------------------------- */

CLOCK_PROBES(PROBE_LISTS)
REGISTER_PROBES(PROBE_LISTS)
static const struct probe_source no_sources[] = {{NULL, NULL, 0}};
static const struct probe_row    none_made[] = {{NULL, NULL, NULL}};
static const struct probe_row    chip_sums[] = {CHIP_SUMS(PROBE_ROW){NULL, NULL, NULL}};

const struct probe sum_probes[SUM_PROBES] = {
    CLOCK_PROBES(PROBE_ENTRY) REGISTER_PROBES(PROBE_ENTRY){"chip", "true", no_sources, none_made, chip_sums}};
