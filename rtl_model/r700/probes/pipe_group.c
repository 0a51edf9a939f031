#include "rtl_model/r700/probes/pipe_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r700/dis/dis.h"

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

bool pipe_texts_open(struct pipe_texts *texts, unsigned words, unsigned programs)
{
    texts->words = words ? words : 1;
    texts->size = texts->words * programs;
    texts->cf = calloc(texts->size, sizeof *texts->cf);
    texts->group = calloc(texts->size, sizeof *texts->group);
    return texts->cf && texts->group;
}

void pipe_texts_close(struct pipe_texts *texts)
{
    for (unsigned i = 0; texts->cf && texts->group && i < texts->size; i++) {
        free(texts->cf[i].text);
        free(texts->group[i].text);
    }
    for (unsigned i = 0; i < texts->old_count; i++)
        free(texts->old[i]);
    free(texts->old);
    free(texts->cf);
    free(texts->group);
}

static bool is_known(const struct pipe_known *known, const uint64_t word[PIPE_SLOTS], uint8_t used)
{
    return known->text && known->used == used && memcmp(known->word, word, sizeof known->word) == 0;
}

/* Where the text is, or is to be: each address has a place for each program that runs. */
static struct pipe_known *place_of(const struct pipe_texts *texts, struct pipe_known *table, uint32_t address,
                                   const uint64_t word[PIPE_SLOTS], uint8_t used)
{
    struct pipe_known *const first = &table[address % texts->words];
    for (struct pipe_known *known = first; known < table + texts->size; known += texts->words)
        if (!known->text || is_known(known, word, used))
            return known;
    return first;
}

/* What it was before is still named somewhere; without memory it is lost. */
static const char *keep(struct pipe_texts *texts, struct pipe_known *known, const uint64_t word[PIPE_SLOTS],
                        uint8_t used, const char *text)
{
    if (known->text) {
        char **old = realloc(texts->old, (texts->old_count + 1) * sizeof *old);
        if (old) {
            texts->old = old;
            old[texts->old_count++] = known->text;
        }
    }
    memcpy(known->word, word, sizeof known->word);
    known->used = used;
    known->text = strdup(text);
    return known->text ? known->text : "";
}

const char *pipe_cf_text(void *context, uint32_t address, uint64_t word)
{
    struct pipe_texts *texts = context;
    const uint64_t     words[PIPE_SLOTS] = {word};
    struct pipe_known *known = place_of(texts, texts->cf, address, words, 1);
    const uint32_t     dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    char               text[PIPE_TEXT_BYTES];
    if (is_known(known, words, 1))
        return known->text;
    const int length = snprintf(text, sizeof text, "%02u ", (unsigned)address);
    isa_dis_cf(dwords, text + length, sizeof text - (size_t)length);
    return keep(texts, known, words, 1, text);
}

/* Without the mark of the last one: the group is whole. */
static void cut_mark(char *text)
{
    char *mark = strstr(text, " LAST");
    if (mark)
        memmove(mark, mark + strlen(" LAST"), strlen(mark + strlen(" LAST")) + 1);
}

static void write_group(uint32_t address, const struct pipe_group *group, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%02u", (unsigned)address);
    bool   first = true;
    for (unsigned s = 0; s < PIPE_SLOTS && used < size; s++) {
        char           one[256];
        const uint32_t dwords[2] = {(uint32_t)group->word[s], (uint32_t)(group->word[s] >> 32)};
        if (!(group->used >> s & 1))
            continue;
        isa_dis_alu(dwords, one, sizeof one);
        cut_mark(one);
        const size_t name = strcspn(one, " ");
        used += (size_t)snprintf(text + used, size - used, "%s%c: %.*s%s%s", first ? " " : "; ", "xyzwt"[s], (int)name,
                                 one, one[name] ? " " : "", one + name + strspn(one + name, " "));
        first = false;
    }
}

const char *pipe_group_text(void *context, uint32_t address, const struct pipe_group *group)
{
    struct pipe_texts *texts = context;
    struct pipe_known *known = place_of(texts, texts->group, address, group->word, group->used);
    char               text[PIPE_TEXT_BYTES];
    if (is_known(known, group->word, group->used))
        return known->text;
    write_group(address, group, text, sizeof text);
    return keep(texts, known, group->word, group->used, text);
}
