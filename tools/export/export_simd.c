/* export_simd.c - a whole SIMD as a SystemVerilog module: a launch in, exports out. */
#include <string.h>

#include "tb/lockstep/template.h"
#include "tools/export/export.h"

/* Statistics are none of a machine's signals. */
static bool leaves(const struct export *of, const struct pin *pin)
{
    return pin->port->out && pin->port->role == PORT_SIGNAL && pin->port->signal->kind != RTL_STAT &&
           export_has(of, pin);
}

static void write_ports(FILE *out, const struct export *of)
{
    char text[32];
    fputs("    // rising edge\n"
          "    input  logic clk,\n"
          "    // synchronous, high: the launch begins anew\n"
          "    input  logic rst,\n"
          "    // all wavefronts have ended\n"
          "    output logic o_finished,\n"
          "    // the program has broken a rule of the manual, and stands still\n"
          "    output logic o_broken,\n"
          "    // clocks since the reset\n"
          "    output logic [63:0] o_cycle",
          out);
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        const char *const        range = template_range(port->signal, text, sizeof text);
        if (leaves(of, &of->pins->pin[i]))
            fprintf(out, ",\n    // %s\n    output logic %s%s%s", port->signal->doc, range, range[0] ? " " : "",
                    port->name);
    }
    fputs("\n);\n", out);
}

/* Vectors are fetched with an export alone. */
static void write_outputs(FILE *out, const struct export *of)
{
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        if (leaves(of, &of->pins->pin[i]) && port->signal->count == 1)
            fprintf(out, "        %s <= %u'(of(\"%s\"));\n", port->name, port->width, port->name);
    }
    fputs("        if (of(\"o_valid\") != 0 || of(\"o_write\") != 0) begin\n", out);
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        if (leaves(of, &of->pins->pin[i]) && port->signal->count > 1)
            fprintf(out,
                    "            for (int e = 0; e < %u; e++)\n"
                    "                %s[e] <= %u'(of($sformatf(\"%s[%%0d]\", e)));\n",
                    port->signal->count, port->name, port->signal->bits, port->name);
    }
    fputs("        end\n", out);
}

static const char functions[] = "    // For the bench: a signal of the machine (docs/library.md); its waveform; "
                                "whether what the launch expects has\n"
                                "    // been exported.\n"
                                "    function automatic longint unsigned peek(input string path);\n"
                                "        longint unsigned value;\n"
                                "        if (wekiva_pkg::wk_get(model, path, value, null) != 0)\n"
                                "            $error(\"%m: no signal %s\", path);\n"
                                "        return value;\n"
                                "    endfunction\n"
                                "    function automatic void trace(input string file);\n"
                                "        if (wekiva_pkg::wk_trace_start(model, file, null, null) != 0)\n"
                                "            $error(\"%m: cannot write %s\", file);\n"
                                "    endfunction\n"
                                "    function automatic bit agrees(output string first);\n"
                                "        return wekiva_pkg::wekiva_matches(model, first);\n"
                                "    endfunction\n"
                                "\n";

void export_write_simd(FILE *out, const struct export *of)
{
    fputs("// " EXPORT_MARK " --simd`, wekiva " WEKIVA_VERSION ": the C model in libwekiva, by DPI-C.\n"
          "//\n"
          "// A whole SIMD: it runs LAUNCH (docs/launch.md; +wekiva_launch=FILE says another one), and what leaves its "
          "export\n"
          "// unit comes out, a quarter wavefront in each clock with o_valid or o_write; vectors are those of such a "
          "clock.\n"
          "module wekiva_simd #(\n"
          "    parameter string LAUNCH = \"launch.json\",\n"
          "    parameter string SETTINGS = \"simds=1\" // parameters of the chip, with blanks between them\n"
          ") (\n",
          out);
    write_ports(out, of);
    fputs("    chandle model;\n"
          "    string  unit; // the path of the export unit\n"
          "    bit     made, fresh;\n"
          "    final if (made) wekiva_pkg::wk_destroy(model);\n\n",
          out);
    fputs(functions, out);
    fputs("    function automatic longint unsigned of(input string name);\n"
          "        return peek({unit, \".\", name});\n"
          "    endfunction\n"
          "    /* verilator lint_off BLKSEQ */\n"
          "    function automatic void start();\n"
          "        string launch;\n"
          "        if (!$value$plusargs(\"wekiva_launch=%s\", launch))\n"
          "            launch = LAUNCH;\n"
          "        if (made)\n"
          "            wekiva_pkg::wk_destroy(model);\n"
          "        model = wekiva_pkg::wekiva_launch(launch, SETTINGS);\n"
          "        unit = wekiva_pkg::wekiva_instance(model, \"export_unit\");\n"
          "        made = 1;\n"
          "        fresh = 1;\n"
          "    endfunction\n\n"
          "    // Nothing is clocked before the first edge with rst.\n"
          "    always @(posedge clk) if (rst || (made && !o_finished && !o_broken)) begin\n"
          "        int status;\n"
          "        status = 0;\n"
          "        if (rst && !fresh)\n"
          "            start();\n"
          "        if (!rst) begin\n"
          "            status = wekiva_pkg::wk_clock(model, 1, null);\n"
          "            fresh = 0;\n"
          "        end\n"
          "        o_finished <= status == wekiva_pkg::WK_FINISHED;\n"
          "        o_broken <= status == wekiva_pkg::WK_STOPPED;\n"
          "        o_cycle <= wekiva_pkg::wk_cycle(model);\n",
          out);
    write_outputs(out, of);
    fputs("    end\n"
          "    /* verilator lint_on BLKSEQ */\n"
          "endmodule // wekiva_simd\n",
          out);
}

void export_write_simd_bench(FILE *out, const struct export *of)
{
    char text[32];
    fputs("// A bench of wekiva_simd to begin with: a launch from reset to end, and a line for each quarter that is "
          "exported.\n"
          "//\n"
          "//   make BENCH=bench_simd.sv ARGUMENTS=+wekiva_launch=FILE\n"
          "module bench_simd;\n"
          "    logic clk = 0, rst = 1;\n"
          "    always #5 clk <= !clk;\n\n"
          "    logic o_finished, o_broken;\n"
          "    logic [63:0] o_cycle;\n",
          out);
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        const char *const        range = template_range(port->signal, text, sizeof text);
        if (leaves(of, &of->pins->pin[i]))
            fprintf(out, "    logic %s%s%s;\n", range, range[0] ? " " : "", port->name);
    }
    fputs("\n"
          "    wekiva_simd dut (.*);\n\n"
          "    string first;\n"
          "    always @(negedge clk) if (!rst) begin\n"
          "        if (o_valid)\n"
          "            $display(\"cycle %0d: wavefront %0d quarter %0d exports to %0d %0d, lanes %h, the lowest x "
          "%h\", o_cycle,\n"
          "                     o_number, o_quarter, o_type, o_index, o_lanes, o_x[0]);\n"
          "        if (o_finished || o_broken) begin\n"
          "            $display(\"%s after %0d cycles, exports %s\", o_broken ? \"broken\" : \"finished\", o_cycle,\n"
          "                     dut.agrees(first) ? \"match\" : {\"differ: \", first});\n"
          "            $finish;\n"
          "        end\n"
          "    end\n\n"
          "    initial begin\n"
          "        repeat (2) @(negedge clk);\n"
          "        rst = 0;\n"
          "    end\n"
          "endmodule\n",
          out);
}
