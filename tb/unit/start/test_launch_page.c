/* test_launch_page.c - the launch file that docs/launch.md prints is one. */
#include "tb/unit/start/setup_kit.h"

enum { PAGE_MAX = 1 << 16, THREADS = 128 };

static const struct {
    const char *name;
    unsigned    words;
} files[] = {
    {"prog.o", 4},
    {"in.bin", THREADS * 2 * 4},
    {"cb0.bin", 64},
    {"cf.bin", 64},
    {"vb0.bin", 64},
    {"tex0.bin", 16 * 16},
    {"fs.hex", 4},
    {"filter4.bin", 36},
    {"mem_135000.bin", 16},
    {"golden.bin", THREADS * 4},
    {"lds.bin", 64},
    {"out.golden.bin", 1024},
    {"globals.bin", 64 * 2 * 4},
};

/* The page's block of JSON with an ellipsis, the flags of all threads in its place. */
static char *example(void)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    static char       page[PAGE_MAX], text[PAGE_MAX + THREADS];
    FILE             *file = fopen("docs/launch.md", "rb");
    assert_non_null(file); /* tests run in the project's folder */
    page[fread(page, 1, sizeof page - 1, file)] = 0;
    fclose(file);
    char *begin = NULL, *dots = strstr(page, ellipsis);
    assert_non_null(dots);
    for (char *block = page; (block = strstr(block, "```json\n")) && block < dots;)
        begin = block += strlen("```json\n");
    assert_non_null(begin);
    char *end = strstr(begin, "```");
    assert_true(end && dots < end);
    *end = *dots = 0;
    snprintf(text, sizeof text, "%s%0*d%s", begin, THREADS - 4, 0, dots + strlen(ellipsis));
    return text;
}

static void the_example_of_the_page_is_read_and_set_up(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    const char     *text = example();
    char            path[512];
    for (unsigned i = 0; i < LENGTH(files); i++)
        put_words(f, files[i].name, 1, files[i].words);
    snprintf(path, sizeof path, "%s/launch.json", f->folder);
    f->launch = launch_parse(path, text, strlen(text), &f->diag);
    if (!f->launch)
        fail_msg("line %u of the example: %s", f->diag.line, f->diag.what);
    f->chip.global_gprs = 2;
    f->is_set_up = gpu_setup(&f->chip, &f->program, f->launch, &f->setup, &f->diag);
    if (!f->is_set_up)
        fail_msg("line %u of the example: %s", f->diag.line, f->diag.what);
    assert_int_equal(reg(f, 0x28850), 0x00200004);
    assert_int_equal(f->setup.simd.threads, THREADS);
    fixture_free(f);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_example_of_the_page_is_read_and_set_up)};
    (void)argc;
    program_name = argv[0];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
