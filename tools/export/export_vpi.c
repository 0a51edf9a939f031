/* export_vpi.c - modules of the model for Icarus Verilog, which has no DPI: Verilog with system tasks
 * (export_vpi_tasks.c), and benches of Verilog and of cocotb. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tools/export/export.h"

/* ---- the module ------------------------------------------------------------------------------------------------- */

static void write_range(FILE *out, const struct port *port)
{
    if (port->width > 1)
        fprintf(out, "[%u:0] ", port->width - 1);
}

/* Vectors are flat, element 0 lowest. */
static void write_ports(FILE *out, const struct export *of)
{
    fputs("    input wire clk,\n    input wire rst", out);
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        if (!export_has(of, &of->pins->pin[i]))
            continue;
        fprintf(out, ",\n    // %s", port->signal->doc);
        if (port->signal->count > 1)
            fprintf(out, ": %u elements of %u bit%s", port->signal->count, port->signal->bits,
                    port->signal->bits > 1 ? "s" : "");
        fprintf(out, "%s\n    %s wire ", port->signal->kind == RTL_STRAP ? " (a strap: constant from reset on)" : "",
                port->out ? "output" : "input ");
        write_range(out, port);
        fputs(port->name, out);
    }
    fputs("\n);\n", out);
}

static unsigned bits_of(const struct export *of, enum pin_image image)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < of->pins->count; i++)
        if (of->pins->pin[i].image == image && export_has(of, &of->pins->pin[i]))
            bits = of->pins->pin[i].first + of->pins->pin[i].port->width;
    return bits;
}

static void write_inputs(FILE *out, const struct export *of)
{
    unsigned    end = bits_of(of, PINS_IN);
    const char *comma = "";
    fprintf(out, "    wire [%u:0] in;\n    assign in = {", end ? end - 1 : 0);
    for (unsigned i = of->pins->count; i-- > 0;) {
        const struct pin *const pin = &of->pins->pin[i];
        if (pin->image != PINS_IN || !export_has(of, pin))
            continue;
        if (end > pin->first + pin->port->width)
            fprintf(out, "%s\n        %u'b0", comma, end - pin->first - pin->port->width), comma = ",";
        fprintf(out, "%s\n        %s", comma, pin->port->name);
        comma = ",";
        end = pin->first;
    }
    fprintf(out, "%s\n    };\n", comma[0] ? "" : "\n        1'b0");
}

static void write_outputs(FILE *out, const struct export *of, enum pin_image image, const char *name)
{
    if (!bits_of(of, image))
        return;
    fprintf(out, "    reg [%u:0] %s;\n", bits_of(of, image) - 1, name);
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct pin *const pin = &of->pins->pin[i];
        if (pin->image == image && export_has(of, pin))
            fprintf(out, "    assign %s = %s[%u:%u];\n", pin->port->name, name, pin->first + pin->port->width - 1,
                    pin->first);
    }
}

static void write_edge(FILE *out, const struct export *of)
{
    const bool     loads = of->module && of->module->load;
    const unsigned bits = bits_of(of, PINS_REGISTERS);
    fputs("\n    // Nothing is clocked before the first edge with rst.\n"
          "    reg started, held, edges;\n",
          out);
    if (bits)
        fprintf(out, "    reg [%u:0] next;\n", bits - 1);
    fprintf(out,
            "    integer model;\n"
            "    initial begin\n"
            "        {started, held, edges} = 0;\n"
            "        model = $wekiva_open(\"%s\", 64'h%016" PRIx64 ");\n"
            "    end\n"
            "    always @(posedge clk)\n"
            "        if (rst === 1 || started) begin\n"
            "            started = 1;\n"
            "            $wekiva_put(model, in);\n"
            "            $wekiva_clock(model, rst === 1 ? %s : 0);\n"
            "            held = rst === 1;\n",
            of->life->module->name, of->pins->layout, loads ? "(held ? 2 : 1)" : "1");
    if (bits)
        fputs("            $wekiva_get(model, 1, next);\n"
              "            registers <= next;\n",
              out);
    fputs("            edges <= !edges;\n        end\n", out);
    if (bits_of(of, PINS_FOLLOWING))
        fputs("    always @(in or edges or model) begin\n"
              "        $wekiva_put(model, in);\n"
              "        $wekiva_get(model, 2, following);\n"
              "    end\n",
              out);
}

void export_write_vpi_module(FILE *out, const struct export *of)
{
    const char *const name = of->life->module->name;
    fprintf(
        out,
        "// " EXPORT_MARK " %s --vpi`, wekiva " WEKIVA_VERSION ": the C model in libwekiva, by wekiva_vpi.c.\n"
        "//\n"
        "// %s of %s: %s.\n"
        "// All inputs have settled before the rising edge of clk; rst is synchronous and high, of the inputs only\n"
        "// straps count then.\n"
        "module %s%s (\n",
        name, name, of->family->name, of->module ? of->module->doc : "see docs/ports", of->prefix, name);
    write_ports(out, of);
    write_inputs(out, of);
    write_outputs(out, of, PINS_REGISTERS, "registers");
    write_outputs(out, of, PINS_FOLLOWING, "following");
    write_edge(out, of);
    fprintf(out, "endmodule // %s%s\n", of->prefix, name);
}

