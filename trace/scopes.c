/* scopes.c - the scopes and variables of a waveform in their order, and the header of a .vcd file (IEEE 1364-2005
 * clause 18). */
#include <string.h>

#include "trace/internal.h"
#include "trace/put.h"

/* ---- in order --------------------------------------------------------------------------------------------------- */

static unsigned depth_of(const char *path)
{
    unsigned depth = path[0] != '\0';
    for (; *path; path++)
        depth += *path == '.';
    return depth;
}

static const struct rtl_signal clock_signal = {.name = "clk", .type = "bool", .kind = RTL_IN, .bits = 1},
                               cycle_signal = {.name = "cycle", .type = "uint64_t", .kind = RTL_IN, .bits = 64};

/* Closes and opens scopes until `scope` is the present one.  The first of all has the clock and the cycle. */
static void go_to_scope(struct trace *trace, const struct declarer *declarer, char *present, const char *scope)
{
    const unsigned shared = present[0] ? trace_shared(present, scope) : 0;
    unsigned       wanted = 0;
    for (unsigned depth = depth_of(present); depth > shared; depth--)
        declarer->close(trace);
    for (const char *at = scope; *at; wanted++) {
        const size_t length = strcspn(at, ".");
        char         name[NAME_BYTES];
        memcpy(name, at, length);
        name[length] = '\0';
        if (wanted >= shared)
            declarer->open(trace, name);
        if (wanted == 0 && !present[0]) {
            declarer->variable(trace, CLOCK_NUMBER, &clock_signal, "clk");
            declarer->variable(trace, CYCLE_NUMBER, &cycle_signal, "cycle [63:0]");
        }
        at += length;
        at += *at == '.';
    }
    put_text(present, scope);
}

void trace_scopes(struct trace *trace, const struct declarer *declarer)
{
    char present[NAME_BYTES] = "", scope[NAME_BYTES], name[NAME_BYTES + 16];
    for (unsigned i = 0; i < trace->variable_count; i++) {
        const struct origin *origin = &trace->origins[i];
        const unsigned       bits = origin->signal->bits;
        if (i == 0 || !trace_same_scope(origin - 1, origin)) {
            trace_scope(origin, scope);
            if (strcmp(present, scope) != 0)
                go_to_scope(trace, declarer, present, scope);
        }
        char *const end = trace_name(origin, name);
        if (bits > 1)
            put_text(put_number(put_text(end, " ["), bits - 1, 1), ":0]");
        declarer->variable(trace, trace->numbers[i], origin->signal, name);
    }
    for (unsigned depth = depth_of(present); depth > 0; depth--)
        declarer->close(trace);
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

static void put_line(struct trace *trace, const char *before, const char *name, const char *behind)
{
    char *const line = sink_room(&trace->sink);
    trace->sink.used += (size_t)(put_text(put_text(put_text(line, before), name), behind) - line);
}

static void text_scope(struct trace *trace, const char *scope)
{
    put_line(trace, "$scope module ", scope, " $end\n");
}

static void text_upscope(struct trace *trace)
{
    put_line(trace, "$upscope $end\n", "", "");
}

static void text_variable(struct trace *trace, unsigned number, const struct rtl_signal *signal, const char *name)
{
    char *const line = sink_room(&trace->sink);
    char       *at = put_text(line, rtl_is_wire(signal->kind) ? "$var wire " : "$var reg ");
    at = put_text(put_number(at, signal->bits, 1), " ");
    at += trace_identifier(number, at);
    at = put_text(put_text(put_text(at, " "), name), " $end\n");
    trace->sink.used += (size_t)(at - line);
}

void text_header(struct trace *trace)
{
    static const struct declarer text = {text_scope, text_upscope, text_variable};
    sink_printf(&trace->sink, "$version wekiva $end\n$comment one cycle is 1 ns $end\n$timescale %d ps $end\n",
                TRACE_UNIT_PS);
    trace_scopes(trace, &text);
    sink_printf(&trace->sink, "$enddefinitions $end\n");
}
