#include "tools/export/export.h"

#include <inttypes.h>
#include <string.h>

#include "tb/lockstep/template.h"
#include "tools/options.h"

enum { CHUNK = 1024 }; /* bits that a call of the library takes */

/* ---- which module ----------------------------------------------------------------------------------------------- */

static const struct module_life *life_at(unsigned i, const struct machine_family **family)
{
    const struct module_life *life;
    for (unsigned f = 0; f < machine_family_count; f++)
        for (unsigned n = 0; (life = machine_families[f]->lives->life(n)); n++)
            if (i-- == 0) {
                *family = machine_families[f];
                return life;
            }
    return NULL;
}

const char *export_name(const void *context, unsigned i)
{
    const struct machine_family    *family;
    const struct module_life *const life = life_at(i, &family);
    (void)context;
    return life ? life->module->name : NULL;
}

/* What lockstep has of it: the adapter of its twin, or its list. */
static const struct lockstep_module *lockstep_of(const struct rtl_module *list)
{
    for (unsigned i = 0; i < lockstep_module_count; i++)
        if (lockstep_modules[i]->signals == list)
            return lockstep_modules[i];
    return lockstep_find_plain(list->name);
}

static const struct module_life *find(const char *name, const struct machine_family **family)
{
    const struct lockstep_module *const twin = lockstep_find(name);
    const struct module_life           *life;
    for (unsigned i = 0; (life = life_at(i, family)); i++)
        if (strcmp(life->module->name, name) == 0 || (twin && twin->signals == life->module))
            return life;
    return NULL;
}

bool export_open(struct export *of, const char *name, bool all, struct diag *diag)
{
    *of = (struct export){.all = all, .prefix = EXPORT_PREFIX};
    of->life = find(name, &of->family);
    if (!of->life && lockstep_find(name))
        return diag_set(diag, NULL, 0, "%s is a function of a module, not one: expected a module of docs/ports", name);
    if (!of->life) {
        const char *const near = nearest_name(name, export_name, NULL);
        return diag_set(diag, NULL, 0, "no module '%.64s', %s%s%s", name,
                        near ? "did you mean " : "expected one of --list", near ? near : "", near ? "?" : "");
    }
    of->module = lockstep_of(of->life->module);
    if (!rtl_machine_create_module(of->life->module->name, &of->machine, diag))
        return false;
    of->pins = pins_open(&of->machine, diag);
    if (of->pins && ports_list(of->life->module, of->module ? of->module->inner : NULL, &of->ports, diag))
        return true;
    export_close(of);
    return false;
}

void export_close(struct export *of)
{
    pins_free(of->pins);
    rtl_machine_free(&of->machine);
    *of = (struct export){.all = false};
}

bool export_has(const struct export *of, const struct pin *pin)
{
    return of->all || port_is_given(&of->ports.port[pin->port - of->pins->table.port]);
}

/* ---- the module ------------------------------------------------------------------------------------------------- */

/* Bits of an image up to the last port that the module has, and calls that it takes. */
static unsigned bits_of(const struct export *of, enum pin_image image)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < of->pins->count; i++)
        if (of->pins->pin[i].image == image && export_has(of, &of->pins->pin[i]))
            bits = of->pins->pin[i].first + of->pins->pin[i].port->width;
    return bits;
}

static unsigned chunks(unsigned bits)
{
    return bits ? (bits + CHUNK - 1) / CHUNK : 1;
}

static void write_ports(FILE *out, const struct export *of)
{
    char text[32];
    int  width = 0;
    for (unsigned i = 0; i < of->pins->count; i++) {
        const int length = (int)strlen(template_range(of->pins->pin[i].port->signal, text, sizeof text));
        width = export_has(of, &of->pins->pin[i]) && length > width ? length : width;
    }
    fprintf(out,
            "    // rising edge\n"
            "    input  logic %-*s clk,\n"
            "    // synchronous, high; of the inputs only straps count then\n"
            "    input  logic %-*s rst",
            width, "", width, "");
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct port *const port = of->pins->pin[i].port;
        if (export_has(of, &of->pins->pin[i]))
            fprintf(out, ",\n    // %s%s\n    %s logic %-*s %s", port->signal->doc,
                    port->signal->kind == RTL_STRAP ? " (a strap: constant from reset on)" : "",
                    port->out ? "output" : "input ", width, template_range(port->signal, text, sizeof text),
                    port->name);
    }
    fputs("\n);\n", out);
}

/* All inputs as one word, the first port lowest; at its top what makes outputs follow the edge. */
static void write_inputs(FILE *out, const struct export *of, unsigned width, bool follows)
{
    unsigned end = width - follows;
    fprintf(out, "    logic [%u:0] in;\n    assign in = {%s", width - 1, follows ? "edges" : "");
    const char *comma = follows ? ",\n" : "\n";
    for (unsigned i = of->pins->count; i-- > 0;) {
        const struct pin *const pin = &of->pins->pin[i];
        if (pin->image != PINS_IN || !export_has(of, pin))
            continue;
        const unsigned gap = end - pin->first - pin->port->width;
        if (gap)
            fprintf(out, "%s        %u'b0", comma, gap), comma = ",\n";
        fprintf(out, "%s        %s", comma, pin->port->name);
        comma = ",\n";
        end = pin->first;
    }
    if (end)
        fprintf(out, "%s        %u'b0", comma, end);
    fputs("\n    };\n", out);
}

