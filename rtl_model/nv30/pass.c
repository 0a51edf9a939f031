/* pass.c - a program's instructions as passes: rows, pairs of texture reads, and where a quad leaves the core. */
#include "rtl_model/nv30/pass.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/nv30/pass_make.h"

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void name_row(uint8_t *row, unsigned halves, struct nv30_rows *rows)
{
    if (*row != NV30_NO_ROW)
        return;
    *row = (uint8_t)rows->count++;
    rows->halves += halves;
}

static void name_rows(const struct nv30_instruction *i, struct nv30_rows *rows)
{
    for (unsigned s = 0; s < nv30_ops[i->op].sources; s++) {
        if (i->source[s].file == NV30_SRC_FULL)
            name_row(&rows->full[i->source[s].number], 2, rows);
        if (i->source[s].file == NV30_SRC_HALF)
            name_row(&rows->half[i->source[s].number], 1, rows);
    }
    if (i->file == NV30_DST_FULL)
        name_row(&rows->full[i->number], 2, rows);
    if (i->file == NV30_DST_HALF)
        name_row(&rows->half[i->number], 1, rows);
    /* GUESS: a result takes no room, because programs of two registers and a result run at full speed (thepkrl,
     * Beyond3D, 1 April 2003). */
    if (i->file == NV30_DST_OUTPUT)
        name_row(&rows->output[i->number], 0, rows);
}

/* ---- pairs ------------------------------------------------------------------------------------------------------ */

static bool may_pair(const struct nv30_instruction *i, const struct nv30_pass_rules *rules)
{
    const bool direct = i->source[0].file == NV30_SRC_ATTRIBUTE;
    return nv30_ops[i->op].flags & NV30_HAS_PAIRS && i->target != NV30_3D && (direct || rules->pair_reads > 1);
}

static bool same_place(const struct nv30_instruction *write, enum nv30_dest_file file, unsigned number)
{
    return write->file == file && write->number == number;
}

/* The second does not need the first one's texel, and both have a place of their own. */
static bool pairs(const struct nv30_instruction *first, const struct nv30_instruction *second,
                  const struct nv30_pass_rules *rules)
{
    const struct nv30_source *from = &second->source[0];
    const bool depends = (from->file == NV30_SRC_FULL && same_place(first, NV30_DST_FULL, from->number)) ||
                         (from->file == NV30_SRC_HALF && same_place(first, NV30_DST_HALF, from->number));
    return rules->pair_reads && may_pair(first, rules) && may_pair(second, rules) && !depends &&
           !same_place(first, second->file, second->number);
}

/* ---- the FIFO of coordinates ------------------------------------------------------------------------------------ */

/* Where a pass finds its interpolants; a bit for each set that the FIFO has no room for. */
static unsigned find_places(struct nv30_passes *passes, struct nv30_pass *pass, unsigned *count)
{
    unsigned late = 0;
    for (unsigned i = 0; i < NV30_INTERPOLANTS; i++) {
        const unsigned attribute = pass->interpolant[i] / 4;
        unsigned       at = 0;
        pass->place[i] = NV30_NO_INTERPOLANT;
        if (pass == passes->list || pass->interpolant[i] == NV30_NO_INTERPOLANT)
            continue;
        if (attribute == NV30_WPOS) {
            pass->place[i] = NV30_KEPT_SETS;
            continue;
        }
        while (at < *count && passes->keeps[at] != attribute)
            at++;
        if (at == *count && *count < NV30_KEPT_SETS)
            passes->keeps[(*count)++] = (uint8_t)attribute;
        if (at < *count)
            pass->place[i] = (uint8_t)at;
        else
            late |= 1u << attribute;
    }
    return late;
}

/* In front of an instruction's first pass one that does nothing. */
static void delay(struct nv30_passes *passes, unsigned at)
{
    struct nv30_pass *pass = &passes->list[at];
    memmove(pass + 1, pass, (passes->count++ - at) * sizeof *pass);
    *pass = nv30_empty_pass(pass[1].op, pass[1].instruction, true);
    pass[1].first = false;
}

/* The FIFO keeps the first sets that are read behind a quad's first pass; a set that it has no room for comes from the
 * rasterizer again.
 * GUESS: which four, and that the others can be had again, because the article only says how many there is room for;
 * what that costs, late_set_passes says. */
static void choose_kept(struct nv30_passes *passes, const struct nv30_pass_rules *rules)
{
    unsigned count = 0, first = 0, paid = 0;
    memset(passes->keeps, NV30_ATTRIBUTES, sizeof passes->keeps);
    for (unsigned p = 0; p < passes->count; p++) {
        if (passes->list[p].first) {
            first = p;
            paid = 0;
        }
        unsigned late = find_places(passes, &passes->list[p], &count) & ~paid;
        paid |= late;
        for (; rules->late_sets && late; late &= late - 1, p++)
            delay(passes, first);
    }
}

/* ---- programs --------------------------------------------------------------------------------------------------- */

static bool reads(const struct nv30_pass *pass)
{
    return pass->read[0].target != NV30_NO_TARGET;
}

/* A quad leaves at the end of an instruction, and wherever a texture is read. */
static void choose_ways(struct nv30_passes *passes, const struct nv30_pass_rules *rules)
{
    for (unsigned p = 0; p < passes->count; p++) {
        struct nv30_pass *pass = &passes->list[p];
        const bool        is_last = p + 1 == passes->count;
        pass->ends = is_last;
        pass->leaves = is_last || reads(pass) || (passes->list[p + 1].first && !rules->core_runs);
    }
}

bool nv30_passes_make(const struct nv30_instruction *instructions, unsigned count, const struct nv30_pass_rules *rules,
                      struct nv30_passes *passes, struct diag *diag)
{
    *passes = (struct nv30_passes){.list = calloc(NV30_PASSES_NAMED, sizeof *passes->list)};
    if (!passes->list)
        return diag_set(diag, NULL, 0, "not enough memory");
    memset(passes->rows.full, NV30_NO_ROW, sizeof passes->rows.full);
    memset(passes->rows.half, NV30_NO_ROW, sizeof passes->rows.half);
    memset(passes->rows.output, NV30_NO_ROW, sizeof passes->rows.output);
    for (unsigned i = 0; i < count; i++)
        name_rows(&instructions[i], &passes->rows);
    for (unsigned i = 0; i < count; i++) {
        const bool two = i + 1 < count && pairs(&instructions[i], &instructions[i + 1], rules);
        nv30_make_passes(passes, &instructions[i], two ? &instructions[i + 1] : NULL, i);
        i += two;
    }
    choose_kept(passes, rules);
    choose_ways(passes, rules);
    return true;
}

void nv30_passes_free(struct nv30_passes *passes)
{
    free(passes->list);
    *passes = (struct nv30_passes){0};
}
