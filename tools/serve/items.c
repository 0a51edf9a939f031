#include "tools/serve/items.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "trace/derive.h"
#include "trace/views.h"

enum { ID_BYTES = TRIGGER_NAME_BYTES, LISTED_BITS = 8 };

/* ---- instances by path ------------------------------------------------------------------------------------------- */

static int compare_paths(const void *left, const void *right)
{
    return strcmp((*(const struct rtl_instance *const *)left)->path,
                  (*(const struct rtl_instance *const *)right)->path);
}

bool items_open(struct items *items, const struct trigger_names *names)
{
    *items = (struct items){names, malloc((names->count + 1) * sizeof *items->by_path)};
    for (unsigned i = 0; items->by_path && i < names->count; i++)
        items->by_path[i] = &names->instances[i];
    if (items->by_path)
        qsort(items->by_path, names->count, sizeof *items->by_path, compare_paths);
    return items->by_path;
}

void items_close(struct items *items)
{
    free(items->by_path);
    *items = (struct items){0};
}

/* The first place in by_path whose path is not before this one. */
static unsigned lower_bound(const struct items *items, const char *path)
{
    unsigned low = 0, high = items->names->count;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (strcmp(items->by_path[middle]->path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static unsigned number_of(const struct items *items, const struct rtl_instance *instance)
{
    return (unsigned)(instance - items->names->instances);
}

/* The instance of that path, names->count: there is none. */
static unsigned find_instance(const struct items *items, const char *path)
{
    const unsigned place = lower_bound(items, path);
    return place < items->names->count && strcmp(items->by_path[place]->path, path) == 0
               ? number_of(items, items->by_path[place])
               : items->names->count;
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

static bool is_short_vector(const struct rtl_signal *signal)
{
    return signal->kind != RTL_MEM && signal->rows == 1 && signal->count > 1 && signal->count < TRACE_SHORT_VECTOR;
}

static unsigned depth_of(const struct rtl_signal *signal)
{
    return (signal->count == 1 && signal->rows == 1) || is_short_vector(signal) ? 0 : signal->count * signal->rows;
}

struct trigger_signal item_row(const struct item *item, unsigned row)
{
    struct trigger_signal signal = item->signal;
    signal.row = row / signal.signal->count;
    signal.element = row % signal.signal->count;
    return signal;
}

/* The name of a signal in its instance's scope; of what is not there in a waveform, NULL. */
static const char *own_name(const struct rtl_instance *instance, const struct rtl_signal *signal, char name[ID_BYTES])
{
    snprintf(name, ID_BYTES, "%s%s", derive_owns(instance) ? "" : rtl_prefix(signal), signal->name);
    return signal->kind == RTL_BUS ? NULL : name;
}

/* Of an element the last component of its name. */
static const char *element_name(const struct items *items, const struct trigger_signal *signal, char name[ID_BYTES])
{
    return strrchr(trigger_name(items->names, signal, name), '.') + 1;
}

static bool find_in(const struct items *items, unsigned instance, const char *name, const char *element,
                    struct item *item)
{
    const struct rtl_module *module = items->names->instances[instance].module;
    char                     own[ID_BYTES];
    for (unsigned s = 0; s < module->signal_count; s++) {
        const struct rtl_signal *signal = &module->signals[s];
        if (!own_name(&items->names->instances[instance], signal, own) || strcmp(own, name) != 0 ||
            is_short_vector(signal) != (element != NULL))
            continue;
        *item = (struct item){{.signal = signal, .instance = instance}, depth_of(signal)};
        for (; element && item->signal.element < signal->count; item->signal.element++)
            if (strcmp(element_name(items, &item->signal, own), element) == 0)
                return true;
        return !element;
    }
    return false;
}

/* Blanks of an identifier become dots; false: it has dots, or is too long. */
static bool dotted(const char *identifier, char path[ID_BYTES])
{
    if (strlen(identifier) >= ID_BYTES || strchr(identifier, '.'))
        return false;
    strcpy(path, identifier);
    for (char *blank = strchr(path, ' '); blank; blank = strchr(blank, ' '))
        *blank = '.';
    return true;
}

bool items_find(const struct items *items, const char *identifier, struct item *item)
{
    char  path[ID_BYTES];
    char *last = dotted(identifier, path) ? strrchr(path, '.') : NULL;
    if (!last)
        return false;
    *last = '\0';
    unsigned instance = find_instance(items, path);
    if (instance < items->names->count && find_in(items, instance, last + 1, NULL, item))
        return true;
    char *const before = strrchr(path, '.');
    if (!before)
        return false;
    *before = '\0';
    instance = find_instance(items, path);
    return instance < items->names->count && find_in(items, instance, before + 1, last + 1, item);
}

/* ---- descriptions ------------------------------------------------------------------------------------------------ */

static void put_text_attribute(json_t *attributes, const char *name, const char *text)
{
    json_object_set_new(attributes, name, json_pack("{s:s, s:s}", "type", "string", "value", text));
}

static void put_number_attribute(json_t *attributes, const char *name, unsigned number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%u", number);
    json_object_set_new(attributes, name, json_pack("{s:s, s:s}", "type", "unsigned_int", "value", digits));
}

/* "0=idle 1=fetch": what the waveform calls the values of an enumeration. */
static void put_words(json_t *attributes, const struct items *items, const struct rtl_signal *signal)
{
    const struct trace_view view = trace_view_of(signal, items->names->views, items->names->view_count);
    char                    words[4096] = "";
    size_t                  used = 0;
    if (view.kind != VIEW_NAMES || signal->bits > LISTED_BITS)
        return;
    for (uint64_t value = 0; value >> signal->bits == 0; value++) {
        const char *const word = view.name(value);
        if (word && used < sizeof words)
            used +=
                (size_t)snprintf(words + used, sizeof words - used, "%s%u=%s", used ? "; " : "", (unsigned)value, word);
    }
    if (used && used < sizeof words)
        put_text_attribute(attributes, "values", words);
}

static json_t *attributes_of(const struct items *items, const struct rtl_signal *signal)
{
    json_t *const attributes = json_object();
    if (signal->doc && signal->doc[0])
        put_text_attribute(attributes, "meaning", signal->doc);
    if (signal->type)
        put_text_attribute(attributes, "c_type", signal->type);
    if (depth_of(signal) && signal->rows > 1)
        put_number_attribute(attributes, "lanes", signal->count);
    put_words(attributes, items, signal);
    return attributes;
}

/* The place of instances and signals, with blanks for dots. */
static char *spaced(char *path)
{
    for (char *dot = strchr(path, '.'); dot; dot = strchr(dot, '.'))
        *dot = ' ';
    return path;
}

static void put_node(json_t *to, const struct items *items, const struct trigger_signal *signal)
{
    char name[ID_BYTES];
    trigger_name(items->names, signal, name);
    json_object_set_new(to, spaced(name),
                        json_pack("{s:n, s:s, s:i, s:i, s:b, s:b, s:b, s:o}", "src", "type", "node", "width",
                                  (int)signal->signal->bits, "lsb_at", 0, "settable", 0, "input", 0, "output", 0,
                                  "attributes", attributes_of(items, signal->signal)));
}

static void put_memory(json_t *to, const struct items *items, const struct trigger_signal *signal)
{
    const struct rtl_instance *instance = &items->names->instances[signal->instance];
    char                       own[ID_BYTES], name[2 * ID_BYTES];
    snprintf(name, sizeof name, "%s.%s", instance->path, own_name(instance, signal->signal, own));
    json_object_set_new(to, spaced(name),
                        json_pack("{s:n, s:s, s:i, s:i, s:i, s:i, s:b, s:o}", "src", "type", "memory", "width",
                                  (int)signal->signal->bits, "lsb_at", 0, "depth", (int)depth_of(signal->signal),
                                  "zero_at", 0, "settable", 0, "attributes", attributes_of(items, signal->signal)));
}

static void put_elements(json_t *to, const struct items *items, struct trigger_signal signal)
{
    for (signal.element = 0; signal.element < signal.signal->count; signal.element++)
        put_node(to, items, &signal);
}

/* What lies in the instance's own scope, and with `all` in those of its short vectors. */
static void put_instance(json_t *to, const struct items *items, unsigned instance, bool all)
{
    const struct rtl_module *module = items->names->instances[instance].module;
    for (unsigned s = 0; s < module->signal_count; s++) {
        const struct trigger_signal signal = {.signal = &module->signals[s], .instance = instance};
        if (signal.signal->kind == RTL_BUS)
            continue;
        if (depth_of(signal.signal))
            put_memory(to, items, &signal);
        else if (!is_short_vector(signal.signal))
            put_node(to, items, &signal);
        else if (all)
            put_elements(to, items, signal);
    }
}

/* ---- scopes ------------------------------------------------------------------------------------------------------ */

static void put_scope(json_t *to, char *path, const char *module)
{
    if (!json_object_get(to, spaced(path)))
        json_object_set_new(to, path,
                            json_pack("{s:s, s:{s:n, s:s?, s:{}}, s:{s:n, s:{}}}", "type", "module", "definition",
                                      "src", "name", module, "attributes", "instantiation", "src", "attributes"));
}

/* A short vector whose scope this is; false: none. */
static bool find_vector(const struct items *items, const char *path, struct trigger_signal *signal)
{
    char  name[ID_BYTES], own[ID_BYTES];
    char *last = (strcpy(name, path), strrchr(name, '.'));
    if (!last)
        return false;
    *last = '\0';
    const unsigned instance = find_instance(items, name);
    if (instance == items->names->count)
        return false;
    const struct rtl_module *module = items->names->instances[instance].module;
    for (unsigned s = 0; s < module->signal_count; s++)
        if (is_short_vector(&module->signals[s]) &&
            strcmp(own_name(&items->names->instances[instance], &module->signals[s], own), last + 1) == 0) {
            *signal = (struct trigger_signal){.signal = &module->signals[s], .instance = instance};
            return true;
        }
    return false;
}

/* Where in a path the scope that is next to `scope` ends, 0: the path does not lie in it. */
static size_t next_end(const char *path, const char *scope)
{
    const size_t length = strlen(scope);
    if (!length)
        return strcspn(path, ".");
    if (strncmp(path, scope, length) != 0 || path[length] != '.')
        return 0;
    return length + 1 + strcspn(path + length + 1, ".");
}

/* Scopes of an instance's path, the one next to `scope` or (NULL) all of them, and those of its short vectors. */
static void put_scopes_of(json_t *to, const struct items *items, unsigned instance, const char *scope)
{
    const struct rtl_instance *of = &items->names->instances[instance];
    char                       path[2 * ID_BYTES], own[ID_BYTES];
    for (size_t end = next_end(of->path, scope ? scope : ""); end;
         end = of->path[end] && !scope ? end + 1 + strcspn(of->path + end + 1, ".") : 0) {
        snprintf(path, sizeof path, "%.*s", (int)end, of->path);
        const unsigned it = of->path[end] ? find_instance(items, path) : instance;
        put_scope(to, path, it < items->names->count ? items->names->instances[it].module->name : NULL);
    }
    for (unsigned s = 0; s < of->module->signal_count && (!scope || strcmp(scope, of->path) == 0); s++)
        if (is_short_vector(&of->module->signals[s])) {
            snprintf(path, sizeof path, "%s.%s", of->path, own_name(of, &of->module->signals[s], own));
            put_scope(to, path, of->module->signals[s].type);
        }
}

/* A scope that there is, dotted; `at`: the first place in by_path that may lie in it. */
static bool find_scope(const struct items *items, const char *scope, char path[ID_BYTES], unsigned *at)
{
    struct trigger_signal vector;
    if (!dotted(scope, path))
        return false;
    *at = lower_bound(items, path);
    if (!path[0] || find_vector(items, path, &vector))
        return true;
    if (*at == items->names->count)
        return false;
    const char *const found = items->by_path[*at]->path;
    return strcmp(found, path) == 0 || next_end(found, path);
}

json_t *items_scopes(const struct items *items, const char *scope)
{
    char     path[ID_BYTES], root[] = "";
    unsigned at = 0;
    if (scope && !find_scope(items, scope, path, &at))
        return NULL;
    json_t *const scopes = json_object();
    if (!scope)
        put_scope(scopes, root, NULL);
    for (; at < items->names->count; at++)
        put_scopes_of(scopes, items, number_of(items, items->by_path[at]), scope ? path : NULL);
    return scopes;
}

json_t *items_items(const struct items *items, const char *scope)
{
    char                  path[ID_BYTES];
    unsigned              at = 0;
    struct trigger_signal vector;
    if (scope && !find_scope(items, scope, path, &at))
        return NULL;
    json_t *const list = json_object();
    if (!scope) {
        for (unsigned i = 0; i < items->names->count; i++)
            put_instance(list, items, i, true);
        return list;
    }
    const unsigned instance = find_instance(items, path);
    if (instance < items->names->count)
        put_instance(list, items, instance, false);
    if (find_vector(items, path, &vector))
        put_elements(list, items, vector);
    return list;
}
