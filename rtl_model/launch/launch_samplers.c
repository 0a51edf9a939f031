/* launch_samplers.c - what rows cannot say of samplers (SQ_TEX_SAMPLER, TD_* registers). */
#include "rtl_model/launch/launch_internal.h"

#include <float.h>

bool launch_read_border(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    static const char *const         colours[] = {"transparent_black", "opaque_black", "opaque_white"};
    static const struct launch_names names = {colours, LAUNCH_COUNT(colours), LAUNCH_COUNT(colours)};
    struct launch_sampler           *sampler = field;
    size_t                           count;
    double                           component;
    unsigned                         choice = LAUNCH_BORDER_REGISTER;
    if (!json_is_array(node->value)) {
        if (!json_is_string(node->value))
            return launch_wrong_type(reader, node, "four numbers or the name of a colour");
        if (!launch_choice(reader, node, &names, &choice))
            return false;
    } else if (!launch_array(reader, node, 4, 4, &count))
        return false;
    for (struct launch_node element = {0}; json_is_array(node->value) && launch_each(reader, node, &element);) {
        if (!launch_real(reader, &element, -FLT_MAX, FLT_MAX, &component))
            return false;
        sampler->border_color[element.index] = (float)component;
    }
    sampler->border = (enum launch_border)choice;
    return true;
}

bool launch_check_sampler(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                          void *object)
{
    struct launch_sampler    *sampler = object;
    const struct launch_node *lod = &LAUNCH_NODE(samplers, lod), *border = &LAUNCH_NODE(samplers, border);
    const unsigned            aniso = sampler->aniso;
    (void)node;
    sampler->raw = LAUNCH_NODE(samplers, words).value != NULL;
    if (sampler->raw && border->value && sampler->border != LAUNCH_BORDER_REGISTER)
        return launch_fail(reader, border, "\"words\" says it already; four numbers go into the border registers");
    if (sampler->raw) /* everything from clamp on; the border colour's registers are no part of them */
        return launch_absent(reader, &LAUNCH_NODE(samplers, clamp),
                             LAUNCH_AT_samplers_compare - LAUNCH_AT_samplers_clamp + 1, "\"words\" says it already");
    if (!lod->value)
        sampler->lod[1] = 16;
    if (sampler->lod[0] > sampler->lod[1])
        return launch_fail(reader, lod, "the least level, %.9g, is above the greatest, %.9g", sampler->lod[0],
                           sampler->lod[1]);
    return !(aniso & (aniso - 1)) ||
           launch_fail(reader, &LAUNCH_NODE(samplers, aniso), "expected 1, 2, 4, 8 or 16, got %u", aniso);
}
