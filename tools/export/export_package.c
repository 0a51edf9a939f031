/* export_package.c - the package of exported modules: what they import, and what all modules' ports are. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tb/lockstep/template.h"
#include "tools/export/export.h"
#include "trace/views.h"

enum { NAME = 128, TYPES_MAX = 256 };

static const char imports[] =
    "    // Chunks of 1024 bits; what they do is said in wekiva.h.\n"
    "    import \"DPI-C\" function int wk_create_module(input string name, output chandle machine,\n"
    "                                                 input chandle diagnostic);\n"
    "    import \"DPI-C\" function void wk_destroy(input chandle machine);\n"
    "    import \"DPI-C\" function longint unsigned wk_ports_layout(input chandle machine);\n"
    "    import \"DPI-C\" function int wk_ports_put(input chandle machine, input int unsigned first,\n"
    "                                             input int unsigned count, input bit [1023:0] words);\n"
    "    import \"DPI-C\" function int wk_ports_get(input chandle machine, input int unsigned image,\n"
    "                                             input int unsigned first, input int unsigned count,\n"
    "                                             output bit [1023:0] words);\n"
    "    import \"DPI-C\" function int wk_ports_clock(input chandle machine, input int unsigned how);\n"
    "    import \"DPI-C\" function int wk_set(input chandle machine, input string path, input longint unsigned value,\n"
    "                                       input chandle diagnostic);\n"
    "    import \"DPI-C\" function int wk_get(input chandle machine, input string path,\n"
    "                                       output longint unsigned value, input chandle diagnostic);\n"
    "    import \"DPI-C\" function int wk_trace_start(input chandle machine, input string path,\n"
    "                                               input chandle options, input chandle diagnostic);\n"
    "    // What wk_create_launch and wk_compare fill is as many bits here as their structs have.\n"
    "    import \"DPI-C\" function int wk_create_launch(input string launch, input string settings, output chandle "
    "machine,\n"
    "                                                 inout bit [12351:0] diagnostic);\n"
    "    import \"DPI-C\" function int wk_clock(input chandle machine, input longint unsigned cycles,\n"
    "                                         input chandle diagnostic);\n"
    "    import \"DPI-C\" function longint unsigned wk_cycle(input chandle machine);\n"
    "    import \"DPI-C\" function int unsigned wk_instance_count(input chandle machine);\n"
    "    import \"DPI-C\" function string wk_instance_at(input chandle machine, input int unsigned number);\n"
    "    import \"DPI-C\" function int wk_compare(input chandle machine, inout bit [2239:0] comparison,\n"
    "                                           input chandle diagnostic);\n"
    "    localparam int WK_FINISHED = 1, WK_STOPPED = 2;\n"
    "    localparam int unsigned WK_EDGE = 0, WK_EDGE_RESET = 1, WK_EDGE_LOAD = 2;\n"
    "\n"
    "    // A module of the library with the ports that it had when it was exported.\n"
    "    function automatic chandle wekiva_open(input string name, input longint unsigned ports);\n"
    "        chandle machine;\n"
    "        if (wk_create_module(name, machine, null) != 0)\n"
    "            $fatal(1, \"libwekiva has no module %s, or no memory: expected the version of `wekiva export-sv`\", "
    "name);\n"
    "        else if (wk_ports_layout(machine) != ports)\n"
    "            $fatal(1, \"libwekiva has other ports of %s: expected the version of `wekiva export-sv`\", name);\n"
    "        return machine;\n"
    "    endfunction\n"
    "    function automatic void wekiva_put(input chandle machine, input int unsigned chunk, input bit [1023:0] "
    "words);\n"
    "        if (wk_ports_put(machine, chunk * 32, 32, words) != 0) $fatal(1, \"no model\");\n"
    "    endfunction\n"
    "    function automatic bit [1023:0] wekiva_get(input chandle machine, input int unsigned image,\n"
    "                                               input int unsigned chunk);\n"
    "        bit [1023:0] words;\n"
    "        if (wk_ports_get(machine, image, chunk * 32, 32, words) != 0) $fatal(1, \"no model\");\n"
    "        return words;\n"
    "    endfunction\n"
    "    // The text that begins at a byte.\n"
    "    function automatic string wekiva_text(input bit [12351:0] bytes, input int unsigned first);\n"
    "        string text = \"\";\n"
    "        for (int unsigned at = first; at < 1544 && bytes[8*at+:8] != 0; at++)\n"
    "            text = $sformatf(\"%s%c\", text, bytes[8*at+:8]);\n"
    "        return text;\n"
    "    endfunction\n"
    "    // A machine at reset that runs a launch.\n"
    "    function automatic chandle wekiva_launch(input string launch, input string settings);\n"
    "        chandle machine;\n"
    "        bit [12351:0] why;\n"
    "        if (wk_create_launch(launch, settings, machine, why) != 0)\n"
    "            $fatal(1, \"%s%s: %s\", wekiva_text(why, 0),\n"
    "                   why[4096+:32] != 0 ? $sformatf(\":%0d\", why[4096+:32]) : \"\", wekiva_text(why, 520));\n"
    "        return machine;\n"
    "    endfunction\n"
    "    // The path of a machine's first instance of a module.\n"
    "    function automatic string wekiva_instance(input chandle machine, input string name);\n"
    "        for (int unsigned i = 0; i < wk_instance_count(machine); i++) begin\n"
    "            string path = wk_instance_at(machine, i);\n"
    "            if (path.len() > name.len() && path.substr(path.len() - name.len() - 1, path.len() - 1) == {\".\", "
    "name})\n"
    "                return path;\n"
    "        end\n"
    "        $fatal(1, \"the machine has no %s\", name);\n"
    "        return \"\";\n"
    "    endfunction\n"
    "    function automatic bit wekiva_matches(input chandle machine, output string first);\n"
    "        bit [2239:0] comparison;\n"
    "        if (wk_compare(machine, comparison, null) != 0) $fatal(1, \"no model\");\n"
    "        first = wekiva_text(12352'(comparison), 24);\n"
    "        return comparison[32+:32] != 0;\n"
    "    endfunction\n"
    "    function automatic void wekiva_clock(input chandle machine, input int unsigned how);\n"
    "        if (wk_ports_clock(machine, how) != 0) $fatal(1, \"no model\");\n"
    "    endfunction\n";

/* ---- names ------------------------------------------------------------------------------------------------------ */

