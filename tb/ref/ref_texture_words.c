/* ref_texture_words.c - the fields of SQ_TEX_RESOURCE_WORD0 to 6 (3D 7), SQ_TEX_SAMPLER_WORD0 to 2 (3D 8) and of
 * GB_TILING_CONFIG.  What the manual calls reserved is from Mesa. */
#include "tb/ref/ref_texture.h"

void ref_resource_fields(const uint32_t word[7], struct ref_resource_fields *fields)
{
    *fields = (struct ref_resource_fields){
        .dim = ref_field(word[0], 2, 0),
        .tile_mode = ref_field(word[0], 6, 3),
        .tile_type = ref_field(word[0], 7, 7),
        .pitch = 8 * (ref_field(word[0], 18, 8) + 1), /* MESA */
        .width = ref_field(word[0], 31, 19) + 1,
        .height = ref_field(word[1], 12, 0) + 1,
        .depth = ref_field(word[1], 25, 13) + 1,
        .format = ref_field(word[1], 31, 26),
        .base = (uint64_t)word[2] << 8,
        .mips = (uint64_t)word[3] << 8,
        .number = ref_field(word[4], 9, 8),
        .srf = ref_field(word[4], 10, 10),
        .degamma = ref_field(word[4], 11, 11),
        .endian = ref_field(word[4], 13, 12),
        .base_level = ref_field(word[4], 31, 28),
        .last_level = ref_field(word[5], 3, 0),
        .base_array = ref_field(word[5], 16, 4),
        .last_array = ref_field(word[5], 29, 17),
        .mpeg = ref_field(word[6], 1, 0),
        .max_aniso = ref_field(word[6], 4, 2), /* MESA */
        .perf_modulation = ref_field(word[6], 7, 5),
        .interlaced = ref_field(word[6], 8, 8),
        .type = ref_field(word[6], 31, 30),
    };
    for (unsigned e = 0; e < 4; e++) {
        fields->comp[e] = ref_field(word[4], 2 * e + 1, 2 * e);
        fields->select[e] = ref_field(word[4], 3 * e + 18, 3 * e + 16);
    }
    ref_resource_format(fields);
}

void ref_sampler_fields(const uint32_t word[3], struct ref_sampler_fields *fields)
{
    *fields = (struct ref_sampler_fields){
        .clamp = {ref_field(word[0], 2, 0), ref_field(word[0], 5, 3), ref_field(word[0], 8, 6)},
        .mag = ref_field(word[0], 11, 9),
        .min = ref_field(word[0], 14, 12),
        .z_filter = ref_field(word[0], 16, 15),
        .mip_filter = ref_field(word[0], 18, 17),
        .max_aniso = ref_field(word[0], 21, 19), /* MESA */
        .border_type = ref_field(word[0], 23, 22),
        .point_clamp = ref_field(word[0], 24, 24),
        .array_override = ref_field(word[0], 25, 25),
        .compare = ref_field(word[0], 28, 26),
        .chroma_key = ref_field(word[0], 30, 29),
        .minor_axis = ref_field(word[0], 31, 31),
        .min_lod = ref_field(word[1], 9, 0) / 64.0,
        .max_lod = ref_field(word[1], 19, 10) / 64.0,
        .bias = ref_signed(ref_field(word[1], 31, 20), 12) / 64.0,
        .bias_sec = ref_signed(ref_field(word[2], 11, 0), 12) / 64.0,
        .coordinate_truncate = ref_field(word[2], 12, 12),
        .degamma = ref_field(word[2], 13, 13),
        .high_precision = ref_field(word[2], 14, 14),
        .perf_mip = ref_field(word[2], 17, 15),
        .perf_z = ref_field(word[2], 19, 18),
        .fetch_4 = ref_field(word[2], 26, 26),
        .is_pcf = ref_field(word[2], 27, 27),
        .type = ref_field(word[2], 31, 31),
    };
}

void ref_tiling_fields(uint32_t config, struct ref_tiling *tiling)
{
    const unsigned row = ref_field(config, 10, 8);
    *tiling = (struct ref_tiling){
        .pipes = 1u << ref_field(config, 3, 1),
        .banks = 4u << ref_field(config, 5, 4),
        .group_bytes = 256u << ref_field(config, 7, 6),
        .row_bytes = 1024u << row % 4,
        .optimal_swap = row >= 4,
        .swap_bytes = 128u << ref_field(config, 13, 11),
        .split_bytes = 1024u << ref_field(config, 15, 14),
    };
}
