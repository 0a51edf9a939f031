/* texture_query.h - a random instruction for a quad on a random texture, and its result by the machine's functions. */
#ifndef TB_TEXTURE_TEXTURE_QUERY_H
#define TB_TEXTURE_TEXTURE_QUERY_H

#include "pipeline/texture/texture_layout.h"
#include "pipeline/texture/texture_plan.h"
#include "tb/texture/texture_case.h"

struct case_query {
    enum isa_fetch_id op;
    struct isa_tex    tex;
    uint32_t          coordinate[4][4], gradient_h[4][3], gradient_v[4][3], cube_index[4];
};

/* Coordinates alone, or numbers of texels for LD, of an instruction that is there. */
void query_coordinates(struct random_source *source, const struct texture_case *texture, struct case_query *query);
void query_make(struct random_source *source, const struct texture_case *texture, struct case_query *query);

/* What the machine's units have of a texture. */
struct machine_case {
    struct texture_resource resource;
    struct texture_sampler  sampler;
    struct texture_tiling   tiling;
    struct texel_format     format;
    struct texture_units    units;
};
void machine_case_of(const struct texture_case *texture, struct machine_case *machine);
/* X Y Z W of all lanes, after the resource's DST_SEL: plan, taps, places, texels, sum.  False: a texel is outside of
 * the surface. */
bool machine_lookup(const struct texture_case *texture, const struct machine_case *machine,
                    const struct case_query *query, uint32_t result[4][4]);
void machine_print_taps(const struct texture_case *texture, const struct machine_case *machine,
                        const struct case_query *query, unsigned lane);
void machine_query_of(const struct machine_case *machine, const struct case_query *query, struct texture_query *out);

/* The reference's view of the same. */
void reference_query_of(const struct texture_case *texture, const struct case_query *query,
                        struct ref_texture_units *units, struct ref_texture_memory *memory,
                        struct ref_texture_query *out);

#endif
