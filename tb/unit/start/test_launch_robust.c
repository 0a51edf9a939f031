/* test_launch_robust.c - launch files that are cut off, scrambled, huge or deep: always a diagnosis, never a crash.
 *
 * --seed=N repeats a run of the random part. */
#include "tb/unit/start/launch_kit.h"

#include <dirent.h>
#include <sys/stat.h>

static uint64_t seed = 0x5eed;

/* A copy without the `cut` characters at `place`, and with `insert` there. */
static char *spliced(const char *text, size_t place, size_t cut, const char *insert, size_t *length)
{
    size_t before = strlen(text), added = strlen(insert);
    char  *changed = malloc(before - cut + added + 1);
    memcpy(changed, text, place);
    memcpy(changed + place, insert, added);
    memcpy(changed + place + added, text + place + cut, before - place - cut + 1);
    *length = before - cut + added;
    return changed;
}

/* ---- every place of the full file ---------------------------------------------------------------------------- */

static void a_file_cut_off_anywhere_is_an_error(void **state)
{
    (void)state;
    size_t      length;
    char       *text = read_full(&length);
    struct diag diag;
    assert_int_equal(text[length - 2], '}');
    for (size_t cut = 0; cut < length - 1; cut++) {
        /* A copy of its own, so that reading past the end is seen. */
        char *part = malloc(cut ? cut : 1);
        memcpy(part, text, cut);
        diag = (struct diag){0};
        assert_null(launch_parse(FULL, part, cut, &diag));
        assert_in_range(diag.line, 1, line_at(text, cut));
        assert_true(diag.what[0] != 0);
        free(part);
    }
    free(text);
}

struct token {
    size_t place, length;
    bool   key;
};

/* The next string, number or word, or a length of 0. */
static struct token next_token(const char *text, size_t place)
{
    while (text[place] && strchr(" \n{}[]:,", text[place]))
        place++;
    size_t      end = place;
    const char *quote = text[place] == '"' ? strchr(text + place + 1, '"') : NULL;
    if (quote)
        end = (size_t)(quote - text) + 1;
    else
        while (text[end] && !strchr(" \n{}[]:,", text[end]))
            end++;
    return (struct token){place, end - place, text[end] == ':'};
}

static void null_is_an_error_in_every_place_and_on_its_line(void **state)
{
    (void)state;
    size_t       length, changed_length;
    unsigned     count = 0;
    char        *text = read_full(&length);
    struct token token = next_token(text, 0);
    for (; token.length; token = next_token(text, token.place + token.length)) {
        if (token.key)
            continue;
        char       *changed = spliced(text, token.place, token.length, "null", &changed_length);
        struct diag diag = {0};
        assert_null(launch_parse(FULL, changed, changed_length, &diag));
        if (diag.line != line_at(text, token.place) || !strstr(diag.what, "null"))
            fail_msg("null for %.*s of line %u: line %u, %s", (int)token.length, text + token.place,
                     line_at(text, token.place), diag.line, diag.what);
        free(changed);
        count++;
    }
    free(text);
    assert_true(count > 150);
}

static void a_mistyped_key_is_named_with_the_right_one_in_every_place(void **state)
{
    (void)state;
    size_t       length, changed_length;
    unsigned     count = 0, in_registers = 0;
    char        *text = read_full(&length), expected[128];
    struct token token = next_token(text, 0);
    for (; token.length; token = next_token(text, token.place + token.length)) {
        if (!token.key)
            continue;
        char          *changed = spliced(text, token.place + token.length - 1, 0, "x", &changed_length);
        struct diag    diag = {0};
        struct launch *launch = launch_parse(FULL, changed, changed_length, &diag);
        snprintf(expected, sizeof expected, "unknown key; did you mean %.*s", (int)token.length, text + token.place);
        /* The names of registers are not the format's. */
        if (launch || strstr(diag.what, "registers.") == diag.what)
            in_registers++;
        else if (diag.line != line_at(text, token.place) || !strstr(diag.what, expected))
            fail_msg("%.*s of line %u: line %u, %s", (int)token.length, text + token.place, line_at(text, token.place),
                     diag.line, diag.what);
        launch_free(launch);
        free(changed);
        count++;
    }
    free(text);
    assert_true(count > 120);
    assert_int_equal(in_registers, 3);
}

/* ---- at random ------------------------------------------------------------------------------------------------ */

