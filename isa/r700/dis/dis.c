/* dis.c - a whole program as text: which dwords are control flow, which are clauses, which are neither (ISA ch. 3).
 *
 * Control flow is followed from address 0 through every ADDR that a CF instruction can jump to.  A dword belongs to at
 * most one line: control flow first, then the clauses in the order of the CF instructions that start them; a clause
 * that overlaps what has been taken stays without a body.  What is not claimed is data. */
#include "isa/r700/dis/dis.h"
#include "isa/r700/dis/dis_flow.h"
#include "isa/r700/dis/dis_group.h"
#include "isa/r700/dis/dis_text.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 2048, WORDS_COLUMN = 88 };

struct listing {
    const struct dis_flow *flow;
    struct isa_dis_options options;
    FILE                  *out;
    char                   line[LINE_SIZE];
};

static void print_line(struct listing *list, const char *prefix, const uint32_t *dwords, unsigned count)
{
    if (list->options.line)
        list->options.line(list->options.context, (unsigned)(dwords - list->flow->dwords) / 2);
    int length = fprintf(list->out, "%s%s", prefix, list->line);
    if (list->options.raw_words) {
        fprintf(list->out, "%*s%s", length < WORDS_COLUMN ? WORDS_COLUMN - length : 1, "",
                strchr(list->line, ';') ? "|" : "; |");
        for (unsigned i = 0; i < count; i++)
            fprintf(list->out, " %08x", dwords[i]);
    }
    fprintf(list->out, "\n");
}

/* ---- ALU clauses ------------------------------------------------------------------------------------------------ */

/* The slots of a group that the rules of ISA 4.3 cannot delimit, one 64-bit word a line. */
static void print_loose(struct listing *list, const uint32_t *words, unsigned count, const char *reason)
{
    for (unsigned i = 0; i < count; i++) {
        char text[512];
        isa_dis_alu(words + 2 * i, text, sizeof text);
        snprintf(list->line, sizeof list->line, ".dword 0x%08x, 0x%08x ; %s%s%s", words[2 * i], words[2 * i + 1],
                 i ? "" : reason, i ? "" : ": ", text);
        print_line(list, "          ", words + 2 * i, 2);
    }
}

/* A group with a beginning and an end, legal or not. */
struct shown {
    const uint32_t         *words;
    struct dis_extent       extent;
    const uint32_t         *literals;
    enum isa_group_status   status;
    const struct isa_group *group;   /* the slots of a legal one */
    unsigned                address; /* 64-bit words from the start of the program */
    unsigned                fault;   /* the instruction at fault in an illegal one */
};

static char slot_letter(const struct isa_group *group, unsigned place)
{
    for (unsigned slot = 0; slot < ISA_SLOTS; slot++)
        if (group->used[slot] && group->place[slot] == place)
            return "xyzwt"[slot];
    return 0;
}

static void print_alu(struct listing *list, const struct shown *shown, unsigned place)
{
    const uint32_t *word = shown->words + 2 * place;
    struct dis_word d;
    char            prefix[32];
    snprintf(prefix, sizeof prefix, place ? "          " : "     %4u ", shown->address);
    dis_begin(&d, ISA_FORMAT_ALU_OP2, word, list->line, sizeof list->line);
    if (shown->status != ISA_GROUP_OK && place == shown->fault)
        dis_note(&d, "%s", isa_group_status_text(shown->status));
    if (place + 1 == shown->extent.instructions)
        dis_take(&d, "last"); /* the end of the group says it */
    dis_alu_line(&d, shown->status == ISA_GROUP_OK ? slot_letter(shown->group, place) : 0, shown->literals);
    dis_end(&d);
    print_line(list, prefix, word, 2);
}

/* Literals that no operand shows but that are not zero. */
static void print_literals(struct listing *list, const struct shown *shown)
{
    struct dis_text text = {list->line, sizeof list->line, 0};
    unsigned        named = dis_named_literals(shown->words, shown->extent.instructions);
    bool            all_named = true;
    for (unsigned i = 0; i < shown->extent.literals; i++)
        all_named = all_named && (named >> i & 1 || !shown->literals[i]);
    if (all_named)
        return;
    dis_add(&text, ".literal ");
    for (unsigned i = 0; i < shown->extent.literals; i++)
        dis_add(&text, "%s0x%08x", i ? ", " : "", shown->literals[i]);
    print_line(list, "          ", shown->literals, shown->extent.literals);
}

/* One group, or what stands in its place; the number of 64-bit words it took. */
static unsigned print_group(struct listing *list, const uint32_t *words, unsigned count)
{
    struct dis_extent extent = dis_group_extent(words, count);
    if (extent.status != ISA_GROUP_OK) {
        print_loose(list, words, extent.instructions, isa_group_status_text(extent.status));
        return extent.instructions;
    }
    struct isa_group      group;
    unsigned              at;
    enum isa_group_status status = isa_group_assemble(words, count, !list->options.prefer_trans, &group, &at);
    const struct shown    shown = {.words = words,
                                   .extent = extent,
                                   .literals = words + 2 * extent.instructions,
                                   .status = status,
                                   .group = &group,
                                   .address = (unsigned)((words - list->flow->dwords) / 2),
                                   .fault = at};
    for (unsigned i = 0; i < extent.instructions; i++)
        print_alu(list, &shown, i);
    print_literals(list, &shown);
    return extent.instructions + extent.literals / 2;
}

