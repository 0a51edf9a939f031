#include "tb/lockstep/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tb/lockstep/differs.h"
#include "tb/lockstep/inside.h"

/* ---- words ------------------------------------------------------------------------------------------------------ */

static int digits(const struct rtl_signal *signal)
{
    return (int)(signal->bits + 3) / 4;
}

/* What an enumeration calls a value, or NULL. */
static const char *name_of(const struct report_names *names, const struct rtl_signal *signal, uint64_t value)
{
    const struct trace_view view = trace_view_of(signal, names->views, names->count);
    return view.kind == VIEW_NAMES ? view.name(value) : NULL;
}

/* 0x3f800000 (1), 0x18 (MUL), 0x0c (12): a float of 32 bits that are no number, and of 64 in types that say so. */
static void print_value(FILE *out, const struct rtl_signal *signal, uint64_t value, const struct report_names *names)
{
    const struct trace_view view = trace_view_of(signal, names->views, names->count);
    const char             *name = name_of(names, signal, value);
    fprintf(out, "0x%0*" PRIx64, digits(signal), value);
    if (name) {
        fprintf(out, " (%s)", name);
    } else if (view.kind == VIEW_UNSIGNED && signal->bits > 3 && value > 9) {
        fprintf(out, " (%" PRIu64 ")", value);
    } else if (signal->bits == 32 && view.kind != VIEW_UNSIGNED) {
        const uint32_t word = (uint32_t)value;
        float          number;
        memcpy(&number, &word, sizeof number);
        fprintf(out, " (%.9g)", (double)number);
    } else if (signal->bits == 64 && strstr(signal->type, "double")) {
        double number;
        memcpy(&number, &value, sizeof number);
        fprintf(out, " (%.17g)", number);
    }
}

static const char *element_name(const struct port *port, unsigned element, char *text, size_t size)
{
    if (port->signal->count > 1)
        snprintf(text, size, "%s[%u]", port->name, element);
    else
        snprintf(text, size, "%s", port->name);
    return text;
}

enum { LINE = 116, INDENT = 12, VALUE = 160 };

/* Values in lines of a terminal's width. */
struct lines {
    FILE                      *out;
    const struct report_names *names;
    int                        at;
};

static void put(struct lines *lines, const char *text)
{
    const int length = (int)strlen(text);
    if (lines->at == 0 || lines->at + 1 + length > LINE)
        lines->at = fprintf(lines->out, "%s%*s", lines->at ? "\n" : "", INDENT, "") - (lines->at != 0);
    lines->at += fprintf(lines->out, " %s", text);
}

/* Both sides at one cycle. */
struct moment {
    uint64_t    cycle;
    struct side model, rtl;
};

static uint64_t value_of(const struct side *side, const struct port *port, unsigned element)
{
    return rtl_read(port->signal, port->beside ? side->beside : side->state, 0, element);
}

/* 18 or 18(MUL). */
static const char *short_value(const struct lines *lines, const struct rtl_signal *signal, uint64_t value, char *text,
                               size_t size)
{
    const char *name = name_of(lines->names, signal, value);
    snprintf(text, size, "%" PRIx64 "%s%s%s", value, name ? "(" : "", name ? name : "", name ? ")" : "");
    return text;
}

/* One element when it is not as in the cycle before, or differs; outputs that differ as model/rtl. */
static void put_element(struct lines *lines, const struct port *port, unsigned element, const struct moment *now,
                        const struct moment *before)
{
    char           name[PORT_NAME + 16], left[VALUE], right[VALUE], text[3 * VALUE];
    const uint64_t model = value_of(&now->model, port, element);
    const uint64_t rtl = port->out ? value_of(&now->rtl, port, element) : model;
    if (before && model == rtl && value_of(&before->model, port, element) == model &&
        (!port->out || value_of(&before->rtl, port, element) == rtl))
        return;
    element_name(port, element, name, sizeof name);
    short_value(lines, port->signal, model, left, sizeof left);
    if (model == rtl)
        snprintf(text, sizeof text, "%s=%s", name, left);
    else
        snprintf(text, sizeof text, "%s=%s/%s", name, left, short_value(lines, port->signal, rtl, right, sizeof right));
    put(lines, text);
}

