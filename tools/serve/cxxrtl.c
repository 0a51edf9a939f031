/* cxxrtl.c - packets, greetings, and the commands of the simulation. */
#include "tools/serve/cxxrtl.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/text.h"
#include "tools/serve/cxxrtl_parts.h"

#define FEMTOSECONDS UINT64_C(1000000000000000) /* of a second */
#define SECONDS_MAX UINT64_C(2147483647)

/* ---- packets ----------------------------------------------------------------------------------------------------- */

static int put_bytes(const char *bytes, size_t count, void *text)
{
    text_put(text, bytes, count);
    return 0;
}

void cxxrtl_send(struct text *to, json_t *packet)
{
    if (!packet || json_dump_callback(packet, put_bytes, to, JSON_COMPACT) != 0)
        to->lost = true;
    text_put(to, "", 1);
    json_decref(packet);
}

bool cxxrtl_error(struct cxxrtl_client *client, const char *name, const char *format, ...)
{
    char    what[1024], visible[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    cxxrtl_send(&client->out, json_pack("{s:s, s:s, s:o}", "type", "error", "error", name, "message",
                                        text_json(text_visible(visible, sizeof visible, what))));
    return false;
}

const char *cxxrtl_time(uint64_t cycle, char text[CXXRTL_TIME_BYTES])
{
    const uint64_t a_second = FEMTOSECONDS / CXXRTL_CYCLE_FS;
    snprintf(text, CXXRTL_TIME_BYTES, "%" PRIu64 ".%015" PRIu64, cycle / a_second, cycle % a_second * CXXRTL_CYCLE_FS);
    return text;
}

/* Digits that make a number up to `most`. */
static bool take_digits(const char **at, uint64_t most, uint64_t *number)
{
    const char *const first = *at;
    for (*number = 0; **at >= '0' && **at <= '9'; ++*at) {
        *number = *number * 10 + (uint64_t)(**at - '0');
        if (*number > most)
            return false;
    }
    return *at > first;
}

bool cxxrtl_cycle(const json_t *time, uint64_t *cycle, bool *begins)
{
    const char *at = json_string_value(time);
    uint64_t    seconds, femtoseconds;
    if (!at || !take_digits(&at, SECONDS_MAX, &seconds) || *at++ != '.' ||
        !take_digits(&at, FEMTOSECONDS - 1, &femtoseconds) || *at)
        return false;
    *cycle = seconds * (FEMTOSECONDS / CXXRTL_CYCLE_FS) + femtoseconds / CXXRTL_CYCLE_FS;
    *begins = femtoseconds % CXXRTL_CYCLE_FS == 0;
    return true;
}

/* ---- the simulation ---------------------------------------------------------------------------------------------- */

const char *cxxrtl_diagnostic(const struct cxxrtl_server *server)
{
    const enum timeline_state state = server->timeline->state;
    return state == TIMELINE_STOPPED ? "assert" : state == TIMELINE_LIMIT || state == TIMELINE_STANDS ? "break" : NULL;
}

/* Of a run that a diagnostic has ended, and that was to pause there, nothing else is left to be said first. */
static bool is_finished(const struct cxxrtl_server *server)
{
    return server->timeline->state != TIMELINE_RUNS && !server->running && !server->told;
}

static bool get_status(struct cxxrtl_command *command)
{
    const struct cxxrtl_server *server = command->server;
    const uint64_t              latest = timeline_latest(server->timeline);
    char                        now[CXXRTL_TIME_BYTES], next[CXXRTL_TIME_BYTES];
    const char *const           status = server->running ? "running" : is_finished(server) ? "finished" : "paused";
    json_t *const answer = json_pack("{s:s, s:s, s:s, s:s}", "type", "response", "command", "get_simulation_status",
                                     "status", status, "latest_time", cxxrtl_time(latest, now));
    if (strcmp(status, "paused") == 0)
        json_object_set_new(answer, "next_sample_time", json_string(cxxrtl_time(latest + 1, next)));
    cxxrtl_send(&command->client->out, answer);
    return true;
}

static bool take_diagnostics(struct cxxrtl_command *command)
{
    static const char *const types[] = {"break", "print", "assert", "assume"};
    const json_t *const      list = json_object_get(command->arguments, "until_diagnostics");
    bool                     wanted[sizeof types / sizeof types[0]] = {false};
    if (!json_is_array(list))
        return cxxrtl_error(command->client, "invalid_argument", "until_diagnostics: expected an array");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const type = json_string_value(json_array_get(list, i));
        unsigned          t = 0;
        while (t < sizeof types / sizeof types[0] && !(type && strcmp(type, types[t]) == 0))
            t++;
        if (t == sizeof types / sizeof types[0])
            return cxxrtl_error(command->client, "invalid_argument",
                                "until_diagnostics: expected break, print, assert or assume");
        wanted[t] = true;
    }
    command->server->until_break = wanted[0];
    command->server->until_assert = wanted[2];
    return true;
}

