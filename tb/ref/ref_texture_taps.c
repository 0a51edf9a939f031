/* ref_texture_taps.c - what one texel gives: read, border, key, comparison, its part of the sum (ISA 9.4; 3D 8, 14). */
#include "tb/ref/ref_texture_internal.h"

#include <math.h>

enum { OPAQUE_WHITE = 2, BORDER_REGISTER = 3, KEY_KILL = 1, KEY_BLEND = 2, ONE = 0x3f800000 };
#define WEIGHT_STEP 0x1p-4 /* 2^-27 at the 23 bits of a result: what a third of a weight may be off */

/* ---- what a texel gives ----------------------------------------------------------------------------------------- */

void ref_border_texel(const struct ref_sample *s, struct ref_texel *texel)
{
    static const double fixed[3][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}};
    for (unsigned e = 0; e < 4; e++) {
        const unsigned type = s->query->tex->bc_frac_mode ? OPAQUE_WHITE : s->sampler.border_type;
        texel->number[e] = type == BORDER_REGISTER ? ref_float(s->query->units->border[e]) : fixed[type][e];
        texel->bits[e] = type == BORDER_REGISTER ? s->query->units->border[e] : ref_float_bits(texel->number[e]);
        if (s->integers && type != BORDER_REGISTER && !s->query->tex->bc_frac_mode)
            texel->bits[e] = fixed[type][e] != 0;
    }
    if (!s->query->tex->bc_frac_mode)
        ref_border_limits(&s->resource, texel);
    s->out->border |= s->sampler.border_type == BORDER_REGISTER && !s->query->tex->bc_frac_mode;
}

static bool read_bytes(const struct ref_texture_memory *memory, uint64_t address, unsigned count, uint8_t *bytes)
{
    for (; memory; memory = memory->next)
        if (address >= memory->address && address - memory->address + count <= memory->count) {
            memcpy(bytes, memory->bytes + (address - memory->address), count);
            return true;
        }
    return false;
}

void ref_read_texel(const struct ref_sample *s, unsigned level, unsigned x, unsigned y, unsigned slice, unsigned sample,
                    struct ref_texel *texel)
{
    uint8_t          block[16] = {0};
    struct ref_place place;
    ref_locate(&s->resource, &s->tiling, level, x, y, slice, sample, &place);
    for (unsigned p = 0; p < place.parts; p++)
        if (!read_bytes(s->query->memory, place.address[p], place.bytes, block + (size_t)p * place.bytes))
            s->out->outside = true;
    ref_texel_read(&s->resource, s->resource.degamma || s->sampler.degamma, block, place.x, place.y, texel);
    if (s->query->tex->bc_frac_mode)
        for (unsigned e = 0; e < 4; e++)
            texel->bits[e] = 0, texel->number[e] = 0;
}

/* Z where W has a level of detail or its bias (MESA; ISA 9.4 has both in W). */
static double reference_of(const struct ref_sample *s)
{
    const enum ref_lod_source source = ref_lod_source(s->query->op);
    return ref_coordinate(s, source == REF_LOD_GIVEN || source == REF_LOD_BIASED ? 2 : 3);
}

static bool passes(unsigned function, double reference, double texel)
{
    const bool is[8] = {false, reference<texel, reference == texel, reference <= texel, reference> texel,
                        reference != texel, reference >= texel, true};
    return is[function];
}

/* As X of the format holds it: references and borders. */
static double held(const struct ref_sample *s, double number)
{
    return ref_to_format(&s->resource, s->resource.degamma || s->sampler.degamma, number);
}

static void compare(const struct ref_sample *s, struct ref_texel *texel)
{
    const double reference = held(s, reference_of(s));
    const double found = s->full[0] == 0 ? texel->number[0] : held(s, texel->number[0]); /* a border, too */
    const bool   passed = passes(s->sampler.compare, reference, found);
    texel->number[0] = passed; /* the other elements are the texel's */
    texel->bits[0] = passed ? ONE : 0;
}

/* ---- adding up -------------------------------------------------------------------------------------------------- */

static void add(struct ref_sample *s, const struct ref_texel *texel, double weight)
{
    for (unsigned e = 0; e < 4; e++) {
        s->out->number[e] += texel->number[e] * weight;
        s->out->terms[e] += fabs(texel->number[e] * weight);
        s->out->size[e] += fmax(fabs(texel->number[e]), s->full[e]) * (fabs(weight) + WEIGHT_STEP);
        s->out->bits[e] = texel->bits[e];
        s->out->exact[e] = weight == 1;
    }
    s->out->taps++;
}

/* X Y Z W are the texels (1,0) (0,1) (1,1) (0,0), of each the element that the resource's X is (MESA). */
static void gather(struct ref_sample *s, const struct ref_texel *texel)
{
    static const unsigned place[4] = {3, 0, 1, 2};
    const unsigned at = place[s->out->taps++ % 4], e = s->resource.select[0] < REF_SEL_0 ? s->resource.select[0] : 0;
    s->out->bits[at] = texel->bits[e];
    s->out->number[at] = texel->number[e];
    s->out->exact[at] = true;
}

/* The border registers are the key, of the elements that the format has (docs/open-questions.md). */
static bool is_key(const struct ref_sample *s, const struct ref_texel *texel)
{
    if (!s->sampler.chroma_key || s->query->tex->bc_frac_mode || s->gathers || s->query->op == ISA_FETCH_LD)
        return false;
    for (unsigned e = 0; e < 4; e++)
        if (ref_texel_has(&s->resource, e) && texel->bits[e] != s->query->units->border[e])
            return false;
    return true;
}

void ref_add_texel(struct ref_sample *s, bool inside, struct ref_texel *texel, double weight)
{
    const bool key = inside && is_key(s, texel);
    s->killed |= key && s->sampler.chroma_key == KEY_KILL;
    if (s->compares && !s->query->tex->bc_frac_mode) /* ISA 10.4: the border's fraction is asked for */
        compare(s, texel);
    if (key && s->sampler.chroma_key == KEY_BLEND)
        *texel = (struct ref_texel){{0}, {0}};
    if (s->gathers)
        gather(s, texel);
    else
        add(s, texel, weight);
}
