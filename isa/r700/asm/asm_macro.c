/* asm_macro.c - macros of the assembler: which there are, by the assembler and for others (docs/dmovc.md).  Their
 * operands are read in asm_macro_operand.c; what they become is in asm_macro_move.c and asm_macro_double.c. */
#include "isa/r700/asm/asm_macro.h"
#include "isa/r700/asm/asm.h"
#include "isa/r700/isa.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct macro_row rows[] = {
    {"dmovc", 3, true, false, true, false, MASK_PAIRS, macro_dmovc, NULL, false, false},
    {"movc", 3, true, false, true, true, MASK_ANY, macro_movc, NULL, false, false},
    {"dmov", 1, true, false, false, false, MASK_PAIRS, macro_dmov, NULL, false, false},
    {"dadd", 2, true, true, false, false, MASK_PAIRS, macro_dadd, NULL, false, false},
    {"dmul", 2, true, true, false, false, MASK_PAIRS, macro_dmul, NULL, false, false},
    {"dmin", 2, true, true, false, false, MASK_PAIRS, macro_choose, "PRED_SETGT_64", true, false},
    {"dmax", 2, true, true, false, false, MASK_PAIRS, macro_choose, "PRED_SETGE_64", false, false},
    {"deq", 2, false, true, false, false, MASK_TWO, macro_compare, "PRED_SETE_64", false, true},
    {"dne", 2, false, true, false, false, MASK_TWO, macro_compare, "PRED_SETE_64", false, false},
    {"dge", 2, false, true, false, false, MASK_TWO, macro_compare, "PRED_SETGE_64", false, true},
    {"dlt", 2, false, true, false, false, MASK_TWO, macro_compare, "PRED_SETGT_64", true, true},
    {"dtof", 1, false, true, false, false, MASK_TWO, macro_dtof, NULL, false, false},
    {"ftod", 1, false, true, false, true, MASK_PAIRS, macro_ftod, NULL, false, false},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const struct macro_row *find(struct asm_word word, bool *saturate)
{
    static const char suffix[] = "_sat";
    const size_t      length = sizeof suffix - 1;
    *saturate = word.length > length && !strncasecmp(word.at + word.length - length, suffix, length);
    const struct asm_word name = {word.at, word.length - (*saturate ? length : 0)};
    for (unsigned i = 0; i < ROWS; i++)
        if (asm_is(name, rows[i].name))
            return &rows[i];
    return NULL;
}

bool asm_is_macro(struct asm_word word)
{
    bool saturate;
    return find(word, &saturate);
}

/* Does it become instructions that a chip without double precision does not have (ISA 4.12)? */
static bool needs_doubles(struct asm_word word)
{
    bool                    saturate;
    const struct macro_row *row = find(word, &saturate);
    return row && row->doubles;
}

const char *asm_macro_name(unsigned number)
{
    return number < ROWS ? rows[number].name : NULL;
}

bool asm_stage(struct asm_scan *s, struct asm_word word)
{
    static const char *const stages[][2] = {{"ps", "pixel"},  {"vs", "vertex"}, {"gs", "geometry"},
                                            {"es", "export"}, {"fs", "fetch"},  {"cs", "compute"}};
    static const char *const lacking[][2] = {{"hs", "hull"}, {"ds", "domain"}};
    for (unsigned i = 0; i < sizeof stages / sizeof stages[0]; i++)
        if (asm_is(word, stages[i][0]) || asm_is(word, stages[i][1]))
            return true;
    for (unsigned i = 0; i < sizeof lacking / sizeof lacking[0]; i++)
        if (asm_is(word, lacking[i][0]) || asm_is(word, lacking[i][1]))
            return asm_error(s, "R700 has no %s stage: its programs are ps, vs, gs, es, fs and cs (ISA 2.1)",
                             lacking[i][1]);
    return asm_expected(s, "a stage: ps, vs, gs, es, fs or cs");
}

/* ---- the groups -------------------------------------------------------------------------------------------------- */

bool asm_macro_expand(struct asm_scan *s, struct asm_word word, struct asm_macro_text *text)
{
    struct macro m = {.scan = s, .out = text};
    text->length = text->groups = 0;
    text->chars[0] = 0;
    m.row = find(word, &m.saturate);
    if (m.saturate && !m.row->saturates)
        return asm_error(s, "%s has no _sat", m.row->name);
    if (!macro_read_operands(&m) || !m.row->expand(&m))
        return false;
    if (m.lost)
        return asm_error(s, "%s reads PV behind its first group, when it is another one: MOV it to a GPR", m.row->name);
    if (m.crowded)
        return asm_error(s,
                         "a group of %s would read more than two element pairs of the constant file (ISA 4.7.5): "
                         "MOV an operand to a GPR",
                         m.row->name);
    return true;
}

/* ---- for others -------------------------------------------------------------------------------------------------- */

/* The words of a clause that has nothing but the lines. */
static bool assemble_lines(struct asm_scan *s, const struct asm_macro_text *text, struct isa_macro_groups *groups)
{
    static const char before[] = "ALU\n", behind[] = "NOP EOP\n";
    char              source[sizeof before + ASM_MACRO_CHARS + sizeof behind];
    const int         length = snprintf(source, sizeof source, "%s%s%s", before, text->chars, behind);
    struct isa_cf_alu cf;
    if (!isa_assemble(s->name, source, (size_t)length, &groups->dwords, &groups->count, NULL, s->diag)) {
        if (s->diag)
            s->diag->line = s->line, s->diag->column = 0;
        return false;
    }
    isa_unpack_cf_alu(groups->dwords, &cf);
    groups->count = 2 * (cf.count + 1);
    memmove(groups->dwords, groups->dwords + 2 * (size_t)cf.addr, groups->count * sizeof *groups->dwords);
    groups->text = strdup(text->chars);
    return groups->text || asm_error(s, "out of memory");
}

bool isa_expand_macro(const char *name, const char *line, const char *stage, struct isa_macro_groups *groups,
                      struct diag *diag)
{
    struct asm_macro_text text;
    struct asm_scan       s = {
              .at = stage, .end = stage ? stage + strlen(stage) : NULL, .name = name, .line = 1, .diag = diag};
    *groups = (struct isa_macro_groups){0};
    if (stage && !asm_stage(&s, (struct asm_word){stage, strlen(stage)}))
        return false;
    s.at = line;
    s.end = line + strlen(line);
    const char *const     start = asm_peek_word(&s).at;
    const struct asm_word word = asm_take_word(&s);
    if (!asm_is_macro(word)) {
        s.at = start;
        return asm_expected(&s, "a macro: dmovc, movc, dmov, dadd ... (docs/dmovc.md)");
    }
    groups->doubles = needs_doubles(word);
    bool good = asm_macro_expand(&s, word, &text);
    groups->groups = text.groups;
    good = good && assemble_lines(&s, &text, groups);
    if (!good) {
        free(groups->dwords);
        *groups = (struct isa_macro_groups){0};
    }
    return good;
}
