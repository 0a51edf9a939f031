#include "tb/lockstep/limits.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bytes.h"
#include "kit/near.h"

enum { NAMED_BITS = 16 }; /* enumerations are no wider */

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static bool may_be_limited(const struct port *port)
{
    return !port->out && (port->role == PORT_SIGNAL || port->role == PORT_BUS);
}

static bool no_port(const struct port_table *ports, const char *name, struct diag *diag)
{
    const char *near = NULL;
    unsigned    least = 4;
    for (unsigned i = 0; i < ports->count; i++) {
        const unsigned distance = near_distance(name, strlen(name), ports->port[i].name);
        if (may_be_limited(&ports->port[i]) && distance < least) {
            least = distance;
            near = ports->port[i].name;
        }
    }
    return diag_set(diag, NULL, 0, "no input %s: %s%s%s", name, near ? "did you mean " : "expected one of --template",
                    near ? near : "", near ? "?" : "");
}

static bool take_value(const struct port *port, const struct trace_view *view, const char *word, uint64_t *value,
                       struct diag *diag)
{
    const unsigned bits = port->signal->bits;
    char          *end;
    if (isdigit((unsigned char)*word)) {
        *value = strtoull(word, &end, 0);
        if (!*end && (bits == 64 || *value >> bits == 0))
            return true;
        return diag_set(diag, NULL, 0, "%s=%s: expected a value of %u bit%s", port->name, word, bits,
                        bits == 1 ? "" : "s");
    }
    if (view->kind != VIEW_NAMES || bits > NAMED_BITS)
        return diag_set(diag, NULL, 0, "%s=%s: expected a number, its values have no names", port->name, word);
    const char *near = NULL;
    unsigned    least = 4;
    for (uint64_t at = 0; at >> bits == 0; at++) {
        const char *name = view->name(at);
        if (name && strcmp(name, word) == 0) {
            *value = at;
            return true;
        }
        const unsigned distance = name ? near_distance(word, strlen(word), name) : least;
        if (distance < least) {
            least = distance;
            near = name;
        }
    }
    return diag_set(diag, NULL, 0, "%s=%s: no such value, %s%s%s", port->name, word,
                    near ? "did you mean " : "expected a number or a name of --stimulus", near ? near : "",
                    near ? "?" : "");
}

static bool add_row(struct limits *limits, const struct port_table *ports, const char *text, bool fixed,
                    const struct trace_view *views, unsigned view_count, struct diag *diag)
{
    struct limit *const row = &limits->row[limits->count];
    const size_t        length = strcspn(text, "=");
    const struct port  *port = NULL;
    if (!text[length] || length == 0 || length >= PORT_NAME || !text[length + 1])
        return diag_set(diag, NULL, 0, "%s: expected INPUT=VALUE", text);
    *row = (struct limit){.count = 0};
    memcpy(row->port, text, length);
    for (unsigned i = 0; i < ports->count; i++)
        if (may_be_limited(&ports->port[i]) && strcmp(ports->port[i].name, row->port) == 0)
            port = &ports->port[i];
    if (!port)
        return no_port(ports, row->port, diag);
    if (limits_of(limits, row->port))
        return diag_set(diag, NULL, 0, "%s: restricted twice, expected once", row->port);
    const struct trace_view view = trace_view_of(port->signal, views, view_count);
    for (const char *at = text + length; *at; at += strcspn(at + 1, ",") + 1) {
        char word[PORT_NAME];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at + 1, ","), at + 1);
        if (row->count == (fixed ? 1 : LIMIT_VALUES))
            return diag_set(diag, NULL, 0, "%s: expected at most %d value%s", row->port, fixed ? 1 : LIMIT_VALUES,
                            fixed ? ", others with --only" : "s");
        if (!take_value(port, &view, word, &row->value[row->count++], diag))
            return false;
    }
    limits->count++;
    return true;
}

bool limits_add(struct limits *limits, const struct lockstep_module *module, const char *text, bool fixed,
                const struct trace_view *views, unsigned view_count, struct diag *diag)
{
    struct port_table *ports = calloc(1, sizeof *ports);
    if (!ports)
        return diag_set(diag, NULL, 0, "not enough memory");
    bool good = limits->count < LIMITS_MAX || diag_set(diag, NULL, 0, "%s: more than %d inputs", text, LIMITS_MAX);
    good = good && ports_expected(module, ports, diag) && add_row(limits, ports, text, fixed, views, view_count, diag);
    free(ports);
    return good;
}

/* ---- in use ----------------------------------------------------------------------------------------------------- */

const struct limit *limits_of(const struct limits *limits, const char *port)
{
    for (unsigned i = 0; limits && i < limits->count; i++)
        if (strcmp(limits->row[i].port, port) == 0)
            return &limits->row[i];
    return NULL;
}

bool limits_allow(const struct limit *row, uint64_t value)
{
    for (unsigned i = 0; i < row->count; i++)
        if (row->value[i] == value)
            return true;
    return false;
}

void limits_apply(const struct limits *limits, const struct port_table *ports, void *state, void *beside,
                  struct stimulus *random)
{
    for (unsigned i = 0; limits && limits->count && i < ports->count; i++) {
        const struct port  *port = &ports->port[i];
        const struct limit *row = may_be_limited(port) ? limits_of(limits, port->name) : NULL;
        const unsigned      bytes = RTL_ELEMENT_BYTES(port->signal->bits);
        unsigned char      *at = port_place(port, state, beside);
        for (unsigned e = 0; row && e < port->signal->count; e++, at += bytes)
            if (!limits_allow(row, little_get(at, bytes)))
                little_put(at, bytes, row->value[stimulus_below(random, row->count)]);
    }
}

void limits_print(FILE *out, const struct limits *limits)
{
    for (unsigned i = 0; limits && i < limits->count; i++) {
        fprintf(out, "%s %s=", i ? "" : "inputs were restricted:", limits->row[i].port);
        for (unsigned v = 0; v < limits->row[i].count; v++)
            fprintf(out, "%s0x%" PRIx64, v ? "," : "", limits->row[i].value[v]);
    }
    if (limits && limits->count)
        fputc('\n', out);
}
