/* test_ref_corpus.c - the reference interpreter runs compiled programs and computes what others computed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/ref/ref_program.h"

/* Runs a launch file; NULL when it matches, else a text.  `skip`: the program needs what the interpreter has not. */
static const char *run(const char *path, bool *skip)
{
    static char           text[2048];
    static uint32_t       file[2 * 4 * REF_CONSTANTS];
    struct diag           diag = {0};
    struct program        program = {0};
    struct ref_launch     from;
    struct result_exports exports = {0};
    struct result_summary summary = {0};
    struct ref_wave      *wave = malloc(sizeof *wave);
    struct launch        *launch = launch_load(path, &diag);
    const char           *wrong = NULL;
    *skip = false;
    if (!launch || !program_load(launch->program.path, &program, &diag) ||
        !ref_program_launch(&program, launch->fetch_shader.loaded, launch, file, &from, &diag) ||
        !results_init(&exports, launch->threads, &diag) ||
        !ref_program_run(launch, &from, wave, &exports, NULL, NULL, &diag)) {
        *skip = strstr(diag.what, "has no") != NULL || strstr(diag.what, "raw registers") != NULL;
        wrong = diag_text(&diag, text, sizeof text);
    } else {
        results_compare(launch, &exports, NULL, 0, &summary);
        if (!summary.match || !summary.compared)
            wrong = results_difference_text(launch, &summary, text, sizeof text);
    }
    results_free(&exports);
    program_free(&program);
    launch_free(launch);
    free(wave);
    return wrong;
}

/* Every program of a corpus folder, its launch file in FOLDER/NAME/`within`; how many. */
static unsigned run_folder(const char *folder, const char *within, unsigned *wrong, unsigned *skipped)
{
    DIR           *directory = opendir(folder);
    struct dirent *entry;
    unsigned       ran = 0;
    while (directory && (entry = readdir(directory))) {
        char  path[512];
        bool  skip;
        FILE *there;
        snprintf(path, sizeof path, "%s/%s/%slaunch.json", folder, entry->d_name, within);
        there = entry->d_name[0] == '.' ? NULL : fopen(path, "r");
        if (!there)
            continue;
        fclose(there);
        const char *text = run(path, &skip);
        if (skip) {
            printf("          %s needs more: %s\n", entry->d_name, text);
            ++*skipped;
            continue;
        }
        ran++;
        if (text) {
            printf("          %s: %s\n", entry->d_name, text);
            ++*wrong;
        }
    }
    if (directory)
        closedir(directory);
    return ran;
}

static void programs_of_the_tree_match(void **state)
{
    unsigned       wrong = 0, skipped = 0;
    const unsigned ran = run_folder("tb/corpus/llvm-rv770", "", &wrong, &skipped) +
                         run_folder("tb/corpus/textures", "", &wrong, &skipped);
    (void)state;
    assert_int_equal(wrong, 0);
    assert_int_equal(skipped, 0);
    assert_true(ran >= 27);
}

static void programs_beside_the_tree_match(void **state)
{
    unsigned       wrong = 0, skipped = 0;
    const unsigned ran = run_folder("../shared/corpus/llvm-rv770", "", &wrong, &skipped);
    (void)state;
    assert_int_equal(wrong, 0);
    assert_int_equal(skipped, 0);
    if (!ran)
        skip();
    printf("          %u programs\n", ran);
}

/* Pixel programs of GLSL as raw registers and memory, with textures. */
static void pixel_programs_beside_the_tree_match(void **state)
{
    unsigned       wrong = 0, skipped = 0;
    const unsigned ran = run_folder("../shared/corpus/mesa-rv770", "ps-launch/", &wrong, &skipped);
    (void)state;
    assert_int_equal(wrong, 0);
    assert_int_equal(skipped, 0);
    if (!ran)
        skip();
    printf("          %u programs\n", ran);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_of_the_tree_match),
        cmocka_unit_test(programs_beside_the_tree_match),
        cmocka_unit_test(pixel_programs_beside_the_tree_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
