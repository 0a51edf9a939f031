/* ports.c - the port tables docs/ports/MODULE.md from the signal tables of a SIMD's modules, with the opening comment
 * of each module's header as the description, and an index.
 *
 * usage: ports [--check] docs/ports        (from the project's root; --check: fail when a file is stale or superfluous)
 */
#include <dirent.h>
#include <glob.h>

#include "kit/walk.h"
#include "rtl_model/r700/simd.h"
#include "tb/docs/document.h"

enum { TEXT = 512, COMMENT = 8192 };

static struct simd         simd;
static char                paths[SIMD_INSTANCES][SIMD_PATH];
static struct rtl_instance instances[SIMD_INSTANCES];
static unsigned            instance_count;

/* ---- the header that declares a module -------------------------------------------------------------------------- */

static bool declares(const char *path, const char *module)
{
    char  wanted[TEXT], line[TEXT];
    FILE *file = fopen(path, "r");
    bool  found = false;
    snprintf(wanted, sizeof wanted, "extern const struct rtl_module %s_rtl;", module);
    while (file && !found && fgets(line, sizeof line, file))
        found = strstr(line, wanted) == line;
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

/* ---- the tables ---------------------------------------------------------------------------------------------------
 */

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

static void print_signals(FILE *out, const struct rtl_module *module, enum rtl_kind kind, const char *title)
{
    bool any = false;
    for (unsigned i = 0; i < module->signal_count; i++) {
        const struct rtl_signal *signal = &module->signals[i];
        if (signal->kind != kind)
            continue;
        if (!any)
            fprintf(out, "\n## %s\n\n| name | %sbits | C type | meaning |\n|---|%s---|---|---|\n", title,
                    kind == RTL_MEM ? "rows | " : "", kind == RTL_MEM ? "---|" : "");
        any = true;
        fprintf(out, "| `%s%s` | ", rtl_prefix(signal), signal->name);
        if (kind == RTL_MEM)
            fprintf(out, "%u | ", signal->rows);
        if (signal->count > 1)
            fprintf(out, "%u x ", signal->count);
        fprintf(out, "%u | `%s` | ", signal->bits, strcmp(signal->type, "_Bool") == 0 ? "bool" : signal->type);
        print_text(out, signal->doc);
        fprintf(out, " |\n");
    }
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
    print_signals(document.file, module, RTL_IN, "Inputs");
    print_signals(document.file, module, RTL_OUT, "Outputs");
    print_signals(document.file, module, RTL_REG, "Private registers");
    print_signals(document.file, module, RTL_MEM, "Memories");
    return document_close(&document, check);
}

static bool first_of_module(unsigned index)
{
    for (unsigned i = 0; i < index; i++)
        if (instances[i].module == instances[index].module)
            return false;
    return true;
}

static unsigned count_kind(const struct rtl_module *module, enum rtl_kind kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < module->signal_count; i++)
        count += module->signals[i].kind == kind;
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
        "One page per module, made from the signal list in its header. Names are those of waveforms: `i_` a wire that\n"
        "the parent drives, `o_` a register that others may read, `r_` a private register, `m_` a memory. Inputs "
        "called\n"
        "strap are constant during a run. What drives each wire: `rtl_model/r700/simd_wire.c`, `simd_wire_alu.c`.\n\n"
        "| module | inputs | outputs | registers | memories | instances | declared in "
        "|\n|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < instance_count; i++) {
        const struct rtl_module *module = instances[i].module;
        if (!first_of_module(i))
            continue;
        find_header(module->name, header);
        fprintf(document.file, "| [%s](%s.md) | %u | %u | %u | %u | ", module->name, module->name,
                count_kind(module, RTL_IN), count_kind(module, RTL_OUT), count_kind(module, RTL_REG),
                count_kind(module, RTL_MEM));
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
    instance_count = simd_instances(&simd, "gpu.simd0", paths, instances);
    for (unsigned i = 0; i < instance_count; i++)
        if (first_of_module(i))
            good = write_module(folder, instances[i].module, check) && good;
    good = write_index(folder, check) && good;
    good = remove_superfluous(folder, check) && good;
    return good ? 0 : 1;
}
