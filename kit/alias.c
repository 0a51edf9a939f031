/* alias.c - compares what drives wires, as text in which each source is an instance. */
#include "kit/alias.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kit/hash.h"

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

/* A key as it grows; too long for its room when `length` is KEY_BYTES. */
struct key {
    char   text[KEY_BYTES];
    size_t length;
};

static void put(struct key *key, const char *text, size_t size)
{
    if (key->length + size >= KEY_BYTES) {
        key->length = KEY_BYTES;
        return;
    }
    memcpy(key->text + key->length, text, size);
    key->length += size;
}

static void put_number(struct key *key, unsigned number)
{
    char  digits[16];
    char *digit = digits + sizeof digits;
    do
        *--digit = (char)('0' + number % 10);
    while (number /= 10);
    put(key, digit, (size_t)(digits + sizeof digits - digit));
}

/* A name that is none of a field: a source, `i`, or what it is everywhere.  False: it is a place of the module itself.
 */
static bool put_name(struct key *key, const struct names *names, const char *at, size_t length)
{
    if (is_name(at, length, "in") || is_name(at, length, "rtl_machine"))
        return false;
    unsigned s = 0;
    while (s < names->wiring->source_count && !is_name(at, length, names->wiring->sources[s].name))
        s++;
    if (is_name(at, length, "i")) {
        put_number(key, names->i);
    } else if (s < names->wiring->source_count) {
        const char *const member = names->wiring->sources[s].member;
        put(key, "@", 1);
        put(key, member, strlen(member));
        put(key, ":", 1);
        put_number(key, names->numbers[s]);
    } else {
        put(key, at, length);
    }
    return true;
}

static bool is_behind(const struct key *key, const char *text)
{
    const size_t size = strlen(text);
    return key->length >= size && memcmp(key->text + key->length - size, text, size) == 0;
}

/* False: it has what no two rows are compared by.  Blanks count between two names alone. */
static bool make_key(const struct names *names, const char *expression, struct key *key)
{
    bool apart = false;
    key->length = 0;
    for (const char *at = expression; *at && key->length < KEY_BYTES;) {
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
        if (apart && key->length && is_of_name(key->text[key->length - 1]) && is_of_name(*at))
            put(key, " ", 1);
        if (is_of_name(*at) && !isdigit((unsigned char)*at) && !is_behind(key, ".") && !is_behind(key, "->")) {
            if (!put_name(key, names, at, size))
                return false;
        } else {
            put(key, at, size);
        }
        apart = false;
        at += size;
    }
    if (!key->length || key->length >= KEY_BYTES)
        return false;
    key->text[key->length] = '\0';
    return true;
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

/* A wire and a register may have one name. */
static bool is_register(enum rtl_kind kind)
{
    return rtl_is_register(kind);
}
static bool is_of_nets(enum rtl_kind kind)
{
    return kind == RTL_NET;
}
static bool is_driven_alone(enum rtl_kind kind)
{
    return kind == RTL_EN || kind == RTL_IN;
}
static const struct rtl_signal *find(const struct rtl_module *module, const char *name, bool (*is)(enum rtl_kind))
{
    for (unsigned s = 0; s < module->signal_count; s++)
        if (is(module->signals[s].kind) && strcmp(module->signals[s].name, name) == 0)
            return &module->signals[s];
    return NULL;
}

/* `->` of one instance, `[2].` of one of all of a member: adds that number. */
static const char *skip_index(const char *at, unsigned *number)
{
    char *end;
    if (strncmp(at, "->", 2) == 0)
        return at + 2;
    if (*at != '[')
        return NULL;
    *number += (unsigned)strtoul(at + 1, &end, 10);
    return end > at + 1 && strncmp(end, "].", 2) == 0 ? end + 2 : NULL;
}

/* `@member:7->q.name`, `@member:7->in.name` of nets, and of one of all of a member `@member:7[2].q.name`. */
static bool is_signal(const struct finder *finder, const char *key, unsigned *instance, unsigned *signal)
{
    const char *at = key[0] == '@' ? strchr(key, ':') : NULL;
    char       *end;
    if (!at)
        return false;
    unsigned number = (unsigned)strtoul(at + 1, &end, 10);
    at = skip_index(end, &number);
    if (!at || number >= finder->count)
        return false;
    const bool               registers = strncmp(at, "q.", 2) == 0;
    const struct rtl_module *module = finder->instances[number].module;
    if (!registers && strncmp(at, "in.", 3) != 0)
        return false;
    const struct rtl_signal *found = find(module, strchr(at, '.') + 1, registers ? is_register : is_of_nets);
    if (!found)
        return false;
    *instance = number;
    *signal = (unsigned)(found - module->signals);
    return true;
}

static void add_alias(struct finder *finder, const struct wire *wire, unsigned of_instance, unsigned of_signal)
{
    finder->aliases[finder->alias_count++] = (struct rtl_alias){wire->instance, wire->signal, of_instance, of_signal};
}

static void add_wire(struct finder *finder, const struct names *names, unsigned instance,
                     const struct rtl_driver *driver)
{
    const struct rtl_module *module = finder->instances[instance].module;
    const struct rtl_signal *signal = find(module, driver->wire, is_driven_alone);
    struct key               key;
    struct wire              wire = {instance, 0, 0, NULL};
    unsigned                 of_instance, of_signal;
    if (!signal || !make_key(names, driver->meaning, &key))
        return;
    wire.signal = (unsigned)(signal - module->signals);
    if (is_signal(finder, key.text, &of_instance, &of_signal)) {
        if (same_shape(signal, signal_of(finder, of_instance, of_signal)))
            add_alias(finder, &wire, of_instance, of_signal);
        return;
    }
    wire.hash = hash_text(HASH_START, key.text);
    wire.key = strdup(key.text);
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