static void print_alu_clause(struct listing *list, const uint32_t *words, unsigned count)
{
    for (unsigned at = 0; at < count;)
        at += print_group(list, words + 2 * at, count - at);
}

/* ---- fetch clauses, control flow, data -------------------------------------------------------------------------- */

static void print_fetch_clause(struct listing *list, const uint32_t *dwords, unsigned count, unsigned cf_opcode)
{
    for (unsigned i = 0; i < count; i++) {
        isa_dis_fetch(cf_opcode, dwords + 4 * i, list->line, sizeof list->line);
        print_line(list, "          ", dwords + 4 * i, 4);
    }
}

static void print_cf(struct listing *list, unsigned address)
{
    const struct dis_flow *flow = list->flow;
    const uint32_t        *dwords = flow->dwords + 2 * address;
    struct dis_clause      clause = dis_flow_clause(dwords);
    char                   prefix[16];
    size_t                 used = isa_dis_cf(dwords, list->line, sizeof list->line);
    struct dis_text        text = {list->line, sizeof list->line, used};
    const char            *note = NULL;
    bool                   body = clause.dwords && flow->role[2 * (size_t)address] == DIS_FLOW_CF_BODY;
    if (flow->role[2 * (size_t)address] == DIS_FLOW_CF_UNREACHED)
        note = "not reached";
    else if (clause.dwords && !body)
        note = dis_flow_inside(flow, &clause) ? "the clause is shown elsewhere or overlaps another line"
                                              : "the clause is outside the program";
    else if (body && clause.fetch && clause.start % 4)
        note = "a fetch clause starts on a 16-byte boundary (ISA 10.1)";
    if (note)
        dis_add(&text, "%s%s", strchr(list->line, ';') ? ", " : " ; ", note);
    snprintf(prefix, sizeof prefix, "%02u ", address);
    print_line(list, prefix, dwords, 2);
    if (!body)
        return;
    const uint32_t *start = flow->dwords + clause.start;
    if (clause.fetch)
        print_fetch_clause(list, start, clause.dwords / 4, clause.cf_opcode);
    else
        print_alu_clause(list, start, clause.dwords / 2);
}

/* Data from `at` (an even dword) to the next dword that is spoken for, or to two zeros; returns where it stopped. */
static unsigned print_data(struct listing *list, unsigned at)
{
    const struct dis_flow *flow = list->flow;
    fprintf(list->out, ".org %u\n", at / 2);
    while (at < flow->count && flow->role[at] == DIS_FLOW_FREE &&
           (flow->dwords[at] || (at + 1 < flow->count && flow->dwords[at + 1]))) {
        unsigned pair = at + 1 < flow->count ? 2 : 1;
        fprintf(list->out, "          .dword 0x%08x", flow->dwords[at]);
        fprintf(list->out, pair == 2 ? ", 0x%08x\n" : "\n", pair == 2 ? flow->dwords[at + 1] : 0);
        at += pair;
    }
    return at;
}

static void print_program(struct listing *list)
{
    const struct dis_flow *flow = list->flow;
    unsigned               end = 0;
    if (list->options.prefer_trans)
        fputs(".prefer_vector 0\n", list->out);
    for (unsigned at = 0; at + 1 < flow->count; at += 2)
        if (dis_flow_is_cf(flow->role[at]))
            print_cf(list, at / 2);
    for (unsigned at = 0; at < flow->count;) {
        bool zero = !flow->dwords[at] && (at + 1 >= flow->count || !flow->dwords[at + 1]);
        if (flow->role[at] == DIS_FLOW_FREE && zero)
            at += 2;
        else
            end = at = flow->role[at] == DIS_FLOW_FREE ? print_data(list, at) : at + 2;
    }
    if (end != flow->count)
        fprintf(list->out, ".size %u\n", flow->count);
}

bool isa_disassemble(const uint32_t *dwords, unsigned count, const struct isa_dis_options *options, FILE *out,
                     struct diag *diag)
{
    struct listing list = {.out = out};
    if (options)
        list.options = *options;
    if (!count)
        return diag_set(diag, NULL, 0, "the program is empty, expected at least one CF instruction (two dwords)");
    struct dis_flow flow;
    if (!dis_flow_find(&flow, dwords, count))
        return diag_set(diag, NULL, 0, "out of memory for a program of %u dwords", count);
    list.flow = &flow;
    print_program(&list);
    dis_flow_free(&flow);
    if (ferror(out))
        return diag_set(diag, NULL, 0, "the listing could not be written");
    return true;
}
