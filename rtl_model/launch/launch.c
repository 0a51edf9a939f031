/* launch.c - launch files, version 1 (docs/launch.md): the sections in their order, and everything freed again.
 *
 * Sections are read in the order of launch.def, whatever their order in the file, since later ones lean on earlier
 * ones: sizes on `threads`, resources on `buffers`. */
#include "rtl_model/launch/launch.h"
#include "kit/hash.h"
#include "kit/text.h"
#include "rtl_model/launch/launch_internal.h"
#include "rtl_model/program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys that are no object --------------------------------------------------------------------------------- */

bool launch_read_chip(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    struct launch_chip *chip = field;
    const char         *name;
    if (!launch_string(reader, node, &name))
        return false;
    chip->name = strdup(name);
    chip->path = launch_join(reader->path, name);
    return (chip->name && chip->path) || launch_out_of_memory(reader);
}

static bool check_stage(const struct launch_reader *reader, const struct launch_node *node)
{
    static const char *const lacking[][2] = {{"hs", "hull"}, {"ds", "domain"}};
    const char *const        text = json_string_value(node->value);
    for (unsigned i = 0; text && i < LAUNCH_COUNT(lacking); i++)
        if (!strcmp(text, lacking[i][0]) || !strcmp(text, lacking[i][1]))
            return launch_fail(reader, node, "no machine here has a %s stage", lacking[i][1]);
    return true;
}

/* Caches that it names are empty, the others as they are. */
bool launch_read_invalidate(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    static const char *const         texts[LAUNCH_CACHES] = {"texture", "vertex", "l2"};
    static const struct launch_names names = {texts, LAUNCH_CACHES, LAUNCH_CACHES};
    size_t                           count;
    unsigned                         cache, named = 0;
    if (!launch_array(reader, node, 0, LAUNCH_CACHES, &count))
        return false;
    for (struct launch_node entry = {0}; launch_each(reader, node, &entry);) {
        if (!launch_choice(reader, &entry, &names, &cache))
            return false;
        named |= 1u << cache;
    }
    *(unsigned *)field = ((1u << LAUNCH_CACHES) - 1) & ~named;
    return true;
}

/* ---- the whole file ---------------------------------------------------------------------------------------- */

/* A later version may have keys that this one does not know, so the version is looked at before the keys. */
static bool check_version(struct launch_reader *reader, const struct launch_node *root)
{
    for (struct launch_node member = {0}; json_is_object(root->value) && launch_each(reader, root, &member);)
        if (strcmp(member.key, launch_key_name(LAUNCH_KEY_WEKIVA)) == 0)
            return launch_read_key(reader, LAUNCH_KEY_WEKIVA, &member);
    return true;
}

bool launch_read_keys(struct launch_reader *reader, const struct launch_node nodes[LAUNCH_KEY_COUNT])
{
    for (enum launch_key key = 0; key < LAUNCH_KEY_COUNT; key++)
        if (launch_key_needed(key) && !launch_need(reader, &nodes[key]))
            return false;
    if (!check_stage(reader, &nodes[LAUNCH_KEY_STAGE]))
        return false;
    for (enum launch_key key = 0; key < LAUNCH_KEY_COUNT; key++) {
        if (!nodes[key].value)
            continue;
        reader->launch->line[key] = nodes[key].line;
        if (!launch_read_key(reader, key, &nodes[key]))
            return false;
    }
    return !nodes[LAUNCH_KEY_MEMORY].value || launch_ranges_apart(reader);
}

