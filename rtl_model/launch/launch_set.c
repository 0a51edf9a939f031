/* launch_set.c - a launch file with another value of a key: its text is changed, in the line where the value stands, so
 * that everything is read, checked and named as if the file said so.
 *
 * The text is one that jansson has accepted: the scan tells strings, brackets, commas and colons apart. */
#include "rtl_model/launch/launch_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/text.h"

enum { STEPS_MAX = 8, STEP_BYTES = 64 };

/* "textures[0].width" is textures, [0], width. */
struct step {
    char     name[STEP_BYTES]; /* "": an element */
    unsigned index;
};

struct path {
    struct step steps[STEPS_MAX];
    unsigned    count;
};

/* ---- NAME=VALUE -------------------------------------------------------------------------------------------------- */

static bool read_path(const char *text, size_t length, struct path *path)
{
    const char *at = text, *const end = text + length;
    while (at < end && path->count < STEPS_MAX) {
        struct step *step = &path->steps[path->count++];
        if (*at == '[') {
            char *behind;
            if (!isdigit((unsigned char)at[1]))
                return false;
            step->index = (unsigned)strtoul(at + 1, &behind, 10);
            if (*behind != ']')
                return false;
            at = behind + 1;
        } else {
            const size_t name = strcspn(at, ".[]=\"\\");
            if (!name || name >= STEP_BYTES)
                return false;
            memcpy(step->name, at, name);
            at += name;
        }
        if (at < end && *at == '.' && ++at == end)
            return false;
    }
    return at == end && path->count && path->steps[0].name[0];
}

/* The axes of their own, and what nothing is compared with. */
static bool may_be_set(const struct path *path, const char *set, struct diag *diag)
{
    static const struct {
        enum launch_key key;
        const char     *instead;
    } others[] = {{LAUNCH_KEY_WEKIVA, "any other key"},
                  {LAUNCH_KEY_CHIP, "--chip"},
                  {LAUNCH_KEY_PROGRAM, "PROGRAM"},
                  {LAUNCH_KEY_THREADS, "--threads"},
                  {LAUNCH_KEY_EXPECT, "any other key, with which nothing is compared"}};
    for (unsigned i = 0; i < LAUNCH_COUNT(others); i++)
        if (strcmp(path->steps[0].name, launch_key_name(others[i].key)) == 0)
            return diag_set(diag, NULL, 0, "%.100s: expected %s", set, others[i].instead);
    return true;
}

/* ---- the text ---------------------------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && strchr(" \t\r\n", *at))
        at++;
    return at;
}

static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\';
    return at < end ? at + 1 : end;
}

/* Behind the value that begins here. */
static const char *skip_value(const char *at, const char *end)
{
    unsigned depth = 0;
    do {
        if (*at == '"') {
            at = skip_string(at, end);
            continue;
        }
        depth += *at == '{' || *at == '[';
        if (*at == '}' || *at == ']')
            depth--;
        at++;
    } while (at < end && (depth || !strchr(",]} \t\r\n", *at)));
    return at;
}

/* Of the container that begins here; NULL: it has not got it.  `any`: it has something. */
static const char *find_step(const char *at, const char *end, const struct step *step, bool *any)
{
    const bool   named = step->name[0];
    const size_t length = strlen(step->name);
    *any = false;
    if (*at != (named ? '{' : '['))
        return NULL;
    at = skip_blanks(at + 1, end);
    for (unsigned i = 0; at < end && *at != '}' && *at != ']'; i++) {
        const char *const key = at;
        *any = true;
        if (named)
            at = skip_blanks(skip_blanks(skip_string(at, end), end) + 1, end);
        if (named ? strncmp(key + 1, step->name, length) == 0 && key[1 + length] == '"' : i == step->index)
            return at;
        at = skip_blanks(skip_value(at, end), end);
        if (at < end && *at == ',')
            at = skip_blanks(at + 1, end);
    }
    return NULL;
}

/* A number, true, false or null as it is, anything else as a string. */
static char *value_text(const char *value)
{
    json_t *const scalar = json_loads(value, JSON_DECODE_ANY, NULL);
    const bool    plain = scalar && !json_is_object(scalar) && !json_is_array(scalar) && !json_is_string(scalar);
    json_t *const string = plain ? NULL : json_string(value);
    char *const   text = plain ? strdup(value) : string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;
    json_decref(scalar);
    json_decref(string);
    return text;
}

