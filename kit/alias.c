/* alias.c - compares what drives wires, as text in which each source is an instance. */
#include "kit/alias.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/hash.h"
#include "kit/walk.h"

enum { KEY_BYTES = 1024, SOURCES_MAX = 64 };

/* ---- a row as text ----------------------------------------------------------------------------------------------- */

/* What an expression's names stand for. */
struct names {
    const struct rtl_wiring *wiring;
    unsigned                 i;
    unsigned                 numbers[SOURCES_MAX];
};

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_name(const char *at, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(at, name, length) == 0;
}

/* A name that is none of a field: a source, `i`, or what it is everywhere.  Returns what it is in a key, or NULL when
 * it is a place of the module itself. */
static const char *meaning(const struct names *names, const char *at, size_t length, char text[KEY_BYTES])
{
    if (is_name(at, length, "in") || is_name(at, length, "rtl_machine") || length >= KEY_BYTES)
        return NULL;
    snprintf(text, KEY_BYTES, "%.*s", (int)length, at);
    if (is_name(at, length, "i"))
        snprintf(text, KEY_BYTES, "%u", names->i);
    for (unsigned s = 0; s < names->wiring->source_count; s++)
        if (is_name(at, length, names->wiring->sources[s].name))
            snprintf(text, KEY_BYTES, "@%s:%u", names->wiring->sources[s].member, names->numbers[s]);
    return text;
}

/* Blanks count between two names alone. */
static size_t put(char *key, size_t length, const char *text, size_t size, bool apart)
{
    if (apart && length && is_of_name(key[length - 1]) && is_of_name(text[0]) && length < KEY_BYTES)
        key[length++] = ' ';
    if (length + size >= KEY_BYTES)
        return KEY_BYTES;
    memcpy(key + length, text, size);
    return length + size;
}

/* False: it has what no two rows are compared by. */
static bool make_key(const struct names *names, const char *expression, char key[KEY_BYTES])
{
    size_t length = 0;
    bool   apart = false;
    for (const char *at = expression; *at && length < KEY_BYTES;) {
        size_t size = 1;
        if (*at == '"' || *at == '\'')
            return false;
        if (*at == ' ') {
            apart = true;
            at++;
            continue;
        }
        while (is_of_name(*at) && is_of_name(at[size]))
            size++;
        const bool field = length && (key[length - 1] == '.' || (length > 1 && memcmp(key + length - 2, "->", 2) == 0));
        char       text[KEY_BYTES];
        const char *as = at;
        size_t      bytes = size;
        if (is_of_name(*at) && !isdigit((unsigned char)*at) && !field) {
            as = meaning(names, at, size, text);
            if (!as)
                return false;
            bytes = strlen(as);
        }
        length = put(key, length, as, bytes, apart);
        apart = false;
        at += size;
    }
    key[length < KEY_BYTES ? length : 0] = '\0';
    return length && length < KEY_BYTES;
}

/* ---- wires ------------------------------------------------------------------------------------------------------- */

struct wire {
    unsigned instance, signal;
    uint64_t hash; /* of the key */
    char    *key;
};

struct finder {
    const struct rtl_instance      *instances;
    const struct rtl_wiring *const *wiring;
    unsigned                        count;
    struct wire                    *wires;
    struct rtl_alias               *aliases;
    unsigned                        wire_count, alias_count;
    bool                            failed;
};

static const struct rtl_signal *signal_of(const struct finder *finder, unsigned instance, unsigned signal)
{
    return &finder->instances[instance].module->signals[signal];
}

/* A row gives the same bits to both.  In one bit a value of other types is whether it is 0. */
static bool same_shape(const struct rtl_signal *a, const struct rtl_signal *b)
{
    return a->bits == b->bits && a->count == b->count && a->rows == 1 && b->rows == 1 &&
           (a->bits > 1 || strcmp(a->type, b->type) == 0);
}

static bool is_driven_alone(const struct rtl_signal *signal)
{
    return (signal->kind == RTL_EN || signal->kind == RTL_IN) && signal->rows == 1;
}

/* `@member:7->q.name`, `@member:7->in.name` of nets, and of one of all of a member `@member:7[2].q.name`. */
static bool is_signal(const struct finder *finder, const char *key, unsigned *instance, unsigned *signal)
{
    char     member[KEY_BYTES], place[3], name[KEY_BYTES];
    unsigned first, more = 0;
    int      end = 0;
    if (sscanf(key, "@%1023[a-z0-9_]:%u->%2[a-z].%1023[a-z0-9_]%n", member, &first, place, name, &end) != 4 &&
        sscanf(key, "@%1023[a-z0-9_]:%u[%u].%2[a-z].%1023[a-z0-9_]%n", member, &first, &more, place, name, &end) != 5)
        return false;
    if (!end || key[end] || first + more >= finder->count)
        return false;
    *instance = first + more;
    const struct rtl_module *module = finder->instances[*instance].module;
    const struct rtl_signal *found = rtl_find(module, name);
    if (!found)
        return false;
    *signal = (unsigned)(found - module->signals);
    return strcmp(place, "q") == 0 ? rtl_is_register(found->kind) : found->kind == RTL_NET;
}

