/* observe_fetch.c - what an observer sees of fetches, exports, textures and the local data share. */
#include "isa/r700/isa.h"
#include "pipeline/texture/texture_context.h"
#include "rtl_model/r700/probes/observe.h"

/* ---- instructions taken, results returned ----------------------------------------------------------------------- */

static uint64_t word_of(const struct fetch_clause *clause, unsigned at)
{
    return clause->buffer[(clause->q.head + at) % INSTRUCTION_BUFFER_WORDS];
}

/* The instruction that a clause offers, and results that it has: each GPR of a memory read's burst is one. */
static unsigned results_of(const struct fetch_clause *clause, enum fetch_unit unit)
{
    const uint64_t    low = word_of(clause, 0), high = word_of(clause, 1);
    const uint32_t    dwords[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    struct isa_mem_rd read;
    if (unit != FETCH_UNIT_MEMORY)
        return 1;
    isa_unpack_mem_rd(dwords, &read);
    return read.burst_cnt + 1u;
}

static bool writes_lds(const struct fetch_clause *clause)
{
    enum { MEM_OP = 8, LOCAL_DS_WRITE = 4 };
    return (word_of(clause, 0) >> MEM_OP & 7) == LOCAL_DS_WRITE;
}

static void see_take(struct observer *observer, unsigned number, unsigned who, enum fetch_unit unit)
{
    const struct fetch_clause *clause = &observer->gpu->simd[number].fetch_clause[who - 1];
    struct observed_simd      *seen = &observer->simd[number];
    uint64_t                  *sum = observer->sums[number].of;
    struct line_cost          *cost = observed_line(observer, number, clause->q.head);
    cost->executions++;
    cost->lanes += (unsigned)__builtin_popcountll(clause->q.lanes);
    observed_begin(&seen->units[unit], clause->q.head, results_of(clause, unit), observer->gpu->cycle);
    if (unit == FETCH_UNIT_LDS) {
        sum[writes_lds(clause) ? SUM_lds_writes : SUM_lds_reads]++;
        return;
    }
    sum[SUM_fetches]++;
    seen->in_flight++;
}

bool observed_end(struct observer *observer, unsigned simd, struct pending *pending)
{
    if (!pending->count || --pending->entry[pending->first].left)
        return false;
    struct line_cost *cost = observed_line(observer, simd, pending->entry[pending->first].line);
    cost->ended++;
    cost->latency += observer->gpu->cycle - pending->entry[pending->first].clock;
    pending->first = (pending->first + 1) % PENDING;
    pending->count--;
    return true;
}

static void see_return(struct observer *observer, unsigned number)
{
    static const enum fetch_unit unit_of[] = {[RETURN_VERTEX] = FETCH_UNIT_VERTEX,
                                              [RETURN_LDS] = FETCH_UNIT_LDS,
                                              [RETURN_MEMORY] = FETCH_UNIT_MEMORY,
                                              [RETURN_TEXTURE] = FETCH_UNIT_TEXTURE};
    const struct return_net_in  *returns = &observer->gpu->simd[number].returns[0].in;
    struct observed_simd        *seen = &observer->simd[number];
    if (!returns->who || !returns->whole)
        return;
    const enum fetch_unit unit = unit_of[returns->who];
    if (observed_end(observer, number, &seen->units[unit]) && unit != FETCH_UNIT_LDS)
        seen->in_flight--;
}

/* ---- who waits -------------------------------------------------------------------------------------------------- */

static bool fetches_wait(const struct simd *simd)
{
    const struct texture_turn_in  *turn = &simd->texture_turn[0].in;
    const struct texture_data_reg *data = &simd->texture_data.q;
    return (simd->texture_walker.q.valid && !turn->pass) ||
           (data->count && !turn->ready && !(data->filtering && data->wait > 1)) ||
           (simd->vertex.q.waits && !simd->vertex.in.arrived) ||
           (simd->memory_reads.q.waits && !simd->memory_reads.in.arrived);
}

static bool exports_wait(const struct simd *simd)
{
    return simd->cf.q.stall == CF_STALL_NO_EXPORT || (simd->exports.q.wants_room && !simd->exports.in.room);
}

void observe_fetches(struct observer *observer, unsigned number)
{
    const struct simd         *simd = &observer->gpu->simd[number];
    const struct fetch_net_in *net = &simd->fetch_net[0].in;
    struct observed_simd      *seen = &observer->simd[number];
    uint64_t                  *sum = observer->sums[number].of;
    sum[SUM_fetch_clocks] += seen->in_flight != 0;
    sum[SUM_fetch_waits] += seen->in_flight && fetches_wait(simd);
    sum[SUM_write_waits] += exports_wait(simd);
    sum[SUM_lds_conflicts] += simd->lds_unit.q.passing && simd->lds_unit.q.pass_turn;
    if (simd->cf.q.start_export) {
        const uint32_t dwords[2] = {(uint32_t)simd->cf.q.start_word, (uint32_t)(simd->cf.q.start_word >> 32)};
        sum[SUM_writes] += isa_cf_lookup(dwords)->klass == ISA_CF_MEM;
    }
    see_return(observer, number);
    if (net->who)
        see_take(observer, number, net->who, FETCH_UNIT_VERTEX);
    if (net->memory)
        see_take(observer, number, net->memory, FETCH_UNIT_MEMORY);
    if (net->texture) {
        const bool lds = (word_of(&simd->fetch_clause[net->texture - 1], 0) & 0x1f) == 2; /* MEM: ISA 10.5, 10.6 */
        see_take(observer, number, net->texture, lds ? FETCH_UNIT_LDS : FETCH_UNIT_TEXTURE);
    }
}

/* ---- textures --------------------------------------------------------------------------------------------------- */

static enum counter_sum sum_of_dim(unsigned dim)
{
    static const enum counter_sum sums[] = {[TEX_DIM_1D] = SUM_samples_1d,
                                            [TEX_DIM_2D] = SUM_samples_2d,
                                            [TEX_DIM_3D] = SUM_samples_3d,
                                            [TEX_DIM_CUBEMAP] = SUM_samples_cube,
                                            [TEX_DIM_1D_ARRAY] = SUM_samples_1d_array,
                                            [TEX_DIM_2D_ARRAY] = SUM_samples_2d_array,
                                            [TEX_DIM_2D_MSAA] = SUM_samples_2d_msaa,
                                            [TEX_DIM_2D_ARRAY_MSAA] = SUM_samples_2d_msaa};
    return sums[dim % 8];
}

static void see_sample(const struct texture_lane_plan *lane, uint64_t *sum)
{
    bool levels = false, slices = false;
    for (unsigned s = 1; s < lane->steps; s++) {
        levels = levels || lane->step[s].level != lane->step[0].level;
        slices = slices || (lane->step[s].level == lane->step[0].level && lane->step[s].slice != lane->step[0].slice);
    }
    sum[SUM_samples_levels] += levels;
    sum[SUM_samples_slices] += slices;
    sum[SUM_probes] += UINT64_C(1) << lane->probes;
}

static const struct texture_context *context_of(const struct simd *simd, unsigned entry, struct texture_context *room)
{
    const struct texture_return_reg *flight = &simd->texture_return.q;
    return texture_context_of(&simd->contexts, &simd->fetch_state, flight->f_low.entry[entry],
                              flight->f_high.entry[entry], room);
}

static void see_quad(const struct simd *simd, uint64_t *sum)
{
    const struct lod_unit_reg *quad = &simd->lod_unit.q;
    struct texture_plan        plan;
    if (quad->alone)
        return;
    struct texture_context        room;
    const struct texture_context *context = context_of(simd, quad->entry, &room);
    const unsigned                count = (unsigned)__builtin_popcount(quad->lanes),
                   texels = (unsigned)context->format.block_width * context->format.block_height;
    texture_plan_unpack(&quad->plan, &plan);
    sum[SUM_samples] += count;
    sum[sum_of_dim(context->resource.dim)] += count;
    sum[SUM_samples_block] += texels > 1 ? count : 0;
    for (unsigned i = 0; i < TEXTURE_QUAD; i++)
        if (quad->lanes >> i & 1)
            see_sample(&plan.lane[i], sum);
}

static void see_pass(const struct simd *simd, uint64_t *sum)
{
    const struct texture_data *data = &simd->texture_data;
    const unsigned             at = (data->q.first + TEXTURE_QUEUE - 1u) % TEXTURE_QUEUE;
    struct texture_context     room;
    const struct texel_format *format = &context_of(simd, data->q.entry, &room)->format;
    const unsigned             texels = (unsigned)format->block_width * format->block_height;
    const unsigned             bits = format->bytes * 8u / (texels ? texels : 1);
    if (!(data->marks[at] & PASS_FILTERED))
        return;
    sum[SUM_passes_64] += bits > 32 && bits <= 64;
    sum[SUM_passes_128] += bits > 64;
}

void observe_textures(struct observer *observer, unsigned number)
{
    const struct simd    *simd = &observer->gpu->simd[number];
    struct observed_simd *seen = &observer->simd[number];
    uint64_t             *sum = observer->sums[number].of;
    if (simd->lod_unit.q.quads != seen->quads)
        see_quad(simd, sum);
    if (simd->texture_data.q.passes != seen->passes)
        see_pass(simd, sum);
    seen->quads = simd->lod_unit.q.quads;
    seen->passes = simd->texture_data.q.passes;
}
