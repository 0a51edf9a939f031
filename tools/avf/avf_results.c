/* avf_results.c - results of two machines of one launch: exports, kills, strips, memory, and the local data share where
 * it is asked for. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/avf/avf.h"

static bool column_agrees(const struct result_exports *clean, const struct result_exports *exports,
                          const struct result_target *was, const struct result_target *is, char text[AVF_MESSAGE])
{
    char name[16];
    results_target_name(was->type, was->array_base, name);
    for (unsigned thread = 0; thread < clean->threads; thread++) {
        const uint32_t *a = results_value(clean, was->column, thread), *b = results_value(exports, is->column, thread);
        for (unsigned c = 0; c < 4; c++) {
            if (a[c] == b[c])
                continue;
            snprintf(text, AVF_MESSAGE, "thread %u %s.%c: 0x%08" PRIx32 " in place of 0x%08" PRIx32, thread, name,
                     "xyzw"[c], b[c], a[c]);
            return false;
        }
        if (was->column->written[thread] != is->column->written[thread]) {
            snprintf(text, AVF_MESSAGE, "thread %u %s: other components are written", thread, name);
            return false;
        }
    }
    return true;
}

/* Vertices are results of geometry programs (ISA 3.5). */
static bool threads_agree(const struct result_exports *clean, const struct result_exports *exports, bool vertices,
                          char text[AVF_MESSAGE])
{
    for (unsigned thread = 0; thread < clean->threads; thread++) {
        if (clean->killed[thread] != exports->killed[thread]) {
            snprintf(text, AVF_MESSAGE, "thread %u: %skilled", thread, exports->killed[thread] ? "" : "not ");
            return false;
        }
        if (vertices && strcmp(results_strip(clean, thread), results_strip(exports, thread)) != 0) {
            snprintf(text, AVF_MESSAGE, "thread %u: other vertices emitted", thread);
            return false;
        }
    }
    return true;
}

static bool exports_agree(const struct result_exports *clean, const struct result_exports *exports, bool vertices,
                          char text[AVF_MESSAGE])
{
    struct result_layout was = {NULL, 0}, is = {NULL, 0};
    struct diag          diag;
    bool                 good = results_layout(NULL, clean, &was, &diag) && results_layout(NULL, exports, &is, &diag);
    if (!good || was.count != is.count)
        snprintf(text, AVF_MESSAGE, "%u export targets in place of %u", is.count, was.count);
    good = good && was.count == is.count && threads_agree(clean, exports, vertices, text);
    for (unsigned i = 0; good && i < was.count; i++) {
        good = was.targets[i].type == is.targets[i].type && was.targets[i].array_base == is.targets[i].array_base;
        if (!good)
            snprintf(text, AVF_MESSAGE, "other export targets");
        good = good && column_agrees(clean, exports, &was.targets[i], &is.targets[i], text);
    }
    free(was.targets);
    free(is.targets);
    return good;
}

static bool range_agrees(const struct machine_range *was, const struct machine_range *is, char text[AVF_MESSAGE])
{
    size_t at = 0;
    if (memcmp(was->bytes, is->bytes, was->size) == 0)
        return true;
    while (was->bytes[at] == is->bytes[at])
        at++;
    snprintf(text, AVF_MESSAGE, "memory at 0x%" PRIx64 ": 0x%02x in place of 0x%02x", was->address + at, is->bytes[at],
             was->bytes[at]);
    return false;
}

/* Where the ranges lie is set up with the machine. */
static bool memory_agrees(const struct rtl_machine *clean, const struct rtl_machine *machine, char text[AVF_MESSAGE])
{
    const struct machine_results *of = clean->kind->results;
    struct machine_range          none[1];
    const unsigned                count = of->placed ? of->placed(clean->of, none, 0) : 0;
    struct machine_range *const   ranges = calloc(2 * (size_t)count + 1, sizeof *ranges);
    bool                          agrees = ranges;
    if (!ranges)
        snprintf(text, AVF_MESSAGE, "not enough memory");
    if (ranges && count) {
        of->placed(clean->of, ranges, count);
        of->placed(machine->of, ranges + count, count);
    }
    for (unsigned i = 0; agrees && i < count; i++)
        agrees = range_agrees(&ranges[i], &ranges[count + i], text);
    free(ranges);
    return agrees;
}

static bool lds_agrees(const struct rtl_machine *clean, const struct rtl_machine *machine, char text[AVF_MESSAGE])
{
    const struct machine_results *of = clean->kind->results;
    const size_t                  count = of->shared(clean->of, MACHINE_LDS, NULL);
    uint32_t *const               words = calloc(2 * count + 1, sizeof *words);
    size_t                        at = 0;
    if (words) {
        clean->kind->look(clean->of, (unsigned)MACHINE_ALL);
        machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
        of->shared(clean->of, MACHINE_LDS, words);
        of->shared(machine->of, MACHINE_LDS, words + count);
        while (at < count && words[at] == words[count + at])
            at++;
    }
    const bool agrees = words && at == count;
    if (!agrees)
        snprintf(text, AVF_MESSAGE, "local data share, word %zu: 0x%08" PRIx32 " in place of 0x%08" PRIx32, at,
                 words ? words[count + at] : 0, words ? words[at] : 0);
    free(words);
    return agrees;
}

/* Of several launches at once each has its own, but for memory. */
bool avf_results_agree(const struct avf *avf, const struct rtl_machine *machine, char text[AVF_MESSAGE])
{
    const struct machine_results *of = machine->kind->results;
    bool                          agree = memory_agrees(avf->clean, machine, text);
    for (const struct launch *launch = machine->launch; agree && launch; launch = launch->next) {
        if (launch->together) {
            of->choose(avf->clean->of, launch->number);
            of->choose(machine->of, launch->number);
        }
        agree =
            exports_agree(of->exports(avf->clean->of), of->exports(machine->of), launch->stage == LAUNCH_GS, text) &&
            (!avf->lds || lds_agrees(avf->clean, machine, text));
    }
    return agree;
}
