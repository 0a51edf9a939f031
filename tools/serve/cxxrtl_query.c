/* cxxrtl_query.c - references to items, and their values over an interval. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/cxxrtl_parts.h"

enum { REFERENCES_MAX = 4096 };

/* ---- references -------------------------------------------------------------------------------------------------- */

const struct cxxrtl_reference *cxxrtl_reference_of(const struct cxxrtl_client *client, const char *name)
{
    for (unsigned r = 0; name && r < client->count; r++)
        if (strcmp(client->references[r].name, name) == 0)
            return &client->references[r];
    return NULL;
}

static void forget(struct cxxrtl_client *client, const char *name)
{
    const struct cxxrtl_reference *const found = cxxrtl_reference_of(client, name);
    if (!found)
        return;
    const unsigned place = (unsigned)(found - client->references);
    free(found->name);
    free(found->signals);
    client->references[place] = client->references[--client->count];
}

static bool add_signal(struct cxxrtl_reference *reference, struct trigger_signal signal)
{
    if (reference->count == CXXRTL_VALUES_MAX)
        return false;
    if ((reference->count & (reference->count - 1)) == 0) {
        const unsigned room = reference->count ? 2 * reference->count : 1;
        void          *signals = realloc(reference->signals, room * sizeof *reference->signals);
        if (!signals)
            return false;
        reference->signals = signals;
    }
    reference->signals[reference->count++] = signal;
    return true;
}

/* Rows of a memory item, in either direction. */
static bool add_rows(struct cxxrtl_command *command, struct cxxrtl_reference *reference, const struct item *item,
                     const json_t *designation)
{
    const json_t *const first = json_array_get(designation, 1), *const last = json_array_get(designation, 2);
    if (json_array_size(designation) != 3 || !json_is_integer(first) || !json_is_integer(last))
        return cxxrtl_error(command->client, "invalid_argument",
                            "items: expected [name, first row, last row] of a memory");
    json_int_t       row = json_integer_value(first);
    const json_int_t end = json_integer_value(last), step = row <= end ? 1 : -1;
    if (row < 0 || end < 0 || row >= (json_int_t)item->depth || end >= (json_int_t)item->depth)
        return cxxrtl_error(command->client, "out_of_range", "items: the memory has rows 0 to %u", item->depth - 1);
    for (;; row += step) {
        if (!add_signal(reference, item_row(item, (unsigned)row)))
            return cxxrtl_error(command->client, "too_many_items", "items: expected at most %d values",
                                (int)CXXRTL_VALUES_MAX);
        if (row == end)
            return true;
    }
}

static bool add_item(struct cxxrtl_command *command, struct cxxrtl_reference *reference, const json_t *designation)
{
    const char *const name = json_string_value(json_array_get(designation, 0));
    struct item       item;
    if (!name)
        return cxxrtl_error(command->client, "invalid_argument", "items: expected arrays that begin with a name");
    if (!items_find(&command->server->items, name, &item))
        return cxxrtl_error(command->client, "unknown_item", "there is no item '%.200s'", name);
    if (item.depth)
        return add_rows(command, reference, &item, designation);
    if (json_array_size(designation) != 1)
        return cxxrtl_error(command->client, "invalid_argument", "items: expected [name] of a node");
    return add_signal(reference, item.signal) ||
           cxxrtl_error(command->client, "too_many_items", "items: expected at most %d values", (int)CXXRTL_VALUES_MAX);
}

static bool keep(struct cxxrtl_client *client, struct cxxrtl_reference *reference, const char *name)
{
    reference->name = strdup(name);
    void *references = realloc(client->references, (client->count + 1) * sizeof *client->references);
    if (references)
        client->references = references;
    if (!references || !reference->name)
        return false;
    forget(client, name);
    client->references[client->count++] = *reference;
    return true;
}

bool cxxrtl_reference_items(struct cxxrtl_command *command)
{
    struct cxxrtl_client *const client = command->client;
    const char *const           name = json_string_value(json_object_get(command->arguments, "reference"));
    const json_t *const         items = json_object_get(command->arguments, "items");
    struct cxxrtl_reference     reference = {0};
    bool                        good = true;
    if (!name || !name[0])
        return cxxrtl_error(client, "invalid_argument", "reference: expected a string that is not empty");
    if (!json_is_null(items) && !json_is_array(items))
        return cxxrtl_error(client, "invalid_argument", "items: expected null or an array");
    if (json_is_null(items)) {
        forget(client, name);
    } else {
        for (size_t i = 0; good && i < json_array_size(items); i++)
            good = add_item(command, &reference, json_array_get(items, i));
        if (good && (client->count == REFERENCES_MAX || !keep(client, &reference, name)))
            good = cxxrtl_error(client, "too_many_items", "reference: not enough memory, or more than %d references",
                                (int)REFERENCES_MAX);
        if (!good) {
            free(reference.name);
            free(reference.signals);
            return false;
        }
    }
    cxxrtl_send(&client->out, json_pack("{s:s, s:s}", "type", "response", "command", "reference_items"));
    return true;
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

struct query {
    struct cxxrtl_server          *server;
    const struct cxxrtl_reference *reference; /* NULL: no values */
    struct text                   *out;
    bool                           diagnostics, collapse, full;
    uint64_t                       next; /* the first cycle without a sample */
    size_t                         begin, samples;
    uint8_t                       *bytes; /* of the last values, and how many */
    size_t                         byte_count;
};

/* RFC 4648, with padding. */
static void put_base64(struct text *out, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        const size_t   left = count - i;
        const uint32_t bits = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                              (left > 2 ? (uint32_t)bytes[i + 2] : 0);
        const char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63], left > 1 ? digits[bits >> 6 & 63] : '=',
                              left > 2 ? digits[bits & 63] : '='};
        text_put(out, four, sizeof four);
    }
}

