/* export_vpi.c - modules of the model for Icarus Verilog, which has no DPI: Verilog with system tasks, and the C file
 * of these tasks by VPI (IEEE 1364-2005, 26 and 27); a bench for cocotb. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tools/export/export.h"

/* ---- system tasks ----------------------------------------------------------------------------------------------- */

static const char tasks[] =
    "// Modules of libwekiva behind system tasks:\n"
    "//\n"
    "//   model = $wekiva_open(\"predicate\", layout);      a module at reset, 0: none\n"
    "//   $wekiva_put(model, in);                         its inputs, the first port lowest; X and Z are 0\n"
    "//   $wekiva_clock(model, how);                      an edge: 0, 1 with reset, 2 with reset, memories keep\n"
    "//   $wekiva_get(model, image, out);                 1: outputs that are registers, 2: those that follow inputs\n"
    "//   $wekiva_poke(model, \"outside.m_x[3]\", value);   a signal (docs/library.md)\n"
    "//   $wekiva_peek(model, \"predicate.o_x\", value);    the same, to a variable\n"
    "//   $wekiva_trace(model, \"model.vcd\");              its waveform, a cycle for each edge\n"
    "//\n"
    "// Handles are numbers from 1 on; 0 is left alone, so that nothing happens before a module is there.\n"
    "#include <stdint.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "\n"
    "#include <vpi_user.h>\n"
    "\n"
    "#include \"wekiva.h\"\n"
    "\n"
    "enum { MODELS = 1024, ARGUMENTS = 3, WORDS = 32768 };\n"
    "\n"
    "static struct wk_machine *models[MODELS];\n"
    "static unsigned           count;\n"
    "\n"
    "static void stop(const char *what, const char *name)\n"
    "{\n"
    "    vpi_printf(\"wekiva: %s%s\\n\", what, name);\n"
    "    vpi_control(vpiFinish, 1);\n"
    "}\n"
    "\n"
    "static PLI_UINT32 number_of(vpiHandle argument)\n"
    "{\n"
    "    s_vpi_value value = {.format = vpiIntVal};\n"
    "    vpi_get_value(argument, &value);\n"
    "    return (PLI_UINT32)value.value.integer;\n"
    "}\n"
    "\n"
    "static uint64_t wide_of(vpiHandle argument)\n"
    "{\n"
    "    s_vpi_value value = {.format = vpiVectorVal};\n"
    "    vpi_get_value(argument, &value);\n"
    "    const struct t_vpi_vecval *words = value.value.vector;\n"
    "    const uint64_t low = (uint32_t)(words[0].aval & ~words[0].bval);\n"
    "    return vpi_get(vpiSize, argument) > 32 ? low | (uint64_t)(uint32_t)(words[1].aval & ~words[1].bval) << 32 : "
    "low;\n"
    "}\n"
    "\n"
    "static void text_of(vpiHandle argument, char *text, size_t size)\n"
    "{\n"
    "    s_vpi_value value = {.format = vpiStringVal};\n"
    "    vpi_get_value(argument, &value);\n"
    "    strncpy(text, value.value.str, size - 1);\n"
    "    text[size - 1] = '\\0';\n"
    "}\n"
    "\n"
    "// The arguments of the call; how many there are.\n"
    "static unsigned arguments_of(vpiHandle argument[ARGUMENTS])\n"
    "{\n"
    "    vpiHandle each = vpi_iterate(vpiArgument, vpi_handle(vpiSysTfCall, NULL)), one;\n"
    "    unsigned  n = 0;\n"
    "    while (each && (one = vpi_scan(each)))\n"
    "        if (n < ARGUMENTS)\n"
    "            argument[n++] = one;\n"
    "    return n;\n"
    "}\n"
    "\n"
    "static struct wk_machine *model_of(vpiHandle argument)\n"
    "{\n"
    "    const PLI_UINT32 number = number_of(argument);\n"
    "    return number >= 1 && number <= count ? models[number - 1] : NULL;\n"
    "}\n"
    "\n"
    "static void give(vpiHandle to, uint64_t value)\n"
    "{\n"
    "    struct t_vpi_vecval words[2] = {{.aval = (PLI_INT32)value}, {.aval = (PLI_INT32)(value >> 32)}};\n"
    "    s_vpi_value         result = {.format = vpiVectorVal, .value.vector = words};\n"
    "    if (vpi_get(vpiSize, to) <= 64)\n"
    "        vpi_put_value(to, &result, NULL, vpiNoDelay);\n"
    "}\n"
    "\n"
    "static PLI_INT32 open_model(PLI_BYTE8 *unused)\n"
    "{\n"
    "    vpiHandle            argument[ARGUMENTS];\n"
    "    char                 name[128];\n"
    "    struct wk_diagnostic why = {.text = \"too many modules\"};\n"
    "    (void)unused;\n"
    "    if (arguments_of(argument) != 2)\n"
    "        return stop(\"$wekiva_open: expected a name and a layout\", \"\"), 0;\n"
    "    text_of(argument[0], name, sizeof name);\n"
    "    if (count == MODELS || wk_create_module(name, &models[count], &why) != WK_OK)\n"
    "        return stop(\"\", why.text), 0;\n"
    "    if (wk_ports_layout(models[count]) != wide_of(argument[1]))\n"
    "        return stop(\"the library has other ports; expected the version of `wekiva export-sv`: \", name), 0;\n"
    "    give(vpi_handle(vpiSysTfCall, NULL), ++count);\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "static PLI_INT32 put(PLI_BYTE8 *unused)\n"
    "{\n"
    "    static uint32_t words[WORDS];\n"
    "    vpiHandle       argument[ARGUMENTS];\n"
    "    s_vpi_value     value = {.format = vpiVectorVal};\n"
    "    (void)unused;\n"
    "    struct wk_machine *model = arguments_of(argument) == 2 ? model_of(argument[0]) : NULL;\n"
    "    const unsigned     all = model ? ((unsigned)vpi_get(vpiSize, argument[1]) + 31) / 32 : 0;\n"
    "    if (!model || all > WORDS)\n"
    "        return 0;\n"
    "    vpi_get_value(argument[1], &value);\n"
    "    for (unsigned w = 0; w < all; w++)\n"
    "        words[w] = (uint32_t)(value.value.vector[w].aval & ~value.value.vector[w].bval);\n"
    "    wk_ports_put(model, 0, all, words);\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "static PLI_INT32 get(PLI_BYTE8 *unused)\n"
    "{\n"
    "    static uint32_t            words[WORDS];\n"
    "    static struct t_vpi_vecval vector[WORDS];\n"
    "    vpiHandle                  argument[ARGUMENTS];\n"
    "    (void)unused;\n"
    "    struct wk_machine *model = arguments_of(argument) == 3 ? model_of(argument[0]) : NULL;\n"
    "    const unsigned     all = model ? ((unsigned)vpi_get(vpiSize, argument[2]) + 31) / 32 : 0;\n"
    "    if (!model || all > WORDS)\n"
    "        return 0;\n"
    "    wk_ports_get(model, (enum wk_image)number_of(argument[1]), 0, all, words);\n"
    "    for (unsigned w = 0; w < all; w++)\n"
    "        vector[w].aval = (PLI_INT32)words[w];\n"
    "    s_vpi_value value = {.format = vpiVectorVal, .value.vector = vector};\n"
    "    vpi_put_value(argument[2], &value, NULL, vpiNoDelay);\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "static PLI_INT32 edge(PLI_BYTE8 *unused)\n"
    "{\n"
    "    vpiHandle argument[ARGUMENTS];\n"
    "    (void)unused;\n"
    "    if (arguments_of(argument) == 2 && model_of(argument[0]))\n"
    "        wk_ports_clock(model_of(argument[0]), (enum wk_edge)number_of(argument[1]));\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "// By its path; the task is $wekiva_poke, $wekiva_peek or $wekiva_trace.\n"
    "static PLI_INT32 signal_task(PLI_BYTE8 *task)\n"
    "{\n"
    "    vpiHandle            argument[ARGUMENTS];\n"
    "    char                 path[1024];\n"
    "    uint64_t             value = 0;\n"
    "    struct wk_diagnostic why = {.text = \"no such module\"};\n"
    "    const unsigned       given = arguments_of(argument);\n"
    "    struct wk_machine   *model = given >= 2 ? model_of(argument[0]) : NULL;\n"
    "    enum wk_status       status = WK_BAD_ARGUMENT;\n"
    "    path[0] = '\\0';\n"
    "    if (model)\n"
    "        text_of(argument[1], path, sizeof path);\n"
    "    if (model && *task == 'o' && given == 3)\n"
    "        status = wk_set(model, path, wide_of(argument[2]), &why);\n"
    "    else if (model && *task == 'e' && given == 3)\n"
    "        status = wk_get(model, path, &value, &why);\n"
    "    else if (model && *task == 't')\n"
    "        status = wk_trace_start(model, path, NULL, &why);\n"
    "    if (status != WK_OK)\n"
    "        return stop(\"\", why.text), 0;\n"
    "    if (*task == 'e')\n"
    "        give(argument[2], value);\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "static PLI_INT32 end(struct t_cb_data *unused)\n"
    "{\n"
    "    (void)unused;\n"
    "    while (count)\n"
    "        wk_destroy(models[--count]);\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "static void begin(void)\n"
    "{\n"
    "    static char            o[] = \"o\", e[] = \"e\", t[] = \"t\";\n"
    "    static s_vpi_systf_data all[] = {\n"
    "        {vpiSysFunc, vpiIntFunc, \"$wekiva_open\", open_model, NULL, NULL, NULL},\n"
    "        {vpiSysTask, 0, \"$wekiva_put\", put, NULL, NULL, NULL},\n"
    "        {vpiSysTask, 0, \"$wekiva_get\", get, NULL, NULL, NULL},\n"
    "        {vpiSysTask, 0, \"$wekiva_clock\", edge, NULL, NULL, NULL},\n"
    "        {vpiSysTask, 0, \"$wekiva_poke\", signal_task, NULL, NULL, o},\n"
    "        {vpiSysTask, 0, \"$wekiva_peek\", signal_task, NULL, NULL, e},\n"
    "        {vpiSysTask, 0, \"$wekiva_trace\", signal_task, NULL, NULL, t},\n"
    "    };\n"
    "    static s_cb_data over = {.reason = cbEndOfSimulation, .cb_rtn = end};\n"
    "    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)\n"
    "        vpi_register_systf(&all[i]);\n"
    "    vpi_register_cb(&over);\n"
    "}\n"
    "\n"
    "void (*vlog_startup_routines[])(void) = {begin, NULL};\n";

void export_write_vpi_tasks(FILE *out)
{
    fputs("// " EXPORT_MARK " --vpi`, wekiva " WEKIVA_VERSION ".\n//\n", out);
    fputs(tasks, out);
}

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
