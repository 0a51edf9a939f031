/* test_fst_whole.c - a .fst file that lost its end is told from a whole one, wherever it was cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdint.h>
#include <stdlib.h>

#include "tb/unit/trace/test_trace_machine.h"
#include "trace/fst/fst_whole.h"
#include "trace/vcd.h"

enum { HEADER = 0, GEOMETRY = 3, NAMES_LZ4 = 6, NAMES_LZ4_TWICE = 7, VALUES = 8, SKIP = 255, SECTIONS_AT = 65 };

static struct machine      machine;
static struct rtl_instance instances[MACHINE_INSTANCES];
/* Of the same run: ours, and what vcd2fst makes of the .vcd file, whose names come last; without that program not
 * there. */
static struct file {
    unsigned char *bytes;
    size_t         size;
} files[2];
enum { OURS, OTHER };

static bool is_whole(const void *data, size_t bytes)
{
    FILE *file = fopen(scratch("try.fst"), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
    return fst_is_whole(scratch("try.fst"));
}

static bool write_to(const char *path, struct diag *diag)
{
    machine = (struct machine){.seed = 3};
    machine_instances(&machine, instances);
    struct trace_options options = {.path = path, .lanes = true, .limit = 1 << 18}; /* blocks of 64 KB */
    struct trace        *trace = trace_open(&options, instances, MACHINE_INSTANCES, diag);
    for (uint64_t cycle = 0; trace && cycle < 100; cycle++) {
        machine_step(&machine);
        trace_sample(trace, cycle);
    }
    return trace && trace_close(trace, diag);
}

static int write_one(void **state)
{
    (void)state;
    struct diag diag = {0};
    if (!write_to(scratch("good.fst"), &diag) || !write_to(scratch("good.vcd"), &diag)) {
        fprintf(stderr, "%s: %s\n", diag.file, diag.what);
        return 1;
    }
    char command[1200];
    snprintf(command, sizeof command, "vcd2fst %s %s 2>/dev/null", scratch("good.vcd"), scratch("other.fst"));
    files[OURS].bytes = (unsigned char *)slurp(scratch("good.fst"), &files[OURS].size);
    if (system(command) == 0)
        files[OTHER].bytes = (unsigned char *)slurp(scratch("other.fst"), &files[OTHER].size);
    return !files[OURS].bytes;
}

static int free_one(void **state)
{
    (void)state;
    free(files[OURS].bytes);
    free(files[OTHER].bytes);
    return 0;
}

static size_t block_bytes(const unsigned char *block)
{
    size_t length = 0;
    for (int i = 1; i < 9; i++)
        length = length << 8 | block[i];
    return 1 + length;
}

static size_t last_block(const struct file *file)
{
    size_t at = 0;
    while (at + block_bytes(file->bytes + at) < file->size)
        at += block_bytes(file->bytes + at);
    return at;
}

static void put_length(unsigned char *block, uint64_t length)
{
    for (int i = 0; i < 8; i++)
        block[1 + i] = (unsigned char)(length >> 8 * (7 - i));
}

static void what_is_written_is_whole(void **state)
{
    (void)state;
    assert_true(fst_is_whole(scratch("good.fst")));
    for (unsigned f = 0; f < 2; f++)
        assert_true(!files[f].bytes || is_whole(files[f].bytes, files[f].size));
}

static void a_file_that_is_cut_is_not(void **state)
{
    (void)state;
    for (unsigned f = 0; f < 2; f++)
        for (size_t bytes = 0; bytes < files[f].size; bytes += 1 + bytes % 397)
            if (is_whole(files[f].bytes, bytes))
                fail_msg("%zu of %zu bytes are taken for a whole file", bytes, files[f].size);
}

/* The header counts blocks of values: where the last one is cut off whole, it says so. */
static void nor_is_one_that_lacks_its_last_block(void **state)
{
    (void)state;
    const size_t at = last_block(&files[OURS]);
    assert_int_equal(files[OURS].bytes[at], VALUES);
    assert_true(files[OURS].bytes[SECTIONS_AT + 7] > 1);
    assert_false(is_whole(files[OURS].bytes, at));
}

/* The writer was killed before it had counted the block, which a reader leaves out. */
static void a_block_that_was_being_written_is_none(void **state)
{
    (void)state;
    const size_t   size = files[OURS].size, at = last_block(&files[OURS]);
    unsigned char *cut = malloc(size);
    memcpy(cut, files[OURS].bytes, size);
    cut[SECTIONS_AT + 7]--;
    for (size_t bytes = at; bytes <= size; bytes += 1 + bytes % 397) {
        cut[at] = SKIP;
        if (!is_whole(cut, bytes))
            fail_msg("a file that was killed at %zu of %zu bytes is not taken for whole", bytes, size);
        cut[at] = VALUES;
        if (is_whole(cut, bytes) != (bytes == at || bytes == size))
            fail_msg("%zu of %zu bytes", bytes, size);
    }
    free(cut);
}

/* On a full disk vcd2fst takes the length of the last block from the file, which is then the length that was left. */
static void nor_is_one_whose_last_block_fits_what_is_left(void **state)
{
    (void)state;
    if (!files[OTHER].bytes)
        skip();
    const size_t   size = files[OTHER].size, at = last_block(&files[OTHER]);
    unsigned char *cut = malloc(size);
    memcpy(cut, files[OTHER].bytes, size);
    assert_int_equal(cut[at], NAMES_LZ4);
    for (size_t bytes = at + 9; bytes < size; bytes++) {
        put_length(cut + at, bytes - at - 1);
        if (is_whole(cut, bytes))
            fail_msg("%zu of %zu bytes are taken for a whole file", bytes, size);
    }
    free(cut);
}

static void assert_each_is_needed(const struct file *file)
{
    for (size_t at = 0, left; at < file->size; at += left) {
        unsigned char *without = malloc(file->size);
        left = block_bytes(file->bytes + at);
        memcpy(without, file->bytes, at);
        memcpy(without + at, file->bytes + at + left, file->size - at - left);
        if (is_whole(without, file->size - left))
            fail_msg("a file without its block of type %u is taken for a whole one", file->bytes[at]);
        free(without);
    }
}

static void every_block_is_needed(void **state)
{
    (void)state;
    assert_each_is_needed(&files[OURS]);
    assert_each_is_needed(&files[OTHER]);
}

static void bytes_behind_the_end_are_not_of_the_file(void **state)
{
    (void)state;
    unsigned char *longer = calloc(1, files[OURS].size + 9);
    memcpy(longer, files[OURS].bytes, files[OURS].size);
    assert_false(is_whole(longer, files[OURS].size + 9));
    free(longer);
}

static void what_is_no_file_is_not_whole(void **state)
{
    (void)state;
    assert_false(fst_is_whole(scratch("no_such.fst")));
    assert_false(is_whole("", 0));
}

enum { HEADER_BYTES = 330 };

/* A chain of the least blocks, the last one with these names. */
static bool with_names(unsigned type, const char *names, size_t bytes)
{
    unsigned char       file[512] = {HEADER};
    size_t              at = HEADER_BYTES;
    const unsigned char before[] = {VALUES, GEOMETRY};
    put_length(file, HEADER_BYTES - 1);
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
        cmocka_unit_test(what_is_written_is_whole),
        cmocka_unit_test(a_file_that_is_cut_is_not),
        cmocka_unit_test(nor_is_one_whose_last_block_fits_what_is_left),
        cmocka_unit_test(nor_is_one_that_lacks_its_last_block),
        cmocka_unit_test(a_block_that_was_being_written_is_none),
        cmocka_unit_test(every_block_is_needed),
        cmocka_unit_test(bytes_behind_the_end_are_not_of_the_file),
        cmocka_unit_test(what_is_no_file_is_not_whole),
        cmocka_unit_test(packed_names_have_the_length_that_they_tell),
    };
    return cmocka_run_group_tests(tests, write_one, free_one);
}
