/* views.c - which view and colour a signal has in a waveform viewer. */
#include "trace/views.h"

#include <stdbool.h>
#include <string.h>

#include "kit/walk.h"

/* Types of the kit and of C.  Small numbers are mostly indices and counts, large ones words and masks. */
static const struct trace_view plain_views[] = {
    {.type = "bool", .kind = VIEW_BITS},         {.type = "uint8_t", .kind = VIEW_UNSIGNED},
    {.type = "uint16_t", .kind = VIEW_UNSIGNED}, {.type = "int8_t", .kind = VIEW_SIGNED},
    {.type = "int16_t", .kind = VIEW_SIGNED},    {.type = "int32_t", .kind = VIEW_SIGNED},
    {.type = "int64_t", .kind = VIEW_SIGNED},    {.type = "float", .kind = VIEW_FLOAT},
    {.type = "double", .kind = VIEW_FLOAT},      {.type = "lanes_t", .kind = VIEW_FLOAT},
    {.type = "quarter_t", .kind = VIEW_FLOAT},   {.type = "quarter_mask_t", .kind = VIEW_BITS},
};

static const struct trace_view *find(const char *type, const struct trace_view *views, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(views[i].type, type) == 0)
            return &views[i];
    return NULL;
}

static bool fits(const struct trace_view *view, unsigned bits)
{
    switch (view->kind) {
    case VIEW_FLOAT:
        return bits == 32 || bits == 64;
    case VIEW_NAMES:
        return view->name && bits <= VIEW_NAME_BITS;
    case VIEW_FILTER:
        return view->filter;
    case VIEW_SIGNED: /* the viewer extends from the signal's own top bit */
    case VIEW_HEX:
    case VIEW_UNSIGNED:
    case VIEW_BITS:
        break;
    }
    return true;
}

const struct trace_view *trace_view_find(const char *type, const struct trace_view *views, unsigned count)
{
    const struct trace_view *view = find(type, views, views ? count : 0);
    return view ? view : find(type, plain_views, sizeof plain_views / sizeof plain_views[0]);
}

struct trace_view trace_view_fit(const struct trace_view *view, const struct rtl_signal *signal)
{
    if (signal->bits == 1)
        return (struct trace_view){.type = signal->type, .kind = VIEW_BITS};
    if (!view || !fits(view, signal->bits))
        return (struct trace_view){.type = signal->type, .kind = VIEW_HEX};
    return *view;
}

struct trace_view trace_view_of(const struct rtl_signal *signal, const struct trace_view *views, unsigned count)
{
    return trace_view_fit(trace_view_find(signal->type, views, count), signal);
}

unsigned trace_view_colour(const struct rtl_signal *signal)
{
    enum { RED = 1, ORANGE = 2, YELLOW = 3 };
    static const struct {
        const char *word;
        unsigned    colour;
    } words[] = {
        {"bad", RED},     {"error", RED},    {"illegal", RED},  {"overflow", RED},  {"stall", ORANGE},
        {"wait", ORANGE}, {"block", ORANGE}, {"full", ORANGE},  {"busy", ORANGE},   {"valid", YELLOW},
        {"done", YELLOW}, {"ready", YELLOW}, {"grant", YELLOW}, {"accept", YELLOW}, {"issue", YELLOW},
    };
    if (strcmp(signal->type, VIEW_DIFFERS) == 0)
        return RED;
    if (signal->bits == 1)
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            if (strstr(signal->name, words[i].word))
                return words[i].colour;
    return 0;
}