static void add_alias(struct finder *finder, const struct wire *wire, unsigned of_instance, unsigned of_signal)
{
    finder->aliases[finder->alias_count++] = (struct rtl_alias){wire->instance, wire->signal, of_instance, of_signal};
}

static void add_wire(struct finder *finder, const struct names *names, unsigned instance,
                     const struct rtl_driver *driver)
{
    const struct rtl_module *module = finder->instances[instance].module;
    const struct rtl_signal *signal = rtl_find(module, driver->wire);
    char                     key[KEY_BYTES];
    struct wire              wire = {instance, 0, 0, NULL};
    unsigned                 of_instance, of_signal;
    if (!signal || !is_driven_alone(signal) || !make_key(names, driver->meaning, key))
        return;
    wire.signal = (unsigned)(signal - module->signals);
    if (is_signal(finder, key, &of_instance, &of_signal)) {
        if (same_shape(signal, signal_of(finder, of_instance, of_signal)))
            add_alias(finder, &wire, of_instance, of_signal);
        return;
    }
    wire.hash = hash_text(HASH_START, key);
    wire.key = strdup(key);
    finder->failed |= !wire.key;
    finder->wires[finder->wire_count++] = wire;
}

static void add_instance(struct finder *finder, unsigned instance)
{
    const struct rtl_wiring *wiring = finder->wiring[instance];
    struct names             names = {.wiring = wiring};
    if (!wiring || wiring->source_count > SOURCES_MAX)
        return;
    names.i = instance - wiring->first;
    wiring->numbers(names.i, names.numbers);
    for (unsigned d = 0; d < wiring->driver_count && !finder->failed; d++)
        add_wire(finder, &names, instance, &wiring->drivers[d]);
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

static int compare_wires(const void *left, const void *right)
{
    const struct wire *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->instance != b->instance)
        return a->instance < b->instance ? -1 : 1;
    return a->signal < b->signal ? -1 : 1;
}

/* Each wire with the first one before it that has its row and its shape. */
static void join_same_rows(struct finder *finder)
{
    struct wire *const wires = finder->wires;
    if (finder->wire_count)
        qsort(wires, finder->wire_count, sizeof *wires, compare_wires);
    for (unsigned w = 0, first = 0; w < finder->wire_count; w++) {
        first = wires[first].hash == wires[w].hash ? first : w;
        for (unsigned before = first; before < w; before++)
            if (strcmp(wires[before].key, wires[w].key) == 0 &&
                same_shape(signal_of(finder, wires[before].instance, wires[before].signal),
                           signal_of(finder, wires[w].instance, wires[w].signal))) {
                add_alias(finder, &wires[w], wires[before].instance, wires[before].signal);
                break;
            }
    }
}

static int compare_aliases(const void *left, const void *right)
{
    const struct rtl_alias *a = left, *b = right;
    if (a->instance != b->instance)
        return a->instance < b->instance ? -1 : 1;
    return a->signal < b->signal ? -1 : a->signal > b->signal;
}

struct rtl_alias *rtl_aliases(const struct rtl_instance *instances, const struct rtl_wiring *const *wiring,
                              unsigned count, unsigned *found)
{
    struct finder finder = {.instances = instances, .wiring = wiring, .count = count};
    unsigned      rows = 1;
    for (unsigned n = 0; n < count; n++)
        rows += wiring[n] ? wiring[n]->driver_count : 0;
    finder.wires = calloc(rows, sizeof *finder.wires);
    finder.aliases = calloc(rows, sizeof *finder.aliases);
    finder.failed = !finder.wires || !finder.aliases;
    for (unsigned n = 0; n < count && !finder.failed; n++)
        add_instance(&finder, n);
    if (!finder.failed) {
        join_same_rows(&finder);
        qsort(finder.aliases, finder.alias_count, sizeof *finder.aliases, compare_aliases);
    }
    for (unsigned w = 0; w < finder.wire_count; w++)
        free(finder.wires[w].key);
    free(finder.wires);
    if (finder.failed || !finder.alias_count) {
        free(finder.aliases);
        finder.aliases = NULL;
    }
    *found = finder.failed ? 0 : finder.alias_count;
    return finder.aliases;
}