static void write_outputs(FILE *out, const struct export *of, enum pin_image image, const char *name)
{
    fprintf(out,
            "    /* verilator lint_off UNUSEDSIGNAL */\n"
            "    logic [%u:0] %s;\n"
            "    /* verilator lint_on UNUSEDSIGNAL */\n",
            chunks(bits_of(of, image)) * CHUNK - 1, name);
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct pin *const pin = &of->pins->pin[i];
        if (pin->image == image && export_has(of, pin))
            fprintf(out, "    assign %s = %s[%u:%u];\n", pin->port->name, name, pin->first + pin->port->width - 1,
                    pin->first);
    }
    fputc('\n', out);
}

static void write_put(FILE *out, const struct export *of, bool follows, const char *indent)
{
    for (unsigned c = 0; c < chunks(bits_of(of, PINS_IN) + follows); c++)
        fprintf(out, "%swekiva_pkg::wekiva_put(model, %u, in[%u:%u]);\n", indent, c, c * CHUNK + CHUNK - 1, c * CHUNK);
}

static void write_get(FILE *out, const struct export *of, enum pin_image image, const char *name, const char *indent)
{
    for (unsigned c = 0; bits_of(of, image) && c < chunks(bits_of(of, image)); c++)
        fprintf(out, "%s%s[%u:%u] %s wekiva_pkg::wekiva_get(model, %u, %u);\n", indent, name, c * CHUNK + CHUNK - 1,
                c * CHUNK, image == PINS_FOLLOWING ? "=" : "<=", image, c);
}

static void write_edge(FILE *out, const struct export *of, bool follows)
{
    static const char indent[] = "            ";
    const bool        loads = of->module && of->module->load;
    fputs("    // Nothing is clocked before the first edge with rst.\n", out);
    fprintf(out, "    bit started, %sunknown;\n", loads ? "held, " : "");
    fputs("    always @(posedge clk)\n"
          "        if (rst || started) begin\n"
          "            started <= 1;\n"
          "            if (!rst && !unknown && $isunknown(in)) begin\n"
          "                unknown <= 1;\n"
          "                $warning(\"%m: an input is X or Z, and taken as 0\");\n"
          "            end\n",
          out);
    write_put(out, of, follows, indent);
    if (loads)
        fputs("            // From the second edge with rst on memories take what inputs write.\n"
              "            held <= rst;\n",
              out);
    fprintf(out, "%swekiva_pkg::wekiva_clock(model, rst ? %s : wekiva_pkg::WK_EDGE);\n", indent,
            loads ? "held ? wekiva_pkg::WK_EDGE_LOAD : wekiva_pkg::WK_EDGE_RESET" : "wekiva_pkg::WK_EDGE_RESET");
    write_get(out, of, PINS_REGISTERS, "registers", indent);
    if (follows)
        fprintf(out, "%sedges <= !edges;\n", indent);
    fputs("        end\n", out);
}

static void write_following(FILE *out, const struct export *of)
{
    fputs("\n    always_comb begin\n", out);
    write_put(out, of, true, "        ");
    write_get(out, of, PINS_FOLLOWING, "following", "        ");
    fputs("    end\n", out);
}

static const char functions[] =
    "\n"
    "    // For the bench: a signal of the model, of `%s` or of `outside`, what lies outside of it (docs/library.md);\n"
    "    // its waveform, a cycle for each edge.\n"
    "    function automatic void poke(input string path, input longint unsigned value);\n"
    "        if (wekiva_pkg::wk_set(model, path, value, null) != 0)\n"
    "            $error(\"%%m: no signal %%s of so many bits\", path);\n"
    "    endfunction\n"
    "    function automatic longint unsigned peek(input string path);\n"
    "        longint unsigned value;\n"
    "        if (wekiva_pkg::wk_get(model, path, value, null) != 0)\n"
    "            $error(\"%%m: no signal %%s\", path);\n"
    "        return value;\n"
    "    endfunction\n"
    "    function automatic void trace(input string file);\n"
    "        if (wekiva_pkg::wk_trace_start(model, file, null, null) != 0)\n"
    "            $error(\"%%m: cannot write %%s\", file);\n"
    "    endfunction\n";

void export_write_module(FILE *out, const struct export *of)
{
    const char *const name = of->life->module->name;
    const bool        follows = bits_of(of, PINS_FOLLOWING) > 0;
    const unsigned    width = chunks(bits_of(of, PINS_IN) + follows) * CHUNK;
    fprintf(out,
            "// " EXPORT_MARK " %s%s`, wekiva " WEKIVA_VERSION ": the C model in libwekiva, by DPI-C.\n"
            "//\n"
            "// %s of %s: %s.\n"
            "// All inputs have settled before the rising edge of clk; outputs are registers but for those that are\n"
            "// called combinational.\n"
            "module %s%s (\n",
            name, of->all ? " --all" : "", name, of->family->name, of->module ? of->module->doc : "see docs/ports",
            of->prefix, name);
    write_ports(out, of);
    fprintf(out, "    chandle model = wekiva_pkg::wekiva_open(\"%s\", 64'h%016" PRIx64 ");\n", name, of->pins->layout);
    fputs("    final wekiva_pkg::wk_destroy(model);\n\n", out);
    if (follows)
        fputs("    bit edges; // changes with each\n", out);
    write_inputs(out, of, width, follows);
    fputc('\n', out);
    if (bits_of(of, PINS_REGISTERS))
        write_outputs(out, of, PINS_REGISTERS, "registers");
    if (follows)
        write_outputs(out, of, PINS_FOLLOWING, "following");
    write_edge(out, of, follows);
    if (follows)
        write_following(out, of);
    fprintf(out, functions, name);
    fprintf(out, "endmodule // %s%s\n", of->prefix, name);
}
