#include "pipeline/texture/texture_lookup.h"

#include "pipeline/texture/texture_filter.h"

/* The state of a look-up in the address, decode and filter units. */
struct lookup {
    const struct texture_query  *query;
    const struct texture_tiling *tiling;
    const struct gpu_memory     *memory;
    struct texture_plan          plan;
};

static void read_tap(const struct lookup *lookup, const struct texture_tap *tap, uint32_t value[TEXEL_ELEMENTS])
{
    uint8_t            block[TEXEL_BLOCK_BYTES] = {0};
    struct texel_place place;
    if (!texture_locate(lookup->query->resource, lookup->tiling, tap->level, tap->x, tap->y, tap->slice, tap->sample,
                        &place))
        return;
    for (unsigned part = 0; part < place.parts; part++)
        gpu_memory_read(lookup->memory, place.address[part], block + part * place.bytes, place.bytes);
    texel_decode(lookup->query->format, block, place.x, place.y, value);
}

static void sample(const struct lookup *lookup, unsigned lane, uint32_t result[4])
{
    const struct texture_query *query = lookup->query;
    struct texture_sum          sum;
    uint32_t                    whole[4];
    texture_sum_begin(&sum, &lookup->plan.lane[lane]);
    for (unsigned pass = 0; pass < lookup->plan.passes; pass++) {
        struct texture_taps taps;
        texture_plan_taps(query, &lookup->plan, lane, pass, &taps);
        for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
            uint32_t value[TEXEL_ELEMENTS] = {0};
            if (!taps.tap[i].used)
                continue;
            if (!taps.tap[i].border)
                read_tap(lookup, &taps.tap[i], value);
            texture_sum_add(&sum, query, lane, i, &taps.tap[i], value);
        }
    }
    texture_sum_end(&sum, query, whole);
    if (texture_op_gathers(query))
        for (unsigned e = 0; e < 4; e++)
            result[e] = whole[e];
    else
        texture_select(query, whole, result);
}

void texture_lookup(const struct texture_query *query, const struct texture_tiling *tiling,
                    const struct gpu_memory *memory, uint32_t result[TEXTURE_QUAD][4])
{
    struct lookup lookup = {.query = query, .tiling = tiling, .memory = memory};
    if (texture_answers_alone(query->op)) {
        texture_answer(query, result);
        return;
    }
    texture_plan_make(query, &lookup.plan);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        if (query->lanes >> lane & 1)
            sample(&lookup, lane, result[lane]);
}