static bool read_sections(struct launch_reader *reader, json_t *value)
{
    struct launch_node              root = {.value = value, .line = reader->lines[0].line};
    struct launch_node              nodes[LAUNCH_KEY_COUNT];
    const struct launch_node *const row = &nodes[LAUNCH_KEY_LAUNCHES], *const together = &nodes[LAUNCH_KEY_TOGETHER];
    if (!check_version(reader, &root) || !launch_todo(reader, &root) || !launch_key_nodes(reader, &root, nodes) ||
        !launch_need(reader, &nodes[LAUNCH_KEY_WEKIVA]))
        return false;
    const struct launch_node *const several = row->value ? row : together;
    if (row->value && together->value)
        return launch_fail(reader, together, "launches run in a row or together: expected only one of the two keys");
    if (several->value && !reader->rows)
        return launch_fail(reader, several,
                           "expected one launch: `wekiva run`, `lint`, `sweep` and `compare` take several");
    if (together->value && nodes[LAUNCH_KEY_INVALIDATE].value)
        return launch_fail(reader, &nodes[LAUNCH_KEY_INVALIDATE], "nothing runs before launches that run together");
    if (nodes[LAUNCH_KEY_SIMDS].value)
        return launch_fail(reader, &nodes[LAUNCH_KEY_SIMDS], "expected it in the entries of `together`, one by one");
    return several->value ? launch_read_row(reader, several, nodes) : launch_read_keys(reader, nodes);
}

static bool parse(struct launch *launch, const char *path, const char *text, size_t length,
                  const struct launch_reader *how, struct diag *diag)
{
    struct launch_reader reader = *how;
    json_error_t         error;
    reader.launch = launch;
    reader.diag = diag;
    reader.path = path;
    launch->path = strdup(path);
    launch->hash = hash_of(text, length);
    const size_t mark = text_mark(text, length); /* RFC 8259 8.1: a reader may ignore it */
    text += mark;
    length -= mark;
    if (!launch->path)
        return launch_out_of_memory(&reader);
    json_t *value = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!value)
        return diag_set(diag, path, error.line > 0 ? (unsigned)error.line : 1, "%s", error.text),
               diag_at(diag, error.column > 0 ? (unsigned)error.column : 1);
    reader.lines = launch_lines_scan(text, length);
    bool good = reader.lines ? read_sections(&reader, value) : launch_out_of_memory(&reader);
    free(reader.lines);
    json_decref(value);
    return good;
}

static struct launch *parse_as(const char *path, const char *text, size_t length, const struct launch_reader *how,
                               struct diag *diag)
{
    struct launch *launch = calloc(1, sizeof *launch);
    if (!launch) {
        diag_set(diag, path, 0, "out of memory");
        return NULL;
    }
    if (parse(launch, path, text, length, how, diag))
        return launch;
    launch_free(launch);
    return NULL;
}

struct launch *launch_parse(const char *path, const char *text, size_t length, struct diag *diag)
{
    return parse_as(path, text, length, &(struct launch_reader){.rows = false}, diag);
}

struct launch *launch_parse_row(const char *path, const char *text, size_t length, struct diag *diag)
{
    return parse_as(path, text, length, &(struct launch_reader){.rows = true}, diag);
}

struct launch *launch_parse_given(const char *path, const char *text, size_t length, const struct launch_given *given,
                                  unsigned given_count, struct diag *diag)
{
    return parse_as(path, text, length, &(struct launch_reader){.given = given, .given_count = given_count}, diag);
}

struct launch *launch_parse_fitting(const char *path, const char *text, size_t length, struct diag *diag)
{
    return parse_as(path, text, length, &(struct launch_reader){.rows = true, .fits = true}, diag);
}

static struct launch *load_as(const char *path, bool rows, struct diag *diag)
{
    char   reason[160];
    size_t length = 0;
    char  *text = launch_slurp(path, LAUNCH_TEXT_BYTES_MAX, &length, reason, sizeof reason);
    if (!text) {
        diag_set(diag, path, 0, "%s", reason);
        return NULL;
    }
    struct launch *launch = parse_as(path, text, length, &(struct launch_reader){.rows = rows}, diag);
    free(text);
    return launch;
}

struct launch *launch_load(const char *path, struct diag *diag)
{
    return load_as(path, false, diag);
}

struct launch *launch_load_row(const char *path, struct diag *diag)
{
    return load_as(path, true, diag);
}

/* ---- its files ---------------------------------------------------------------------------------------------- */

typedef bool visit_file(void *context, struct launch_file *file, const char *what);