static bool run_simulation(struct cxxrtl_command *command)
{
    struct cxxrtl_server *const server = command->server;
    const json_t *const         until = json_object_get(command->arguments, "until_time");
    uint64_t                    cycle = UINT64_MAX;
    bool                        begins;
    if (server->running || is_finished(server))
        return cxxrtl_error(command->client, "not_paused", "the simulation %s: expected a paused one",
                            server->running ? "is running" : "has finished");
    if (!until || (!json_is_null(until) && !cxxrtl_cycle(until, &cycle, &begins)))
        return cxxrtl_error(command->client, "invalid_argument", "until_time: expected null or a time point");
    if (!json_is_boolean(json_object_get(command->arguments, "sample_item_values")))
        return cxxrtl_error(command->client, "invalid_argument", "sample_item_values: expected true or false");
    if (!take_diagnostics(command))
        return false;
    server->running = true;
    server->has_until = !json_is_null(until);
    server->until = cycle;
    cxxrtl_send(&command->client->out, json_pack("{s:s, s:s}", "type", "response", "command", "run_simulation"));
    return true;
}

static bool pause_simulation(struct cxxrtl_command *command)
{
    char now[CXXRTL_TIME_BYTES];
    command->server->running = false;
    cxxrtl_send(&command->client->out, json_pack("{s:s, s:s, s:s}", "type", "response", "command", "pause_simulation",
                                                 "time", cxxrtl_time(timeline_latest(command->server->timeline), now)));
    return true;
}

static void put_event(struct cxxrtl_server *server, const char *event, const char *cause)
{
    char          now[CXXRTL_TIME_BYTES];
    json_t *const packet = json_pack("{s:s, s:s, s:s}", "type", "event", "event", event, "time",
                                     cxxrtl_time(timeline_latest(server->timeline), now));
    if (cause)
        json_object_set_new(packet, "cause", json_string(cause));
    server->running = false;
    cxxrtl_send(&server->events, packet);
}

void cxxrtl_run(struct cxxrtl_server *server, uint64_t clocks)
{
    struct timeline *const timeline = server->timeline;
    const uint64_t         now = timeline_latest(timeline), most = now + clocks;
    if (!server->running)
        return;
    timeline_run(timeline, server->until < most ? server->until : most);
    const char *const ended = cxxrtl_diagnostic(server);
    const bool        waits = ended && (ended[0] == 'a' ? server->until_assert : server->until_break);
    if (waits && !server->told) {
        server->told = true;
        put_event(server, "simulation_paused", "until_diagnostics");
    } else if (timeline->state != TIMELINE_RUNS) {
        server->told = false;
        server->until_assert = server->until_break = false;
        put_event(server, "simulation_finished", NULL);
    } else if (server->has_until && timeline_latest(timeline) >= server->until) {
        put_event(server, "simulation_paused", "until_time");
    }
}

/* ---- the design -------------------------------------------------------------------------------------------------- */

/* Scopes or items of a scope, or of all of them. */
static bool list(struct cxxrtl_command *command, const char *name, const char *key,
                 json_t *(*of)(const struct items *items, const char *scope))
{
    const json_t *const scope = json_object_get(command->arguments, "scope");
    if (!json_is_null(scope) && !json_is_string(scope))
        return cxxrtl_error(command->client, "invalid_argument", "scope: expected null or a string");
    json_t *const found = of(&command->server->items, json_string_value(scope));
    if (!found)
        return cxxrtl_error(command->client, "unknown_scope", "there is no scope '%.200s'", json_string_value(scope));
    cxxrtl_send(&command->client->out, json_pack("{s:s, s:s, s:o}", "type", "response", "command", name, key, found));
    return true;
}

static bool list_scopes(struct cxxrtl_command *command)
{
    return list(command, "list_scopes", "scopes", items_scopes);
}

