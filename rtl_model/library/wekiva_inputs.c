/* wekiva_inputs.c - the public library: programs, launches, and macros of shader model 5. */
#include "rtl_model/wekiva.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/library/wekiva_internal.h"

/* ---- programs ---------------------------------------------------------------------------------------------------- */

enum wk_status library_program(const char *chip, const char *name, const void *bytes, size_t length,
                               struct wk_program **program, struct wk_diagnostic *diagnostic)
{
    const struct machine_family *family;
    struct diag                  diag = {0};
    *program = NULL;
    if (!machine_family_choose(chip, &family, &diag))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    struct wk_program *made = calloc(1, sizeof *made);
    if (made)
        made->name = strdup(name);
    if (!made || !made->name) {
        free(made);
        return library_no_memory(diagnostic);
    }
    atomic_init(&made->users, 1);
    if (!machine_program(family, name, bytes, length, &made->program, &diag)) {
        wk_program_free(made);
        return library_failed(diagnostic, &diag, WK_REFUSED);
    }
    *program = made;
    return WK_OK;
}

enum wk_status wk_program_load_for(const char *chip, const char *path, struct wk_program **program,
                                   struct wk_diagnostic *diagnostic)
{
    if (!path || !program)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_program_load: path or program is NULL");
    return library_program(chip, path, NULL, 0, program, diagnostic);
}

enum wk_status wk_program_load(const char *path, struct wk_program **program, struct wk_diagnostic *diagnostic)
{
    return wk_program_load_for(NULL, path, program, diagnostic);
}

enum wk_status wk_program_parse_for(const char *chip, const char *name, const void *bytes, size_t length,
                                    struct wk_program **program, struct wk_diagnostic *diagnostic)
{
    if (!name || !bytes || !program)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_program_parse: name, bytes or program is NULL");
    return library_program(chip, name, bytes, length, program, diagnostic);
}

enum wk_status wk_program_parse(const char *name, const void *bytes, size_t length, struct wk_program **program,
                                struct wk_diagnostic *diagnostic)
{
    return wk_program_parse_for(NULL, name, bytes, length, program, diagnostic);
}

void wk_program_free(struct wk_program *program)
{
    if (!program || atomic_fetch_sub(&program->users, 1) > 1)
        return;
    program_free(&program->program);
    free(program->name);
    free(program);
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

static enum wk_status make_launch(struct launch *launch, struct wk_launch **made, const struct diag *diag,
                                  struct wk_diagnostic *diagnostic)
{
    *made = NULL;
    if (!launch)
        return library_failed(diagnostic, diag, WK_REFUSED);
    struct wk_launch *holder = calloc(1, sizeof *holder);
    if (!holder) {
        launch_free(launch);
        return library_no_memory(diagnostic);
    }
    holder->launch = launch;
    atomic_init(&holder->users, 1);
    *made = holder;
    return WK_OK;
}

enum wk_status wk_launch_load(const char *path, struct wk_launch **launch, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!path || !launch)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_launch_load: path or launch is NULL");
    return make_launch(launch_load(path, &diag), launch, &diag, diagnostic);
}

enum wk_status wk_launch_parse(const char *name, const char *text, size_t length, const struct wk_file *files,
                               unsigned file_count, struct wk_launch **launch, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!name || !text || !launch || (!files && file_count))
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_launch_parse: name, text, files or launch is NULL");
    if (length > LAUNCH_TEXT_BYTES_MAX)
        return library_bad(diagnostic, WK_REFUSED, "the launch text is too long");
    struct launch_given *given = calloc((size_t)file_count + 1, sizeof *given);
    if (!given)
        return library_no_memory(diagnostic);
    for (unsigned i = 0; i < file_count; i++) {
        if (!files[i].name || (!files[i].bytes && files[i].length)) {
            free(given);
            return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_launch_parse: a file without a name or bytes");
        }
        given[i] = (struct launch_given){files[i].name, files[i].bytes, files[i].length};
    }
    struct launch *parsed = launch_parse_given(name, text, length, given, file_count, &diag);
    free(given);
    return make_launch(parsed, launch, &diag, diagnostic);
}

void wk_launch_free(struct wk_launch *launch)
{
    if (!launch || atomic_fetch_sub(&launch->users, 1) > 1)
        return;
    launch_free(launch->launch);
    free(launch);
}

/* ---- macros ------------------------------------------------------------------------------------------------------ */

enum wk_status wk_expand(const char *instruction, const char *stage, const char *chip, struct wk_groups *groups,
                         struct wk_diagnostic *diagnostic)
{
    struct diag           diag = {0};
    struct machine_chip   chosen;
    struct program_groups made;
    if (!instruction || !groups)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_expand: instruction or groups is NULL");
    *groups = (struct wk_groups){0};
    if (!machine_chip_choose(chip, NULL, "", NULL, 0, &chosen, &diag))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    const bool good = machine_expand(&chosen, instruction, stage, &made, &diag);
    machine_chip_free(&chosen);
    if (!good)
        return library_failed(diagnostic, &diag, WK_REFUSED);
    *groups = (struct wk_groups){made.text, made.dwords, made.dword_count, made.group_count};
    return WK_OK;
}

void wk_groups_free(struct wk_groups *groups)
{
    if (!groups)
        return;
    free(groups->text);
    free(groups->dwords);
    *groups = (struct wk_groups){0};
}
