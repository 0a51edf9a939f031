/* export_files.c - what lies beside exported modules: how they are used, rules for make, a bench to begin with. */
#define _GNU_SOURCE /* memrchr */
#include <string.h>
#include <unistd.h>

#include "tb/lockstep/template.h"
#include "tools/export/export.h"

void export_write_readme(FILE *out)
{
    fputs("<!-- " EXPORT_MARK "`, wekiva " WEKIVA_VERSION ". -->\n"
          "# Modules of the model in a SystemVerilog bench\n"
          "\n"
          "`wekiva_NAME.sv` is a module with the ports of docs/ports/NAME.md, clocked in libwekiva by DPI-C;\n"
          "`wekiva_pkg.sv` has what all of them import, enumerations, straps of a chip and ports as structs.\n"
          "Each instance is a module of its own. Inputs settle before the rising edge of `clk`; `rst` is synchronous "
          "and\n"
          "high, and nothing is clocked before its first edge; straps are constant from the reset on. X and Z at an "
          "input\n"
          "are taken as 0, with a warning.\n"
          "\n"
          "    make                     the first bench_*.sv here, under Verilator 5\n"
          "    make BENCH=mine.sv       another one; TOP=NAME: its module, when that is not called mine\n"
          "    make LIBWEKIVA=FILE      another libwekiva.so\n"
          "    make ARGUMENTS=+wekiva_launch=FILE    plusargs of the simulation\n"
          "\n"
          "`dut.poke(\"outside.m_program[3]\", 64'h1)` writes a signal of the model before or between clocks, "
          "`dut.peek`\n"
          "reads one, `dut.trace(\"model.vcd\")` writes its waveform, with private registers.\n"
          "\n"
          "Under other simulators, by their manuals, not tried here (LIB: the folder of libwekiva.so):\n"
          "\n"
          "    vcs -full64 -sverilog wekiva_pkg.sv wekiva_*.sv bench.sv LIB/libwekiva.so -R\n"
          "    vlog -sv wekiva_pkg.sv wekiva_*.sv bench.sv && vsim -c bench -sv_lib LIB/libwekiva -do 'run -all'\n"
          "    xrun -64bit -sv wekiva_pkg.sv wekiva_*.sv bench.sv -sv_lib LIB/libwekiva.so\n"
          "    vlog -sv wekiva_pkg.sv wekiva_*.sv bench.sv && asim -sv_lib LIB/libwekiva bench\n"
          "\n"
          "(VCS, Questa, Xcelium, Riviera-PRO; `wekiva_*.sv` names the package twice: leave it out there.) Icarus "
          "Verilog\nhas no DPI: `wekiva export-sv --vpi`.\n",
          out);
}

