/* results_hazards.c - reads of registers that a run leaves to chip and chance (ISA 4.11), each once. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "rtl_model/results.h"

struct result_hazard *results_hazard(struct result_hazards *hazards, const struct result_hazard *like)
{
    for (unsigned i = 0; i < hazards->count; i++) {
        struct result_hazard *h = &hazards->list[i];
        if (h->address == like->address && h->number == like->number && h->element == like->element &&
            h->global == like->global && h->written_by_ar == like->written_by_ar)
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

const char *results_hazard_text(const struct result_hazard *h, char *text, size_t size)
{
    const char *const parameter = h->written_by_ar ? "relative_write_read" : "write_relative_read";
    char              name[32], value[160];
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
