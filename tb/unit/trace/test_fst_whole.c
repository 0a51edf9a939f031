/* test_fst_whole.c - a .fst file that lost its end is told from a whole one, wherever it was cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdint.h>
#include <stdlib.h>

#include "tb/unit/trace/test_trace_machine.h"
#include "trace/fst_whole.h"
#include "trace/vcd.h"

enum { HEADER = 0, GEOMETRY = 3, NAMES_LZ4 = 6, NAMES_LZ4_TWICE = 7, VALUES = 8 };

static struct machine      machine;
static struct rtl_instance instances[MACHINE_INSTANCES];
static unsigned char      *whole; /* a file that vcd2fst has written */
static size_t              size;

static bool is_whole(const void *data, size_t bytes)
{
    FILE *file = fopen(scratch("try.fst"), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
    return fst_is_whole(scratch("try.fst"));
}

static int write_one(void **state)
{
    (void)state;
    struct diag diag = {0};
    machine.seed = 3;
    machine_instances(&machine, instances);
    struct trace_options options = {.path = scratch("good.fst")};
    struct trace        *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    for (uint64_t cycle = 0; trace && cycle < 200; cycle++) {
        machine_step(&machine);
        trace_sample(trace, cycle);
    }
    if (!trace || !trace_close(trace, &diag)) {
        fprintf(stderr, "%s: %s\n", diag.file, diag.what);
        return 1;
    }
    whole = (unsigned char *)slurp(scratch("good.fst"), &size);
    return !whole;
}

static int free_one(void **state)
{
    (void)state;
    free(whole);
    return 0;
}

static size_t names_at(void)
{
    size_t at = 0;
    while (whole[at] != NAMES_LZ4) {
        uint64_t length = 0;
        for (int i = 1; i < 9; i++)
            length = length << 8 | whole[at + (size_t)i];
        at += 1 + (size_t)length;
        assert_true(at < size);
    }
    return at;
}

static void put_length(unsigned char *block, uint64_t length)
{
    for (int i = 0; i < 8; i++)
        block[1 + i] = (unsigned char)(length >> 8 * (7 - i));
}

static void what_vcd2fst_writes_is_whole(void **state)
{
    (void)state;
    assert_true(fst_is_whole(scratch("good.fst")));
    assert_true(is_whole(whole, size));
}

static void a_file_that_is_cut_is_not(void **state)
{
    (void)state;
    for (size_t bytes = 0; bytes < size; bytes++)
        if (is_whole(whole, bytes))
            fail_msg("%zu of %zu bytes are taken for a whole file", bytes, size);
}

/* On a full disk the writer takes the length of the last block from the file, which is then the length that was left.
 */
static void nor_is_one_whose_last_block_fits_what_is_left(void **state)
{
    (void)state;
    const size_t   at = names_at();
    unsigned char *cut = malloc(size);
    memcpy(cut, whole, size);
    for (size_t bytes = at + 9; bytes < size; bytes++) {
        put_length(cut + at, bytes - at - 1);
        if (is_whole(cut, bytes))
            fail_msg("%zu of %zu bytes are taken for a whole file", bytes, size);
    }
    free(cut);
}

static void every_kind_of_block_is_needed(void **state)
{
    (void)state;
    for (size_t at = 0, left; at < size; at += left) {
        unsigned char *without = malloc(size);
        uint64_t       length = 0;
        for (int i = 1; i < 9; i++)
            length = length << 8 | whole[at + (size_t)i];
        left = 1 + (size_t)length;
        memcpy(without, whole, at);
        memcpy(without + at, whole + at + left, size - at - left);
        if (is_whole(without, size - left))
            fail_msg("a file without its block of type %u is taken for a whole one", whole[at]);
        free(without);
    }
}

static void bytes_behind_the_end_are_not_of_the_file(void **state)
{
    (void)state;
    unsigned char *longer = calloc(1, size + 9);
    memcpy(longer, whole, size);
    assert_false(is_whole(longer, size + 9));
    free(longer);
}

static void what_is_no_file_is_not_whole(void **state)
{
    (void)state;
    assert_false(fst_is_whole(scratch("no_such.fst")));
    assert_false(is_whole("", 0));
}

/* A chain of the least blocks, the last one with these names. */
static bool with_names(unsigned type, const char *names, size_t bytes)
{
    unsigned char       file[256] = {0};
    size_t              at = 0;
    const unsigned char before[] = {HEADER, VALUES, GEOMETRY};
    for (size_t i = 0; i < sizeof before; i++, at += 9) {
        file[at] = before[i];
        put_length(file + at, 8);
    }
    file[at] = (unsigned char)type;
    put_length(file + at, 8 + bytes);
    memcpy(file + at + 9, names, bytes);
    return is_whole(file, at + 9 + bytes);
}

/* LZ4 blocks by hand (lz4_Block_format.md): token, literals, offset, and so on; the last sequence has literals only. */
static void packed_names_have_the_length_that_they_tell(void **state)
{
    (void)state;
#define NAMES(text) text, sizeof text - 1
    assert_true(with_names(NAMES_LZ4, NAMES("\0\0\0\0\0\0\0\3\x30"
                                            "abc")));
    assert_false(with_names(NAMES_LZ4, NAMES("\0\0\0\0\0\0\0\4\x30"
                                             "abc")));
    assert_false(with_names(NAMES_LZ4, NAMES("\0\0\0\0\0\0\0\3\x30"
                                             "ab")));
    /* one literal, a match of 4 + 2, then two literals */
    assert_true(with_names(NAMES_LZ4, NAMES("\0\0\0\0\0\0\0\x09\x12"
                                            "a\1\0"
                                            "\x20"
                                            "bc")));
    assert_false(with_names(NAMES_LZ4, NAMES("\0\0\0\0\0\0\0\x09\x12"
                                             "a\1")));
    /* a match of 4 + 15 + 255 + 1 = 275 behind one literal, then one more */
    assert_true(with_names(NAMES_LZ4, NAMES("\0\0\0\0\0\0\1\x15\x1f"
                                            "a\1\0"
                                            "\xff\1"
                                            "\x10"
                                            "b")));
    /* twice packed: the first length is not looked at, the second is 3, then 131 */
    assert_true(with_names(NAMES_LZ4_TWICE, NAMES("\0\0\0\0\0\0\7\7"
                                                  "\3\x30"
                                                  "abc")));
    assert_false(with_names(NAMES_LZ4_TWICE, NAMES("\0\0\0\0\0\0\7\7"
                                                   "\2\x30"
                                                   "abc")));
    assert_true(with_names(NAMES_LZ4_TWICE, NAMES("\0\0\0\0\0\0\7\7"
                                                  "\x83\1\x1f"
                                                  "a\1\0"
                                                  "\x6e"
                                                  "\x10"
                                                  "b")));
}

int main(int argc, char **argv)
{
    (void)argc;
    scratch_open(argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_vcd2fst_writes_is_whole),
        cmocka_unit_test(a_file_that_is_cut_is_not),
        cmocka_unit_test(nor_is_one_whose_last_block_fits_what_is_left),
        cmocka_unit_test(every_kind_of_block_is_needed),
        cmocka_unit_test(bytes_behind_the_end_are_not_of_the_file),
        cmocka_unit_test(what_is_no_file_is_not_whole),
        cmocka_unit_test(packed_names_have_the_length_that_they_tell),
    };
    return cmocka_run_group_tests(tests, write_one, free_one);
}
