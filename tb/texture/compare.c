/* compare.c - random textures: the machine's functions beside the reference (tb/ref/ref_texture.h).
 *
 * usage: compare [--samples N] [--seed N] [--keep N]
 *
 * For each texture some places and texels by themselves, then samples.  Integers and single texels must be the same bit
 * for bit, sums to the filter's width.  Where gradients are near the middle of two steps of the level of detail, the
 * result may be that of either step.  Ends with the values that every field had; exit status 0 when nothing differs. */
#include "tb/texture/met.h"
#include "tb/texture/texture_query.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 16, PLACES = 4, LANES = 4 };

struct run {
    struct random_source source;
    struct texture_case  texture;
    struct machine_case  machine;
    struct met           met;
    unsigned long        samples, single, near, differences;
};

/* ---- reports ---------------------------------------------------------------------------------------------------- */

static void print_words(const struct texture_case *texture)
{
    for (unsigned f = 0; f < CASE_FIELDS; f++)
        if (case_get(texture, (enum case_field)f))
            printf(" %s%s=%u", case_field_rows[f].sampler ? "s." : "", case_field_rows[f].name,
                   case_get(texture, (enum case_field)f));
    printf("\n  GB_TILING_CONFIG 0x%x TA_CNTL_AUX 0x%x kernel 0x%x border %08x %08x %08x %08x\n", texture->tiling,
           texture->ta_cntl_aux, texture->kernel, texture->border[0], texture->border[1], texture->border[2],
           texture->border[3]);
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void print_query(const struct case_query *query, unsigned lane)
{
    printf("  op %d lane %u types %u%u%u offsets %d %d %d bias %d bc_frac %u\n", (int)query->op - ISA_FETCH_SAMPLE,
           lane, query->tex.coord_type_x, query->tex.coord_type_y, query->tex.coord_type_z, query->tex.offset_x,
           query->tex.offset_y, query->tex.offset_z, query->tex.lod_bias, query->tex.bc_frac_mode);
    for (unsigned l = 0; l < LANES; l++)
        printf("  %u: %g %g %g %g (0x%x 0x%x 0x%x 0x%x)\n", l, (double)float_of(query->coordinate[l][0]),
               (double)float_of(query->coordinate[l][1]), (double)float_of(query->coordinate[l][2]),
               (double)float_of(query->coordinate[l][3]), query->coordinate[l][0], query->coordinate[l][1],
               query->coordinate[l][2], query->coordinate[l][3]);
    printf("  h %g %g %g v %g %g %g\n", (double)float_of(query->gradient_h[lane][0]),
           (double)float_of(query->gradient_h[lane][1]), (double)float_of(query->gradient_h[lane][2]),
           (double)float_of(query->gradient_v[lane][0]), (double)float_of(query->gradient_v[lane][1]),
           (double)float_of(query->gradient_v[lane][2]));
}

static void print_plan(const struct run *run, const struct case_query *query, unsigned lane,
                       const struct ref_texture_result *expected)
{
    struct texture_query asked;
    struct texture_plan  plan;
    machine_query_of(&run->machine, query, &asked);
    texture_plan_make(&asked, &plan);
    const struct texture_lane_plan *of = &plan.lane[lane];
    printf("  plan: %u steps, filter %u, %u bits, %u probes, level %d / 64 limited to %d, fraction %u\n", of->steps,
           of->filter, of->fraction_bits, 1u << of->probes, of->lod, of->lod_clamped, of->level_fraction);
    printf("  expected: filter %u, %u probes, level %g limited to %g / 64\n", expected->filter, expected->probes,
           expected->lod[0] * 64, expected->lod[1] * 64);
    for (unsigned i = 0; i < of->steps; i++)
        printf("  step %u: level %u slice %u%s weight %u / 4096\n", i, of->step[i].level, of->step[i].slice,
               of->step[i].border ? ", border," : "", of->step[i].weight);
}

/* ---- places and texels ------------------------------------------------------------------------------------------ */

static bool same_texel(struct run *run, const struct ref_resource_fields *fields, const struct ref_place *place)
{
    struct ref_sampler_fields sampler;
    struct ref_texel          texel;
    uint32_t                  value[4];
    uint8_t                   block[16];
    if (!case_block(&run->texture, place->address, place->parts, place->bytes, block))
        return false;
    ref_sampler_fields(run->texture.sampler, &sampler);
    ref_texel_read(fields, fields->degamma || sampler.degamma, block, place->x, place->y, &texel);
    texel_decode(&run->machine.format, block, place->x, place->y, value);
    for (unsigned e = 0; e < 4; e++) {
        const struct texel_channel *channel = &run->machine.format.channel[e];
        if (channel->bits && texel_channel_result(channel, value[e]) != texel.bits[e]) {
            printf("texel: element %u is 0x%08x, expected 0x%08x\n", e, texel_channel_result(channel, value[e]),
                   texel.bits[e]);
            return false;
        }
    }
    return true;
}

static bool same_place(struct run *run)
{
    struct random_source      *source = &run->source;
    struct ref_resource_fields fields;
    struct ref_tiling          tiling;
    ref_resource_fields(run->texture.resource, &fields);
    ref_tiling_fields(run->texture.tiling, &tiling);
    const bool     many = fields.dim >= REF_2D_MSAA;
    const unsigned level = many ? 0 : random_below(source, fields.last_level + 1);
    unsigned       size[3];
    ref_level_size(&fields, level, size);
    const unsigned     x = random_below(source, size[0]), y = random_below(source, size[1]);
    const unsigned     slice = random_below(source, size[2]);
    const unsigned     sample = many ? random_below(source, 1u << fields.last_level) : 0;
    struct ref_place   expected;
    struct texel_place place = {.parts = 0};
    ref_locate(&fields, &tiling, level, x, y, slice, sample, &expected);
    bool same = texture_locate(&run->machine.resource, &run->machine.tiling, level, x, y, slice, sample, &place) &&
                place.x == expected.x && place.y == expected.y &&
                place.parts * place.bytes == (int)(expected.parts * expected.bytes);
    for (unsigned b = 0; b < expected.parts * expected.bytes && same; b++)
        same = place.address[b / place.bytes] + b % place.bytes ==
               expected.address[b / expected.bytes] + b % expected.bytes;
    if (!same)
        printf("place: level %u texel %u %u slice %u sample %u: 0x%llx, expected 0x%llx\n", level, x, y, slice, sample,
               (unsigned long long)place.address[0], (unsigned long long)expected.address[0]);
    return same && same_texel(run, &fields, &expected);
}

/* ---- samples ---------------------------------------------------------------------------------------------------- */

/* The filter's width: 24 bits of the full scale, or of the largest float (docs/texture.md). */
static bool is_near(const struct ref_texture_result *expected, const uint32_t is[4])
{
    for (unsigned e = 0; e < 4; e++) {
        const double value = (double)float_of(is[e]), want = (double)(float)expected->number[e];
        if (expected->exact[e] ? is[e] != expected->bits[e]
            : isnan(want)
                ? !isnan(value)
                : !(value == want || fabs(value - want) <= fabs(want) * 0x1p-23 + expected->size[e] * 0x1p-23))
            return false;
    }
    return true;
}

/* Either step, wherever rounding is in doubt. */
static bool is_possible(const struct ref_texture_query *query, unsigned lane, const uint32_t is[4])
{
    struct ref_texture_choice c;
    for (c.ratio = -1; c.ratio <= 1; c.ratio++)
        for (c.axis = 0; c.axis <= 1; c.axis++)
            for (c.lod = -1; c.lod <= 1; c.lod++) {
                struct ref_texture_result expected;
                ref_texture_lookup(query, lane, &c, &expected);
                if (is_near(&expected, is))
                    return true;
            }
    return false;
}

static bool same_answer(const struct ref_texture_query *asked, unsigned lane, const struct ref_texture_choice *choice,
                        const uint32_t is[4], uint32_t expected[4])
{
    bool same = true;
    ref_texture_answer(asked, lane, choice, expected);
    for (unsigned e = 0; e < 4; e++) /* NaNs have bits of their own */
        same &= is[e] == expected[e] || (isnan(float_of(is[e])) && isnan(float_of(expected[e])));
    return same;
}

/* A level of detail may be a step apart, or that of as many probes as the ratio almost asks for. */
static bool compare_answer(struct run *run, const struct ref_texture_query *asked, const struct case_query *query,
                           unsigned lane, const uint32_t is[4])
{
    uint32_t expected[4];
    for (int step = 0; step < 9; step++)
        if (same_answer(asked, lane, &(struct ref_texture_choice){.ratio = step / 3 - 1, .lod = step % 3 - 1}, is,
                        expected))
            return true;
    same_answer(asked, lane, NULL, is, expected);
    run->differences++;
    printf("sample %lu: answer %08x %08x %08x %08x, expected %08x %08x %08x %08x\n", run->samples, is[0], is[1], is[2],
           is[3], expected[0], expected[1], expected[2], expected[3]);
    print_words(&run->texture);
    print_query(query, lane);
    return false;
}

static bool compare_query(struct run *run, const struct case_query *query)
{
    struct ref_texture_units  units;
    struct ref_texture_memory memory;
    struct ref_texture_query  asked;
    uint32_t                  is[4][4];
    reference_query_of(&run->texture, query, &units, &memory, &asked);
    met_add_opcode(&run->met, isa_fetch_ops[query->op].opcode);
    const bool inside = machine_lookup(&run->texture, &run->machine, query, is);
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct ref_texture_result expected;
        run->samples++;
        if (ref_texture_answers(query->op)) {
            if (!compare_answer(run, &asked, query, lane, is[lane]))
                return false;
            continue;
        }
        ref_texture_lookup(&asked, lane, NULL, &expected);
        run->single += expected.exact[0];
        if (inside && is_near(&expected, is[lane]))
            continue;
        if (inside && is_possible(&asked, lane, is[lane])) {
            run->near++;
            continue;
        }
        run->differences++;
        printf("sample %lu: %s%08x %08x %08x %08x, expected %08x %08x %08x %08x (%g %g %g %g; %g %g %g %g) taps %u "
               "exact %d\n",
               run->samples, inside ? "" : "a texel outside of the surface; ", is[lane][0], is[lane][1], is[lane][2],
               is[lane][3], expected.bits[0], expected.bits[1], expected.bits[2], expected.bits[3],
               (double)float_of(is[lane][0]), (double)float_of(is[lane][1]), (double)float_of(is[lane][2]),
               (double)float_of(is[lane][3]), expected.number[0], expected.number[1], expected.number[2],
               expected.number[3], expected.taps, expected.exact[0]);
        print_words(&run->texture);
        print_query(query, lane);
        print_plan(run, query, lane, &expected);
        machine_print_taps(&run->texture, &run->machine, query, lane);
        return false;
    }
    return true;
}

