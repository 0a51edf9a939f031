/* trigger_names.c - which signal a name of an expression means. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/near.h"
#include "kit/walk.h"
#include "trace/derive.h"
#include "trace/trigger/trigger_code.h"

enum { NAME_BYTES = 512, PREFIXES = 5 };

/* Of several that fit the one that is nearest to what a module shows. */
static unsigned rank_of(const struct rtl_signal *signal)
{
    static const char prefixes[PREFIXES + 1] = "ornim";
    return (unsigned)(strchr(prefixes, rtl_prefix(signal)[0]) - prefixes);
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

static const char *const *names_of(const struct trigger_names *names, const struct rtl_signal *signal)
{
    for (unsigned e = 0; e < names->element_types; e++)
        if (strcmp(names->elements[e].type, signal->type) == 0)
            return names->elements[e].names;
    return NULL;
}

/* `before` and a number below `count`. */
static bool numbered(const char **at, const char *before, unsigned count, unsigned *number)
{
    const size_t length = strlen(before);
    char        *end;
    if (strncmp(*at, before, length) != 0 || (*at)[length] < '0' || (*at)[length] > '9')
        return false;
    const unsigned long value = strtoul(*at + length, &end, 10);
    *at = end;
    *number = (unsigned)value;
    return value < count;
}

/* What stands behind a signal's name: an element of it, or nothing of a scalar. */
static bool take_element(const struct trigger_names *names, const char *at, struct trigger_signal *of)
{
    const struct rtl_signal *signal = of->signal;
    const char *const       *words = signal->count > 1 && signal->rows == 1 ? names_of(names, signal) : NULL;
    if (signal->kind == RTL_MEM || signal->rows > 1) {
        if (signal->rows > 1 && (*at++ != '.' || !numbered(&at, "row", signal->rows, &of->row)))
            return false;
    }
    if (signal->count == 1)
        return *at == '\0';
    if (*at++ != '.')
        return false;
    for (of->element = 0; words && of->element < signal->count; of->element++)
        if (strcmp(words[of->element], at) == 0)
            return true;
    const bool is_short = signal->rows == 1 && signal->count < TRACE_SHORT_VECTOR;
    return !words && numbered(&at, is_short ? "e" : "lane", signal->count, &of->element) && *at == '\0';
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

/* Whether what stands in a name before the signal's own is the end of an instance's path. */
static bool ends_path(const char *path, const char *name, size_t length)
{
    const size_t all = strlen(path);
    return length <= all && strncmp(path + all - length, name, length) == 0 &&
           (length == all || path[all - length - 1] == '.');
}

/* The signal's own name behind a dot or at the start, with its prefix or without; where it ends, or NULL. */
static const char *own_name(const char *name, const struct rtl_signal *signal)
{
    const char  *prefix = rtl_prefix(signal);
    const size_t before = strlen(prefix), length = strlen(signal->name);
    name += strncmp(name, prefix, before) == 0 && strncmp(name + before, signal->name, length) == 0 ? before : 0;
    return strncmp(name, signal->name, length) == 0 && (!name[length] || name[length] == '.') ? name + length : NULL;
}

static bool fits(const struct trigger_names *names, unsigned instance, const struct rtl_signal *signal,
                 const char *name, struct trigger_signal *of)
{
    const char *path = names->instances[instance].path;
    for (const char *own = name; own; own = strchr(own, '.') ? strchr(own, '.') + 1 : NULL) {
        const char *behind = own_name(own, signal);
        *of = (struct trigger_signal){.signal = signal, .instance = instance};
        if (behind && (own == name || ends_path(path, name, (size_t)(own - name) - 1)) &&
            take_element(names, behind, of))
            return true;
    }
    return false;
}

struct search {
    const struct trigger_names *names;
    const char                 *name;
    unsigned                    rank, count;
    struct trigger_signal       found[2];
};

static void search_instance(struct search *search, unsigned instance)
{
    const struct rtl_module *module = search->names->instances[instance].module;
    struct trigger_signal    of;
    for (unsigned s = 0; s < module->signal_count; s++) {
        const struct rtl_signal *signal = &module->signals[s];
        const unsigned           rank = rank_of(signal);
        if ((signal->kind == RTL_BUS && !search->names->buses) || rank > search->rank ||
            !fits(search->names, instance, signal, search->name, &of))
            continue;
        search->count = rank < search->rank ? 0 : search->count;
        search->rank = rank;
        if (search->count < 2)
            search->found[search->count] = of;
        search->count++;
    }
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static void full_name(const struct trigger_names *names, unsigned instance, const struct rtl_signal *signal,
                      char full[NAME_BYTES])
{
    const struct rtl_instance *of = &names->instances[instance];
    snprintf(full, NAME_BYTES, "%.300s.%s%.100s", of->path, derive_owns(of) ? "" : rtl_prefix(signal), signal->name);
}

/* The end of a name that has as many components as a word. */
static const char *tail_of(const char *full, const char *word)
{
    unsigned    dots = 0;
    const char *at = full + strlen(full);
    for (; *word; word++)
        dots += *word == '.';
    while (at > full && !(at[-1] == '.' && dots-- == 0))
        at--;
    return at;
}

/* A name without what may stand behind a signal's own: .row3, .lane07, .e1. */
static void strip_elements(char *name)
{
    static const char *const befores[] = {".lane", ".e", ".row"};
    unsigned                 number;
    for (unsigned b = 0; b < sizeof befores / sizeof befores[0]; b++) {
        const char *at = strrchr(name, '.');
        if (at && numbered(&at, befores[b], UINT_MAX, &number) && !*at)
            *strrchr(name, '.') = '\0';
    }
}

static bool not_found(const struct trigger_names *names, const char *name, struct diag *diag)
{
    char nearest[NAME_BYTES] = "", full[NAME_BYTES], stem[NAME_BYTES];
    snprintf(stem, sizeof stem, "%.500s", name);
    strip_elements(stem);
    struct near near = near_to(stem, strlen(stem), (unsigned)strlen(stem) / 3 + 2);
    for (unsigned i = 0; i < names->count; i++)
        for (unsigned s = 0; s < names->instances[i].module->signal_count; s++) {
            full_name(names, i, &names->instances[i].module->signals[s], full);
            if (near_try(&near, tail_of(full, stem)))
                memcpy(nearest, full, sizeof full);
        }
    return diag_set(diag, NULL, 0, "no signal is called %.200s%s%s%s", name, nearest[0] ? "; did you mean " : "",
                    nearest, nearest[0] ? "?" : "");
}

/* A vector whose element is not said, or an element that it does not have. */
static bool wrong_element(const struct trigger_names *names, const char *name, struct diag *diag)
{
    char full[NAME_BYTES];
    for (unsigned i = 0; i < names->count; i++)
        for (unsigned s = 0; s < names->instances[i].module->signal_count; s++) {
            const struct rtl_signal *signal = &names->instances[i].module->signals[s];
            struct rtl_signal        scalar = *signal;
            struct trigger_signal    of;
            scalar.count = scalar.rows = 1;
            if ((signal->kind == RTL_BUS && !names->buses) || (signal->count == 1 && signal->rows <= 1))
                continue;
            char stem[NAME_BYTES];
            snprintf(stem, sizeof stem, "%.500s", name);
            for (char *dot = stem + strlen(stem); dot; dot = strrchr(stem, '.')) {
                *dot = '\0';
                if (!fits(names, i, &scalar, stem, &of))
                    continue;
                const char *const *words = names_of(names, signal);
                full_name(names, i, signal, full);
                return diag_set(diag, NULL, 0, "%.200s: expected an element of %s, .%s%s%s", name, full,
                                signal->rows > 1 ? "row0" : "", signal->rows > 1 && signal->count > 1 ? "." : "",
                                signal->count == 1                   ? ""
                                : words && signal->rows == 1         ? words[0]
                                : signal->count < TRACE_SHORT_VECTOR ? "e0"
                                                                     : "lane00");
            }
        }
    return not_found(names, name, diag);
}

bool trigger_find(const struct trigger_names *names, unsigned instance, const char *name, struct trigger_signal *found,
                  struct diag *diag)
{
    struct search search = {.names = names, .name = name, .rank = PREFIXES};
    char          one[NAME_BYTES], other[NAME_BYTES];
    if (instance < names->count && !strchr(name, '.'))
        search_instance(&search, instance);
    const bool here = search.count;
    for (unsigned i = 0; i < names->count && !here; i++)
        search_instance(&search, i);
    if (!search.count)
        return wrong_element(names, name, diag);
    *found = search.found[0];
    found->is_signed = trace_view_of(found->signal, names->views, names->view_count).kind == VIEW_SIGNED;
    if (search.count == 1)
        return true;
    full_name(names, search.found[0].instance, search.found[0].signal, one);
    full_name(names, search.found[1].instance, search.found[1].signal, other);
    return diag_set(diag, NULL, 0, "%.200s is the name of %u signals: expected one, as %s or %s", name, search.count,
                    one, other);
}

/* A word may have underscores for the blanks of a name. */
static bool same_word(const char *name, const char *word)
{
    for (; *name && (*name == *word || (*name == ' ' && *word == '_')); name++, word++)
        continue;
    return !*name && !*word;
}

bool trigger_word(const struct trigger_names *names, const struct rtl_signal *signal, const char *word, uint64_t *value)
{
    const struct trace_view view = trace_view_of(signal, names->views, names->view_count);
    if (view.kind != VIEW_NAMES)
        return false;
    for (*value = 0; *value >> signal->bits == 0; ++*value) {
        const char *name = view.name(*value);
        if (name && same_word(name, word))
            return true;
    }
    return false;
}
