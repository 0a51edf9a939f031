#include "tb/lockstep/ports.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_list(const struct rtl_module *list, bool payload, struct port_table *table, struct diag *diag)
{
    for (unsigned s = 0; s < list->signal_count; s++) {
        const struct rtl_signal *signal = &list->signals[s];
        struct port             *port = &table->port[table->count];
        if (signal->kind == RTL_MEM || signal->kind == RTL_BUS)
            continue;
        if (table->count == PORTS_MAX)
            return diag_set(diag, NULL, 0, "%s has more than %d ports", list->name, PORTS_MAX);
        port->signal = signal;
        port->payload = payload;
        port->out = !rtl_is_wire(signal->kind);
        port->optional = rtl_is_register(signal->kind) && !rtl_is_output(signal->kind);
        port->width = signal->bits * signal->count;
        snprintf(port->name, sizeof port->name, "%s%s", port->out ? "o_" : "i_", signal->name);
        table->count++;
    }
    return true;
}

bool ports_expected(const struct lockstep_module *module, struct port_table *table, struct diag *diag)
{
    table->count = 0;
    return add_list(module->signals, false, table, diag) &&
           (!module->payload || add_list(module->payload, true, table, diag));
}

/* ---- what a block has ------------------------------------------------------------------------------------------- */

/* One line such as `VL_INW(&i_src0,2047,0,64);`; `[4]` after the parenthesis is an unpacked array. */
static bool parse_port(const char *line, struct found_port *port)
{
    static const struct {
        const char *start;
        char        direction;
    } kinds[] = {{"VL_INOUT", 'x'}, {"VL_IN", 'i'}, {"VL_OUT", 'o'}};
    line += strspn(line, " \t");
    for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const size_t length = strlen(kinds[k].start);
        const char  *open = line + length + strspn(line + length, "0123456789W");
        if (strncmp(line, kinds[k].start, length) != 0 || *open != '(')
            continue;
        int msb = 0, lsb = 0, used = 0;
        open += 1 + strspn(open + 1, "(&");
        if (sscanf(open, "%63[^,)],%d,%d%n", port->name, &msb, &lsb, &used) != 3 &&
            sscanf(open, "%63[^,)])[%*d],%d,%d%n", port->name, &msb, &lsb, &used) != 3)
            return false;
        port->direction = kinds[k].direction;
        port->width = strchr(open, '[') ? 0 : (unsigned)(msb > lsb ? msb - lsb : lsb - msb) + 1;
        return true;
    }
    return false;
}

bool ports_found(const char *header, struct found_table *found, struct diag *diag)
{
    char  line[512];
    FILE *file = fopen(header, "r");
    found->count = 0;
    if (!file)
        return diag_set(diag, header, 0, "Verilator has not written it");
    bool good = true;
    while (good && fgets(line, sizeof line, file)) {
        struct found_port port;
        if (!parse_port(line, &port))
            continue;
        good = found->count < PORTS_MAX;
        if (good)
            found->port[found->count++] = port;
    }
    fclose(file);
    return good || diag_set(diag, header, 0, "more than %d ports", PORTS_MAX);
}

const struct found_port *ports_lookup(const struct found_table *found, const char *name)
{
    for (unsigned i = 0; i < found->count; i++)
        if (strcmp(found->port[i].name, name) == 0)
            return &found->port[i];
    return NULL;
}

/* ---- what is wrong with it -------------------------------------------------------------------------------------- */

bool port_follows(const struct rtl_signal *signal)
{
    static const char word[] = "combinational";
    return !rtl_is_wire(signal->kind) && strncmp(signal->doc, word, sizeof word - 1) == 0;
}

const char *port_shape(const struct rtl_signal *signal, char *text, size_t size)
{
    const unsigned width = signal->bits * signal->count;
    if (signal->count > 1)
        snprintf(text, size, "%u bits: %u elements of %u bit%s", width, signal->count, signal->bits,
                 signal->bits > 1 ? "s" : "");
    else
        snprintf(text, size, "%u bit%s", width, width > 1 ? "s" : "");
    return text;
}

struct findings {
    char     text[900];
    size_t   used;
    unsigned count;
};

static void __attribute__((format(printf, 2, 3))) find(struct findings *findings, const char *format, ...)
{
    va_list      arguments;
    const size_t room = sizeof findings->text - findings->used;
    if (findings->count++)
        findings->used += (size_t)snprintf(findings->text + findings->used, room, "; ");
    va_start(arguments, format);
    vsnprintf(findings->text + findings->used, sizeof findings->text - findings->used, format, arguments);
    va_end(arguments);
    findings->used = strlen(findings->text);
}

static void check_port(const struct found_table *found, const char *name, char direction, unsigned width,
                       const char *shape, bool optional, struct findings *findings)
{
    const char *const        way = direction == 'i' ? "input" : "output";
    const struct found_port *port = ports_lookup(found, name);
    if (!port) {
        if (!optional)
            find(findings, "no port %s: expected an %s of %s", name, way, shape);
    } else if (port->direction != direction) {
        find(findings, "port %s is an %s: expected an %s of %s", name,
             port->direction == 'i'   ? "input"
             : port->direction == 'o' ? "output"
                                      : "inout",
             way, shape);
    } else if (port->width == 0) {
        find(findings, "port %s is an unpacked array: expected a packed %s of %s", name, way, shape);
    } else if (port->width != width) {
        find(findings, "port %s has %u bit%s: expected %s", name, port->width, port->width > 1 ? "s" : "", shape);
    }
}

static bool is_expected(const struct port_table *expected, const char *name)
{
    for (unsigned i = 0; i < expected->count; i++)
        if (strcmp(expected->port[i].name, name) == 0)
            return true;
    return strcmp(name, "clk") == 0 || strcmp(name, "rst") == 0;
}

bool ports_agree(const struct port_table *expected, const struct found_table *found, struct diag *diag)
{
    struct findings findings = {.used = 0};
    char            shape[80];
    check_port(found, "clk", 'i', 1, "1 bit", false, &findings);
    check_port(found, "rst", 'i', 1, "1 bit", false, &findings);
    for (unsigned i = 0; i < expected->count && findings.used < 700; i++) {
        const struct port *port = &expected->port[i];
        check_port(found, port->name, port->out ? 'o' : 'i', port->width, port_shape(port->signal, shape, sizeof shape),
                   port->optional, &findings);
    }
    for (unsigned i = 0; i < found->count && findings.used < 700; i++)
        if (found->port[i].direction != 'o' && !is_expected(expected, found->port[i].name))
            find(&findings, "input %s is unknown: expected only the ports of the template", found->port[i].name);
    return findings.count == 0 || diag_set(diag, NULL, 0, "%s", findings.text);
}
