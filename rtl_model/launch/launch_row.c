/* launch_row.c - sections launches and together: several in a row, or at once, on one machine (docs/launch.md).
 *
 * A launch has the keys of its entry and, where it has none, those of the file.  What lies in memory is the file's
 * alone; what it says of shared registers and of the local data share is what a row begins with, and what each of
 * several at once does; what it expects is what all of them end with. */
#include "rtl_model/launch/launch_internal.h"

#include <stdlib.h>
#include <string.h>

static struct launch *behind(const struct launch_reader *reader, struct launch *before)
{
    const struct launch *first = reader->launch;
    struct launch       *launch = calloc(1, sizeof *launch);
    before->next = launch;
    if (!launch || !(launch->path = strdup(first->path)))
        return NULL;
    launch->hash = first->hash;
    launch->number = before->number + 1;
    launch->together = first->together;
    launch->buffers = first->buffers;
    launch->buffer_count = first->buffer_count;
    launch->memory = first->memory;
    launch->memory_count = first->memory_count;
    return launch;
}

static bool check_own(const struct launch_reader *reader, const struct launch_node own[LAUNCH_KEY_COUNT])
{
    const enum launch_place wrong = reader->launch->together ? LAUNCH_IN_A_ROW : LAUNCH_AT_ONCE;
    for (enum launch_key key = 0; key < LAUNCH_KEY_COUNT; key++)
        if (own[key].value && launch_key_place(key) == LAUNCH_BESIDE)
            return launch_fail(reader, &own[key], "it is the same for all launches: expected it beside them");
        else if (own[key].value && launch_key_place(key) == wrong)
            return launch_fail(reader, &own[key], "expected it in an entry of `%s`",
                               wrong == LAUNCH_IN_A_ROW ? "launches" : "together");
    return true;
}

/* Which node a launch takes for a key: its own, the file's, or none. */
static const struct launch_node *choose(enum launch_key key, const struct launch *launch, const struct launch_node *own,
                                        const struct launch_node *of_file)
{
    const bool first = launch->number == 0, last = launch->number + 1 == launch->row_count;
    const bool read = key == LAUNCH_KEY_BUFFERS || key == LAUNCH_KEY_MEMORY;
    if (own->value || key == LAUNCH_KEY_LAUNCHES || key == LAUNCH_KEY_TOGETHER || (read && !first) ||
        (key == LAUNCH_KEY_EXPECT && !last))
        return own;
    return of_file->value ? of_file : own;
}

/* What the SIMDs have by now is not given again. */
static void keep_what_is_there(struct launch_file *file)
{
    free(file->path);
    free(file->data);
    *file = (struct launch_file){0};
}

static bool read_entry(struct launch_reader *reader, const struct launch_node own[LAUNCH_KEY_COUNT],
                       const struct launch_node of_file[LAUNCH_KEY_COUNT])
{
    struct launch     *launch = reader->launch;
    struct launch_node nodes[LAUNCH_KEY_COUNT];
    for (unsigned key = 0; key < LAUNCH_KEY_COUNT; key++)
        nodes[key] = *choose((enum launch_key)key, launch, &own[key], &of_file[key]);
    memset(reader->used_ids, 0, sizeof reader->used_ids);
    launch->own_program = own[LAUNCH_KEY_PROGRAM].value != NULL;
    if (!launch_read_keys(reader, nodes))
        return false;
    if (launch->number == 0 || launch->together)
        return true;
    if (!own[LAUNCH_KEY_LDS].value)
        keep_what_is_there(&launch->lds.file);
    if (!own[LAUNCH_KEY_GLOBAL_GPRS].value)
        keep_what_is_there(&launch->global_gprs.file);
    return true;
}

enum launch_key launch_several_key(const struct launch *launch)
{
    return launch->together ? LAUNCH_KEY_TOGETHER : LAUNCH_KEY_LAUNCHES;
}

bool launch_takes_program(const struct launch *launch, const char *program, struct diag *diag)
{
    const char *const path = launch->path;
    const unsigned    line = launch->line[launch_several_key(launch)];
    const char *const key = launch_key_name(launch_several_key(launch));
    while (launch && launch->own_program)
        launch = launch->next;
    return launch ||
           diag_set(diag, path, line, "%s: each names a program of its own: expected no PROGRAM beside it, got %.200s",
                    key, program);
}

bool launch_names_program(const struct launch *launch, struct diag *diag)
{
    static const char what[] = "names no program: expected PROGRAM on the command line, or the key \"program\"";
    if (launch->program.path)
        return true;
    const enum launch_key key = launch_several_key(launch);
    return launch->row_count ? diag_set(diag, launch->path, launch->line[key], "%s[%u]: %s", launch_key_name(key),
                                        launch->number, what)
                             : diag_set(diag, launch->path, 0, "%s", what);
}

bool launch_read_row(struct launch_reader *reader, const struct launch_node *row,
                     const struct launch_node of_file[LAUNCH_KEY_COUNT])
{
    struct launch *const first = reader->launch;
    struct launch       *launch = first;
    struct launch_node   own[LAUNCH_KEY_COUNT];
    size_t               count;
    first->together = row == &of_file[LAUNCH_KEY_TOGETHER];
    bool good = launch_array(reader, row, 1, first->together ? LAUNCH_TOGETHER_MAX : LAUNCH_ROW_MAX, &count);
    for (struct launch_node entry = {0}; good && launch_each(reader, row, &entry);) {
        if (!launch_key_nodes(reader, &entry, own) || !check_own(reader, own))
            return false;
        if (entry.index && !(launch = behind(reader, launch)))
            return launch_out_of_memory(reader);
        launch->row_count = (unsigned)count;
        reader->launch = launch;
        good = read_entry(reader, own, of_file);
        launch->line[launch_several_key(launch)] = row->line;
        reader->launch = first;
    }
    return good;
}