static uint64_t next_random(uint64_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

static size_t below(uint64_t *random, size_t limit)
{
    return limit ? next_random(random) % limit : 0;
}

/* One change: another token, another byte, a part doubled, or a part left out. */
static char *mutated(const char *text, uint64_t *random, size_t *length)
{
    static const char *const pieces[] = {"null",
                                         "-1",
                                         "0",
                                         "1.5",
                                         "\"0x10\"",
                                         "[]",
                                         "{}",
                                         "true",
                                         "\"\"",
                                         "[[[[",
                                         "}",
                                         "]",
                                         ",",
                                         "1e308",
                                         "\"\\u00e9\"",
                                         "64",
                                         "65536",
                                         "\"/\"",
                                         "\"\\",
                                         "4294967296",
                                         "9223372036854775807",
                                         "-9223372036854775808"};
    char                     byte[2] = {0, 0};
    size_t                   place = below(random, strlen(text)), rest = strlen(text) - place;
    struct token             token = next_token(text, place);
    switch (below(random, 4)) {
    case 0:
        return spliced(text, token.place, token.length, pieces[below(random, LAUNCH_COUNT(pieces))], length);
    case 1:
        byte[0] = (char)(1 + below(random, 255));
        return spliced(text, place, 1, byte, length);
    case 2: {
        char part[33];
        snprintf(part, sizeof part, "%.*s", (int)below(random, sizeof part), text + place);
        return spliced(text, below(random, strlen(text)), 0, part, length);
    }
    default:
        return spliced(text, place, below(random, rest < 40 ? rest : 40), "", length);
    }
}

static void scrambled_files_are_refused_or_read_but_never_crash(void **state)
{
    (void)state;
    size_t   length;
    char    *text = read_full(&length);
    unsigned refused = 0, lines = line_at(text, length);
    uint64_t random = seed ? seed : 1;
    print_message("seed 0x%llx\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 6000; i++) {
        size_t changed_length, again_length;
        char  *changed = mutated(text, &random, &changed_length);
        if (i % 3 == 0) {
            char *again = mutated(changed, &random, &again_length);
            free(changed);
            changed = again;
            changed_length = again_length;
        }
        struct diag    diag = {0};
        struct launch *launch = launch_parse(FULL, changed, changed_length, &diag);
        if (!launch) {
            refused++;
            assert_true(diag.what[0] != 0);
            assert_in_range(diag.line, 1, lines + 80);
        }
        launch_free(launch);
        free(changed);
    }
    free(text);
    assert_in_range(refused, 3000, 6000);
}

/* ---- too much ------------------------------------------------------------------------------------------------- */

static void expect_error_at(const char *text, unsigned line, unsigned column, const char *what)
{
    struct diag    diag = {0};
    struct launch *launch = launch_parse(FULL, text, strlen(text), &diag);
    assert_null(launch);
    assert_string_equal(diag.what, what);
    assert_int_equal(diag.line, line);
    if (column)
        assert_int_equal(diag.column, column);
}

static void expect_error(const char *text, unsigned line, const char *what)
{
    expect_error_at(text, line, 0, what);
}

static void texts_that_are_no_object_are_errors(void **state)
{
    (void)state;
    expect_error("[]", 1, "expected an object, got an array");
    expect_error("\n\n{\n}\n", 3, "key \"wekiva\" is missing");
    expect_error_at("", 1, 1, "'[' or '{' expected near end of file");
    expect_error_at("{} {}", 1, 4, "end of file expected near '{'");
}

static void deep_nesting_is_an_error(void **state)
{
    (void)state;
    enum { DEPTH = 1000000 };
    char       *text = malloc(DEPTH + 1);
    struct diag diag = {0};
    memset(text, '[', DEPTH);
    text[DEPTH] = 0;
    assert_null(launch_parse(FULL, text, DEPTH, &diag));
    assert_non_null(strstr(diag.what, "depth"));
    free(text);
    /* As deep as the parser goes, but not this format. */
    expect_error("{\"wekiva\":1,\"stage\":\"ps\",\n\"threads\":\n[[[[[[[[[[1]]]]]]]]]]}", 2,
                 "threads: expected a number or a string like \"0x10\", got an array");
}

/* `count` entries; `entry` may have one %u for its number. */
static void expect_too_many(const char *open, const char *entry, const char *close, unsigned count, const char *what)
{
    size_t room = 100 + (strlen(entry) + 12) * count;
    char  *text = malloc(room), part[64];
    size_t used = (size_t)snprintf(text, room, "{\"wekiva\":1,\"stage\":\"ps\",\"threads\":1,\n%s", open);
    for (unsigned i = 0; i < count; i++) {
        for (const char *c = entry; *c; c++)
            if (*c == '#')
                used += (size_t)snprintf(text + used, room - used, "%u", i);
            else
                text[used++] = *c;
        text[used++] = i + 1 < count ? ',' : ' ';
    }
    snprintf(text + used, room - used, "%s}", close);
    snprintf(part, sizeof part, "got %u", count);
    assert_non_null(strstr(what, part));
    expect_error(text, 2, what);
    free(text);
}

static void too_many_entries_are_an_error(void **state)
{
    (void)state;
    expect_too_many("\"memory\":[", "{}", "]", 65537, "memory: expected 0 to 65536 elements, got 65537");
    expect_too_many("\"buffers\":[", "{}", "]", 1025, "buffers: expected 0 to 1024 elements, got 1025");
    expect_too_many("\"registers\":{", "\"A#\":0", "}", 65537, "registers: expected at most 65536 members, got 65537");
    expect_too_many("\"samplers\":[", "{\"id\":#}", "]", 19, "samplers: expected 0 to 18 elements, got 19");
    expect_too_many("\"textures\":[", "{\"id\":#}", "]", 177, "textures: expected 0 to 176 elements, got 177");
    expect_too_many("\"expect\":{\"exports\":[", "{}", "]}", 46, "expect.exports: expected 1 to 45 elements, got 46");
}

static void an_expectation_of_nothing_is_an_error(void **state)
{
    (void)state;
    static const char killed[] = "{\"wekiva\":1,\"stage\":\"ps\",\"threads\":1,\"expect\":{\"killed\":\"0\"}}";
    struct launch    *launch = launch_parse(FULL, killed, sizeof killed - 1, NULL);
    assert_non_null(launch);
    launch_free(launch);
    expect_error("{\"wekiva\":1,\"stage\":\"ps\",\"threads\":1,\n\"expect\":{\"tolerance\":{\"rel\":1,\"abs\":1}}}", 2,
                 "expect: key \"exports\", \"killed\", \"strips\" or \"buffers\" is missing");
    expect_error("{\"wekiva\":1,\"stage\":\"ps\",\"threads\":1,\n\"expect\":{\"killed\":\"0\",\n\"file\":\"in.bin\"}}",
                 2, "expect: key \"exports\" is missing");
}

static void strips_are_of_geometry_programs_and_of_all_threads(void **state)
{
    (void)state;
#define STRIPS(stage, strips)                                                                                          \
    "{\"wekiva\":1,\"stage\":\"" stage "\",\"threads\":2,\n\"expect\":{\"strips\":" strips "}}"
    static const char each[] = STRIPS("gs", "[\"VVC\",\"\"]"), all[] = STRIPS("gs", "\"VC\"");
    struct launch    *launch = launch_parse(FULL, each, sizeof each - 1, NULL);
    assert_non_null(launch);
    assert_string_equal(launch_strip(&launch->expect, 0), "VVC");
    assert_string_equal(launch_strip(&launch->expect, 1), "");
    launch_free(launch);
    launch = launch_parse(FULL, all, sizeof all - 1, NULL);
    assert_non_null(launch);
    assert_string_equal(launch_strip(&launch->expect, 1), "VC");
    launch_free(launch);
    expect_error(STRIPS("vs", "\"VC\""), 2,
                 "expect.strips: only geometry programs emit vertices: expected \"stage\": \"gs\"");
    expect_error(STRIPS("gs", "[\"V\"]"), 2, "expect.strips: expected 2 elements, got 1");
    expect_error(STRIPS("gs", "[\"V\",\"VxC\"]"), 2,
                 "expect.strips[1]: character 1 is neither V (a vertex) nor C (a cut)");
    expect_error(STRIPS("gs", "3"), 2, "expect.strips: expected a string of V (a vertex) and C (a cut), got a number");
    expect_error(STRIPS("gs", "[\"V\",[]]"), 2,
                 "expect.strips[1]: expected a string of V (a vertex) and C (a cut), got an array");
#undef STRIPS
}

static void stages_of_later_chips_are_refused_by_name(void **state)
{
    (void)state;
    expect_error("{\"wekiva\":1,\n\"stage\":\"hs\",\"threads\":1}", 2, "stage: no machine here has a hull stage");
    expect_error("{\"wekiva\":1,\n\"stage\":\"domain\",\"threads\":1}", 2, "stage: no machine here has a domain stage");
}

static void more_bytes_than_a_run_may_have_are_an_error(void **state)
{
    (void)state;
    expect_error("{\"wekiva\":1,\"stage\":\"ps\",\"threads\":1,\"buffers\":[\n"
                 "{\"name\":\"a\",\"bytes\":268435456},\n{\"name\":\"b\",\"bytes\":268435456},\n"
                 "{\"name\":\"c\",\"bytes\":268435456},\n{\"name\":\"d\",\"bytes\":268435456},\n"
                 "{\"name\":\"e\",\n\"bytes\":4}]}",
                 7, "buffers[4].bytes: all files and buffers together have more than 1073741824 bytes");
}

static void long_names_are_cut_in_messages(void **state)
{
    (void)state;
    static char text[100000];
    struct diag diag = {0};
    char        line[2048];
    size_t      used = (size_t)sprintf(text, "{\"wekiva\":1,\n\"");
    memset(text + used, 'k', 90000);
    strcpy(text + used + 90000, "\":1}");
    assert_null(launch_parse(FULL, text, strlen(text), &diag));
    assert_int_equal(diag.line, 2);
    assert_non_null(strstr(diag.what, "kkk: unknown key"));
    assert_true(strlen(diag_text(&diag, line, sizeof line)) < 300);
}

/* ---- lines ---------------------------------------------------------------------------------------------------- */

static void lines_are_found_between_strings_that_look_like_json(void **state)
{
    (void)state;
    static const char text[] =
        "{\n\"a\\\"{\\\\\": [ \"]},\\n\",\n\n -1.5e3 , {}, [\n] ],\r\n\"b\"\n:\n{ \"c\":null }, \"d\" "
        ":\"\\\\\"\n,\"e\":[[],[{\"f\":\n[1]}]]}";
    static const struct launch_line expected[] = {
        {1, 15}, /* { */
        {2, 6},  /* "a\"{\\": [ */
        {2, 3},  /* "]},\n" */
        {4, 4},  /* -1.5e3 */
        {4, 5},  /* {} */
        {4, 6},  /* [] */
        {6, 8},  /* "b": { */
        {8, 8},  /* "c": null */
        {8, 9},  /* "d": "\\" */
        {9, 15}, /* "e": [ */
        {9, 11}, /* [] */
        {9, 15}, /* [ */
        {9, 15}, /* { */
        {9, 15}, /* "f": [ */
        {10, 15} /* 1 */
    };
    json_t *value = json_loadb(text, sizeof text - 1, 0, NULL);
    assert_non_null(value);
    json_decref(value);
    struct launch_line *lines = launch_lines_scan(text, sizeof text - 1);
    for (size_t i = 0; i < LAUNCH_COUNT(expected); i++) {
        assert_int_equal(lines[i].line, expected[i].line);
        assert_int_equal(lines[i].next, expected[i].next);
    }
    free(lines);
}

/* ---- programs that others wrote -------------------------------------------------------------------------------- */

static unsigned load_below(const char *folder, unsigned depth)
{
    DIR     *directory = opendir(folder);
    unsigned loaded = 0;
    char     path[1024];
    if (!directory)
        return 0;
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        struct stat status;
        snprintf(path, sizeof path, "%.700s/%.255s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || stat(path, &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode) && depth < 8)
            loaded += load_below(path, depth + 1);
        if (strcmp(entry->d_name, "launch.json") != 0)
            continue;
        struct diag    diag = {0};
        struct launch *launch = launch_load_row(path, &diag);
        if (!launch)
            fail_msg("%s:%u: %s", diag.file, diag.line, diag.what);
        launch_free(launch);
        loaded++;
    }
    closedir(directory);
    return loaded;
}

static void launch_files_of_the_corpora_are_read(void **state)
{
    (void)state;
    print_message("%u launch files\n", load_below("tb/corpus", 0) + load_below("../shared/corpus", 0));
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = strtoull(argv[i] + 7, NULL, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_cut_off_anywhere_is_an_error),
        cmocka_unit_test(null_is_an_error_in_every_place_and_on_its_line),
        cmocka_unit_test(a_mistyped_key_is_named_with_the_right_one_in_every_place),
        cmocka_unit_test(scrambled_files_are_refused_or_read_but_never_crash),
        cmocka_unit_test(texts_that_are_no_object_are_errors),
        cmocka_unit_test(deep_nesting_is_an_error),
        cmocka_unit_test(too_many_entries_are_an_error),
        cmocka_unit_test(an_expectation_of_nothing_is_an_error),
        cmocka_unit_test(strips_are_of_geometry_programs_and_of_all_threads),
        cmocka_unit_test(stages_of_later_chips_are_refused_by_name),
        cmocka_unit_test(more_bytes_than_a_run_may_have_are_an_error),
        cmocka_unit_test(long_names_are_cut_in_messages),
        cmocka_unit_test(lines_are_found_between_strings_that_look_like_json),
        cmocka_unit_test(launch_files_of_the_corpora_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