static void put_sample(struct query *query, uint64_t cycle)
{
    struct text *const           out = query->out;
    const struct timeline *const timeline = query->server->timeline;
    char                         time[CXXRTL_TIME_BYTES];
    const char *const            type = cxxrtl_diagnostic(query->server);
    text_print(out, "%s{\"time\":\"%s\"", query->samples++ ? "," : "", cxxrtl_time(cycle, time));
    if (query->reference) {
        text_print(out, ",\"item_values\":\"");
        put_base64(out, query->bytes, query->byte_count);
        text_print(out, "\"");
    }
    if (query->diagnostics && type && cycle == timeline_latest(timeline)) {
        json_t *const what = json_pack("[{s:s, s:o, s:n}]", "type", type, "text", text_json(timeline->why.what), "src");
        char *const   text = json_dumps(what, JSON_COMPACT);
        text_print(out, ",\"diagnostics\":");
        text_put(out, text ? text : "[]", text ? strlen(text) : 2);
        free(text);
        json_decref(what);
    } else if (query->diagnostics) {
        text_print(out, ",\"diagnostics\":[]");
    }
    text_print(out, "}");
    query->next = cycle + 1;
    query->full = query->full || out->used - query->begin > CXXRTL_ANSWER_MAX;
}

/* Samples of the clocks up to this one that have not been put: with the values of before. */
static void put_up_to(struct query *query, uint64_t cycle)
{
    while (query->next < cycle && !query->full)
        put_sample(query, query->next);
}

static bool visit(void *context, uint64_t cycle, const uint64_t *values)
{
    struct query *const query = context;
    if (!query->collapse)
        put_up_to(query, cycle);
    query->byte_count = 0;
    for (unsigned s = 0; s < query->reference->count; s++)
        for (unsigned at = 0; at < query->reference->signals[s].signal->bits; at += 32)
            for (unsigned byte = 0; byte < 32; byte += 8)
                query->bytes[query->byte_count++] = (uint8_t)(values[s] >> (at + byte));
    put_sample(query, cycle);
    return !query->full;
}

static bool put_samples(struct query *query, uint64_t from, uint64_t to)
{
    const struct cxxrtl_reference *const reference = query->reference;
    query->begin = query->out->used;
    query->next = from;
    query->bytes = reference ? malloc(8 * (size_t)reference->count) : NULL;
    bool good = !reference || (query->bytes && timeline_values(query->server->timeline, reference->signals,
                                                               reference->count, from, to, visit, query));
    if (good && reference && query->collapse && query->next <= to)
        put_sample(query, to);
    put_up_to(query, to + 1);
    free(query->bytes);
    return good && !query->full && !query->out->lost;
}

/* What a query has of arguments; false after an error. */
static bool take_query(struct cxxrtl_command *command, struct query *query, uint64_t *from, uint64_t *to)
{
    struct cxxrtl_client *const client = command->client;
    const json_t *const arguments = command->arguments, *const interval = json_object_get(arguments, "interval"),
                        *const items = json_object_get(arguments, "items"),
                        *const encoding = json_object_get(arguments, "item_values_encoding"),
                        *const collapse = json_object_get(arguments, "collapse"),
                        *const diagnostics = json_object_get(arguments, "diagnostics");
    char                       latest[CXXRTL_TIME_BYTES];
    bool                       begins[2];
    if (json_array_size(interval) != 2 || !cxxrtl_cycle(json_array_get(interval, 0), from, &begins[0]) ||
        !cxxrtl_cycle(json_array_get(interval, 1), to, &begins[1]))
        return cxxrtl_error(client, "invalid_argument", "interval: expected two time points");
    if (*from > *to || *to + !begins[1] > timeline_latest(command->server->timeline))
        return cxxrtl_error(client, "out_of_range", "interval: expected begin and end between 0.0 and %s",
                            cxxrtl_time(timeline_latest(command->server->timeline), latest));
    if (!json_is_boolean(collapse) || !json_is_boolean(diagnostics))
        return cxxrtl_error(client, "invalid_argument", "collapse and diagnostics: expected true or false");
    if (!(json_is_null(items) || json_is_string(items)) || !(json_is_null(encoding) || json_is_string(encoding)))
        return cxxrtl_error(client, "invalid_argument", "items and item_values_encoding: expected null or a string");
    if (json_is_string(encoding) && strcmp(json_string_value(encoding), "base64(u32)") != 0)
        return cxxrtl_error(client, "invalid_argument", "item_values_encoding: expected base64(u32)");
    const struct cxxrtl_reference *const reference = cxxrtl_reference_of(client, json_string_value(items));
    if (json_is_string(items) && !(reference && reference->count))
        return cxxrtl_error(client, "unknown_reference", "items: '%.200s' stands for no items",
                            json_string_value(items));
    query->reference = json_is_null(encoding) ? NULL : reference;
    query->collapse = json_is_true(collapse);
    query->diagnostics = json_is_true(diagnostics);
    return true;
}

bool cxxrtl_query_interval(struct cxxrtl_command *command)
{
    struct cxxrtl_client *const client = command->client;
    struct query                query = {.server = command->server, .out = &client->out};
    uint64_t                    from, to;
    if (!take_query(command, &query, &from, &to))
        return false;
    const size_t before = client->out.used;
    text_print(query.out, "{\"type\":\"response\",\"command\":\"query_interval\",\"samples\":[");
    if (!put_samples(&query, from, to)) {
        client->out.used = before;
        return cxxrtl_error(client, "too_long", "interval: expected one whose samples take at most %d bytes",
                            (int)CXXRTL_ANSWER_MAX);
    }
    text_print(query.out, "]}");
    text_put(query.out, "", 1);
    return true;
}
