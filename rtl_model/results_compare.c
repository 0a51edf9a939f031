/* results_compare.c - results against a launch file's `expect`, and the summary in words (docs/launch.md). */
#include "kit/bits.h"
#include "kit/bytes.h"
#include "rtl_model/results.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- values ---------------------------------------------------------------------------------------------------- */

static bool word_is_nan(uint32_t word)
{
    return (word & 0x7fffffff) > 0x7f800000;
}

static bool word_is_infinite(uint32_t word)
{
    return (word & 0x7fffffff) == 0x7f800000;
}

static bool equal_f32(uint32_t got, uint32_t expected)
{
    bool both_zero = ((got | expected) & 0x7fffffff) == 0;
    return got == expected || both_zero || (word_is_nan(got) && word_is_nan(expected));
}

bool results_equal(enum launch_compare rule, uint32_t got, uint32_t expected, double rel, double abs)
{
    switch (rule) {
    case LAUNCH_COMPARE_BITS:
        return got == expected;
    case LAUNCH_COMPARE_F32:
        return equal_f32(got, expected);
    case LAUNCH_COMPARE_TOL:
        /* A tolerance of an infinity would be infinite, and the distance of two is no number. */
        if (word_is_nan(got) || word_is_nan(expected) || word_is_infinite(got) || word_is_infinite(expected))
            return equal_f32(got, expected);
        return fabs((double)as_float(got) - as_float(expected)) <= rel * fabs((double)as_float(expected)) + abs;
    case LAUNCH_COMPARE_SKIP:
        return true;
    }
    return false;
}

/* ---- comparison ------------------------------------------------------------------------------------------------ */

/* The first difference of all is kept.  Returns whether this is it, so that the caller fills in the place. */
static bool note(struct result_summary *summary, enum result_difference kind, unsigned thread)
{
    summary->match = false;
    if (summary->first.kind != RESULT_NO_DIFFERENCE)
        return false;
    summary->first.kind = kind;
    summary->first.thread = thread;
    return true;
}

static void compare_targets(const struct launch_expect *expect, const struct result_exports *exports,
                            struct result_summary *summary)
{
    for (unsigned i = 0; i < expect->export_count; i++) {
        const struct launch_export *listed = &expect->exports[i];
        for (unsigned component = 0; component < 4; component++)
            summary->rules[listed->compare[component]]++;
        if (results_find(exports, listed->type, listed->array_base))
            continue;
        summary->never_made++;
        if (note(summary, RESULT_NEVER_MADE, 0))
            summary->first.export = i;
    }
}

/* Whether the exports of the thread are to be compared. */
static bool compare_kill(const struct launch_expect *expect, const struct result_exports *exports, unsigned thread,
                         struct result_summary *summary)
{
    if (!expect->killed)
        return true;
    bool must = expect->killed[thread] == '1', is = exports->killed[thread];
    summary->kills_compared++;
    if (must != is) {
        summary->kills_wrong++;
        note(summary, must ? RESULT_NOT_KILLED : RESULT_KILLED, thread);
    }
    return !must && !is;
}

static void compare_export(const struct launch_expect *expect, unsigned index, const struct result_exports *exports,
                           unsigned thread, struct result_summary *summary)
{
    const struct launch_export *listed = &expect->exports[index];
    /* Of a target that is never made every component is an unwritten one. */
    const struct result_column *column = results_find(exports, listed->type, listed->array_base);
    const uint32_t             *value = results_value(exports, column, thread);
    unsigned                    written = exports->killed[thread] ? 15 : column ? column->written[thread] : 0;
    for (unsigned component = 0; component < 4; component++) {
        if (listed->compare[component] == LAUNCH_COMPARE_SKIP)
            continue;
        size_t   at = ((size_t)thread * expect->export_count + index) * 4 + component;
        uint32_t expected = launch_word(&expect->file, at), got = value[component];
        bool     was_written = written >> component & 1;
        summary->compared++;
        if (was_written &&
            results_equal(listed->compare[component], got, expected, expect->tolerance.rel, expect->tolerance.abs))
            continue;
        summary->wrong++;
        if (!note(summary, was_written ? RESULT_VALUE : RESULT_NOT_WRITTEN, thread))
            continue;
        summary->first.export = index;
        summary->first.component = component;
        summary->first.got = got;
        summary->first.expected = expected;
    }
}