/* Letters, digits and single _, upper case. */
static void upper(const char *text, char *name, size_t size)
{
    size_t used = 0;
    for (; *text && used + 1 < size; text++) {
        const bool letter = isalnum((unsigned char)*text);
        if (letter)
            name[used++] = (char)toupper((unsigned char)*text);
        else if (used && name[used - 1] != '_')
            name[used++] = '_';
    }
    while (used && name[used - 1] == '_')
        used--;
    name[used] = '\0';
}

/* A C type without its _t. */
static void type_name(const char *type, char *name, size_t size)
{
    snprintf(name, size, "%s", type);
    const size_t length = strlen(name);
    if (length > 2 && strcmp(name + length - 2, "_t") == 0)
        name[length - 2] = '\0';
}

/* ---- enumerations ----------------------------------------------------------------------------------------------- */

struct types {
    const char *name[TYPES_MAX];
    unsigned    count;
};

static bool is_new(struct types *types, const char *type)
{
    for (unsigned i = 0; i < types->count; i++)
        if (strcmp(types->name[i], type) == 0)
            return false;
    if (types->count < TYPES_MAX)
        types->name[types->count++] = type;
    return true;
}

/* Whether a smaller value has the same letters. */
static bool is_taken(const struct trace_view *view, uint64_t value, const char *label)
{
    char other[NAME];
    for (uint64_t i = 0; i < value; i++)
        if (view->name(i)) {
            upper(view->name(i), other, sizeof other);
            if (strcmp(other, label) == 0)
                return true;
        }
    return false;
}

static void write_enumeration(FILE *out, const struct rtl_signal *signal, const struct trace_view *view)
{
    char        type[NAME], prefix[NAME], label[NAME];
    const char *comma = "";
    type_name(signal->type, type, sizeof type);
    upper(type, prefix, sizeof prefix);
    fprintf(out, "\n    typedef enum logic [%u:0] {", signal->bits - 1);
    for (uint64_t value = 0; value < UINT64_C(1) << signal->bits; value++) {
        if (!view->name(value))
            continue;
        upper(view->name(value), label, sizeof label);
        const bool taken = !label[0] || is_taken(view, value, label);
        fprintf(out, "%s\n        %s%s%s", comma, prefix, label[0] ? "_" : "", label);
        if (taken)
            fprintf(out, "_%" PRIu64, value);
        fprintf(out, " = %u'd%" PRIu64, signal->bits, value);
        comma = ",";
    }
    fprintf(out, "\n    } %s_e;\n", type);
}

