/* cmd_export_sv.c - `wekiva export-sv`: modules of the model as SystemVerilog, for benches of one's own. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/chip_choice.h"
#include "tools/commands.h"
#include "tools/export/export.h"
#include "tools/output.h"

enum { OPTION_OUT, OPTION_CHIP, OPTION_ALL, OPTION_BLOCK, OPTION_SIMD, OPTION_VPI, OPTION_PKG, OPTION_LIST, OPTIONS };
enum { PATH_BYTES = 4096 };

struct order {
    const char         *out, *chip;
    bool                all, block, simd, vpi, pkg, list;
    struct machine_chip chosen;
};

static const struct option_row rows[OPTIONS] = {
    [OPTION_OUT] = {"out", 'o', "DIR", "the folder that is written (default wekiva-sv)",
                    OPTION_TEXT(struct order, out)},
    [OPTION_CHIP] = {"chip", 0, "NAME|FILE",
                     "the chip of whose straps the package has the values:\na preset, or a chip file",
                     OPTION_TEXT(struct order, chip)},
    [OPTION_ALL] = {"all", 0, NULL, "private registers and read ports of all memories, too",
                    OPTION_FLAG(struct order, all)},
    [OPTION_BLOCK] = {"block", 0, NULL,
                      "called MODULE, not wekiva_MODULE, as blocks are: for\ncosim --rtl, run --beside and --replace",
                      OPTION_FLAG(struct order, block)},
    [OPTION_SIMD] = {"simd", 0, NULL, "wekiva_simd, too: a whole SIMD of R700, a launch in, exports out",
                     OPTION_FLAG(struct order, simd)},
    [OPTION_VPI] =
        {"vpi", 0, NULL,
         "for Icarus Verilog, which has no DPI: Verilog with system\ntasks, their C file, a bench for cocotb "
         "(default folder\nwekiva-vpi)",
         OPTION_FLAG(struct order, vpi)},
    [OPTION_PKG] = {"pkg", 0, NULL, "the package alone: on the standard output, or into --out",
                    OPTION_FLAG(struct order, pkg)},
    [OPTION_LIST] = {"list", 0, NULL, "the modules", OPTION_FLAG(struct order, list)},
};
static const struct option_rule rules[] = {
    {ONLY_WITH, "list", "", NULL},
    {NOT_WITH, "pkg", "all block simd vpi", NULL},
    {NOT_WITH, "vpi", "block simd chip", NULL},
};

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* A file that this command has not made stays as it is. */
static bool is_ours(const char *path, struct diag *diag)
{
    char  line[256] = "";
    FILE *file = fopen(path, "r");
    if (!file)
        return errno == ENOENT || diag_set(diag, path, 0, "cannot read: %s", strerror(errno));
    const bool ours = fgets(line, sizeof line, file) && strstr(line, EXPORT_MARK);
    fclose(file);
    return ours || diag_set(diag, path, 0, "is there, and was not made by export-sv: expected another --out");
}

/* Saves what has been printed into `text`, which is dropped. */
static bool save(struct output *text, const char *folder, const char *name, struct diag *diag)
{
    char path[PATH_BYTES];
    bool good = fflush(text->file) == 0;
    if (!good)
        diag_set(diag, NULL, 0, "not enough memory");
    good = good && ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) < sizeof path ||
                    diag_set(diag, folder, 0, "the path is too long"));
    good = good && is_ours(path, diag) && output_save(path, text->text, text->size, diag);
    output_drop(text);
    return good;
}

static bool save_package(const struct order *order, struct diag *diag)
{
    struct output text;
    if (!output_open(&text))
        return false;
    if (export_write_package(text.file, order->chosen.of ? &order->chosen : NULL, diag))
        return save(&text, order->out, "wekiva_pkg.sv", diag);
    output_drop(&text);
    return false;
}

static bool save_text(const char *folder, const char *name, void (*write)(FILE *out), struct diag *diag)
{
    struct output text;
    if (!output_open(&text))
        return false;
    write(text.file);
    return save(&text, folder, name, diag);
}

/* What a file of one module is written by. */
typedef void writes_export(FILE *out, const struct export *of);

/* How a module and its benches are written, and what stands in front of and behind its name in those of files. */
struct form {
    const char    *end;
    writes_export *write;
    struct {
        const char    *begin, *end;
        writes_export *write;
    } bench[2];
};
static const struct form dpi = {".sv", export_write_module, {{"bench_", ".sv", export_write_bench}}};
static const struct form whole = {".sv", export_write_simd, {{"bench_", ".sv", export_write_simd_bench}}};
static const struct form vpi = {
    ".v",
    export_write_vpi_module,
    {{"bench_", ".v", export_write_vpi_bench}, {"test_", ".py", export_write_vpi_test}},
};

static bool save_one(const struct order *order, const struct export *of, const char *name, writes_export *write,
                     struct diag *diag)
{
    struct output text;
    if (!output_open(&text))
        return false;
    write(text.file, of);
    return save(&text, order->out, name, diag);
}