/* All of scalars and of short vectors; of lanes the one that differs. */
static void put_port(struct lines *lines, const struct port *port, unsigned element, const struct moment *now,
                     const struct moment *before)
{
    const unsigned count = port->signal->count;
    if (count < TRACE_SHORT_VECTOR)
        for (unsigned e = 0; e < count; e++)
            put_element(lines, port, e, now, before);
    else
        put_element(lines, port, element % count, now, before);
}

/* What is printed of a cycle. */
struct excerpt {
    FILE                      *out;
    const struct session      *session;
    const struct report_names *names;
    unsigned                   element; /* of long vectors */
};

static void print_cycle(const struct excerpt *excerpt, const struct moment *now, const struct moment *before,
                        bool inputs)
{
    const struct session *session = excerpt->session;
    struct port_table    *table = malloc(sizeof *table);
    struct lines          lines = {excerpt->out, excerpt->names, 0};
    if (!table || !ports_expected(session->module, table, NULL)) {
        free(table);
        return;
    }
    fprintf(excerpt->out, "  cycle %" PRIu64 "\n", now->cycle);
    for (unsigned i = 0; inputs && i < table->count; i++)
        if (!table->port[i].out && (!table->port[i].optional || block_ports(session->block)->port[i].there))
            put_port(&lines, &table->port[i], excerpt->element, now, before);
    if (lines.at)
        fputc('\n', excerpt->out);
    lines.at = 0;
    for (unsigned i = 0; i < block_compared_count(session->block); i++)
        put_port(&lines, block_compared(session->block, i), excerpt->element, now, before);
    if (lines.at)
        fputc('\n', excerpt->out);
    free(table);
}

/* The last cycles that were kept; then, with `now`, what the registers hold now, and with `inputs` the inputs. */
static void print_last(const struct excerpt *excerpt, bool now, bool inputs)
{
    enum { LAST = 4 };
    const struct session *session = excerpt->session;
    const unsigned        first = session->kept > LAST ? session->kept - LAST : 0;
    struct moment this, before = {.cycle = 0};
    for (unsigned i = first; i < session->kept; i++, before = this) {
        this =
            (struct moment){session->first_kept + i, session_kept(session, i, false), session_kept(session, i, true)};
        print_cycle(excerpt, &this, i > first ? &before : NULL, true);
    }
    this = (struct moment){session->cycle, session->model, session->rtl};
    if (now)
        print_cycle(excerpt, &this, session->kept > first ? &before : NULL, inputs);
}

static const char legend[] =
    "\n\nthe cycles before it, inputs and then outputs in hex, after the first what has changed "
    "(model/rtl: they\ndiffer";

static void print_where(FILE *out, const char *of, const struct difference *difference)
{
    char name[PORT_NAME + 16];
    fprintf(out, "%s: first difference at cycle %" PRIu64 ": %s", of, difference->cycle,
            element_name(difference->port, difference->element, name, sizeof name));
}

/* "word 17 of the block came at cycle 120, the model's at 117", or which side has none. */
static void print_word(FILE *out, const struct difference *difference)
{
    fprintf(out, ", word %" PRIu64, difference->word.number);
    if (difference->word.rtl_lacks)
        fprintf(out, ": the model's came at cycle %" PRIu64 ", the block has none", difference->word.model_cycle);
    else if (difference->word.model_lacks)
        fprintf(out, ": the block's came at cycle %" PRIu64 ", the model has none", difference->word.rtl_cycle);
    else
        fprintf(out, ": the model's came at cycle %" PRIu64 ", the block's at %" PRIu64, difference->word.model_cycle,
                difference->word.rtl_cycle);
}

/* "bits 31:24 3": which ones differ. */
static void print_bits(FILE *out, uint64_t differ)
{
    enum { BITS = 64, MOST = 8 };
    unsigned count = 0;
    fputs("\n  bits ", out);
    for (int high = BITS - 1; high >= 0; high--) {
        int low = high;
        if (!(differ >> high & 1))
            continue;
        while (low > 0 && differ >> (low - 1) & 1)
            low--;
        if (count++ == MOST) {
            fputs(" ...", out);
            return;
        }
        fprintf(out, low < high ? " %d:%d" : " %d", high, low);
        high = low;
    }
}

