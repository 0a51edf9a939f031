/* ports.c - the port tables docs/ports/MODULE.md from the signal tables of the modules of a chip and its SIMDs, with
 * what drives each wire and with the opening comment of each module's header as the description; nets.md; and an index.
 *
 * usage: ports [--check] docs/ports        (from the project's root; --check: fail when a file is stale or superfluous)
 */
#include <dirent.h>
#include <glob.h>

#include "kit/walk.h"
#include "rtl_model/r700/straps.h"
#include "rtl_model/r700/straps_chip.h"
#include "tb/docs/document.h"

enum { TEXT = 512, COMMENT = 8192 };

static const struct rtl_instance *instances; /* of a chip with one SIMD: first the SIMD's, then the chip's own */
static unsigned                   instance_count;

/* Of each member of a chip with one SIMD and one channel there is one instance. */
enum {
#define MODULE(type, member, name) CHIP_##member,
#include "rtl_model/r700/gpu.def"
    CHIP_MEMBERS
};

/* The members of a SIMD and of the chip with what drives their straps; `strap` does it, and is not called. */
typedef void strap_t(struct simd *, unsigned, const struct chip_config *, const struct simd_launch *);
typedef void chip_strap_t(struct gpu *, unsigned, const struct chip_config *, const struct simd_launch *);
static const struct member {
    const char              *name;
    unsigned                 first;  /* its first instance */
    unsigned                 number; /* of it in the SIMD, or the chip */
    const struct rtl_driver *straps;
    strap_t                 *strap;
    chip_strap_t            *chip_strap;
} members[] = {
#define NETS(type, member, count, ...) {#member, AT_##member, AT_##member, NULL, NULL, NULL},
#define BITS(type, member, of, name) NETS(type, member, 1, name)
#define MASKS(type, member, of, name) NETS(type, member, 1, name)
#define MODULE(type, member, name)                                                                                     \
    {#member, AT_##member, AT_##member, simd_##member##_strap_rows, simd_##member##_strap, NULL},
#define PASSIVE(type, member, name) {#member, AT_##member, AT_##member, NULL, NULL, NULL},
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name)                                                                                     \
    {#member, SIMD_MODULES + CHIP_##member, AT_##member, gpu_##member##_strap_rows, NULL, gpu_##member##_strap},
#include "rtl_model/r700/gpu.def"
};
enum { MEMBERS = sizeof members / sizeof members[0] };

static const struct rtl_wiring *wiring_of(const struct member *member)
{
    return member->first < SIMD_MODULES ? simd_wiring(member->number) : gpu_wiring(member->number);
}

/* ---- the header that declares a module -------------------------------------------------------------------------- */

static bool declares(const char *path, const char *module)
{
    static const char *const macros[] = {"RTL_STRUCT", "RTL_PASSIVE", "RTL_NETS"};
    char                     wanted[TEXT], line[TEXT];
    FILE                    *file = fopen(path, "r");
    bool                     found = false;
    while (file && !found && fgets(line, sizeof line, file))
        for (unsigned i = 0; i < sizeof macros / sizeof macros[0]; i++) {
            snprintf(wanted, sizeof wanted, "%s(%s,", macros[i], module);
            found = found || strstr(line, wanted) == line;
        }
    if (file)
        fclose(file);
    return found;
}

/* Its path, or an empty string. */
static void find_header(const char *module, char header[TEXT])
{
    static const char *const folders[] = {"mem/*.h", "pipeline/*.h", "rtl_model/r700/*.h"};
    header[0] = '\0';
    for (unsigned i = 0; i < 3; i++) {
        glob_t found;
        if (glob(folders[i], 0, NULL, &found))
            continue;
        for (size_t f = 0; f < found.gl_pathc && !header[0]; f++)
            if (declares(found.gl_pathv[f], module))
                snprintf(header, TEXT, "%s", found.gl_pathv[f]);
        globfree(&found);
    }
}

/* The opening comment without its stars and without the file's name. */
static void read_comment(const char *header, char comment[COMMENT])
{
    char   line[TEXT];
    size_t length = 0;
    bool   first = true, more = true;
    FILE  *file = fopen(header, "r");
    comment[0] = '\0';
    while (file && more && fgets(line, sizeof line, file)) {
        char *text = line, *end = strstr(line, "*/");
        more = !end;
        line[end ? (size_t)(end - line) : strcspn(line, "\n")] = '\0';
        if (first && strstr(line, " - "))
            text = strstr(line, " - ") + 3;
        else
            text += strspn(text, "/* ");
        first = false;
        length += (size_t)snprintf(comment + length, COMMENT - length, "%s\n", text);
        if (length >= COMMENT)
            break;
    }
    if (file)
        fclose(file);
    while (length && (comment[length - 1] == '\n' || comment[length - 1] == ' '))
        comment[--length] = '\0';
    if (comment[0] >= 'a' && comment[0] <= 'z')
        comment[0] = (char)(comment[0] - 'a' + 'A');
}

/* ---- the tables ------------------------------------------------------------------------------------------------- */

/* Text between the signs of Markdown: a bar would end a table's cell, stars would slant what is between them. */
static void print_text(FILE *out, const char *text)
{
    bool code = false;
    for (; *text; text++) {
        code ^= *text == '`';
        if (*text == '|' || (!code && (*text == '*' || *text == '<')))
            putc('\\', out);
        putc(*text, out);
    }
}

/* Code in a cell. */
static void print_code(FILE *out, const char *text)
{
    putc('`', out);
    for (; *text; text++) {
        if (*text == '|')
            putc('\\', out);
        putc(*text, out);
    }
    putc('`', out);
}

static const struct rtl_driver *find_driver(const struct member *member, bool strap, const char *wire)
{
    const struct rtl_wiring *wiring = wiring_of(member);
    for (const struct rtl_driver *row = strap    ? member->straps
                                        : wiring ? wiring->drivers
                                                 : NULL;
         row && row->wire; row++)
        if (strcmp(row->wire, wire) == 0)
            return row;
    return NULL;
}

static unsigned members_of(const struct rtl_module *module)
{
    unsigned count = 0;
    for (unsigned m = 0; m < MEMBERS; m++)
        count += instances[members[m].first].module == module;
    return count;
}

/* The expression, or the one of each member when the module is several members. */
static void print_drivers(FILE *out, const struct rtl_module *module, bool strap, const char *wire)
{
    const bool  several = members_of(module) > 1;
    const char *separator = "";
    for (unsigned m = 0; m < MEMBERS; m++) {
        if (instances[members[m].first].module != module)
            continue;
        const struct rtl_driver *row = find_driver(&members[m], strap, wire);
        if (!row)
            continue;
        fprintf(out, "%s", separator);
        if (several)
            fprintf(out, "%s: ", members[m].name);
        print_code(out, row->expression);
        separator = "<br>";
    }
}

static void print_type(FILE *out, const struct rtl_signal *signal)
{
    if (signal->kind == RTL_BUS && signal->rows > 1)
        fprintf(out, "%u x ", signal->rows);
    if (signal->count > 1)
        fprintf(out, "%u x ", signal->count);
    fprintf(out, "%u | `%s` | ", signal->bits, strcmp(signal->type, "_Bool") == 0 ? "bool" : signal->type);
}

static bool is_one_of(enum rtl_kind kind, const enum rtl_kind *kinds, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (kinds[i] == kind)
            return true;
    return false;
}

/* A table of the signals of some kinds: wires with what drives them, registers with whether they keep the module awake,
 * memories with their rows. */
enum column { DRIVEN_BY, KEEPS_AWAKE, ROWS };
struct table {
    const char   *title;
    enum column   column;
    enum rtl_kind kinds[4];
    unsigned      count;
};
static const struct table tables[] = {
    {"Wires", DRIVEN_BY, {RTL_EN, RTL_IN, RTL_BUS}, 3},
    {"Straps", DRIVEN_BY, {RTL_STRAP}, 1},
    {"Outputs", KEEPS_AWAKE, {RTL_OUT, RTL_LIVE}, 2},
    {"Private registers", KEEPS_AWAKE, {RTL_REG, RTL_BUSY, RTL_STAT, RTL_DOWN}, 4},
    {"Memories", ROWS, {RTL_MEM}, 1},
};
static const struct table net_table = {NULL, DRIVEN_BY, {RTL_NET}, 1};

static void print_heading(FILE *out, const struct table *table)
{
    static const char *const columns[] = {[DRIVEN_BY] = "driven by", [KEEPS_AWAKE] = "awake", [ROWS] = "rows"};
    if (table->title)
        fprintf(out, "\n## %s\n", table->title);
    fprintf(out, "\n| name | bits | C type | %s | meaning |\n|---|---|---|---|---|\n", columns[table->column]);
}

static void print_signals(FILE *out, const struct rtl_module *module, const struct table *table)
{
    bool any = false;
    for (unsigned i = 0; i < module->signal_count; i++) {
        const struct rtl_signal *signal = &module->signals[i];
        if (!is_one_of(signal->kind, table->kinds, table->count))
            continue;
        if (!any)
            print_heading(out, table);
        any = true;
        fprintf(out, "| `%s%s`%s | ", rtl_prefix(signal), signal->name, signal->kind == RTL_EN ? " event" : "");
        print_type(out, signal);
        if (table->column == DRIVEN_BY)
            print_drivers(out, module, signal->kind == RTL_STRAP, signal->name);
        else if (table->column == ROWS)
            fprintf(out, "%u", signal->rows);
        else if (signal->kind == RTL_LIVE || signal->kind == RTL_BUSY)
            fprintf(out, "yes");
        fprintf(out, " | ");
        print_text(out, signal->doc);
        fprintf(out, " |\n");
    }
}

/* What lies outside the machine has a driver, but is no signal. */
static void print_outside(FILE *out, const struct rtl_module *module)
{
    for (unsigned m = 0; m < MEMBERS; m++) {
        const struct rtl_wiring *wiring = wiring_of(&members[m]);
        for (unsigned d = 0; wiring && instances[members[m].first].module == module && d < wiring->driver_count; d++) {
            if (rtl_find(module, wiring->drivers[d].wire))
                continue;
            fprintf(out, "\n`%s` of %s lies where it is: ", wiring->drivers[d].wire, members[m].name);
            print_code(out, wiring->drivers[d].expression);
            fprintf(out, ".\n");
        }
    }
}

/* The member of that name, or NULL: what lies outside the machine. */
static const struct rtl_module *module_of(const char *member)
{
    for (unsigned m = 0; m < MEMBERS; m++)
        if (strcmp(members[m].name, member) == 0)
            return instances[members[m].first].module;
    return NULL;
}

static bool is_net(const struct rtl_module *module)
{
    return module->next_state == 0;
}

/* Whose registers the drivers of a member name; those whose changes may be an event wake it. */
static void print_sources(FILE *out, const struct member *member)
{
    const struct rtl_wiring *wiring = wiring_of(member);
    const char              *separator = " ";
    if (!wiring || !wiring->source_count)
        return;
    fprintf(out, "\nSources of %s:", member->name);
    for (unsigned i = 0; i < wiring->source_count; i++) {
        const struct rtl_source *source = &wiring->sources[i];
        const struct rtl_module *module = module_of(source->member);
        fprintf(out, "%s`%s` ", separator, source->name);
        if (module)
            fprintf(out, "[%s](%s.md)%s%s", module->name, is_net(module) ? "nets" : module->name,
                    source->wakes ? ", wakes" : "", is_net(module) ? ", a net" : "");
        else
            fprintf(out, "outside");
        separator = "; ";
    }
    fprintf(out, ".\n");
}

static void print_instances(FILE *out, const struct rtl_module *module)
{
    const char *separator = "";
    for (unsigned i = 0; i < instance_count; i++)
        if (instances[i].module == module) {
            fprintf(out, "%s`%s`", separator, instances[i].path);
            separator = ", ";
        }
}

static bool write_module(const char *folder, const struct rtl_module *module, bool check)
{
    char            path[TEXT], header[TEXT], comment[COMMENT];
    struct document document;
    snprintf(path, sizeof path, "%s/%s.md", folder, module->name);
    find_header(module->name, header);
    if (!header[0])
        fprintf(stderr, "no header declares %s_rtl\n", module->name);
    if (!header[0] || !document_open(&document, path))
        return false;
    read_comment(header, comment);
    fprintf(document.file,
            "<!-- made by tb/docs/ports.c: make docs -->\n# %s\n\n%s\n\nDeclared in `%s`. Instances: ", module->name,
            comment, header);
    print_instances(document.file, module);
    fprintf(document.file, ".\n");
    for (unsigned t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        print_signals(document.file, module, &tables[t]);
        if (t > 0)
            continue;
        print_outside(document.file, module);
        for (unsigned m = 0; m < MEMBERS; m++)
            if (instances[members[m].first].module == module)
                print_sources(document.file, &members[m]);
    }
    return document_close(&document, check);
}

/* When a group of nets is driven. */
static void print_condition(FILE *out, const struct member *member)
{
    const char *when = simd_wiring(member->first)->when;
    if (!when) { /* RTL_MASK_WIRES */
        fprintf(out, "\nBit `i` is that of instance `i` alone, and is driven when something of that has changed.\n");
        return;
    }
    if (strcmp(when, "true") == 0) {
        fprintf(out, "\nDriven in every clock.\n");
        return;
    }
    fprintf(out, "\nDriven while `%s`; all of them are 0 else.\n", when);
}

/* All nets on one page. */
static bool write_nets(const char *folder, bool check)
{
    char            path[TEXT], header[TEXT], comment[COMMENT];
    struct document document;
    snprintf(path, sizeof path, "%s/nets.md", folder);
    find_header(instances[members[0].first].module->name, header);
    if (!header[0] || !document_open(&document, path))
        return false;
    read_comment(header, comment);
    fprintf(document.file, "<!-- made by tb/docs/ports.c: make docs -->\n# Nets\n\n%s\n\nDeclared in `%s`.\n", comment,
            header);
    for (unsigned m = 0; m < MEMBERS; m++) {
        const struct rtl_module *module = instances[members[m].first].module;
        if (!is_net(module))
            continue;
        fprintf(document.file, "\n## %s\n\nInstances: ", module->name);
        print_instances(document.file, module);
        fprintf(document.file, ".\n");
        print_condition(document.file, &members[m]);
        print_signals(document.file, module, &net_table);
        print_sources(document.file, &members[m]);
    }
    return document_close(&document, check);
}

static bool first_of_module(unsigned index)
{
    for (unsigned i = 0; i < index; i++)
        if (instances[i].module == instances[index].module)
            return false;
    return true;
}

static unsigned count_kinds(const struct rtl_module *module, const struct table *table)
{
    unsigned count = 0;
    for (unsigned i = 0; i < module->signal_count; i++)
        count += is_one_of(module->signals[i].kind, table->kinds, table->count);
    return count;
}

static bool write_index(const char *folder, bool check)
{
    char            path[TEXT], header[TEXT];
    struct document document;
    snprintf(path, sizeof path, "%s/README.md", folder);
    if (!document_open(&document, path))
        return false;
    fprintf(
        document.file,
        "<!-- made by tb/docs/ports.c: make docs -->\n# Modules and their signals\n\n"
        "One page per module, made from the signal list in its header and from the rows that drive its wires\n"
        "(`rtl_model/r700/wires_*.h`, `straps.h`). Names are those of waveforms: `i_` a wire that the parent drives,\n"
        "or a strap, which is constant during a run; `n_` a net, a wire that several modules look at\n"
        "([nets](nets.md)); `o_` a register that others may read; `r_` a private register; `m_` a memory. Without an\n"
        "event, and without a register that keeps it awake, a module holds its state.\n\n"
        "| module | wires | straps | outputs | registers | memories | instances | declared in |\n"
        "|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < instance_count; i++) {
        const struct rtl_module *module = instances[i].module;
        if (is_net(module) || !first_of_module(i))
            continue;
        find_header(module->name, header);
        fprintf(document.file, "| [%s](%s.md) | ", module->name, module->name);
        for (unsigned t = 0; t < sizeof tables / sizeof tables[0]; t++)
            fprintf(document.file, "%u | ", count_kinds(module, &tables[t]));
        print_instances(document.file, module);
        fprintf(document.file, " | `%s` |\n", header);
    }
    return document_close(&document, check);
}

/* A page whose module is gone. */
static bool superfluous(const char *name)
{
    const size_t length = strlen(name);
    if (length < 4 || strcmp(name + length - 3, ".md") != 0 || strcmp(name, "README.md") == 0 ||
        strcmp(name, "nets.md") == 0)
        return false;
    for (unsigned i = 0; i < instance_count; i++)
        if (strlen(instances[i].module->name) == length - 3 &&
            strncmp(instances[i].module->name, name, length - 3) == 0)
            return false;
    return true;
}

static bool remove_superfluous(const char *folder, bool check)
{
    DIR *directory = opendir(folder);
    bool good = true;
    if (!directory)
        return false;
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[TEXT];
        if (!superfluous(entry->d_name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (check)
            fprintf(stderr, "%s has no module: make docs\n", path);
        good = !check && remove(path) == 0 && good;
    }
    closedir(directory);
    return good;
}

int main(int argc, char **argv)
{
    bool        check, good = true;
    const char *folder;
    if (!document_arguments(argc, argv, &check, &folder))
        return 2;
    struct gpu *gpu = calloc(1, sizeof *gpu + sizeof *gpu->simd);
    if (!gpu)
        return 2;
    gpu->channels = 1;
    gpu_list_instances(gpu, 1);
    instances = gpu->instances;
    instance_count = gpu->instance_count;
    for (unsigned i = 0; i < instance_count; i++)
        if (!is_net(instances[i].module) && first_of_module(i))
            good = write_module(folder, instances[i].module, check) && good;
    good = write_nets(folder, check) && good;
    good = write_index(folder, check) && good;
    good = remove_superfluous(folder, check) && good;
    free(gpu);
    return good ? 0 : 1;
}
