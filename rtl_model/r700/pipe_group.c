#include "rtl_model/r700/pipe_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r700/dis.h"

/* Registers whose row every thread has in common. */
static void list_reads(const struct alu_issue_reg *issue, struct pipe_group *group)
{
    for (unsigned left = issue->read & ~(unsigned)issue->read_relative; left; left &= left - 1) {
        const unsigned port = (unsigned)__builtin_ctz(left);
        group->read[group->reads++] =
            (struct pipe_register){issue->read_row.row[port], (uint8_t)(port % READ_ELEMENTS)};
    }
}

static void list_writes(const struct alu_issue_reg *issue, struct pipe_group *group)
{
    for (unsigned left = issue->write & ~(unsigned)issue->dst_relative; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        group->write[group->writes++] = (struct pipe_register){issue->dst_row.slot[s], issue->dst_chan.slot[s]};
    }
}

void pipe_group_of(const struct alu_issue_reg *issue, struct pipe_group *group)
{
    *group = (struct pipe_group){.used = issue->used, .first = issue->starts, .last = issue->last};
    group->words = issue->consume;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        group->word[s] = issue->used >> s & 1 ? issue->word.slot[s] : 0;
    for (unsigned o = 0; o < 3 * ISA_SLOTS; o++)
        if (issue->used >> o / 3 & 1)
            group->previous |= issue->route.operand[o] >= ROUTE_PV && issue->route.operand[o] <= ROUTE_PS;
    list_reads(issue, group);
    list_writes(issue, group);
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

/* What was made before, or room for it. */
static char **known_text(struct pipe_known *known, const uint64_t word[PIPE_SLOTS], uint8_t used)
{
    if (known->text && known->used == used && memcmp(known->word, word, sizeof known->word) == 0)
        return &known->text;
    memcpy(known->word, word, sizeof known->word);
    known->used = used;
    free(known->text);
    known->text = NULL;
    return &known->text;
}

static const char *keep(char **at, const char *text)
{
    *at = strdup(text);
    return *at ? *at : "";
}

const char *pipe_cf_text(void *context, uint32_t address, uint64_t word)
{
    struct pipe_texts *texts = context;
    const uint64_t     words[PIPE_SLOTS] = {word};
    const uint32_t     dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    char               text[PIPE_TEXT_BYTES], **at = known_text(&texts->cf[address % PIPE_TEXTS], words, 1);
    if (*at)
        return *at;
    const int length = snprintf(text, sizeof text, "%02u ", (unsigned)address);
    isa_dis_cf(dwords, text + length, sizeof text - (size_t)length);
    return keep(at, text);
}

/* Without the mark of the last one: the group is whole. */
static void cut_mark(char *text)
{
    char *mark = strstr(text, " LAST");
    if (mark)
        memmove(mark, mark + strlen(" LAST"), strlen(mark + strlen(" LAST")) + 1);
}

static void write_group(const struct pipe_group *group, char *text, size_t size)
{
    size_t used = 0;
    for (unsigned s = 0; s < PIPE_SLOTS && used < size; s++) {
        char           one[256];
        const uint32_t dwords[2] = {(uint32_t)group->word[s], (uint32_t)(group->word[s] >> 32)};
        if (!(group->used >> s & 1))
            continue;
        isa_dis_alu(dwords, one, sizeof one);
        cut_mark(one);
        const size_t name = strcspn(one, " ");
        used += (size_t)snprintf(text + used, size - used, "%s%c: %.*s%s%s", used ? "; " : "", "xyzwt"[s], (int)name,
                                 one, one[name] ? " " : "", one + name + strspn(one + name, " "));
    }
}

const char *pipe_group_text(void *context, uint32_t address, const struct pipe_group *group)
{
    struct pipe_texts *texts = context;
    char               text[PIPE_TEXT_BYTES] = "";
    char             **at = known_text(&texts->group[address % PIPE_TEXTS], group->word, group->used);
    if (*at)
        return *at;
    write_group(group, text, sizeof text);
    return keep(at, text);
}

void pipe_texts_free(struct pipe_texts *texts)
{
    for (unsigned i = 0; i < PIPE_TEXTS; i++) {
        free(texts->cf[i].text);
        free(texts->group[i].text);
    }
    memset(texts, 0, sizeof *texts);
}