/* Until a visit says no. */
static bool each_file(struct launch *launch, visit_file *visit, void *context)
{
    bool good = visit(context, &launch->gprs.file, "gprs") &&
                visit(context, &launch->alu_constants.file, "ALU constants") &&
                visit(context, &launch->bicubic_weights, "bicubic weights") &&
                visit(context, &launch->lds.file, "LDS") && visit(context, &launch->global_gprs.file, "global GPRs") &&
                visit(context, &launch->expect.file, "expected exports");
    for (unsigned i = 0; good && i < launch->constant_buffer_count; i++)
        good = visit(context, &launch->constant_buffers[i].file, "constant buffer");
    for (unsigned i = 0; good && i < launch->buffer_count; i++)
        good = visit(context, &launch->buffers[i].file, "buffer");
    for (unsigned i = 0; good && i < launch->texture_count; i++)
        good = visit(context, &launch->textures[i].file, "texture");
    for (unsigned i = 0; good && i < launch->memory_count; i++)
        good = visit(context, &launch->memory[i].file, "memory");
    for (unsigned i = 0; good && i < launch->expect.buffer_count; i++)
        good = visit(context, &launch->expect.buffers[i].file, "expected buffer");
    return good;
}

struct taking {
    struct path_set *paths;
    struct diag     *diag;
};

static bool take_file(void *context, struct launch_file *file, const char *what)
{
    const struct taking *taking = context;
    char                 text[64];
    snprintf(text, sizeof text, "the launch file's %s", what);
    return !file->path || paths_take(taking->paths, PATH_READ, file->path, text, taking->diag);
}

static bool take_files(struct launch *launch, struct path_set *paths, struct diag *diag)
{
    struct taking     taking = {paths, diag};
    const char *const programs[] = {launch->program.path, launch->fetch_shader.path};
    for (unsigned i = 0; i < 2; i++)
        if (programs[i] && !paths_take(paths, PATH_READ, programs[i], i ? "the fetch program" : "the program", diag))
            return false;
    return paths_take(paths, PATH_READ, launch->path, "the launch file", diag) && each_file(launch, take_file, &taking);
}

bool launch_take_files(struct launch *launch, struct path_set *paths, struct diag *diag)
{
    bool good = true;
    for (; good && launch; launch = launch->next)
        good = take_files(launch, paths, diag);
    return good;
}

/* Zeros that no file gives count as a file without a hash. */
static bool add_file(void *context, struct launch_file *file, const char *what)
{
    const uint64_t own = file->data && file->path ? hash_of(file->data, file->bytes) : 0;
    (void)what;
    if (file->data)
        *(uint64_t *)context = hash_bytes(*(uint64_t *)context, &own, sizeof own);
    return true;
}

uint64_t launch_content(const struct launch *launch)
{
    uint64_t hash = launch->hash;
    for (; launch; launch = launch->next)
        each_file((struct launch *)launch, add_file, &hash);
    return hash;
}

static bool free_file(void *context, struct launch_file *file, const char *what)
{
    (void)context;
    (void)what;
    free(file->path);
    free(file->data);
    return true;
}

static void free_program(struct launch_program *program)
{
    if (program->own)
        program_free(program->own);
    free(program->own);
    free(program->bytes);
    free(program->path);
}

static void free_one(struct launch *launch)
{
    if (launch->number) { /* the first one's */
        launch->buffers = NULL;
        launch->memory = NULL;
        launch->buffer_count = launch->memory_count = 0;
    }
    each_file(launch, free_file, NULL);
    for (unsigned i = 0; i < launch->buffer_count; i++)
        free(launch->buffers[i].name);
    for (unsigned i = 0; i < launch->register_count; i++)
        free(launch->registers[i].name);
    free(launch->path);
    free(launch->chip.name);
    free(launch->chip.path);
    free_program(&launch->program);
    free_program(&launch->fetch_shader);
    free(launch->constant_buffers);
    free(launch->loop_constants);
    free(launch->buffers);
    free(launch->vertex_resources);
    free(launch->textures);
    free(launch->samplers);
    free(launch->cleartype_kernels);
    free(launch->memory);
    free(launch->registers);
    free(launch->expect.exports);
    free(launch->expect.killed);
    launch_strips_free(&launch->expect);
    free(launch->expect.buffers);
    free(launch);
}

void launch_free(struct launch *launch)
{
    for (struct launch *next; launch; launch = next) {
        next = launch->next;
        free_one(launch);
    }
}