/* The text with `what` in place of the bytes from `from` to `to`. */
static bool splice(char **text, size_t *length, size_t from, size_t to, const char *what)
{
    const size_t more = strlen(what);
    char *const  all = malloc(*length + more + 1);
    if (!all)
        return false;
    memcpy(all, *text, from);
    memcpy(all + from, what, more);
    memcpy(all + from + more, *text + to, *length - to);
    *length = from + more + *length - to;
    all[*length] = '\0';
    free(*text);
    *text = all;
    return true;
}

/* A key that is not there becomes the first one of its object, and may bring objects along: "lds": {"group_size": 64}.
 */
static bool add(char **text, size_t *length, size_t at, bool any, const struct path *path, unsigned from,
                const char *value)
{
    const size_t room = STEPS_MAX * (STEP_BYTES + 8) + strlen(value);
    char *const  all = malloc(room);
    size_t       used = 0;
    if (!all)
        return false;
    for (unsigned i = from; i < path->count; i++)
        used += (size_t)snprintf(all + used, room - used, "%s\"%s\": ", i > from ? "{" : "", path->steps[i].name);
    used += (size_t)snprintf(all + used, room - used, "%s", value);
    for (unsigned i = from + 1; i < path->count; i++)
        used += (size_t)snprintf(all + used, room - used, "}");
    snprintf(all + used, room - used, "%s", any ? ", " : "");
    const bool good = splice(text, length, at + 1, at + 1, all);
    free(all);
    return good;
}

static bool put(char **text, size_t *length, const struct path *path, const char *set, const char *value,
                struct diag *diag)
{
    const char *const end = *text + *length;
    const char       *at = skip_blanks(*text, end), *next;
    unsigned          i = 0;
    bool              any = false, good;
    for (; i < path->count && (next = find_step(at, end, &path->steps[i], &any)); i++)
        at = next;
    const size_t from = (size_t)(at - *text);
    if (i == path->count)
        good = splice(text, length, from, (size_t)(skip_value(at, end) - *text), value);
    else {
        for (unsigned k = i; k < path->count; k++)
            if (!path->steps[k].name[0] || *at != '{')
                return diag_set(diag, NULL, 0, "%.100s: the launch has no such entry", set);
        good = add(text, length, from, any, path, i, value);
    }
    return good || diag_set(diag, NULL, 0, "not enough memory");
}

static bool set_text(char **text, size_t *length, const char *set, struct diag *diag)
{
    const char *const equals = strchr(set, '=');
    struct path       path = {0};
    if (!equals || !read_path(set, (size_t)(equals - set), &path))
        return diag_set(diag, NULL, 0, "%.100s: expected a key of the launch, like num_gprs=8 or textures[0].width=64",
                        set);
    if (!may_be_set(&path, set, diag))
        return false;
    char *const value = value_text(equals + 1);
    const bool good = value ? put(text, length, &path, set, value, diag) : diag_set(diag, NULL, 0, "not enough memory");
    free(value);
    return good;
}

/* ---- the launch -------------------------------------------------------------------------------------------------- */

static bool is_json(const char *text, size_t length)
{
    json_t *const value = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    json_decref(value);
    return value;
}

static struct launch *parse_set(const char *path, char **text, size_t length, char *const *sets, unsigned count,
                                struct diag *diag)
{
    const size_t mark = text_mark(*text, length);
    memmove(*text, *text + mark, length - mark);
    length -= mark;
    if (!is_json(*text, length))
        return launch_parse_row(path, *text, length, diag);
    for (unsigned i = 0; i < count; i++)
        if (!set_text(text, &length, sets[i], diag))
            return NULL;
    struct launch *const launch = launch_parse_fitting(path, *text, length, diag);
    for (struct launch *of = launch; of; of = of->next)
        launch_expect_nothing(of);
    return launch;
}

struct launch *launch_load_set(const char *path, const char *text, size_t length, char *const *sets, unsigned count,
                               struct diag *diag)
{
    char  reason[160];
    char *copy =
        text ? strndup(text, length) : launch_slurp(path, LAUNCH_TEXT_BYTES_MAX, &length, reason, sizeof reason);
    if (!copy) {
        diag_set(diag, path, 0, "%s", text ? "not enough memory" : reason);
        return NULL;
    }
    if (text)
        length = strlen(copy); /* a byte 0 is no JSON */
    struct launch *const launch = parse_set(path, &copy, length, sets, count, diag);
    free(copy);
    return launch;
}
