/* test_paths.c - which files a command may write: told apart by what they are, whatever they are called. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/paths.h"

static char            folder[512];
static struct path_set paths;
static struct diag     diag;

static void touch(const char *name)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

/* Every test starts in an empty folder. */
static int fresh(void **state)
{
    (void)state;
    char command[1700];
    diag = (struct diag){0};
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s' '%s/sub'", folder, folder, folder);
    return system(command) != 0 || chdir(folder) != 0 || !paths_begin(&paths, &diag);
}

static int stale(void **state)
{
    (void)state;
    paths_free(&paths);
    return chdir("..");
}

static bool reads(const char *path)
{
    return paths_take(&paths, PATH_READ, path, "the input", &diag);
}

static bool writes(const char *path)
{
    return paths_take(&paths, PATH_WRITTEN, path, "the output", &diag);
}

static void an_input_is_not_written(void **state)
{
    (void)state;
    touch("in");
    assert_true(reads("in"));
    assert_true(writes("out"));
    assert_false(writes("in"));
    assert_string_equal(diag.file, "in");
    assert_string_equal(diag.what, "the output is the same file as the input: expected another file");
}

static void the_order_does_not_matter(void **state)
{
    (void)state;
    touch("in");
    assert_true(writes("./in"));
    assert_false(reads("in"));
    assert_string_equal(diag.file, "./in");
    assert_string_equal(diag.what, "the output is the same file as the input (in): expected another file");
}

static void inputs_may_be_read_twice(void **state)
{
    (void)state;
    touch("in");
    assert_true(reads("in"));
    assert_true(reads("./in"));
}

static void names_are_not_what_is_compared(void **state)
{
    (void)state;
    char whole[600];
    touch("in");
    assert_true(reads("in"));
    assert_int_equal(symlink("in", "symbolic"), 0);
    assert_int_equal(symlink("../symbolic", "sub/twice"), 0);
    assert_int_equal(symlink("sub", "folder"), 0);
    assert_int_equal(link("in", "hard"), 0);
    snprintf(whole, sizeof whole, "%s/in", folder);
    const char *const names[] = {"./in",      "sub/../in",    "folder/../in", "symbolic",
                                 "sub/twice", "folder/twice", "hard",         whole};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (writes(names[i]))
            fail_msg("%s is taken for another file", names[i]);
    touch("sub/in"); /* the same name elsewhere */
    assert_true(writes("sub/in"));
}

static void a_file_that_is_not_there_yet_has_its_folder_and_name(void **state)
{
    (void)state;
    static const char *const names[] = {"new", "./new", "sub/../new", "to_new", "sub/to_new", ".//new"};
    assert_int_equal(symlink("new", "to_new"), 0);
    assert_int_equal(symlink("../to_new", "sub/to_new"), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            paths_free(&paths);
            assert_true(paths_begin(&paths, &diag));
            assert_true(writes(names[i]));
            if (writes(names[k]))
                fail_msg("%s and %s are taken for two files", names[i], names[k]);
        }
    assert_true(writes("sub/new"));
    assert_true(writes("newer"));
}

static void a_folder_that_is_not_there_yet_has_its_files(void **state)
{
    (void)state;
    assert_true(paths_take(&paths, PATH_FOLDER, "out/", "--out", &diag));
    assert_true(paths_take(&paths, PATH_FOLDER, "out", "--out", &diag));
    assert_true(paths_take_in(&paths, PATH_WRITTEN, "out", "result", "a file of --out", &diag));
    assert_true(writes("out/other"));
    assert_false(writes("sub/../out//result"));
    assert_false(writes("./out/./result"));
    assert_false(writes("out")); /* a file where the folder is to be */
    assert_true(writes("outer"));
}

static void a_file_is_no_folder_of_another(void **state)
{
    (void)state;
    assert_true(writes("a"));
    assert_false(writes("a/b"));
    assert_true(writes("c/d"));
    assert_false(writes("c"));
    assert_true(writes("ab"));
}

static void a_loop_of_links_ends(void **state)
{
    (void)state;
    assert_int_equal(symlink("two", "one"), 0);
    assert_int_equal(symlink("one", "two"), 0);
    assert_true(writes("one")); /* the error comes when it is opened */
    assert_true(writes("in/one"));
}