static void compare_strip(const struct launch_expect *expect, const struct result_exports *exports, unsigned thread,
                          struct result_summary *summary)
{
    const char *const strip = results_strip(exports, thread);
    if (!expect->strips)
        return;
    summary->strips_compared++;
    if (strcmp(strip, launch_strip(expect, thread)) == 0)
        return;
    summary->strips_wrong++;
    if (note(summary, RESULT_STRIP, thread))
        summary->first.strip = strip;
}

static const struct result_buffer *find_buffer(const struct result_buffer *buffers, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(buffers[i].name, name) == 0)
            return &buffers[i];
    return NULL;
}

static uint32_t buffer_word(const struct result_buffer *buffer, size_t index)
{
    return little_dword(buffer->bytes, index);
}

static void compare_buffer(const struct launch *launch, unsigned index, const struct result_buffer *buffer,
                           struct result_summary *summary)
{
    const struct launch_expect *expect = &launch->expect;
    const struct launch_file   *golden = &expect->buffers[index].file;
    size_t                      words = golden->bytes / 4;
    summary->words_compared += words;
    if (!buffer || buffer->size < golden->bytes) {
        summary->words_wrong += words;
        if (note(summary, RESULT_BUFFER_MISSING, 0))
            summary->first.buffer = index;
        return;
    }
    for (size_t i = 0; i < words; i++) {
        uint32_t got = buffer_word(buffer, i), expected = launch_word(golden, i);
        if (results_equal(expect->buffers[index].compare, got, expected, expect->tolerance.rel, expect->tolerance.abs))
            continue;
        summary->words_wrong++;
        if (!note(summary, RESULT_BUFFER_VALUE, 0))
            continue;
        summary->first.buffer = index;
        summary->first.offset = 4 * i;
        summary->first.got = got;
        summary->first.expected = expected;
    }
}

void results_compare(const struct launch *launch, const struct result_exports *exports,
                     const struct result_buffer *buffers, unsigned buffer_count, struct result_summary *summary)
{
    const struct launch_expect *expect = &launch->expect;
    assert(exports->threads == launch->threads);
    memset(summary, 0, sizeof *summary);
    summary->match = true;
    summary->expected = expect->export_count || expect->killed || expect->strips || expect->buffer_count;
    compare_targets(expect, exports, summary);
    for (unsigned thread = 0; thread < exports->threads; thread++) {
        if (!exports->valid[thread])
            continue;
        const bool lives = compare_kill(expect, exports, thread, summary);
        for (unsigned i = 0; lives && i < expect->export_count; i++)
            compare_export(expect, i, exports, thread, summary);
        compare_strip(expect, exports, thread, summary);
    }
    for (unsigned i = 0; i < expect->buffer_count; i++) {
        const char *name = launch->buffers[expect->buffers[i].index].name;
        compare_buffer(launch, i, find_buffer(buffers, buffer_count, name), summary);
    }
}

/* ---- words ----------------------------------------------------------------------------------------------------- */

const char *results_target_name(enum launch_export_type type, unsigned array_base, char name[16])
{
    static const char *const prefix[] = {"PIX", "POS", "PARAM"};
    snprintf(name, 16, "%s%u", prefix[type], array_base);
    return name;
}

/* `0x3f800000 (1)`; every NaN reads as nan, whatever its sign. */
static void word_text(uint32_t word, char *text, size_t size)
{
    if (word_is_nan(word))
        snprintf(text, size, "0x%08" PRIx32 " (nan)", word);
    else
        snprintf(text, size, "0x%08" PRIx32 " (%.9g)", word, (double)as_float(word));
}

