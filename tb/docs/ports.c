/* ports.c - the port tables docs/ports/MODULE.md from the signal tables of the modules of each machine, with what
 * drives each wire and with the opening comment of each module's header as the description; nets.md; and an index.
 * R580's and NV30's are in folders of their own.
 *
 * usage: ports [--check] docs/ports        (from the project's root; --check: fail when a file is stale or superfluous)
 */
#include <dirent.h>
#include <glob.h>
#include <sys/stat.h>

#include "kit/walk.h"
#include "tb/docs/document.h"
#include "tb/docs/machines.h"

enum { TEXT = 512, COMMENT = 8192 };

/* Whose pages are being written, and where. */
static const struct docs_machine *machine;
static char                       folder[TEXT / 2];

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
    header[0] = '\0';
    for (unsigned i = 0; machine->headers[i]; i++) {
        char   pattern[TEXT];
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s/*.h", machine->headers[i]);
        if (glob(pattern, 0, NULL, &found))
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

static const struct rtl_driver *find_driver(const struct docs_member *member, bool strap, const char *wire)
{
    const struct rtl_wiring *wiring = member->wiring;
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
    for (unsigned m = 0; m < machine->member_count; m++)
        count += machine->members[m].module == module;
    return count;
}

/* The expression, or the one of each member when the module is several members. */
static void print_drivers(FILE *out, const struct rtl_module *module, bool strap, const char *wire)
{
    const bool  several = members_of(module) > 1;
    const char *separator = "";
    for (unsigned m = 0; m < machine->member_count; m++) {
        if (machine->members[m].module != module)
            continue;
        const struct rtl_driver *row = find_driver(&machine->members[m], strap, wire);
        if (!row)
            continue;
        fprintf(out, "%s", separator);
        if (several)
            fprintf(out, "%s: ", machine->members[m].name);
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
    enum rtl_kind kinds[5];
    unsigned      count;
};
static const struct table tables[] = {
    {"Wires", DRIVEN_BY, {RTL_EN, RTL_IN, RTL_BUS}, 3},
    {"Straps", DRIVEN_BY, {RTL_STRAP}, 1},
    {"Outputs", KEEPS_AWAKE, {RTL_OUT, RTL_DATA, RTL_LIVE, RTL_STROBE}, 4},
    {"Private registers", KEEPS_AWAKE, {RTL_REG, RTL_BUSY, RTL_PULSE, RTL_STAT, RTL_DOWN}, 5},
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
        else if (signal->kind == RTL_STROBE || signal->kind == RTL_PULSE)
            fprintf(out, "one clock");
        fprintf(out, " | ");
        print_text(out, signal->doc);
        fprintf(out, " |\n");
    }
}

/* What follows the inputs is no signal. */
static void print_following(FILE *out, const struct rtl_module *module)
{
    static const char word[] = "combinational: ";
    for (unsigned i = 0; i < module->now_count; i++) {
        const struct rtl_signal *now = &module->now[i];
        if (i == 0)
            fprintf(out, "\n## Outputs in the clock of the inputs\n\nOutputs of a block, and no signals of the "
                         "machine.\n\n| name | bits | C type | meaning |\n|---|---|---|---|\n");
        fprintf(out, "| `o_%s` | ", now->name);
        print_type(out, now);
        print_text(out, now->doc + sizeof word - 1);
        fprintf(out, " |\n");
    }
}

/* What lies outside the machine has a driver, but is no signal. */
static void print_outside(FILE *out, const struct rtl_module *module)
{
    for (unsigned m = 0; m < machine->member_count; m++) {
        const struct docs_member *member = &machine->members[m];
        const struct rtl_wiring  *wiring = member->wiring;
        for (unsigned d = 0; wiring && member->module == module && d < wiring->driver_count; d++) {
            if (rtl_find(module, wiring->drivers[d].wire))
                continue;
            fprintf(out, "\n`%s` of %s lies where it is: ", wiring->drivers[d].wire, member->name);
            print_code(out, wiring->drivers[d].expression);
            fprintf(out, ".\n");
        }
    }
}

/* The member of that name, or NULL: what lies outside the machine. */
static const struct rtl_module *module_of(const char *name)
{
    for (unsigned m = 0; m < machine->member_count; m++)
        if (strcmp(machine->members[m].name, name) == 0)
            return machine->members[m].module;
    return NULL;
}

static bool is_net(const struct rtl_module *module)
{
    return module->next_state == 0;
}

/* Whose registers the drivers of a member name; those whose changes may be an event wake it. */
static void print_sources(FILE *out, const struct docs_member *member)
{
    const struct rtl_wiring *wiring = member->wiring;
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
    for (unsigned i = 0; i < machine->instance_count; i++)
        if (machine->instances[i].module == module) {
            fprintf(out, "%s`%s`", separator, machine->instances[i].path);
            separator = ", ";
        }
}

static bool write_module(const struct rtl_module *module, bool check)
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
        if (tables[t].kinds[0] == RTL_OUT)
            print_following(document.file, module);
        if (t > 0)
            continue;
        print_outside(document.file, module);
        for (unsigned m = 0; m < machine->member_count; m++)
            if (machine->members[m].module == module)
                print_sources(document.file, &machine->members[m]);
    }
    return document_close(&document, check);
}