static void write_enumerations(FILE *out, const struct export *of, struct types *types)
{
    const struct machine_looks *const looks = of->family->lives->looks;
    for (unsigned i = 0; i < of->pins->count; i++) {
        const struct rtl_signal *const signal = of->pins->pin[i].port->signal;
        const struct trace_view        view = trace_view_of(signal, looks->views, looks->view_count);
        if (view.kind == VIEW_NAMES && is_new(types, signal->type))
            write_enumeration(out, signal, &view);
    }
}

/* ---- ports ------------------------------------------------------------------------------------------------------ */

static void write_struct(FILE *out, const struct export *of, bool outputs, const char *suffix)
{
    char     text[32];
    unsigned count = 0;
    for (unsigned i = of->pins->count; i-- > 0;) {
        const struct pin *const pin = &of->pins->pin[i];
        if (!export_has(of, pin) || pin->port->out != outputs)
            continue;
        if (count++ == 0)
            fputs("    typedef struct packed {\n", out);
        const char *const range = template_range(pin->port->signal, text, sizeof text);
        fprintf(out, "        logic %s%s%s;\n", range, range[0] ? " " : "", pin->port->name);
    }
    if (count)
        fprintf(out, "    } %s_%s;\n", of->life->module->name, suffix);
}

static void write_strap(FILE *out, const char *module, const struct rtl_signal *signal, const void *state)
{
    char name[NAME], text[32];
    snprintf(name, sizeof name, "%s_%s", module, signal->name);
    upper(name, name, sizeof name);
    const char *const range = template_range(signal, text, sizeof text);
    fprintf(out, "    localparam logic %s%s%s = ", range, range[0] ? " " : "", name);
    for (unsigned e = signal->count; e-- > 0;)
        fprintf(out, "%s%u'd%" PRIu64 "%s", signal->count > 1 && e == signal->count - 1 ? "{" : "", signal->bits,
                rtl_read(signal, state, 0, e),
                e                   ? ", "
                : signal->count > 1 ? "}"
                                    : "");
    fprintf(out, "; // %s\n", signal->doc);
}

static bool write_straps(FILE *out, const struct export *of, const struct machine_chip *chip, struct diag *diag)
{
    const struct rtl_module *const module = of->life->module;
    enum { ALIGNMENT = 64 };
    const size_t bytes = (of->life->bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void        *state = aligned_alloc(ALIGNMENT, bytes);
    if (state)
        memset(state, 0, bytes);
    const bool good =
        state && of->family->lives->start(of->life, chip && chip->family == of->family ? chip->of : NULL, state);
    for (unsigned s = 0; good && s < module->signal_count; s++)
        if (module->signals[s].kind == RTL_STRAP)
            write_strap(out, module->name, &module->signals[s], state);
    free(state);
    return good || diag_set(diag, NULL, 0, "not enough memory");
}

static bool write_one(FILE *out, const char *name, const struct machine_chip *chip, struct types *types,
                      struct diag *diag)
{
    struct export of;
    if (!export_open(&of, name, false, diag))
        return false;
    write_enumerations(out, &of, types);
    fprintf(out, "\n    // %s of %s\n", name, of.family->name);
    const bool good = write_straps(out, &of, chip, diag);
    write_struct(out, &of, false, "in_t");
    write_struct(out, &of, true, "out_t");
    export_close(&of);
    return good;
}

bool export_write_package(FILE *out, const struct machine_chip *chip, struct diag *diag)
{
    struct types types = {.count = 0};
    bool         good = true;
    fputs("// " EXPORT_MARK " --pkg`, wekiva " WEKIVA_VERSION ".\n"
          "//\n"
          "// What the modules wekiva_NAME import; enumerations of ports; of each module its straps",
          out);
    fprintf(out, " (%s), and its ports as\n// structs NAME_in_t and NAME_out_t, the first port lowest.\n",
            chip ? chip->name : "those of rv770, r580, nv30");
    fputs("/* verilator lint_off UNUSEDPARAM */\npackage wekiva_pkg;\n", out);
    fputs(imports, out);
    for (unsigned i = 0; good && export_name(NULL, i); i++)
        good = write_one(out, export_name(NULL, i), chip, &types, diag);
    fputs("endpackage // wekiva_pkg\n/* verilator lint_on UNUSEDPARAM */\n", out);
    return good;
}