static void compare_case(struct run *run)
{
    case_make(&run->source, NULL, &run->texture);
    machine_case_of(&run->texture, &run->machine);
    met_add(&run->met, &run->texture);
    for (unsigned i = 0; i < PLACES; i++)
        if (!same_place(run)) {
            run->differences++;
            print_words(&run->texture);
            return;
        }
    for (unsigned i = 0; i < QUERIES; i++) {
        struct case_query query;
        query_make(&run->source, &run->texture, &query);
        if (!compare_query(run, &query))
            return;
    }
}

static unsigned long option(int argc, char **argv, const char *name, unsigned long value)
{
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], name) == 0)
            value = strtoul(argv[i + 1], NULL, 10);
    return value;
}

int main(int argc, char **argv)
{
    struct run         *run = calloc(1, sizeof *run);
    const unsigned long samples = option(argc, argv, "--samples", 1000000), seed = option(argc, argv, "--seed", 1);
    const unsigned long keep = option(argc, argv, "--keep", 1);
    if (!run || !(run->texture.memory = malloc(CASE_BYTES)))
        return 2;
    run->texture.room = CASE_BYTES;
    setvbuf(stdout, NULL, _IOLBF, 0);
    run->source.state = seed;
    printf("textures: seed %lu\n", seed);
    while (run->samples < samples && run->differences < keep)
        compare_case(run);
    const bool all = met_print(&run->met);
    printf("textures: %lu of single texels, %lu at a neighbouring step of detail; %lu passed, %lu failed\n",
           run->single, run->near, run->samples - run->differences, run->differences + !all);
    const int status = run->differences || !all;
    free(run->texture.memory);
    free(run);
    return status;
}