const char *results_difference_text(const struct launch *launch, const struct result_summary *summary, char *text,
                                    size_t size)
{
    const struct launch_expect *expect = &launch->expect;
    const char                 *buffer = "";
    char                        target[16] = "", got[48], expected[48];
    if (summary->first.export < expect->export_count)
        results_target_name(expect->exports[summary->first.export].type,
                            expect->exports[summary->first.export].array_base, target);
    if (summary->first.buffer < expect->buffer_count)
        buffer = launch->buffers[expect->buffers[summary->first.buffer].index].name;
    word_text(summary->first.got, got, sizeof got);
    word_text(summary->first.expected, expected, sizeof expected);
    unsigned thread = summary->first.thread;
    char     component = "xyzw"[summary->first.component];
    text[0] = '\0';
    switch (summary->first.kind) {
    case RESULT_NO_DIFFERENCE:
        break;
    case RESULT_NEVER_MADE:
        snprintf(text, size, "%s: never exported", target);
        break;
    case RESULT_NOT_KILLED:
        snprintf(text, size, "thread %u: not killed, expected killed", thread);
        break;
    case RESULT_KILLED:
        snprintf(text, size, "thread %u: killed, expected not killed", thread);
        break;
    case RESULT_NOT_WRITTEN:
        snprintf(text, size, "thread %u %s.%c: not exported, expected %s", thread, target, component, expected);
        break;
    case RESULT_VALUE:
        snprintf(text, size, "thread %u %s.%c: got %s expected %s", thread, target, component, got, expected);
        break;
    case RESULT_STRIP:
        snprintf(text, size, "thread %u: emitted \"%.100s\" expected \"%.100s\"", thread, summary->first.strip,
                 launch_strip(expect, thread));
        break;
    case RESULT_BUFFER_VALUE:
        snprintf(text, size, "buffer %s byte %zu: got %s expected %s", buffer, summary->first.offset, got, expected);
        break;
    case RESULT_BUFFER_MISSING:
        snprintf(text, size, "buffer %s: missing or too short", buffer);
        break;
    }
    return text;
}

static void print_rules(FILE *file, const struct launch_expect *expect, const struct result_summary *summary)
{
    const char *between = " (";
    for (unsigned rule = 0; rule < 4; rule++) {
        if (!summary->rules[rule])
            continue;
        fprintf(file, "%s%u %s", between, summary->rules[rule], launch_compare_name((enum launch_compare)rule));
        if (rule == LAUNCH_COMPARE_TOL)
            fprintf(file, " rel %.9g abs %.9g", expect->tolerance.rel, expect->tolerance.abs);
        between = ", ";
    }
    fprintf(file, " columns)\n");
}

bool results_print(FILE *file, const struct launch *launch, const struct result_summary *summary)
{
    const struct launch_expect *expect = &launch->expect;
    char                        text[512];
    if (!summary->expected && launch->file_threads)
        fprintf(file, "nothing compared: %u threads in place of the launch file's %u, whose inputs repeat\n",
                launch->threads, launch->file_threads);
    else if (!summary->expected)
        fprintf(file, "nothing compared: the launch file expects nothing\n");
    if (expect->export_count) {
        fprintf(file, "exports %s: %" PRIu64 " values compared, %" PRIu64 " wrong",
                summary->wrong || summary->never_made ? "differ" : "match", summary->compared, summary->wrong);
        if (summary->never_made)
            fprintf(file, ", %u of %u never exported", summary->never_made, expect->export_count);
        print_rules(file, expect, summary);
    }
    if (expect->killed)
        fprintf(file, "kills %s: %" PRIu64 " threads compared, %" PRIu64 " wrong\n",
                summary->kills_wrong ? "differ" : "match", summary->kills_compared, summary->kills_wrong);
    if (expect->strips)
        fprintf(file, "strips %s: %" PRIu64 " threads compared, %" PRIu64 " wrong\n",
                summary->strips_wrong ? "differ" : "match", summary->strips_compared, summary->strips_wrong);
    if (expect->buffer_count)
        fprintf(file, "buffers %s: %" PRIu64 " words compared, %" PRIu64 " wrong\n",
                summary->words_wrong ? "differ" : "match", summary->words_compared, summary->words_wrong);
    if (summary->first.kind != RESULT_NO_DIFFERENCE)
        fprintf(file, "first difference: %s\n", results_difference_text(launch, summary, text, sizeof text));
    return fflush(file) == 0 && !ferror(file);
}
