/* results_hazards.c - reads of registers that no source settles (ISA 4.7.7, 4.11), each once. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "rtl_model/results.h"

struct result_hazard *results_hazard(struct result_hazards *hazards, const struct result_hazard *like)
{
    for (unsigned i = 0; i < hazards->count; i++) {
        struct result_hazard *h = &hazards->list[i];
        if (h->kind == like->kind && h->address == like->address && h->number == like->number &&
            h->element == like->element && h->global == like->global && h->written_by_ar == like->written_by_ar &&
            h->operand == like->operand && h->index == like->index)
            return h;
    }
    if (hazards->count == hazards->room) {
        const unsigned        room = hazards->room ? 2 * hazards->room : 16;
        struct result_hazard *grown = realloc(hazards->list, room * sizeof *grown);
        if (!grown)
            return NULL;
        hazards->list = grown;
        hazards->room = room;
    }
    hazards->list[hazards->count] = *like;
    return &hazards->list[hazards->count++];
}

const char *results_hazard_index(unsigned index)
{
    static const char *const name[] = {"", "AR.x", "AL", "GLOBAL", "GLOBAL+AR.x"};
    return name[index < sizeof name / sizeof name[0] ? index : 0];
}

struct register_name {
    char text[32];
};

static struct register_name named(const struct result_hazard *h, unsigned index)
{
    struct register_name name;
    const char *const    added = results_hazard_index(index);
    const char           element = "xyzw"[h->element & 3];
    if (*added)
        snprintf(name.text, sizeof name.text, "R[%s+%" PRIu32 "].%c", added, h->number & 127, element);
    else
        snprintf(name.text, sizeof name.text, "R%" PRIu32 ".%c", h->number & 127, element);
    return name;
}

static const char *number_text(const struct result_hazard *h, char *text, size_t size)
{
    snprintf(text, size,
             "ALU word %" PRIu32 " reads %s as operand %u beside %s of ALU word %" PRIu32
             ", which has the same number: "
             "%s%s (ISA 4.7.7%s)",
             h->address, named(h, h->index).text, h->operand & 3u, named(h, h->other_index).text, h->writer,
             h->shared ? "the register of the latter" : "its own register",
             h->differ ? "" : ", which were one register each time", h->chosen ? "; same_number_read" : "");
    return text;
}

const char *results_hazard_text(const struct result_hazard *h, char *text, size_t size)
{
    const char *const parameter = h->written_by_ar ? "relative_write_read" : "write_relative_read";
    char              name[32], value[160];
    if (h->kind == HAZARD_NUMBER)
        return number_text(h, text, size);
    snprintf(name, sizeof name, h->global ? "R[GLOBAL+%" PRIu32 "].%c" : "R%" PRIu32 ".%c", h->number,
             "xyzw"[h->element & 3]);
    if (h->old_value && h->late)
        snprintf(value, sizeof value,
                 "the old value %" PRIu64 " times, the new one %" PRIu64
                 " times, when time lay between: results depend on "
                 "timing",
                 h->old_value, h->late);
    else if (h->old_value)
        snprintf(value, sizeof value, "the old value");
    else if (h->new_value)
        snprintf(value, sizeof value, "the new value");
    else
        snprintf(value, sizeof value, "the new value, because time lay between");
    snprintf(text, size,
             "ALU word %" PRIu32 " reads %s%s behind ALU word %" PRIu32 ", which writes it%s: %s (ISA 4.11; %s)",
             h->address, name, h->written_by_ar ? "" : " by AR", h->writer, h->written_by_ar ? " by AR" : "", value,
             parameter);
    return text;
}