/* The module, and benches unless they are there. */
static bool save_module(const struct order *order, const struct export *of, const char *called, const struct form *form,
                        struct diag *diag)
{
    char        name[160], bench[PATH_BYTES];
    struct stat there;
    snprintf(name, sizeof name, "%s%s%s", of->prefix, called, form->end);
    bool good = save_one(order, of, name, form->write, diag);
    for (unsigned i = 0; i < 2 && good && form->bench[i].write; i++) {
        snprintf(name, sizeof name, "%s%s%s", form->bench[i].begin, called, form->bench[i].end);
        if ((size_t)snprintf(bench, sizeof bench, "%s/%s", order->out, name) >= sizeof bench)
            return diag_set(diag, order->out, 0, "the path is too long");
        good = stat(bench, &there) == 0 || save_one(order, of, name, form->bench[i].write, diag);
    }
    return good;
}

static bool save_modules(const struct order *order, int count, char **names, struct diag *diag)
{
    for (int i = 0; i < count; i++) {
        struct export of;
        if (!export_open(&of, names[i], order->all, diag))
            return false;
        of.prefix = order->block ? "" : of.prefix;
        const bool good = save_module(order, &of, of.life->module->name, order->vpi ? &vpi : &dpi, diag);
        export_close(&of);
        if (!good)
            return false;
    }
    return true;
}

static bool save_simd(const struct order *order, struct diag *diag)
{
    struct export of;
    if (!export_open(&of, "export_unit", false, diag))
        return false;
    const bool good = save_module(order, &of, "simd", &whole, diag);
    export_close(&of);
    return good;
}

/* ---- the command ------------------------------------------------------------------------------------------------ */

static int print_package(const struct order *order)
{
    struct output out;
    struct diag   diag = {0};
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (export_write_package(out.file, order->chosen.of ? &order->chosen : NULL, &diag))
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    return complain(&diag, STATUS_BAD_INPUT);
}

static int print_list(void)
{
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    for (unsigned i = 0; export_name(NULL, i); i++)
        fprintf(out.file, "%s\n", export_name(NULL, i));
    return output_print(&out, STATUS_DONE);
}

/* All names are known before anything is written. */
static bool know(int count, char **names, struct diag *diag)
{
    for (int i = 0; i < count; i++) {
        struct export of;
        if (!export_open(&of, names[i], false, diag))
            return false;
        export_close(&of);
    }
    return true;
}

static bool write_folder(const struct order *order, int count, char **names, struct diag *diag)
{
    struct output_folder folder = {.path = NULL};
    struct path_set      paths;
    bool                 good = paths_begin(&paths, diag);
    good =
        good && chip_take_file(order->chip, &paths, diag) && paths_take(&paths, PATH_FOLDER, order->out, "--out", diag);
    paths_free(&paths);
    if (!good || !know(count, names, diag) || !output_hold(&folder, order->out, diag))
        return false;
    if (order->vpi)
        good = save_modules(order, count, names, diag) &&
               save_text(order->out, "wekiva_vpi.c", export_write_vpi_tasks, diag) &&
               save_text(order->out, "Makefile", export_write_vpi_makefile, diag);
    else
        good = save_package(order, diag) && save_modules(order, count, names, diag) &&
               (!order->simd || save_simd(order, diag)) &&
               (order->pkg || (save_text(order->out, "README.md", export_write_readme, diag) &&
                               save_text(order->out, "Makefile", export_write_makefile, diag)));
    output_release(&folder);
    return good;
}

static int run_export(const struct command *command, int argc, char **argv)
{
    struct order order = {.out = NULL};
    struct diag  diag = {0};
    option_set_t given = 0;
    int          status;
    if (!options_read(command, argc, argv, &given, NULL, &order, &status))
        return status;
    const int count = argc - optind;
    if ((order.list || order.pkg) && count)
        return usage_error(command, "--%s: expected no operand, got '%s'", order.list ? "list" : "pkg", argv[optind]);
    if (order.list)
        return print_list();
    if (!order.pkg && !order.simd && !count)
        return usage_error(command, "expected a MODULE, one of --list, or --pkg");
    if (order.chip && !machine_chip_choose(order.chip, NULL, "", NULL, 0, &order.chosen, &diag))
        return complain(&diag, STATUS_BAD_INPUT);
    status = STATUS_DONE;
    if (order.pkg && !order.out) {
        status = print_package(&order);
    } else {
        order.out = order.out ? order.out : order.vpi ? "wekiva-vpi" : "wekiva-sv";
        if (!write_folder(&order, count, argv + optind, &diag))
            status = complain(&diag, STATUS_BAD_INPUT);
    }
    machine_chip_free(&order.chosen);
    return status;
}

const struct command export_sv_command = {
    .name = "export-sv",
    .operands = "MODULE... [OPTION]...",
    .summary = "writes modules of the model as SystemVerilog for a bench of one's own",
    .text = "wekiva_MODULE.sv has the ports of docs/ports/MODULE.md and is clocked by libwekiva through\n"
            "DPI-C; wekiva_pkg.sv has what all of them import, enumerations, straps and structs of ports.\n"
            "Beside them README.md, a Makefile for Verilator, and a bench to begin with.  Files that this\n"
            "command has not made are not overwritten (docs/guides/bench.md).\n"
            "\n"
            "examples:\n"
            "  wekiva export-sv arbiter\n"
            "  wekiva export-sv predicate us_flow --out sv --all\n"
            "  wekiva export-sv --simd\n"
            "  wekiva export-sv arbiter --vpi\n"
            "  wekiva export-sv --pkg --chip rv730\n",
    .options = rows,
    .option_count = OPTIONS,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = run_export,
};
