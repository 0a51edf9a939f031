/* us_ref.c - a program of R580's fragment shader processor, instruction by instruction. */
#include "tb/ref/us_ref.h"

#include <assert.h>
#include <string.h>

#include "tb/ref/us_ref_internal.h"

bool us_ref_fail(struct us_ref_group *group, const char *what)
{
    return diag_set(group->diag, NULL, 0, "instruction %u: %s", group->at, what);
}

/* A pixel is killed when a channel of the coordinates that is written is below zero; swizzles do not count (8.5.1). */
static void kill(struct us_ref_group *group, const struct us_cmn *cmn, const struct us_tex *tex)
{
    const unsigned mask = cmn->rgb_wmask | cmn->alpha_wmask << 3;
    for (unsigned p = 0; p < group->count; p++)
        for (unsigned c = 0; c < 4; c++) {
            float value;
            memcpy(&value, &group->pixels[p].temporaries[tex->src_addr][c], sizeof value);
            if (group->lanes[p].state == US_REF_ACTIVE && mask >> c & 1 && value < 0 &&
                us_ref_predicate(&group->lanes[p], c == 3 ? cmn->alpha_pred_sel : cmn->rgb_pred_sel,
                                 c == 3 ? cmn->alpha_pred_inv : cmn->rgb_pred_inv, c))
                group->pixels[p].covered = false;
        }
}

static bool texture(struct us_ref_group *group, const uint32_t *words)
{
    struct us_cmn cmn;
    struct us_tex tex;
    us_unpack_cmn(words, &cmn);
    us_unpack_tex(words, &tex);
    if (tex.inst == US_TEX_KILL)
        kill(group, &cmn, &tex);
    return tex.inst == US_TEX_KILL || tex.inst == US_TEX_NOP || us_ref_fail(group, "the reference has no textures");
}

/* Active pixels of an instruction with LAST are done; when all are, an output instruction with it ends (8.6.6). */
static bool last(struct us_ref_group *group, const struct us_cmn *cmn)
{
    bool all = true;
    for (unsigned p = 0; p < group->count; p++) {
        group->lanes[p].done |= cmn->last && group->lanes[p].state == US_REF_ACTIVE;
        all &= group->lanes[p].done;
    }
    return all && cmn->last && cmn->type == US_OUT && cmn->tex_sem_wait;
}

/* One instruction; `over`: it was the last. */
static bool step(struct us_ref_group *group, bool *over)
{
    const uint32_t *words = group->program->store + (size_t)group->at * US_WORDS;
    const unsigned  end = (group->program->end + group->program->offset) % US_STORE;
    struct us_cmn   cmn;
    us_unpack_cmn(words, &cmn);
    *over = group->at == end || last(group, &cmn);
    if (group->at == end && cmn.type != US_OUT)
        return us_ref_fail(group, "the program ends with another than an output instruction (8.2)");
    if (cmn.type == US_FC)
        return us_ref_flow(group, words);
    if (!(cmn.type == US_TEX ? texture(group, words) : us_ref_alu(group, words)))
        return false;
    group->at = (group->at + 1) % US_STORE;
    return true;
}

bool us_ref_run(const struct us_ref_program *program, struct us_ref_pixel *pixels, unsigned count,
                struct us_ref_counts *counts, struct diag *diag)
{
    static struct us_ref_group group; /* large */
    bool                       over = false;
    assert(count <= US_REF_GROUP_MAX && count % 4 == 0);
    group = (struct us_ref_group){.program = program, .pixels = pixels, .count = count, .counts = counts, .diag = diag};
    group.at = (program->start + program->offset) % US_STORE;
    for (unsigned steps = 0; !over; steps++) {
        if (steps == US_REF_STEPS_MAX)
            return us_ref_fail(&group, "the program does not end");
        const unsigned from = group.at;
        if (!step(&group, &over))
            return false;
        if (!over && counts->went)
            counts->went(counts->context, from, group.at);
    }
    return true;
}