static void print_both(FILE *out, const struct difference *difference, const struct report_names *names)
{
    if (difference->word.rtl_lacks || difference->word.model_lacks)
        return;
    fputs("\n  model ", out);
    print_value(out, difference->port->signal, difference->model, names);
    fputs("\n  rtl   ", out);
    print_value(out, difference->port->signal, difference->rtl, names);
    if (difference->port->signal->bits > 1)
        print_bits(out, difference->model ^ difference->rtl);
}

void report_values(FILE *out, const char *name, const struct difference *difference, const struct report_names *names)
{
    print_where(out, name, difference);
    print_both(out, difference, names);
    fputc('\n', out);
}

void report_difference(FILE *out, const struct session *session, const struct difference *difference,
                       const struct report_names *names)
{
    const struct excerpt excerpt = {out, session, names, difference->element};
    print_where(out, session->module->name, difference);
    if (difference->early)
        fputs(" changes before the rising edge, expected a register", out);
    if (difference->reset)
        fputs(", straight from a reset on the way", out);
    if (difference->loaded)
        fprintf(out, ": row %u does not hold what was written, or reset, while rst was high", difference->row);
    if (difference->word.there)
        print_word(out, difference);
    print_both(out, difference, names);
    fputs(legend, out);
    if (difference->port->signal->count >= TRACE_SHORT_VECTOR)
        fprintf(out, "; of lanes number %u", difference->element);
    fputs("):\n", out);
    print_last(&excerpt, true, session->seen.port && !difference->word.there);
}

void report_failure(FILE *out, const struct session *session, const char *what, const struct report_names *names)
{
    const struct excerpt excerpt = {out, session, names, 0};
    fprintf(out, "%s: the block stopped at cycle %" PRIu64 ": %s", session->module->name, session->cycle, what);
    if (session->kept == 0) {
        fputc('\n', out);
        return;
    }
    fprintf(out, "%s):\n", legend);
    print_last(&excerpt, false, false);
}

/* ---- waveform --------------------------------------------------------------------------------------------------- */

/* Of what a block need not have, the C module shows its registers all the same. */
static bool shown(const struct port *port, bool rtl)
{
    return !port->optional || port->there || (!rtl && port->role == PORT_SIGNAL);
}

bool report_list(const struct session *session, bool rtl, struct rtl_module *list)
{
    const struct port_table *ports = block_ports(session->block);
    struct rtl_signal       *rows = malloc((ports->count + 1) * sizeof *rows);
    unsigned                 count = 0;
    if (!rows)
        return false;
    for (unsigned i = 0; i < ports->count; i++) {
        if (!shown(&ports->port[i], rtl))
            continue;
        rows[count] = *ports->port[i].signal;
        rows[count++].offset += ports->port[i].beside ? session->beside_at : 0;
    }
    *list = (struct rtl_module){.name = session->module->name,
                                .signals = rows,
                                .signal_count = count,
                                .next_state = session->module->signals->next_state};
    return true;
}

/* The block's inputs are the module's. */
static void copy_inputs(const struct rtl_module *list, unsigned char *to, const unsigned char *from)
{
    for (unsigned s = 0; s < list->signal_count; s++)
        if (rtl_is_wire(list->signals[s].kind))
            memcpy(to + list->signals[s].offset, from + list->signals[s].offset, rtl_signal_bytes(&list->signals[s]));
}

static bool is_compared(const struct port *port)
{
    return !port->untold;
}

/* A waveform of both sides: the C module, the block, where they differ, and behind these what the block has inside. */
enum { MODEL, RTL, DIFFERS, INSIDE };
struct waves {
    struct session      *session;
    struct rtl_module    lists[2];
    unsigned char       *memory; /* of model and rtl */
    struct differs      *differs;
    struct rtl_instance *instances;
    unsigned             count;
};