/* ---- benches ---------------------------------------------------------------------------------------------------- */

/* The strap's value of the first chip of the module's family, all elements in one number, in hexadecimal. */
static void write_digits(FILE *out, const struct port *port, const void *state)
{
    const struct rtl_signal *signal = port->signal;
    bool                     leading = true;
    for (unsigned digit = (port->width + 3) / 4; digit-- > 0;) {
        unsigned value = 0;
        for (unsigned bit = 4 * digit; bit < 4 * digit + 4 && bit < port->width; bit++)
            value |= (unsigned)(rtl_read(signal, state, 0, bit / signal->bits) >> bit % signal->bits & 1) << bit % 4;
        leading = leading && value == 0 && digit > 0;
        if (!leading)
            fprintf(out, "%x", value);
    }
}

/* A state with straps; NULL: not enough memory. */
static void *straps_of(const struct export *of)
{
    enum { ALIGNMENT = 64 };
    const size_t bytes = (of->life->bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *const  state = aligned_alloc(ALIGNMENT, bytes);
    if (state) {
        memset(state, 0, bytes);
        of->family->lives->start(of->life, NULL, state);
    }
    return state;
}

static bool is_input(const struct export *of, const struct pin *pin)
{
    return pin->image == PINS_IN && export_has(of, pin);
}

static bool is_output(const struct export *of, const struct pin *pin)
{
    return pin->port->out && export_has(of, pin);
}

void export_write_vpi_bench(FILE *out, const struct export *of)
{
    const char *const name = of->life->module->name;
    void *const       state = straps_of(of);
    fprintf(out,
            "// A bench of %s%s to begin with: a reset, ten clocks without inputs, and what comes out.\n"
            "module bench_%s;\n"
            "    reg clk = 0, rst = 1;\n"
            "    always #5 clk <= !clk;\n\n",
            of->prefix, name, name);
    for (unsigned i = 0; state && i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        if (!is_input(of, &of->pins->pin[i]))
            continue;
        fputs("    reg ", out);
        write_range(out, port);
        fprintf(out, "%s = %u'h", port->name, port->width);
        if (port->signal->kind == RTL_STRAP)
            write_digits(out, port, state);
        else
            fputc('0', out);
        fprintf(out, ";%s\n", port->signal->kind == RTL_STRAP ? " // a strap" : "");
    }
    for (unsigned i = 0; i < of->pins->count; i++)
        if (is_output(of, &of->pins->pin[i])) {
            fputs("    wire ", out);
            write_range(out, of->pins->pin[i].port);
            fprintf(out, "%s;\n", of->pins->pin[i].port->name);
        }
    fprintf(out, "\n    %s%s dut (.clk(clk), .rst(rst)", of->prefix, name);
    for (unsigned i = 0; i < of->pins->count; i++)
        if (export_has(of, &of->pins->pin[i]))
            fprintf(out, ",\n        .%s(%s)", of->pins->pin[i].port->name, of->pins->pin[i].port->name);
    fputs(");\n\n"
          "    initial begin\n"
          "        repeat (2) @(negedge clk);\n"
          "        rst = 0;\n"
          "        repeat (10) @(negedge clk);\n",
          out);
    for (unsigned i = 0; i < of->pins->count; i++)
        if (is_output(of, &of->pins->pin[i]))
            fprintf(out, "        $display(\"%s = %%h\", %s);\n", of->pins->pin[i].port->name,
                    of->pins->pin[i].port->name);
    fputs("        $finish;\n    end\nendmodule\n", out);
    free(state);
}

void export_write_vpi_test(FILE *out, const struct export *of)
{
    const char *const name = of->life->module->name;
    void *const       state = straps_of(of);
    fprintf(
        out,
        "# A bench of %s%s for cocotb to begin with (make cocotb TEST=test_%s): a reset, ten clocks without inputs,\n"
        "# and what comes out.\n"
        "import cocotb\n"
        "from cocotb.clock import Clock\n"
        "from cocotb.triggers import FallingEdge\n"
        "\n"
        "\n"
        "@cocotb.test()\n"
        "async def ten_clocks(dut):\n",
        of->prefix, name, name);
    for (unsigned i = 0; state && i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        if (!is_input(of, &of->pins->pin[i]))
            continue;
        fprintf(out, "    dut.%s.value = 0", port->name);
        if (port->signal->kind == RTL_STRAP) {
            fputc('x', out);
            write_digits(out, port, state);
            fputs("  # a strap", out);
        }
        fputc('\n', out);
    }
    fputs("    dut.rst.value = 1\n"
          "    cocotb.start_soon(Clock(dut.clk, 10, 'ns').start())\n"
          "    for _ in range(2):\n"
          "        await FallingEdge(dut.clk)\n"
          "    dut.rst.value = 0\n"
          "    for _ in range(10):\n"
          "        await FallingEdge(dut.clk)\n",
          out);
    for (unsigned i = 0; i < of->pins->count; i++)
        if (is_output(of, &of->pins->pin[i]))
            fprintf(out, "    dut._log.info('%s = %%x', int(dut.%s.value))\n", of->pins->pin[i].port->name,
                    of->pins->pin[i].port->name);
    free(state);
}
