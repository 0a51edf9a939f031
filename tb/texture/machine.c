/* machine.c - a sample by the functions of which the texture units are made, one after the other. */
#include <stdio.h>
#include <string.h>

#include "pipeline/texture/texture_filter.h"
#include "tb/texture/texture_query.h"

void machine_case_of(const struct texture_case *texture, struct machine_case *machine)
{
    texture_resource_unpack(texture->resource, &machine->resource);
    texture_sampler_unpack(texture->sampler, &machine->sampler);
    texture_tiling_of(texture->tiling, &machine->tiling);
    texel_format_of(&machine->resource, &machine->sampler, &machine->format);
    machine->units = (struct texture_units){
        .cleartype_width = texture->kernel & 7,
        .cleartype_height = texture->kernel >> 3 & 7,
        .filter4 = texture->filter4,
        .ta_cntl_aux = texture->ta_cntl_aux,
    };
    memcpy(machine->units.border, texture->border, sizeof texture->border);
}

void machine_query_of(const struct machine_case *machine, const struct case_query *query, struct texture_query *out)
{
    *out = (struct texture_query){
        .op = query->op,
        .tex = &query->tex,
        .resource = &machine->resource,
        .sampler = &machine->sampler,
        .format = &machine->format,
        .units = &machine->units,
        .lanes = 15,
    };
    memcpy(out->coordinate, query->coordinate, sizeof query->coordinate);
    memcpy(out->gradient_h, query->gradient_h, sizeof query->gradient_h);
    memcpy(out->gradient_v, query->gradient_v, sizeof query->gradient_v);
    memcpy(out->cube_index, query->cube_index, sizeof query->cube_index);
}

static bool read_tap(const struct texture_case *texture, const struct machine_case *machine,
                     const struct texture_tap *tap, uint32_t value[4])
{
    struct texel_place place;
    uint8_t            block[TEXEL_BLOCK_BYTES] = {0};
    memset(value, 0, 4 * sizeof value[0]);
    if (tap->border)
        return true;
    if (!texture_locate(&machine->resource, &machine->tiling, tap->level, tap->x, tap->y, tap->slice, tap->sample,
                        &place) ||
        !case_block(texture, place.address, place.parts, place.bytes, block))
        return false;
    texel_decode(&machine->format, block, place.x, place.y, value);
    return true;
}

bool machine_lookup(const struct texture_case *texture, const struct machine_case *machine,
                    const struct case_query *query, uint32_t result[4][4])
{
    struct texture_query asked;
    struct texture_plan  plan;
    machine_query_of(machine, query, &asked);
    if (texture_answers_alone(query->op)) {
        texture_answer(&asked, result);
        return true;
    }
    texture_plan_make(&asked, &plan);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        struct texture_sum sum;
        uint32_t           value[4];
        texture_sum_begin(&sum, &plan.lane[lane]);
        for (unsigned pass = 0; pass < plan.passes; pass++) {
            struct texture_taps taps;
            texture_plan_taps(&asked, &plan, lane, pass, &taps);
            for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
                if (!taps.tap[i].used)
                    continue;
                if (!read_tap(texture, machine, &taps.tap[i], value))
                    return false;
                texture_sum_add(&sum, &asked, lane, i, &taps.tap[i], value);
            }
        }
        texture_sum_end(&sum, &asked, value);
        texture_select(&asked, value, result[lane]);
    }
    return true;
}

void machine_print_taps(const struct texture_case *texture, const struct machine_case *machine,
                        const struct case_query *query, unsigned lane)
{
    struct texture_query asked;
    struct texture_plan  plan;
    machine_query_of(machine, query, &asked);
    texture_plan_make(&asked, &plan);
    for (unsigned pass = 0; pass < plan.passes; pass++) {
        struct texture_taps taps;
        texture_plan_taps(&asked, &plan, lane, pass, &taps);
        for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
            const struct texture_tap *tap = &taps.tap[i];
            uint32_t                  value[4];
            if (tap->used && read_tap(texture, machine, tap, value))
                printf("  tap: level %u texel %u %u slice %u%s weight %.9g: %08x %08x %08x %08x\n", tap->level, tap->x,
                       tap->y, tap->slice, tap->border ? ", border," : "", tap->weight / (double)TEXTURE_ONE, value[0],
                       value[1], value[2], value[3]);
        }
    }
}

void reference_query_of(const struct texture_case *texture, const struct case_query *query,
                        struct ref_texture_units *units, struct ref_texture_memory *memory,
                        struct ref_texture_query *out)
{
    *memory = (struct ref_texture_memory){texture->memory, texture->at, texture->bytes, NULL};
    units->kernel = texture->kernel;
    units->ta_cntl_aux = texture->ta_cntl_aux;
    units->tiling = texture->tiling;
    memcpy(units->border, texture->border, sizeof units->border);
    memcpy(units->filter4, texture->filter4, sizeof units->filter4);
    *out = (struct ref_texture_query){
        .op = query->op,
        .tex = &query->tex,
        .resource = texture->resource,
        .sampler = texture->sampler,
        .units = units,
        .memory = memory,
    };
    memcpy(out->coordinate, query->coordinate, sizeof query->coordinate);
    memcpy(out->gradient_h, query->gradient_h, sizeof query->gradient_h);
    memcpy(out->gradient_v, query->gradient_v, sizeof query->gradient_v);
    memcpy(out->cube_index, query->cube_index, sizeof query->cube_index);
}
