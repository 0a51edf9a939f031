#include "tb/lockstep/ports.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- from the list ---------------------------------------------------------------------------------------------- */

bool ports_expected(const struct lockstep_module *module, struct port_table *table, struct diag *diag)
{
    if (!ports_list(module->signals, module->inner, table, diag))
        return false;
    for (unsigned i = 0; i < table->count; i++)
        table->port[i].untold = table->port[i].role == PORT_ROW && table->port[i].out && !module->reads;
    return true;
}

const struct port *ports_now(const struct port_table *table)
{
    for (unsigned i = 0; i < table->count; i++)
        if (table->port[i].source->kind == RTL_NOW)
            return &table->port[i];
    return NULL;
}

void ports_show_now(const struct lockstep_module *module, const struct port_table *table, const void *state,
                    void *beside)
{
    const struct port *const port = ports_now(table);
    if (port && module->now)
        module->now(state, port_place(port, NULL, beside));
}

/* ---- what a block has ------------------------------------------------------------------------------------------- */

/* A C++ name as the source has it: Verilator writes __ as ___05F, a letter that C++ does not have as __0 and its code,
 * and a keyword behind __SYM__. */
static void plain_name(const char *symbol, char *name, size_t size)
{
    static const char keyword[] = "__SYM__";
    size_t            used = 0;
    if (strncmp(symbol, keyword, sizeof keyword - 1) == 0)
        symbol += sizeof keyword - 1;
    while (*symbol && used + 1 < size) {
        unsigned code;
        int      length = 0;
        if (sscanf(symbol, "__0%2x%n", &code, &length) == 1 && length == 5) {
            name[used++] = (char)code;
            symbol += length;
        } else {
            name[used++] = *symbol++;
        }
    }
    name[used] = '\0';
}

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
        if (sscanf(open, "%255[^,)],%d,%d%n", port->symbol, &msb, &lsb, &used) != 3 &&
            sscanf(open, "%255[^,)])[%*d],%d,%d%n", port->symbol, &msb, &lsb, &used) != 3)
            return false;
        port->direction = kinds[k].direction;
        port->width = strchr(open, '[') ? 0 : (unsigned)(msb > lsb ? msb - lsb : lsb - msb) + 1;
        plain_name(port->symbol, port->theirs, sizeof port->theirs);
        memcpy(port->name, port->theirs, sizeof port->name);
        return true;
    }
    return false;
}

/* Of a line PORTS_EDGE, which stands behind the ports. */
static void take_edge(char *line, struct found_table *found)
{
    line[strcspn(line, "\n")] = '\0';
    for (unsigned i = 0; i < found->count; i++)
        if (strcmp(found->port[i].symbol, line + sizeof PORTS_EDGE - 1) == 0)
            found->port[i].clocks = true;
}

bool ports_found(const char *header, struct found_table *found, struct diag *diag)
{
    char  line[1024];
    FILE *file = fopen(header, "r");
    found->count = 0;
    if (!file)
        return diag_set(diag, header, 0, "Verilator has not written it");
    bool good = true;
    while (good && fgets(line, sizeof line, file)) {
        struct found_port port = {.width = 0};
        if (strncmp(line, PORTS_EDGE, sizeof PORTS_EDGE - 1) == 0)
            take_edge(line, found);
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
        if (!found->port[i].constant && strcmp(found->port[i].name, name) == 0)
            return &found->port[i];
    return NULL;
}

/* ---- what is wrong with it -------------------------------------------------------------------------------------- */

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

/* "i_mask", or "lanes (i_mask)" when the block calls it so. */
static const char *both_names(const struct found_port *port, char *text, size_t size)
{
    if (strcmp(port->name, port->theirs) == 0)
        snprintf(text, size, "%s", port->name);
    else
        snprintf(text, size, "%s (%s)", port->theirs, port->name);
    return text;
}

/* `why` it must be there, or NULL when it need not. */
static void check_port(const struct found_table *found, const char *name, char direction, unsigned width,
                       const char *shape, const char *why, struct findings *findings)
{
    const char *const        way = direction == 'i' ? "input" : "output";
    const struct found_port *port = ports_lookup(found, name);
    char                     names[2 * PORT_NAME + 4];
    if (port)
        name = both_names(port, names, sizeof names);
    if (!port) {
        if (why)
            find(findings, "no port %s: expected an %s of %s%s", name, way, shape, why);
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

/* Why a block must have the port, or NULL. */
static const char *why_needed(const struct port *port, const struct found_table *found, bool replaces)
{
    if (!port->optional || (port->role == PORT_ROW && ports_lookup(found, port[1].name)) ||
        (port->role == PORT_WORD && ports_lookup(found, port[-1].name)))
        return "";
    if (!replaces || !port->needed)
        return NULL;
    return port->role == PORT_SIGNAL ? ", a statistic of the run" : ", through which the machine reads the memory";
}

/* A block without anything to look at would agree with everything. */
static void check_outputs(const struct port_table *expected, const struct found_table *found, struct findings *findings)
{
    const struct port *first = NULL;
    for (unsigned i = 0; i < expected->count; i++) {
        const struct port *port = &expected->port[i];
        if (port->out && ports_lookup(found, port->name))
            return;
        if (port->out && (!first || (port->needed && !first->needed)))
            first = port;
    }
    find(findings, "nothing to compare: expected an output, register or read port of the template%s%s",
         first ? " such as " : "", first ? first->name : "");
}

/* One clock, and no input that is never driven. */
static void check_input(const struct port_table *expected, const struct found_port *port, struct findings *findings)
{
    char       names[2 * PORT_NAME + 4];
    const bool is_clock = strcmp(port->name, "clk") == 0;
    if (port->direction == 'o' || port->constant)
        return;
    both_names(port, names, sizeof names);
    if (port->clocks && !is_clock && strcmp(port->name, "rst") != 0)
        find(findings,
             "input %s is a clock, too: the comparison has one, expected edges of clk and of an asynchronous rst alone",
             names);
    else if (!is_expected(expected, port->name))
        find(findings,
             "input %s is unknown: expected only the ports of the template, other names with --map THEIRS=OURS", names);
}

bool ports_agree(const struct port_table *expected, const struct found_table *found, bool replaces, struct diag *diag)
{
    struct findings findings = {.used = 0};
    char            shape[80];
    check_port(found, "clk", 'i', 1, "1 bit", "", &findings);
    check_port(found, "rst", 'i', 1, "1 bit", "", &findings);
    for (unsigned i = 0; i < expected->count && findings.used < 700; i++) {
        const struct port *port = &expected->port[i];
        check_port(found, port->name, port->out ? 'o' : 'i', port->width, port_shape(port->signal, shape, sizeof shape),
                   why_needed(port, found, replaces), &findings);
    }
    if (findings.count == 0)
        check_outputs(expected, found, &findings);
    for (unsigned i = 0; i < found->count && findings.used < 700; i++)
        check_input(expected, &found->port[i], &findings);
    return findings.count == 0 || diag_set(diag, NULL, 0, "%s", findings.text);
}