static bool open_waves(struct session *session, struct waves *waves)
{
    unsigned                         inside = 0;
    const struct rtl_instance *const own = session->inside ? inside_instances(session->inside, &inside) : NULL;
    *waves = (struct waves){.session = session, .count = INSIDE + inside};
    waves->memory = calloc(2, session->side_bytes);
    waves->differs = differs_open(session->block, is_compared);
    waves->instances = calloc(waves->count, sizeof *waves->instances);
    if (!waves->memory || !waves->differs || !waves->instances || !report_list(session, false, &waves->lists[MODEL]) ||
        !report_list(session, true, &waves->lists[RTL]))
        return false;
    waves->instances[MODEL] = (struct rtl_instance){"model", &waves->lists[MODEL], waves->memory};
    waves->instances[RTL] = (struct rtl_instance){"rtl", &waves->lists[RTL], waves->memory + session->side_bytes};
    waves->instances[DIFFERS] =
        (struct rtl_instance){"differs", differs_module(waves->differs), differs_state(waves->differs)};
    for (unsigned i = 0; i < inside; i++)
        waves->instances[INSIDE + i] = own[i];
    return true;
}

static void close_waves(struct waves *waves)
{
    free((void *)waves->lists[MODEL].signals);
    free((void *)waves->lists[RTL].signals);
    free(waves->memory);
    free(waves->instances);
    differs_close(waves->differs);
}

/* The kept cycles, and what the registers hold now, unless the block stopped within the last of them. */
static void sample(const struct waves *waves, struct trace *trace)
{
    struct session *const session = waves->session;
    unsigned char *const model = waves->instances[MODEL].state, *const rtl = waves->instances[RTL].state;
    const bool within = session->kept && session->first_kept + session->kept > session->cycle;
    for (unsigned i = 0; i + within <= session->kept; i++) {
        const bool        now = i == session->kept;
        const struct side left = now ? session->model : session_kept(session, i, false);
        const struct side right = now ? session->rtl : session_kept(session, i, true);
        memcpy(model, left.memory, session->state_bytes);
        memcpy(rtl, right.memory, session->state_bytes);
        memcpy(model + session->beside_at, left.beside, block_ports(session->block)->beside);
        memcpy(rtl + session->beside_at, right.beside, block_ports(session->block)->beside);
        copy_inputs(&waves->lists[RTL], rtl, model);
        differs_look(waves->differs, &(struct differs_side){model, model + session->beside_at},
                     &(struct differs_side){rtl, rtl + session->beside_at});
        session_show_inside(session, i);
        trace_sample(trace, now ? session->cycle : session->first_kept + i);
    }
}

/* What a viewer opens on: the ports that differ, when some do. */
static bool write_view(const struct waves *waves, struct trace *trace, const struct trace_options *options,
                       const struct gtkw_options *view, char **saved, struct diag *diag)
{
    struct differs_view rows = {.count = 0};
    struct gtkw_options own = *view;
    differs_view(&rows, waves->differs,
                 &(struct differs_scopes){"model", "rtl", "differs", waves->instances + INSIDE, waves->count - INSIDE},
                 options);
    own.overview = rows.rows;
    const bool good =
        rows.failed ? diag_set(diag, options->path, 0, "not enough memory") : gtkw_write(trace, &own, saved, diag);
    differs_view_free(&rows);
    return good;
}

bool report_waves(struct session *session, const struct trace_options *options, const struct gtkw_options *view,
                  char **saved, struct diag *diag)
{
    struct waves  waves;
    struct trace *trace = NULL;
    const bool    made = !gtkw_is_there(options->path);
    bool          good = open_waves(session, &waves) || diag_set(diag, options->path, 0, "not enough memory");
    if (good)
        good = (trace = trace_open(options, waves.instances, waves.count, diag));
    if (good)
        sample(&waves, trace);
    const bool described = !good || !view || write_view(&waves, trace, options, view, saved, diag);
    const bool whole = !trace || trace_close(trace, described ? diag : NULL);
    if (trace && !whole && view)
        gtkw_remove(options->path, view, *saved, made);
    good = good && whole && described;
    close_waves(&waves);
    return good;
}
