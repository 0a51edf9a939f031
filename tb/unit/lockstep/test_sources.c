/* test_sources.c - tests of tb/lockstep/build/sources.h, with a list as Verilator writes it. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tb/lockstep/build/process.h"
#include "tb/lockstep/build/sources.h"

static char folder[4000]; /* beside the program */

static const char *path_of(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static const char warnings[] = "block.sv:3:5: LATCH: for 'x'\nblock.sv:4:1: IMPLICIT: of 'y'\n";

/* A folder in which Verilator has read block.sv, an include of another suffix in a subfolder and a module without one,
 * after they were written: `later` is the time that it begins. */
static bool note(const struct timespec *later)
{
    char list[4096], verilated[4096], other[4096];
    snprintf(other, sizeof other, "%s", path_of("later"));
    snprintf(list, sizeof list, "%s", path_of("list"));
    snprintf(verilated, sizeof verilated, "%s", path_of("verilated.dat"));
    return sources_write(list, "block-1", warnings, verilated, folder, (char *const[]){folder, other, NULL}, later);
}

static int make_folder(void **unused)
{
    char text[9000];
    (void)unused;
    folder_remove(folder);
    if (mkdir(folder, 0777) != 0 || mkdir(path_of("sub"), 0777) != 0)
        return -1;
    put("block.sv", "module block; endmodule\n");
    put("sub/table.inc", "1\n");
    put("helper.sv", "module helper; endmodule\n");
    snprintf(text, sizeof text,
             "# DESCRIPTION: Verilator output\n"
             "C \"--cc block.sv\"\n"
             "T      3595 1  1 2  1 2 \"made/Vblock.cpp\"\n"
             "S        24 2  1 2  1 2 \"block.sv\"\n"
             "S         2 3  1 2  1 2 \"%s/sub/table.inc\"\n"
             "S        25 4  1 2  1 2 \"helper.sv\"\n"
             "S  12244816 5  1 2  1 2 \"/usr/bin/verilator_bin\"\n",
             folder);
    put("verilated.dat", text);
    return 0;
}

static int remove_folder(void **unused)
{
    (void)unused;
    folder_remove(folder);
    return 0;
}

static struct timespec in_an_hour(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec += 3600;
    return time;
}

static bool is_known(void)
{
    char *warned = NULL, *block = sources_block(path_of("list"), &warned);
    assert_true(!block == !warned);
    if (block) {
        assert_string_equal(block, "block-1");
        assert_string_equal(warned, warnings); /* a block from the cache is no better than a new one */
    }
    free(block);
    free(warned);
    return block;
}

static void what_was_not_changed_is_known(void **unused)
{
    const struct timespec later = in_an_hour();
    (void)unused;
    assert_false(is_known());
    assert_true(note(&later));
    assert_true(is_known());
    put("other.sv", "module other; endmodule\n"); /* it was not read */
    assert_true(is_known());
}

static void every_file_that_was_read_counts(void **unused)
{
    static const char *const names[] = {"block.sv", "sub/table.inc", "helper.sv"};
    (void)unused;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct timespec later = in_an_hour();
        assert_int_equal(make_folder(NULL), 0);
        assert_true(note(&later));
        put(names[i], "2\n");
        assert_false(is_known());
        assert_true(note(&later));
        assert_true(is_known());
        unlink(path_of(names[i]));
        assert_false(is_known());
    }
}

static void a_file_that_would_be_read_instead_counts(void **unused)
{
    const struct timespec later = in_an_hour();
    (void)unused;
    assert_true(note(&later));
    put("helper.v", "module helper; endmodule\n"); /* NAME.v is looked for before NAME.sv */
    assert_false(is_known());
    unlink(path_of("helper.v"));
    assert_true(is_known());
    put("helper", "module helper; endmodule\n");
    assert_false(is_known());
    unlink(path_of("helper"));
    mkdir(path_of("helper"), 0777); /* a folder is no file */
    assert_true(is_known());
}

static void a_file_of_its_name_in_another_searched_folder_counts(void **unused)
{
    const struct timespec later = in_an_hour();
    (void)unused;
    assert_true(note(&later));
    mkdir(path_of("later"), 0777);
    put("later/other.sv", "1\n");
    assert_true(is_known());
    mkdir(path_of("later/sub"), 0777);
    put("later/sub/table.inc", "1\n"); /* as sub/table.inc was read from the folder */
    assert_false(is_known());
    unlink(path_of("later/sub/table.inc"));
    put("later/helper.v", "module helper; endmodule\n");
    assert_false(is_known());
}

static void a_file_that_changes_while_it_is_read_is_not_noted(void **unused)
{
    struct timespec earlier = in_an_hour();
    (void)unused;
    earlier.tv_sec -= 7200;
    assert_false(note(&earlier));
    assert_false(is_known());
}

static void a_list_that_is_cut_short_or_empty_is_none(void **unused)
{
    const struct timespec later = in_an_hour();
    (void)unused;
    assert_true(note(&later));
    assert_int_equal(truncate(path_of("list"), 30), 0);
    assert_false(is_known());
    assert_int_equal(truncate(path_of("list"), 0), 0);
    assert_false(is_known());
    put("verilated.dat", "# nothing was read\n");
    assert_false(note(&later));
}

int main(int argc, char **argv)
{
    (void)argc;
    char *const program = realpath(argv[0], NULL);
    snprintf(folder, sizeof folder, "%s.folder", program ? program : argv[0]);
    free(program);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_not_changed_is_known, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(every_file_that_was_read_counts, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_file_that_would_be_read_instead_counts, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_file_of_its_name_in_another_searched_folder_counts, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_file_that_changes_while_it_is_read_is_not_noted, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_list_that_is_cut_short_or_empty_is_none, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
