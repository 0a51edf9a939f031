/* us_fields.c - which fields the line of a unit, and that of a texture instruction, says. */
#include "isa/r580/us_fields.h"

#include <stddef.h>

#define CMN(name) &us_cmn_fields[US_CMN_##name]
#define ALU(name) &us_alu_fields[US_ALU_##name]
#define TEX(name) &us_tex_fields[US_TEX_##name]
#define SOURCE(unit, n)                                                                                                \
    {                                                                                                                  \
        ALU(unit##_addr##n), ALU(unit##_addr##n##_const), ALU(unit##_addr##n##_rel)                                    \
    }
#define RGB_INPUT(x)                                                                                                   \
    {                                                                                                                  \
        ALU(rgb_sel_##x), ALU(rgb_mod_##x),                                                                            \
        {                                                                                                              \
            ALU(red_swiz_##x), ALU(green_swiz_##x), ALU(blue_swiz_##x)                                                 \
        }                                                                                                              \
    }
#define ALPHA_INPUT(x)                                                                                                 \
    {                                                                                                                  \
        ALU(alpha_sel_##x), ALU(alpha_mod_##x),                                                                        \
        {                                                                                                              \
            ALU(alpha_swiz_##x)                                                                                        \
        }                                                                                                              \
    }

static unsigned rgb_inputs(unsigned op)
{
    return us_rgb_inputs(op);
}

static unsigned alpha_inputs(unsigned op)
{
    return us_alpha_inputs(op);
}

const struct us_unit us_units[US_UNITS] = {{.name = "rgb",
                                            .channels = "rgb",
                                            .source = {SOURCE(rgb, 0), SOURCE(rgb, 1), SOURCE(rgb, 2)},
                                            .srcp_op = ALU(rgb_srcp_op),
                                            .input = {RGB_INPUT(a), RGB_INPUT(b), RGB_INPUT(c)},
                                            .op = ALU(rgb_op),
                                            .wmask = CMN(rgb_wmask),
                                            .omod = ALU(rgb_omod),
                                            .target = ALU(rgb_target),
                                            .omask = CMN(rgb_omask),
                                            .clamp = CMN(rgb_clamp),
                                            .pred_sel = CMN(rgb_pred_sel),
                                            .pred_inv = CMN(rgb_pred_inv),
                                            .flag = ALU(alu_wmask),
                                            .destination = {ALU(rgb_addrd), NULL, ALU(rgb_addrd_rel)},
                                            .inputs = rgb_inputs},
                                           {.name = "alpha",
                                            .channels = "a",
                                            .source = {SOURCE(alpha, 0), SOURCE(alpha, 1), SOURCE(alpha, 2)},
                                            .srcp_op = ALU(alpha_srcp_op),
                                            .input = {ALPHA_INPUT(a), ALPHA_INPUT(b), ALPHA_INPUT(c)},
                                            .op = ALU(alpha_op),
                                            .wmask = CMN(alpha_wmask),
                                            .omod = ALU(alpha_omod),
                                            .target = ALU(alpha_target),
                                            .omask = CMN(alpha_omask),
                                            .clamp = CMN(alpha_clamp),
                                            .pred_sel = CMN(alpha_pred_sel),
                                            .pred_inv = CMN(alpha_pred_inv),
                                            .flag = ALU(w_omask),
                                            .destination = {ALU(alpha_addrd), NULL, ALU(alpha_addrd_rel)},
                                            .inputs = alpha_inputs}};

#define COORDINATES(place)                                                                                             \
    {                                                                                                                  \
        {TEX(place##_addr), NULL, TEX(place##_addr_rel)},                                                              \
        {                                                                                                              \
            TEX(place##_s_swiz), TEX(place##_t_swiz), TEX(place##_r_swiz), TEX(place##_q_swiz)                         \
        }                                                                                                              \
    }
const struct us_coordinates us_tex_places[US_TEX_PLACES] = {
    [US_TEX_COORDINATES] = COORDINATES(src), [US_TEX_DX] = COORDINATES(dx), [US_TEX_DY] = COORDINATES(dy)};
const struct us_place        us_tex_destination = {TEX(dst_addr), NULL, TEX(dst_addr_rel)};
const struct us_field *const us_tex_answer[4] = {TEX(dst_r_swiz), TEX(dst_g_swiz), TEX(dst_b_swiz), TEX(dst_a_swiz)};