/* One of these files beside this command, installed or built; or NULL. */
static const char *beside(const char *const places[2], char path[4096])
{
    enum { ROOM = 3072 };
    const ssize_t length = readlink("/proc/self/exe", path, ROOM);
    char *const   slash = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    for (unsigned i = 0; slash && i < 2; i++) {
        strcpy(slash, places[i]);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

static const char *library_beside(char path[4096])
{
    static const char *const places[2] = {"/../lib/libwekiva.so", "/public/libwekiva.so"};
    return beside(places, path);
}

static const char *header_beside(char path[4096])
{
    static const char *const places[2] = {"/../include/wekiva.h", "/../rtl_model/wekiva.h"};
    return beside(places, path);
}

void export_write_makefile(FILE *out)
{
    char              path[4096];
    const char *const library = library_beside(path);
    fprintf(out,
            "# " EXPORT_MARK "`, wekiva " WEKIVA_VERSION ".\n"
            "#\n"
            "#   make BENCH=mine.sv TOP=mine LIBWEKIVA=/usr/local/lib/libwekiva.so\n"
            "LIBWEKIVA ?= %s\n",
            library ? library : "$(shell pkg-config --variable=libdir wekiva)/libwekiva.so");
    fputs("VERILATOR ?= verilator\n"
          "BENCH     ?= $(firstword $(wildcard bench_*.sv))\n"
          "TOP       ?= $(basename $(notdir $(firstword $(BENCH))))\n"
          "SOURCES    = wekiva_pkg.sv $(filter-out wekiva_pkg.sv bench_% $(BENCH),$(wildcard *.sv)) $(BENCH)\n"
          "PROGRAM    = obj_$(TOP)/V$(TOP)\n"
          "\n"
          "run: $(PROGRAM)\n"
          "\t@./$(PROGRAM) $(ARGUMENTS)\n"
          "\n"
          "$(PROGRAM): $(SOURCES) $(LIBWEKIVA)\n"
          "\t@$(VERILATOR) --binary --assert --top-module $(TOP) --Mdir obj_$(TOP) $(SOURCES) \\\n"
          "\t    -LDFLAGS '$(abspath $(LIBWEKIVA)) -Wl,-rpath,$(dir $(abspath $(LIBWEKIVA)))' >obj_$(TOP).log 2>&1 || "
          "\\\n"
          "\t    { cat obj_$(TOP).log; exit 1; }\n"
          "\n"
          "$(LIBWEKIVA):\n"
          "\t@echo '$@ is not there: `make install` or `make python` of wekiva makes it, LIBWEKIVA=FILE names "
          "another'; exit 1\n"
          "\n"
          "clean:\n"
          "\trm -rf obj_*\n"
          "\n"
          ".PHONY: run clean\n",
          out);
}

/* Straps have their names of the package; other inputs are 0. */
static void write_input(FILE *out, const struct export *of, const struct pin *pin)
{
    char        text[32], name[PORT_NAME];
    const char *range = template_range(pin->port->signal, text, sizeof text);
    fprintf(out, "    logic %s%s%s = ", range, range[0] ? " " : "", pin->port->name);
    snprintf(name, sizeof name, "%s_%s", of->life->module->name, pin->port->source->name);
    for (char *c = name; *c; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    if (pin->port->signal->kind == RTL_STRAP)
        fprintf(out, "wekiva_pkg::%s;\n", name);
    else
        fputs(pin->port->signal->count > 1 ? "'{default: '0};\n" : "'0;\n", out);
}

void export_write_bench(FILE *out, const struct export *of)
{
    const char *const name = of->life->module->name;
    char              text[32];
    fprintf(out,
            "// A bench of %s%s to begin with: a reset, ten clocks without inputs, and what comes out.\n"
            "module bench_%s;\n"
            "    logic clk = 0, rst = 1;\n"
            "    always #5 clk <= !clk;\n\n",
            of->prefix, name, name);
    for (unsigned i = 0; i < of->pins->count; i++)
        if (of->pins->pin[i].image == PINS_IN && export_has(of, &of->pins->pin[i]))
            write_input(out, of, &of->pins->pin[i]);
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        const char *const        range = template_range(port->signal, text, sizeof text);
        if (port->out && export_has(of, &of->pins->pin[i]))
            fprintf(out, "    logic %s%s%s;\n", range, range[0] ? " " : "", port->name);
    }
    fprintf(out,
            "\n    %s%s dut (.*);\n\n"
            "    initial begin\n"
            "        repeat (2) @(negedge clk);\n"
            "        rst = 0;\n"
            "        repeat (10) @(negedge clk);\n",
            of->prefix, name);
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        if (port->out && export_has(of, &of->pins->pin[i]))
            fprintf(out, "        $display(\"%s%s = %%h\", %s%s);\n", port->name, port->signal->count > 1 ? "[0]" : "",
                    port->name, port->signal->count > 1 ? "[0]" : "");
    }
    fputs("        $finish;\n    end\nendmodule\n", out);
}

void export_write_vpi_makefile(FILE *out)
{
    char              path[4096];
    const char *const library = library_beside(path);
    fprintf(out,
            "# " EXPORT_MARK " --vpi`, wekiva " WEKIVA_VERSION ": modules of the model under Icarus Verilog.\n"
            "#\n"
            "#   make BENCH=mine.v TOP=mine      a bench of Verilog, with wekiva_*.v\n"
            "#   make cocotb TEST=test_NAME      one of cocotb (pip install cocotb) around wekiva_NAME\n"
            "#   LIBWEKIVA=FILE WEKIVA_H=FILE    another libwekiva.so, wekiva.h\n"
            "LIBWEKIVA ?= %s\n",
            library ? library : "$(shell pkg-config --variable=libdir wekiva)/libwekiva.so");
    const char *const header = header_beside(path);
    fprintf(out, "WEKIVA_H  ?= %s\n", header ? header : "$(shell pkg-config --variable=includedir wekiva)/wekiva.h");
    fputs("TEST      ?= $(basename $(firstword $(wildcard test_*.py)))\n"
          "BENCH     ?= $(firstword $(wildcard bench_*.v))\n"
          "TOP       ?= $(basename $(notdir $(BENCH)))\n"
          "MODULES    = $(wildcard wekiva_*.v)\n"
          "\n"
          "run: wekiva_vpi.vpi\n"
          "\t@iverilog -g2012 -s $(TOP) -o $(TOP).vvp $(BENCH) $(MODULES)\n"
          "\t@vvp -M. -mwekiva_vpi $(TOP).vvp\n"
          "\n"
          "cocotb: wekiva_vpi.vpi\n"
          "\t@command -v cocotb-config >/dev/null || { echo 'cocotb is not there: expected pip install cocotb'; exit "
          "1; }\n"
          "\t@iverilog -g2012 -s wekiva_$(TEST:test_%=%) -o $(TEST).vvp $(MODULES)\n"
          "\t@COCOTB_TEST_MODULES=$(TEST) COCOTB_TOPLEVEL=wekiva_$(TEST:test_%=%) MODULE=$(TEST) "
          "TOPLEVEL=wekiva_$(TEST:test_%=%) \\\n"
          "\t    TOPLEVEL_LANG=verilog PYTHONPATH=.:$$PYTHONPATH LIBPYTHON_LOC=$$(cocotb-config --libpython) \\\n"
          "\t    PYGPI_PYTHON_BIN=$$(cocotb-config --python-bin) \\\n"
          "\t    vvp -M. -mwekiva_vpi -m $$(cocotb-config --lib-name-path vpi icarus) $(TEST).vvp\n"
          "\n"
          "wekiva_vpi.vpi: wekiva_vpi.c $(LIBWEKIVA)\n"
          "\t@$(CC) -shared -fPIC -O1 -o $@ $< -I$(dir $(WEKIVA_H)) $$(iverilog-vpi --cflags) $(abspath $(LIBWEKIVA)) "
          "\\\n"
          "\t    -Wl,-rpath,$(dir $(abspath $(LIBWEKIVA)))\n"
          "\n"
          "clean:\n"
          "\trm -f *.vvp *.vpi results.xml\n"
          "\n"
          ".PHONY: run cocotb clean\n",
          out);
}