/* When a group of nets is driven. */
static void print_condition(FILE *out, const struct docs_member *member)
{
    const char *when = member->wiring->when;
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

/* All nets on one page; they come before the modules. */
static bool write_nets(bool check)
{
    char            path[TEXT], header[TEXT], comment[COMMENT];
    struct document document;
    if (!machine->members[0].net)
        return true;
    snprintf(path, sizeof path, "%s/nets.md", folder);
    find_header(machine->members[0].module->name, header);
    if (!header[0] || !document_open(&document, path))
        return false;
    read_comment(header, comment);
    fprintf(document.file, "<!-- made by tb/docs/ports.c: make docs -->\n# Nets\n\n%s\n\nDeclared in `%s`.\n", comment,
            header);
    for (unsigned m = 0; m < machine->member_count; m++) {
        const struct docs_member *member = &machine->members[m];
        const struct rtl_module  *module = member->module;
        if (!member->net)
            continue;
        fprintf(document.file, "\n## %s\n\nInstances: ", module->name);
        print_instances(document.file, module);
        fprintf(document.file, ".\n");
        print_condition(document.file, member);
        print_signals(document.file, module, &net_table);
        print_sources(document.file, member);
    }
    return document_close(&document, check);
}

static bool first_of_module(unsigned index)
{
    for (unsigned i = 0; i < index; i++)
        if (machine->instances[i].module == machine->instances[index].module)
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

static bool write_index(bool check)
{
    char            path[TEXT], header[TEXT];
    struct document document;
    snprintf(path, sizeof path, "%s/README.md", folder);
    if (!document_open(&document, path))
        return false;
    fprintf(document.file,
            "<!-- made by tb/docs/ports.c: make docs -->\n# Modules and their signals\n\n%s\n"
            "| module | wires | straps | outputs | registers | memories | instances | declared in |\n"
            "|---|---|---|---|---|---|---|---|\n",
            machine->text);
    for (unsigned i = 0; i < machine->instance_count; i++) {
        const struct rtl_module *module = machine->instances[i].module;
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
    if (length < 4 || strcmp(name + length - 3, ".md") != 0 || strcmp(name, "README.md") == 0)
        return false;
    if (strcmp(name, "nets.md") == 0)
        return !machine->members[0].net;
    for (unsigned i = 0; i < machine->instance_count; i++)
        if (strlen(machine->instances[i].module->name) == length - 3 &&
            strncmp(machine->instances[i].module->name, name, length - 3) == 0)
            return false;
    return true;
}

static bool remove_superfluous(bool check)
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

static bool write_machine(const char *place, bool check)
{
    bool good = true;
    snprintf(folder, sizeof folder, "%s/%s", place, machine->folder);
    folder[strlen(folder) - 1] = '\0';
    if (!check)
        mkdir(folder, 0777);
    for (unsigned i = 0; i < machine->instance_count; i++)
        if (!is_net(machine->instances[i].module) && first_of_module(i))
            good = write_module(machine->instances[i].module, check) && good;
    good = write_nets(check) && good;
    good = write_index(check) && good;
    return remove_superfluous(check) && good;
}

int main(int argc, char **argv)
{
    bool        check, good = true;
    const char *place;
    if (!document_arguments(argc, argv, &check, &place))
        return 2;
    const struct docs_machine *const machines[] = {docs_r700(), docs_r580(), docs_nv30()};
    for (unsigned i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        machine = machines[i];
        good = machine && write_machine(place, check) && good;
    }
    return good ? 0 : 1;
}
