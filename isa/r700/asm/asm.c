/* asm.c - assembly text to a program: what each line is. */
#include "isa/r700/asm/asm.h"
#include "isa/r700/asm/asm_clause.h"
#include "isa/r700/asm/asm_macro.h"
#include "kit/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATA_PER_LINE = 64, SHOWN = 40 };

/* ---- ALU lines --------------------------------------------------------------------------------------------------- */

static bool alu_line(struct assembler *a, const struct isa_alu_op *op, char slot, bool numbered)
{
    if (!asm_enter_clause(a, ASM_ALU_CLAUSE, op ? op->name : ".alu"))
        return false;
    struct asm_group *group = &a->group;
    if ((numbered || group->explicit_last) && !asm_finish_group(a))
        return false;
    if (group->count == ISA_SLOTS)
        return asm_error(&a->scan, "an instruction group has at most five instructions (ISA 4.3); a number before an "
                                   "instruction starts the next group");
    struct asm_alu *alu = &group->alu[group->count];
    if (!asm_alu_line(&a->scan, op, slot, alu))
        return false;
    group->count++;
    group->explicit_last = isa_field_get(isa_field_find(ISA_FORMAT_ALU_OP2, "last"), alu->code.dwords);
    return true;
}

static bool literal_line(struct assembler *a)
{
    struct asm_group *group = &a->group;
    uint32_t          values[4];
    if (!group->count)
        return asm_error(&a->scan, ".literal belongs under the instructions of a group");
    if (group->literals_given)
        return asm_error(&a->scan, ".literal is given twice in the group");
    group->literals_given = asm_numbers(&a->scan, values, 4);
    for (unsigned i = 0; i < group->literals_given; i++) {
        group->literal[i] = values[i];
        group->has_literal[i] = true;
    }
    if (group->literals_given % 2)
        return asm_error(&a->scan, ".literal takes 2 or 4 dwords (ISA 4.3)");
    return group->literals_given != 0;
}

/* ---- fetch lines ------------------------------------------------------------------------------------------------ */

/* The CF opcode of the clause; for a clause of its own the one that takes most. */
static unsigned clause_opcode(const struct assembler *a)
{
    for (int i = 0; i < a->program.item_count; i++)
        if (a->program.items[i].kind == ASM_CF && a->program.items[i].body == a->clause)
            return a->program.items[i].cf.op->opcode;
    return 1;
}

static bool fetch_line(struct assembler *a, const struct isa_fetch_op *op)
{
    struct asm_code code;
    if (!asm_enter_clause(a, ASM_FETCH_CLAUSE, op ? op->name : ".fetch") || !asm_fetch_line(&a->scan, op, &code))
        return false;
    if (op && isa_fetch_lookup(clause_opcode(a), code.dwords) != op)
        return asm_error(&a->scan, "%s is an instruction of TEX clauses (ISA 10.4)", op->name);
    return asm_append(&a->scan, &a->program.items[a->clause], code.dwords, NULL, 4);
}

/* ---- CF lines --------------------------------------------------------------------------------------------------- */

static bool raw_cf(struct asm_scan *s, struct asm_cf *cf)
{
    *cf = (struct asm_cf){0};
    unsigned count = asm_numbers(s, cf->code.dwords, 2);
    return count == 2 || (count && asm_error(s, ".cf takes two dwords"));
}

static bool cf_line(struct assembler *a, const struct isa_cf_op *op, bool numbered, uint32_t number)
{
    struct asm_program *p = &a->program;
    if (!asm_close_clause(a))
        return false;
    if (numbered && number > ISA_ASM_MAX_DWORDS / 2)
        return asm_error(&a->scan, "address %u is too far, a program has at most %d dwords", number,
                         ISA_ASM_MAX_DWORDS);
    if (numbered)
        p->place = 2 * number;
    if (p->place % 2)
        return asm_error(&a->scan,
                         "a CF instruction starts on a 64-bit boundary, but the data before it ends within one");
    struct asm_item *item = asm_add_item(&a->scan, p, ASM_CF);
    if (!item || !(op ? asm_cf_line(&a->scan, op, &item->cf) : raw_cf(&a->scan, &item->cf)))
        return false;
    item->address = p->place;
    p->place += 2;
    a->labelled = false;
    bool clause = op && (op->klass == ISA_CF_ALU || op->klass == ISA_CF_FETCH);
    if (clause && !item->cf.target.length)
        a->cf = p->item_count - 1;
    return true;
}

/* ---- directives ------------------------------------------------------------------------------------------------- */