static bool list_items(struct cxxrtl_command *command)
{
    return list(command, "list_items", "items", items_items);
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*run)(struct cxxrtl_command *command);
} commands[] = {{"list_scopes", list_scopes},
                {"list_items", list_items},
                {"reference_items", cxxrtl_reference_items},
                {"query_interval", cxxrtl_query_interval},
                {"get_simulation_status", get_status},
                {"run_simulation", run_simulation},
                {"pause_simulation", pause_simulation}};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static bool greet(const struct cxxrtl_server *server, struct cxxrtl_client *client, const json_t *packet)
{
    const json_t *const version = json_object_get(packet, "version");
    const char *const   token = json_string_value(json_object_get(packet, "token"));
    json_t *const       names = json_array();
    if (!json_is_integer(version) || json_integer_value(version) != 0) {
        json_decref(names);
        return cxxrtl_error(client, "unknown_version", "version: expected 0");
    }
    if (server->token && !(token && strcmp(token, server->token) == 0)) {
        json_decref(names);
        return cxxrtl_error(client, "wrong_token", "token: expected that of --token");
    }
    for (unsigned c = 0; c < COMMANDS; c++)
        json_array_append_new(names, json_string(commands[c].name));
    cxxrtl_send(&client->out, json_pack("{s:s, s:i, s:o, s:[s, s], s:{s:[s]}}", "type", "greeting", "version", 0,
                                        "commands", names, "events", "simulation_paused", "simulation_finished",
                                        "features", "item_values_encoding", "base64(u32)"));
    return client->greeted = true;
}

static void take_command(struct cxxrtl_server *server, struct cxxrtl_client *client, const json_t *packet)
{
    const char *const     name = json_string_value(json_object_get(packet, "command"));
    struct cxxrtl_command command = {server, client, packet};
    for (unsigned c = 0; name && c < COMMANDS; c++)
        if (strcmp(name, commands[c].name) == 0) {
            commands[c].run(&command);
            return;
        }
    cxxrtl_error(client, "unknown_command", "there is no command '%.200s'", name ? name : "");
}

/* Before a greeting nothing else is understood, lest another protocol's text should be. */
static void take_packet(struct cxxrtl_server *server, struct cxxrtl_client *client, const char *text, size_t length)
{
    json_error_t      error;
    json_t *const     packet = json_loadb(text, length, 0, &error);
    const char *const type = json_string_value(json_object_get(packet, "type"));
    if (type && strcmp(type, "greeting") == 0)
        client->closing = !greet(server, client, packet) && !client->greeted;
    else if (!client->greeted)
        client->closing = !cxxrtl_error(client, "no_greeting", "expected a greeting first");
    else if (type && strcmp(type, "command") == 0)
        take_command(server, client, packet);
    else if (!packet)
        cxxrtl_error(client, "invalid_packet", "no JSON: %.300s (byte %d)", error.text, error.position);
    else
        cxxrtl_error(client, "invalid_packet", "type: expected greeting or command");
    json_decref(packet);
}

void cxxrtl_receive(struct cxxrtl_server *server, struct cxxrtl_client *client, const char *bytes, size_t count)
{
    size_t begin = 0;
    text_put(&client->in, bytes, count);
    for (const char *end; !client->closing && !client->in.lost && begin < client->in.used &&
                          (end = memchr(client->in.bytes + begin, 0, client->in.used - begin));
         begin = (size_t)(end - client->in.bytes) + 1)
        take_packet(server, client, client->in.bytes + begin, (size_t)(end - client->in.bytes) - begin);
    if (begin)
        text_drop(&client->in, begin);
    if (client->in.used > CXXRTL_PACKET_MAX && !client->closing)
        client->closing =
            !cxxrtl_error(client, "invalid_packet", "expected a packet of at most %d bytes", (int)CXXRTL_PACKET_MAX);
}

/* ---- life -------------------------------------------------------------------------------------------------------- */

bool cxxrtl_open(struct cxxrtl_server *server, struct timeline *timeline, const char *token)
{
    *server = (struct cxxrtl_server){.timeline = timeline, .token = token};
    return items_open(&server->items, &timeline->signals.names);
}

void cxxrtl_close(struct cxxrtl_server *server)
{
    items_close(&server->items);
    text_free(&server->events);
}

void cxxrtl_client_free(struct cxxrtl_client *client)
{
    for (unsigned r = 0; r < client->count; r++) {
        free(client->references[r].name);
        free(client->references[r].signals);
    }
    free(client->references);
    text_free(&client->in);
    text_free(&client->out);
    *client = (struct cxxrtl_client){0};
}