static void devices_and_pipes_hold_nothing(void **state)
{
    (void)state;
    assert_true(writes("/dev/null"));
    assert_true(writes("/dev/null"));
    assert_true(reads("/dev/null"));
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_true(writes("pipe"));
    assert_true(reads("pipe"));
}

static void what_lies_in_a_folder_is_taken(void **state)
{
    (void)state;
    touch("sub/block.sv");
    assert_int_equal(mkdir("sub/inc", 0777), 0);
    touch("sub/inc/types.svh");
    assert_int_equal(link("sub/block.sv", "wave.vcd"), 0);
    assert_int_equal(link("sub/inc/types.svh", "below.vcd"), 0);
    assert_true(paths_take_all(&paths, "sub", "a file of --rtl", &diag));
    assert_true(paths_take_all(&paths, "no such folder", "a file of --rtl", &diag));
    assert_true(writes("sub/other.sv"));
    assert_false(writes("below.vcd"));
    assert_string_equal(diag.what,
                        "the output is the same file as a file of --rtl (sub/inc/types.svh): expected another file");
    assert_false(writes("wave.vcd"));
    assert_string_equal(diag.what,
                        "the output is the same file as a file of --rtl (sub/block.sv): expected another file");
}

static void beside_a_file_is_its_name_with_an_end(void **state)
{
    (void)state;
    assert_true(paths_take_beside(&paths, PATH_WRITTEN, "half", ".exports", "--save-snapshot", &diag));
    assert_false(writes("half.exports"));
    assert_true(writes("half"));
}

/* Does paths_begin with the file as its standard output and, opened once more, `-` as its input; then `path` is taken.
 */
static bool redirected(const char *file, const char *path, enum path_use use)
{
    const int kept[2] = {dup(STDIN_FILENO), dup(STDOUT_FILENO)};
    const int in = open(file, O_RDONLY), out = open(file, O_WRONLY | O_APPEND);
    fflush(stdout);
    assert_true(dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0);
    paths_free(&paths);
    const bool good = paths_begin(&paths, &diag) && paths_take(&paths, use, path, "the file", &diag);
    assert_true(dup2(kept[0], STDIN_FILENO) >= 0 && dup2(kept[1], STDOUT_FILENO) >= 0);
    close(kept[0]);
    close(kept[1]);
    close(in);
    close(out);
    return good;
}

static void the_standard_output_is_a_file_too(void **state)
{
    (void)state;
    touch("log");
    touch("other");
    assert_true(redirected("log", "other", PATH_WRITTEN));
    assert_true(redirected("log", "-", PATH_WRITTEN));
    assert_false(redirected("log", "log", PATH_WRITTEN));
    assert_string_equal(diag.what, "the file is the same file as the standard output: expected another file");
    assert_false(redirected("log", "log", PATH_READ));
    assert_string_equal(diag.file, "");
    assert_string_equal(diag.what, "the standard output is the same file as the file (log): expected another file");
    assert_false(redirected("log", "-", PATH_READ));
}

int main(int argc, char **argv)
{
    (void)argc;
    char here[400] = "";
    if (argv[0][0] != '/' && !getcwd(here, sizeof here))
        return 2;
    snprintf(folder, sizeof folder, "%s%s%.100s.scratch", here, here[0] ? "/" : "", argv[0]);
#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, stale)
    const struct CMUnitTest tests[] = {
        TEST(an_input_is_not_written),
        TEST(the_order_does_not_matter),
        TEST(inputs_may_be_read_twice),
        TEST(names_are_not_what_is_compared),
        TEST(a_file_that_is_not_there_yet_has_its_folder_and_name),
        TEST(a_folder_that_is_not_there_yet_has_its_files),
        TEST(a_file_is_no_folder_of_another),
        TEST(a_loop_of_links_ends),
        TEST(devices_and_pipes_hold_nothing),
        TEST(what_lies_in_a_folder_is_taken),
        TEST(beside_a_file_is_its_name_with_an_end),
        TEST(the_standard_output_is_a_file_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