/* In a clause two dwords are one slot without a group around it; elsewhere they are data. */
static bool dword_line(struct assembler *a)
{
    uint32_t            values[DATA_PER_LINE];
    struct asm_program *p = &a->program;
    unsigned            count = asm_numbers(&a->scan, values, DATA_PER_LINE);
    if (!count)
        return false;
    if (a->clause != ASM_NO_ITEM || a->cf != ASM_NO_ITEM) {
        bool alu = a->clause != ASM_NO_ITEM ? p->items[a->clause].kind == ASM_ALU_CLAUSE
                                            : p->items[a->cf].cf.op->klass == ISA_CF_ALU;
        if (count % (alu ? 2 : 4))
            return asm_error(&a->scan, ".dword in %s clause takes a multiple of %d dwords; .org ends the clause",
                             alu ? "an ALU" : "a fetch", alu ? 2 : 4);
        return asm_finish_group(a) && asm_enter_clause(a, alu ? ASM_ALU_CLAUSE : ASM_FETCH_CLAUSE, ".dword") &&
               asm_append(&a->scan, &p->items[a->clause], values, NULL, count);
    }
    struct asm_item *item = asm_add_item(&a->scan, p, ASM_DATA);
    if (!item || !asm_append(&a->scan, item, values, NULL, count))
        return false;
    item->address = p->place;
    p->place += count;
    a->labelled = false;
    return p->place <= ISA_ASM_MAX_DWORDS || asm_error(&a->scan, "a program has at most %d dwords", ISA_ASM_MAX_DWORDS);
}

static bool org_line(struct assembler *a)
{
    uint32_t address;
    if (!asm_close_clause(a) || !asm_unsigned(&a->scan, "an address in 64-bit words", ISA_ASM_MAX_DWORDS / 2, &address))
        return false;
    a->program.place = 2 * address;
    return asm_at_end(&a->scan) || asm_expected(&a->scan, "the end of the line");
}

static bool size_line(struct assembler *a)
{
    if (!asm_unsigned(&a->scan, "a number of dwords", ISA_ASM_MAX_DWORDS, &a->program.size))
        return false;
    return asm_at_end(&a->scan) || asm_expected(&a->scan, "the end of the line");
}

static bool stage_line(struct assembler *a)
{
    const struct asm_word word = asm_peek_word(&a->scan);
    if (!asm_stage(&a->scan, word))
        return false;
    a->scan.at += word.length;
    return asm_at_end(&a->scan) || asm_expected(&a->scan, "the end of the line");
}

/* The setting of SQ_CONFIG.ALU_INST_PREFER_VECTOR that slot letters from here on are for. */
static bool prefer_line(struct assembler *a)
{
    uint32_t vector;
    if (!asm_finish_group(a) || !asm_unsigned(&a->scan, "0 or 1", 1, &vector))
        return false;
    a->prefer_trans = !vector;
    return asm_at_end(&a->scan) || asm_expected(&a->scan, "the end of the line");
}

static bool unknown(struct assembler *a, const char *start, const char *what)
{
    const size_t length = (size_t)(a->scan.at - start);
    if (!length) {
        a->scan.at = start;
        return asm_expected(&a->scan, "an instruction, a label or a directive");
    }
    const struct asm_nearest nearest = asm_nearest_instruction((struct asm_word){start, length});
    a->scan.at = start;
    return asm_error(&a->scan, "unknown %s `%.*s`%s", what, (int)(length < SHOWN ? length : SHOWN), start,
                     nearest.hint);
}

