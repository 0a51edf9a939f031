/* results_strips.c - what geometry programs emit: instruction by instruction, and the strips of each thread (ISA 3.5).
 */
#include "rtl_model/results.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_ROOM = 16 };

static bool add_letter(struct result_strip *strip, char letter)
{
    if (strip->length + 2 > strip->room) {
        const uint32_t room = strip->room ? 2 * strip->room : FIRST_ROOM;
        char *const    more = realloc(strip->text, room);
        if (!more)
            return false;
        strip->text = more;
        strip->room = room;
    }
    strip->text[strip->length++] = letter;
    strip->text[strip->length] = '\0';
    return true;
}

static bool add_emit(struct result_exports *exports, const struct result_emit *emit)
{
    if (exports->emit_count == exports->emit_room) {
        const size_t              room = exports->emit_room ? 2 * exports->emit_room : FIRST_ROOM;
        struct result_emit *const more = realloc(exports->emits, room * sizeof *more);
        if (!more)
            return false;
        exports->emits = more;
        exports->emit_room = room;
    }
    exports->emits[exports->emit_count++] = *emit;
    return true;
}

bool results_emit(struct result_exports *exports, const struct result_emit *emit)
{
    if (!exports->strips)
        exports->strips = calloc(exports->threads + 1, sizeof *exports->strips);
    if (!exports->strips || !add_emit(exports, emit))
        return false;
    for (uint64_t left = emit->threads; left; left &= left - 1) {
        const uint32_t thread = emit->first + (uint32_t)__builtin_ctzll(left);
        assert(thread < exports->threads);
        struct result_strip *strip = &exports->strips[thread];
        if ((emit->vertex && !add_letter(strip, RESULT_VERTEX)) || (emit->cut && !add_letter(strip, RESULT_CUT)))
            return false;
    }
    return true;
}

const char *results_strip(const struct result_exports *exports, unsigned thread)
{
    assert(thread < exports->threads);
    return exports->strips && exports->strips[thread].text ? exports->strips[thread].text : "";
}

void results_strips_free(struct result_exports *exports)
{
    for (unsigned thread = 0; exports->strips && thread < exports->threads; thread++)
        free(exports->strips[thread].text);
    free(exports->strips);
    free(exports->emits);
}
