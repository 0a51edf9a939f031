#include "tools/view/view_dump.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <string.h>

#include "kit/near.h"
#include "kit/text.h"
#include "tools/filter_text.h"
#include "trace/derive.h"
#include "trace/values.h"
#include "trace/vcd.h"
#include "trace/views.h"

enum { CYCLE_WIDTH = 8 };

struct column {
    const struct header_variable *variable;
    struct trace_view             view;
    int                           width;
};

struct dumping {
    const struct view_dump *dump;
    const struct header    *header;
    FILE                   *out;
    struct column           column[DUMP_MAX];
    unsigned                count;
    uint64_t                held[DUMP_MAX], shown[DUMP_MAX]; /* values of the last cycle, and of the last line */
    bool                    begun, printed;
};

/* ---- words ------------------------------------------------------------------------------------------------------- */

static bool is_idle(const struct trace_view *view, unsigned bits, uint64_t value)
{
    return (view->idle == IDLE_ABOVE && value == TRACE_IDLE(bits - 1)) ||
           (view->idle == IDLE_WORD && value == view->idle_word);
}

const char *view_word(const struct trace_view *view, unsigned bits, uint64_t value, char text[VIEW_WORD_BYTES])
{
    const unsigned digits = (bits + 3) / 4;
    const char    *name = NULL;
    if (is_idle(view, bits, value))
        return "-";
    switch (view->kind) {
    case VIEW_NAMES:
        name = view->name(value);
        break;
    case VIEW_FILTER:
        filter_text(view->filter, value, digits, text, VIEW_WORD_BYTES);
        name = text[0] == '?' && strchr(text + 1, '?') ? strchr(text + 1, '?') + 1 : text;
        break;
    case VIEW_FLOAT:
        filter_text("float", value, digits, text, VIEW_WORD_BYTES);
        return text;
    case VIEW_SIGNED:
        snprintf(text, VIEW_WORD_BYTES, "%" PRId64, (int64_t)(value << (64 - bits)) >> (64 - bits));
        return text;
    case VIEW_UNSIGNED:
        snprintf(text, VIEW_WORD_BYTES, "%" PRIu64, value);
        return text;
    case VIEW_BITS:
        for (unsigned b = 0; b < bits; b++)
            text[b] = value >> (bits - 1 - b) & 1 ? '1' : '0';
        text[bits] = '\0';
        return text;
    case VIEW_HEX:
        break;
    }
    if (!name)
        snprintf(text, VIEW_WORD_BYTES, "0x%0*" PRIx64, (int)digits, value);
    return name ? name : text;
}

struct trace_view view_of_variable(const struct header_variable *variable, const struct machine_looks *looks)
{
    if (variable->signal)
        return trace_view_of(variable->signal, looks->views, looks->view_count);
    return (struct trace_view){.kind = variable->bits == 1 ? VIEW_BITS : VIEW_HEX};
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void print_line(struct dumping *dumping, uint64_t cycle, const uint64_t *values)
{
    char text[VIEW_WORD_BYTES];
    fprintf(dumping->out, "%*" PRIu64, CYCLE_WIDTH, cycle);
    for (unsigned i = 0; i < dumping->count; i++) {
        const struct column *column = &dumping->column[i];
        fprintf(dumping->out, "  %-*s", i + 1 < dumping->count ? column->width : 0,
                view_word(&column->view, column->variable->bits, values[i], text));
    }
    fputc('\n', dumping->out);
    memcpy(dumping->shown, values, sizeof dumping->shown);
    dumping->printed = true;
}

static void print_names(const struct dumping *dumping)
{
    char text[VIEW_WORD_BYTES];
    fprintf(dumping->out, "%*s", CYCLE_WIDTH, "cycle");
    for (unsigned i = 0; i < dumping->count; i++)
        fprintf(dumping->out, "  %-*s", i + 1 < dumping->count ? dumping->column[i].width : 0,
                text_visible(text, sizeof text, dumping->column[i].variable->name));
    fputc('\n', dumping->out);
}

/* A cycle has its values at its beginning; between two of them only the clock changes. */
static void visit(void *context, uint64_t time)
{
    struct dumping         *dumping = context;
    const struct view_dump *dump = dumping->dump;
    const uint64_t          cycle = time / TRACE_CYCLE_TIME;
    uint64_t                now[DUMP_MAX] = {0};
    if (time % TRACE_CYCLE_TIME != 0)
        return;
    for (unsigned i = 0; i < dumping->count; i++)
        now[i] = header_slot(dumping->header, dumping->column[i].variable)->value;
    if (cycle > dump->from && !dumping->printed && dumping->begun)
        print_line(dumping, dump->from, dumping->held);
    if (cycle >= dump->from && cycle <= dump->to && (!dumping->printed || memcmp(now, dumping->shown, sizeof now) != 0))
        print_line(dumping, cycle, now);
    memcpy(dumping->held, now, sizeof now);
    dumping->begun = true;
}

/* ---- which signals ----------------------------------------------------------------------------------------------- */

static bool no_signal(const struct header *header, const char *path, const char *pattern, struct diag *diag)
{
    struct near near = near_to(pattern, strlen(pattern), 6); /* of a dotted name a few letters */
    for (unsigned v = 0; v < header->count; v++)
        near_try(&near, header->variables[v].name);
    return diag_set(diag, path, 0, "--dump %.200s: no signal of the waveform%s%s%s", pattern,
                    near.name[0] ? "; did you mean " : "", near.name, near.name[0] ? "?" : "");
}

static bool add(struct dumping *dumping, const struct header_variable *variable, const struct machine_looks *looks)
{
    for (unsigned i = 0; i < dumping->count; i++)
        if (dumping->column[i].variable == variable)
            return true;
    if (dumping->count == DUMP_MAX || !header_slot(dumping->header, variable))
        return false;
    dumping->column[dumping->count++] =
        (struct column){variable, view_of_variable(variable, looks), (int)strlen(variable->name)};
    return true;
}

static bool choose(struct dumping *dumping, const char *path, const struct machine_looks *looks, struct diag *diag)
{
    const struct header *header = dumping->header;
    for (unsigned p = 0; p < dumping->dump->pattern_count; p++) {
        const char *const pattern = dumping->dump->patterns[p];
        bool              found = false;
        for (unsigned v = 0; v < header->count; v++) {
            if (fnmatch(pattern, header->variables[v].name, 0) != 0)
                continue;
            found = true;
            if (!add(dumping, &header->variables[v], looks))
                return diag_set(diag, path, 0, "--dump: expected at most %u signals", (unsigned)DUMP_MAX);
        }
        if (!found)
            return no_signal(header, path, pattern, diag);
    }
    return true;
}

bool view_dump(const struct view_dump *dump, const char *path, struct header *header, const struct machine_looks *looks,
               FILE *out, struct diag *diag)
{
    struct dumping dumping = {.dump = dump, .header = header, .out = out};
    const uint64_t first = header->first_time / TRACE_CYCLE_TIME, last = header->last_time / TRACE_CYCLE_TIME;
    if (dump->from > last || dump->to < first)
        return diag_set(diag, path, 0, "expected cycles of %" PRIu64 " to %" PRIu64 " for --from and --to", first,
                        last);
    if (!choose(&dumping, path, looks, diag))
        return false;
    print_names(&dumping);
    if (!values_read(path, header, visit, &dumping, diag))
        return false;
    if (!dumping.printed && dumping.begun)
        print_line(&dumping, dump->from, dumping.held);
    return true;
}
