#include "tb/lockstep/counts/bins.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/machine.h"
#include "tb/lockstep/build/process.h"

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Where a text stands: a line of a file, or behind --bin. */
struct source {
    const char *file;
    unsigned    line;
};

void bins_open(struct bins *bins, const struct lockstep_module *module)
{
    *bins = (struct bins){.instance = {.path = module->name, .module = module->signals}};
}

static bool wrong(const struct source *source, size_t column, const char *what, struct diag *diag)
{
    diag_set(diag, source->file, source->line, "%s", what);
    return diag_at(diag, (unsigned)column + 1);
}

/* The name in front of the colon, or 0. */
static size_t take_name(const char *text, size_t from, char name[BIN_NAME])
{
    size_t length = strcspn(text + from, ":");
    if (text[from + length] != ':')
        return 0;
    while (length && (text[from + length - 1] == ' ' || text[from + length - 1] == '\t'))
        length--;
    if (length == 0 || length >= BIN_NAME)
        return 0;
    memcpy(name, text + from, length);
    name[length] = '\0';
    return length;
}

static bool add(struct bins *bins, const char *text, const struct source *source, struct diag *diag)
{
    const struct trigger_names names = {.instances = &bins->instance,
                                        .count = 1,
                                        .views = lockstep_looks->views,
                                        .view_count = lockstep_looks->view_count,
                                        .elements = lockstep_looks->elements,
                                        .element_types = lockstep_looks->element_types,
                                        .buses = true};
    const size_t               from = strspn(text, " \t");
    struct bin *const          bin = &bins->bin[bins->count];
    struct diag                why = {0};
    if (bins->count == BINS_MAX)
        return wrong(source, from, "a bin too many: expected at most 256", diag);
    *bin = (struct bin){.hits = 0};
    if (!take_name(text, from, bin->name))
        return wrong(source, from, "expected NAME: EXPRESSION, a name of at most 63 letters", diag);
    for (unsigned i = 0; i < bins->count; i++)
        if (strcmp(bins->bin[i].name, bin->name) == 0)
            return wrong(source, from, "another bin has this name: expected each once", diag);
    const size_t colon = strcspn(text, ":"), behind = colon + 1 + strspn(text + colon + 1, " \t");
    bin->trigger = trigger_parse(text + behind, &names, &why);
    if (!bin->trigger)
        return wrong(source, behind + (why.column ? why.column - 1 : 0), why.what, diag);
    bin->text = strdup(text + behind);
    if (!bin->text) {
        trigger_free(bin->trigger);
        return wrong(source, from, "not enough memory", diag);
    }
    for (size_t length = strlen(bin->text); length && strchr(" \t\r", bin->text[length - 1]); length--)
        bin->text[length - 1] = '\0';
    bins->count++;
    return true;
}

bool bins_add(struct bins *bins, const char *text, struct diag *diag)
{
    static const struct source source = {"--bin", 1};
    return add(bins, text, &source, diag);
}

bool bins_read(struct bins *bins, const char *path, struct diag *diag)
{
    char *const    text = file_text(path, NULL);
    const unsigned before = bins->count;
    struct source  source = {path, 0};
    bool           good = text || diag_set(diag, path, 0, "cannot be read: expected lines NAME: EXPRESSION");
    for (char *line = text, *next; good && line && *line; line = next) {
        const size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        line[strcspn(line, "#\r")] = '\0';
        source.line++;
        if (line[strspn(line, " \t")])
            good = add(bins, line, &source, diag);
    }
    free(text);
    return good && (bins->count > before || diag_set(diag, path, 0, "has no bin: expected lines NAME: EXPRESSION"));
}

void bins_close(struct bins *bins)
{
    for (unsigned i = 0; i < bins->count; i++) {
        free(bins->bin[i].text);
        trigger_free(bins->bin[i].trigger);
    }
    bins->count = 0;
}

/* ---- counting --------------------------------------------------------------------------------------------------- */

void bins_take(struct bins *bins, void *state, uint64_t cycle)
{
    bins->instance.state = state;
    for (unsigned i = 0; i < bins->count; i++)
        bins->bin[i].hits += trigger_holds(bins->bin[i].trigger, cycle, false);
}

void bins_restart(struct bins *bins)
{
    for (unsigned i = 0; i < bins->count; i++)
        trigger_forget(bins->bin[i].trigger);
}

/* ---- printing --------------------------------------------------------------------------------------------------- */

void bins_verdict(FILE *out, const struct bins *bins)
{
    unsigned met = 0, named = 0;
    for (unsigned i = 0; i < bins->count; i++)
        met += bins->bin[i].hits > 0;
    if (!bins->count)
        return;
    fprintf(out, "bins: %u of %u met", met, bins->count);
    for (unsigned i = 0; i < bins->count; i++)
        if (!bins->bin[i].hits)
            fprintf(out, "%s%s", named++ ? ", " : "; never: ", bins->bin[i].name);
    fputc('\n', out);
}

void bins_print(FILE *out, const struct bins *bins)
{
    for (unsigned i = 0; i < bins->count; i++)
        fprintf(out, "  bin %-30s  %" PRIu64 "\n", bins->bin[i].name, bins->bin[i].hits);
    for (unsigned i = 0; i < bins->count; i++)
        if (!bins->bin[i].hits)
            fprintf(out, "never: bin %s: %s\n", bins->bin[i].name, bins->bin[i].text);
}
