#include "tb/lockstep/template.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tb/lockstep/contract.h"
#include "tb/lockstep/ports.h"

const char *template_range(const struct rtl_signal *signal, char *text, size_t size)
{
    text[0] = '\0';
    if (signal->count > 1)
        snprintf(text, size, "[%u:0][%u:0]", signal->count - 1, signal->bits - 1);
    else if (signal->bits > 1)
        snprintf(text, size, "[%u:0]", signal->bits - 1);
    return text;
}

static int widest(const struct port_table *table)
{
    int width = 0;
    for (unsigned i = 0; i < table->count; i++) {
        char      text[32];
        const int length = (int)strlen(template_range(table->port[i].signal, text, sizeof text));
        if (port_is_given(&table->port[i]) && length > width)
            width = length;
    }
    return width;
}

/* A value that the module's driver never offers. */
static bool is_gap(const struct lockstep_module *module, const char *port, const char *name)
{
    for (const struct stimulus_gap *gap = module->gaps; gap && gap->row; gap++)
        if (strcmp(gap->row, port) == 0 && gap->value && strcmp(gap->value, name) == 0)
            return true;
    return false;
}

/* The values of an enumeration, a line each. */
static void write_names(FILE *out, const struct lockstep_module *module, const struct port *port,
                        const struct trace_view *views, unsigned view_count)
{
    const struct trace_view view = trace_view_of(port->signal, views, view_count);
    if (view.kind != VIEW_NAMES)
        return;
    for (uint64_t value = 0; value < UINT64_C(1) << port->signal->bits; value++)
        if (view.name(value) && !is_gap(module, port->name, view.name(value)))
            fprintf(out, "    //   %" PRIu64 " %s\n", value, view.name(value));
}

static void write_port(FILE *out, const struct lockstep_module *module, const struct port *port, int width, bool last,
                       const struct trace_view *views, unsigned view_count)
{
    char text[32];
    fprintf(out, "    // %s\n", port->signal->doc);
    write_names(out, module, port, views, view_count);
    fprintf(out, "    %s logic %-*s %s%s\n", port->out ? "output" : "input ", width,
            template_range(port->signal, text, sizeof text), port->name, last ? "" : ",");
}

/* What the register holds after reset: 0, or the value of the C module. */
static void write_reset(FILE *out, const struct port *port, const void *state)
{
    const struct rtl_signal *signal = port->signal;
    bool                     zero = true;
    for (unsigned e = 0; e < signal->count; e++)
        zero = zero && rtl_read(signal, state, 0, e) == 0;
    fprintf(out, "            %s <= ", port->name);
    if (zero) {
        fputs("'0;\n", out);
        return;
    }
    for (unsigned e = signal->count; e-- > 0;)
        fprintf(out, "%s%u'h%" PRIx64 "%s", e == signal->count - 1 && signal->count > 1 ? "{" : "", signal->bits,
                rtl_read(signal, state, 0, e),
                e                   ? ", "
                : signal->count > 1 ? "}"
                                    : "");
    fputs(";\n", out);
}

/* What a block may have beside what it must. */
static void write_optional(FILE *out, const struct port_table *table, bool memories, const char *heading)
{
    bool any = false;
    for (unsigned i = 0; i < table->count; i++) {
        const struct port *port = &table->port[i];
        char               text[32];
        if (port_is_given(port) || (port->role != PORT_SIGNAL) != memories)
            continue;
        if (!any)
            fputs(heading, out);
        any = true;
        const char *const bits = template_range(port->signal, text, sizeof text);
        fprintf(out, "    //   %s logic %s%s%s: %s\n", port->out ? "output" : "input ", bits, bits[0] ? " " : "",
                port->name, port->signal->doc);
    }
    if (any)
        fputc('\n', out);
}

/* What the module's neighbours never give it, as far as contracts.def says it. */
static void write_contract(FILE *out, const struct lockstep_module *module)
{
    const struct contract_row *rows;
    const unsigned             count = contract_rows(module, &rows);
    if (count)
        fputs("    // Inputs keep, as things are before the edge:\n`ifdef WEKIVA_CONTRACT\n", out);
    for (unsigned i = 0; i < count; i++)
        contract_print_sva(out, &rows[i], module->signals);
    if (count)
        fputs("`endif\n\n", out);
}

static void write_body(FILE *out, const struct lockstep_module *module, const struct port_table *table,
                       const void *state)
{
    fputs(");\n", out);
    write_optional(
        out, table, false,
        "    // The C module also has these registers.  A block may keep its state as it likes; one that has\n"
        "    // an output o_NAME for such a register has it compared, too.\n");
    write_optional(
        out, table, true,
        "    // And these memories.  One for which a block has a read port, i_NAME_row and o_NAME, combinational,\n"
        "    // is compared row by row.\n");
    write_contract(out, module);
    for (unsigned i = 0; i < table->count; i++)
        if (port_is_given(&table->port[i]) && port_follows(&table->port[i]))
            fprintf(out, "    assign %s = '0;\n\n", table->port[i].name);
    fprintf(out, "    always_ff @(posedge clk)\n"
                 "        if (rst) begin\n");
    for (unsigned i = 0; i < table->count; i++)
        if (table->port[i].out && port_is_given(&table->port[i]) && !port_follows(&table->port[i]))
            write_reset(out, &table->port[i], state);
    fprintf(out,
            "        end else begin\n"
            "            // The next state, from the inputs and the present state.  What is not assigned here holds.\n"
            "        end\n"
            "endmodule // %s\n",
            module->top);
}

bool template_write(FILE *out, const struct lockstep_module *module, const struct trace_view *views,
                    unsigned view_count, struct diag *diag)
{
    struct port_table *table = malloc(sizeof *table);
    void              *state = calloc(1, module->state_size + 1), *driver = calloc(1, module->driver_size + 1);
    struct stimulus    random;
    const bool         memory = table && state && driver;
    bool               good = memory || diag_set(diag, NULL, 0, "not enough memory");
    stimulus_seed(&random, 1);
    good = good && ports_expected(module, table, diag) &&
           (lockstep_reset(module, state, driver, &random) || diag_set(diag, NULL, 0, "not enough memory"));
    if (good) {
        const int width = widest(table);
        fprintf(
            out,
            "// %s.sv - %s.\n"
            "//\n"
            "// All inputs have settled before the rising edge of clk; outputs are registers but for those that are\n"
            "// called combinational.  rst is synchronous.\n"
            "// Try it: wekiva cosim %s --rtl FOLDER, where this file is FOLDER/%s.sv\n"
            "module %s (\n"
            "    // rising edge\n"
            "    input  logic %-*s clk,\n"
            "    // synchronous, high; inputs are 0 then, but for those called straps\n"
            "    input  logic %-*s rst,\n",
            module->top, module->doc, module->name, module->top, module->top, width, "", width, "");
        unsigned left = 0;
        for (unsigned i = 0; i < table->count; i++)
            left += port_is_given(&table->port[i]);
        for (unsigned i = 0; i < table->count; i++)
            if (port_is_given(&table->port[i]))
                write_port(out, module, &table->port[i], width, --left == 0, views, view_count);
        write_body(out, module, table, state);
    }
    free(table);
    free(state);
    free(driver);
    return good;
}