static bool directive(struct assembler *a, char slot, bool numbered, uint32_t number)
{
    const char *start = a->scan.at;
    asm_expect(&a->scan, '.');
    if (a->scan.at < a->scan.end && *a->scan.at == ' ')
        return asm_error(&a->scan, "expected a directive after `.`");
    struct asm_word word = asm_take_word(&a->scan);
    if (asm_is(word, "alu"))
        return alu_line(a, NULL, slot, numbered);
    if (asm_is(word, "cf"))
        return cf_line(a, NULL, numbered, number);
    if (numbered || slot)
        return asm_error(&a->scan, "expected an instruction after the %s", slot ? "slot letter" : "number");
    if (asm_is(word, "fetch"))
        return fetch_line(a, NULL);
    if (asm_is(word, "dword"))
        return dword_line(a);
    if (asm_is(word, "literal"))
        return literal_line(a);
    if (asm_is(word, "org"))
        return org_line(a);
    if (asm_is(word, "size"))
        return size_line(a);
    if (asm_is(word, "stage"))
        return stage_line(a);
    if (asm_is(word, "prefer_vector"))
        return prefer_line(a);
    return unknown(a, start, "directive");
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* NOP is both a CF and an ALU instruction: with a slot letter or a destination it is the latter. */
static bool is_alu_nop(struct assembler *a, struct asm_word word, char slot)
{
    return asm_is(word, "NOP") && (slot || asm_at_destination(&a->scan));
}

static bool line(struct assembler *a);

/* The groups of a macro, as if its line were theirs. */
static bool macro_line(struct assembler *a, struct asm_word word, char slot)
{
    struct asm_macro_text text;
    char                  name[SHOWN];
    snprintf(name, sizeof name, "%.*s", (int)word.length, word.at);
    if (slot)
        return asm_error(&a->scan, "%s is a macro of whole groups, it has no slot", name);
    if (!asm_enter_clause(a, ASM_ALU_CLAUSE, name) || !asm_macro_expand(&a->scan, word, &text))
        return false;
    const char *const start = a->scan.start;
    a->scan.start = NULL;
    for (const char *at = text.chars; *at; at = a->scan.end + 1) {
        a->scan.at = at;
        a->scan.end = strchr(at, '\n');
        if (!line(a))
            return false;
    }
    const bool good = asm_finish_group(a);
    a->scan.start = start;
    a->scan.at = a->scan.end = start;
    return good;
}

static bool instruction(struct assembler *a, char slot, bool numbered, uint32_t number)
{
    if (asm_peek(&a->scan) == '.')
        return directive(a, slot, numbered, number);
    const char     *start = a->scan.at;
    struct asm_word word = asm_take_word(&a->scan);
    if (asm_is_macro(word))
        return macro_line(a, word, slot);
    const struct isa_cf_op    *cf = asm_find_cf(word);
    const struct isa_alu_op   *alu = asm_find_alu(word);
    const struct isa_fetch_op *fetch = asm_find_fetch(word);
    if (cf && !(alu && is_alu_nop(a, word, slot)))
        return slot ? asm_error(&a->scan, "%s is a CF instruction, it has no slot", cf->name)
                    : cf_line(a, cf, numbered, number);
    if (alu)
        return alu_line(a, alu, slot, numbered);
    if (fetch && !slot && !numbered)
        return fetch_line(a, fetch);
    if (fetch)
        return asm_error(&a->scan, "%s is a fetch instruction, it has no %s", fetch->name, slot ? "slot" : "number");
    return unknown(a, start, "instruction");
}

/* A word with a colon behind it: a slot letter, or a label; neither when `word` stays empty. */
static struct asm_word take_colon_word(struct asm_scan *s)
{
    const char     *start = s->at;
    struct asm_word word = asm_take_word(s);
    if (word.length && asm_accept(s, ':'))
        return word;
    s->at = start;
    return (struct asm_word){s->at, 0};
}

static char slot_of(struct asm_word word)
{
    static const char *const letters[] = {"x", "y", "z", "w", "t"};
    for (unsigned i = 0; i < ISA_SLOTS; i++)
        if (asm_is(word, letters[i]))
            return letters[i][0];
    return 0;
}

static bool label(struct assembler *a, struct asm_word word)
{
    if (word.at[0] >= '0' && word.at[0] <= '9')
        return asm_error(&a->scan, "a label starts with a letter, found `%.*s`",
                         (int)(word.length < SHOWN ? word.length : SHOWN), word.at);
    if (!asm_close_clause(a) || !asm_add_label(&a->scan, &a->program, word))
        return false;
    a->labelled = true;
    return true;
}

static bool line(struct assembler *a)
{
    struct asm_scan *s = &a->scan;
    uint32_t         number = 0;
    struct asm_word  word = take_colon_word(s);
    while (word.length && !slot_of(word)) {
        if (!label(a, word))
            return false;
        word = take_colon_word(s);
    }
    if (asm_at_end(s) && !word.length)
        return true;
    bool numbered = !word.length && asm_peek(s) >= '0' && asm_peek(s) <= '9';
    if (numbered && !asm_unsigned(s, "a number", ISA_ASM_MAX_DWORDS, &number))
        return false;
    if (numbered)
        word = take_colon_word(s);
    if (word.length && !slot_of(word))
        return asm_error(s, "expected a slot (x: y: z: w: t:) or an instruction after the number");
    return instruction(a, word.length ? slot_of(word) : 0, numbered, number);
}

static const char *comment_start(const char *at, const char *end)
{
    for (; at < end; at++)
        if (*at == ';' || (*at == '/' && at + 1 < end && at[1] == '/'))
            return at;
    return end;
}

static bool read_lines(struct assembler *a, const char *source, size_t length)
{
    const char *at = source + text_mark(source, length), *end = source + length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        asm_next_line(&a->scan, at, comment_start(at, stop));
        if (!line(a))
            return false;
        at = newline ? newline + 1 : end;
    }
    return asm_close_clause(a);
}

bool isa_assemble(const char *name, const char *source, size_t length, uint32_t **dwords, unsigned *count,
                  struct asm_place **places, struct diag *diag)
{
    struct assembler  a = {.scan = {.name = name, .diag = diag}, .clause = ASM_NO_ITEM, .cf = ASM_NO_ITEM};
    struct asm_place *said = NULL;
    *dwords = NULL;
    *count = 0;
    bool good = read_lines(&a, source, length) && asm_layout(&a.scan, &a.program, dwords, count, &said);
    asm_free_program(&a.program);
    if (!good)
        *count = 0;
    if (places)
        *places = said;
    else
        free(said);
    return good;
}
