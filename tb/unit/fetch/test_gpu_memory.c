/* test_gpu_memory.c - ranges in the GPU's address space. */
#include "mem/gpu_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "kit/sanitized.h"

static const uint8_t eight[8] = {0x78, 0x56, 0x34, 0x12, 0xef, 0xcd, 0xab, 0x89};

static void place(struct gpu_memory *memory, uint64_t address, uint64_t bytes)
{
    uint8_t *zeros = calloc(1, bytes);
    assert_true(gpu_memory_place(memory, address, zeros, bytes, NULL));
    free(zeros);
}

static void placed_bytes_are_little_endian_words(void **state)
{
    (void)state;
    struct gpu_memory memory;
    gpu_memory_init(&memory);
    assert_true(gpu_memory_place(&memory, 0x1000, eight, 8, NULL));
    assert_int_equal(gpu_memory_word(&memory, 0x1000), 0x12345678);
    assert_int_equal(gpu_memory_word(&memory, 0x1004), 0x89abcdef);
    assert_int_equal(memory.unplaced_reads, 0);
    gpu_memory_free(&memory);
    assert_int_equal(memory.count, 0);
    assert_null(memory.ranges);
}

static void the_bytes_are_copied(void **state)
{
    (void)state;
    struct gpu_memory memory;
    uint8_t           bytes[4] = {1, 0, 0, 0};
    gpu_memory_init(&memory);
    assert_true(gpu_memory_place(&memory, 0, bytes, 4, NULL));
    bytes[0] = 2;
    assert_int_equal(gpu_memory_word(&memory, 0), 1);
    gpu_memory_free(&memory);
}

static void words_outside_of_all_ranges_are_zero_and_counted(void **state)
{
    (void)state;
    struct gpu_memory memory;
    gpu_memory_init(&memory);
    assert_int_equal(gpu_memory_word(&memory, 0x1000), 0);
    assert_true(gpu_memory_place(&memory, 0x1000, eight, 8, NULL));
    assert_int_equal(gpu_memory_word(&memory, 0xffc), 0);
    assert_int_equal(gpu_memory_word(&memory, 0x1008), 0);
    assert_int_equal(memory.unplaced_reads, 3);
    gpu_memory_free(&memory);
}

static void ranges_are_kept_in_order_and_found_from_first_to_last_byte(void **state)
{
    (void)state;
    static const uint64_t addresses[] = {0x5000, 0x1000, 0x9000, 0x3000, 0x1100};
    struct gpu_memory     memory;
    gpu_memory_init(&memory);
    for (unsigned i = 0; i < 5; i++)
        place(&memory, addresses[i], 0x100);
    assert_int_equal(memory.count, 5);
    for (unsigned i = 1; i < 5; i++)
        assert_true(memory.ranges[i - 1].address < memory.ranges[i].address);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(gpu_memory_find(&memory, addresses[i])->address, addresses[i]);
        assert_int_equal(gpu_memory_find(&memory, addresses[i] + 0xff)->address, addresses[i]);
    }
    assert_null(gpu_memory_find(&memory, 0xfff));
    assert_null(gpu_memory_find(&memory, 0x1200));
    assert_null(gpu_memory_find(&memory, 0x9100));
    gpu_memory_free(&memory);
}

static void many_ranges_in_any_order_are_all_found(void **state)
{
    (void)state;
    enum { COUNT = 997 };
    struct gpu_memory memory;
    gpu_memory_init(&memory);
    for (uint64_t i = 0; i < COUNT; i++) {
        const uint8_t word[4] = {(uint8_t)(i * 389 % COUNT), (uint8_t)((i * 389 % COUNT) >> 8), 0, 0};
        assert_true(gpu_memory_place(&memory, i * 389 % COUNT * 8, word, 4, NULL));
    }
    for (unsigned i = 0; i < COUNT; i++)
        assert_int_equal(gpu_memory_word(&memory, i * 8), i);
    assert_int_equal(memory.unplaced_reads, 0);
    gpu_memory_free(&memory);
}

static void overlaps_are_refused_and_neighbours_are_not(void **state)
{
    (void)state;
    static const struct {
        uint64_t address, bytes;
    } bad[] = {{0x2000, 4}, {0x20fc, 4}, {0x1f00, 0x104}, {0x20fc, 0x100}, {0x1000, 0x4000}, {0x2010, 0x10}};
    struct gpu_memory memory;
    struct diag       diag;
    gpu_memory_init(&memory);
    place(&memory, 0x2000, 0x100);
    for (unsigned i = 0; i < 6; i++)
        assert_null(gpu_memory_add(&memory, bad[i].address, bad[i].bytes, &diag));
    assert_string_equal(diag.what, "0x2010..0x201f overlaps 0x2000..0x20ff");
    assert_int_equal(memory.count, 1);
    place(&memory, 0x1f00, 0x100);
    place(&memory, 0x2100, 0x100);
    gpu_memory_free(&memory);
}

static void addresses_have_40_bits(void **state)
{
    (void)state;
    const uint64_t    end = UINT64_C(1) << 40;
    struct gpu_memory memory;
    struct diag       diag;
    gpu_memory_init(&memory);
    assert_null(gpu_memory_add(&memory, end - 4, 8, &diag));
    assert_string_equal(diag.what, "no room for 8 bytes at 0xfffffffffc: addresses have 40 bits");
    assert_null(gpu_memory_add(&memory, end, 4, &diag));
    assert_null(gpu_memory_add(&memory, UINT64_MAX - 3, 4, &diag));
    place(&memory, end - 4, 4);
    gpu_memory_free(&memory);
}

static void memory_that_the_host_does_not_have_is_a_diagnosis(void **state)
{
    (void)state;
    struct gpu_memory memory;
    struct diag       diag = {0};
    struct rlimit     before, less;
    if (SANITIZED) /* it has all addresses for itself, and stops where an allocation fails */
        return;
    gpu_memory_init(&memory);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    less = before;
    less.rlim_cur = 1 << 28;
    assert_int_equal(setrlimit(RLIMIT_AS, &less), 0);
    uint8_t *data = gpu_memory_add(&memory, 0x100, 1 << 30, &diag);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_null(data);
    assert_string_equal(diag.what, "not enough memory for 1073741824 bytes at 0x100");
    assert_int_equal(memory.count, 0);
    gpu_memory_free(&memory);
}

static void a_new_range_is_zero_and_can_be_filled(void **state)
{
    (void)state;
    struct gpu_memory memory;
    gpu_memory_init(&memory);
    uint8_t *data = gpu_memory_add(&memory, 0x100, 8, NULL);
    assert_non_null(data);
    assert_int_equal(gpu_memory_word(&memory, 0x104), 0);
    data[5] = 3;
    assert_int_equal(gpu_memory_word(&memory, 0x104), 0x300);
    assert_int_equal(memory.unplaced_reads, 0);
    gpu_memory_free(&memory);
}

static void room_begins_at_one_mebibyte(void **state)
{
    (void)state;
    struct gpu_memory memory;
    gpu_memory_init(&memory);
    assert_int_equal(gpu_memory_find_room(&memory, 4, 256), 0x100000);
    place(&memory, 0x1000, 0x100);
    assert_int_equal(gpu_memory_find_room(&memory, 4, 256), 0x100000);
    gpu_memory_free(&memory);
}

static void room_is_the_first_gap_that_is_wide_enough_and_aligned(void **state)
{
    (void)state;
    struct gpu_memory memory;
    gpu_memory_init(&memory);
    place(&memory, 0xffffc, 8); /* into the first four bytes */
    place(&memory, 0x100200, 0x10);
    place(&memory, 0x100400, 0x100);
    assert_int_equal(gpu_memory_find_room(&memory, 4, 4), 0x100004);
    assert_int_equal(gpu_memory_find_room(&memory, 0x100, 256), 0x100100);
    assert_int_equal(gpu_memory_find_room(&memory, 0x104, 256), 0x100500);
    assert_int_equal(gpu_memory_find_room(&memory, 0x100, 4), 0x100004);
    place(&memory, 0x100100, 0x100);
    assert_int_equal(gpu_memory_find_room(&memory, 0x100, 256), 0x100300);
    gpu_memory_free(&memory);
}

static void any_bytes_are_read_over_the_ends_of_ranges(void **state)
{
    (void)state;
    struct gpu_memory memory;
    uint8_t           got[16];
    gpu_memory_init(&memory);
    assert_true(gpu_memory_place(&memory, 0x1000, eight, 8, NULL));
    assert_true(gpu_memory_place(&memory, 0x1008, eight, 4, NULL));
    gpu_memory_read(&memory, 0xffd, got, 16);
    static const uint8_t expected[16] = {0,    0,    0,    0x78, 0x56, 0x34, 0x12, 0xef,
                                         0xcd, 0xab, 0x89, 0x78, 0x56, 0x34, 0x12, 0};
    assert_memory_equal(got, expected, 16);
    assert_int_equal(memory.unplaced_reads, 0);
    gpu_memory_free(&memory);
}

static void writes_change_their_bytes_alone_and_are_lost_outside(void **state)
{
    (void)state;
    struct gpu_memory memory;
    gpu_memory_init(&memory);
    assert_true(gpu_memory_place(&memory, 0x1000, eight, 8, NULL));
    assert_true(gpu_memory_write(&memory, 0x1003, "\1\2", 2));
    assert_int_equal(gpu_memory_word(&memory, 0x1000), 0x01345678);
    assert_int_equal(gpu_memory_word(&memory, 0x1004), 0x89abcd02);
    assert_false(gpu_memory_write(&memory, 0x1007, "\3\4", 2));
    assert_int_equal(gpu_memory_word(&memory, 0x1004), 0x03abcd02);
    assert_false(gpu_memory_write(&memory, 0x2000, "\3\4", 2));
    gpu_memory_free(&memory);
}

static void a_mask_says_which_bytes_are_written(void **state)
{
    (void)state;
    static const uint8_t ones[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    struct gpu_memory    memory;
    gpu_memory_init(&memory);
    assert_true(gpu_memory_place(&memory, 0x1000, eight, 8, NULL));
    assert_true(gpu_memory_write_masked(&memory, 0x1000, ones, 8, 0x86));
    assert_int_equal(gpu_memory_word(&memory, 0x1000), 0x12ffff78);
    assert_int_equal(gpu_memory_word(&memory, 0x1004), 0xffabcdef);
    assert_true(gpu_memory_write_masked(&memory, 0x1008, ones, 8, 0)); /* none that could be lost */
    gpu_memory_free(&memory);
}

/* Two ranges, one of three pages, the last of them short. */
static void place_pages(struct gpu_memory *memory)
{
    gpu_memory_init(memory);
    place(memory, 0x1000, 2 * GPU_MEMORY_PAGE + 8);
    place(memory, 0x4000, 0x100);
}

static void a_state_is_the_pages_that_have_been_written(void **state)
{
    (void)state;
    struct gpu_memory memory;
    unsigned char     bytes[2 * (GPU_MEMORY_PAGE + 8)];
    place_pages(&memory);
    assert_int_equal(memory.written, 0);
    gpu_memory_write(&memory, 0x1000 + 2 * GPU_MEMORY_PAGE - 1, "\1\2", 2);
    assert_int_equal(memory.written, 2);
    assert_int_equal(gpu_memory_state_bytes(memory.written), sizeof bytes);
    gpu_memory_state_put(bytes, &memory);
    assert_true(gpu_memory_state_check(bytes, 2, &memory));
    gpu_memory_write(&memory, 0x1000 + 2 * GPU_MEMORY_PAGE, "\3\4", 2);
    gpu_memory_write(&memory, 0x4000, "\5", 1);
    assert_int_equal(memory.written, 3);
    assert_true(gpu_memory_state_take(bytes, 2, &memory));
    assert_int_equal(memory.written, 2);
    assert_int_equal(gpu_memory_word(&memory, 0x1000 + 2 * GPU_MEMORY_PAGE - 4), 0x01000000);
    assert_int_equal(gpu_memory_word(&memory, 0x1000 + 2 * GPU_MEMORY_PAGE), 2);
    assert_int_equal(gpu_memory_word(&memory, 0x4000), 0);
    gpu_memory_forget_writes(&memory);
    assert_int_equal(gpu_memory_word(&memory, 0x1000 + 2 * GPU_MEMORY_PAGE), 0);
    assert_int_equal(memory.written, 0);
    gpu_memory_free(&memory);
}

static void a_state_of_other_ranges_is_refused(void **state)
{
    (void)state;
    struct gpu_memory memory;
    unsigned char     bytes[2 * (GPU_MEMORY_PAGE + 8)];
    place_pages(&memory);
    gpu_memory_write(&memory, 0x1000, "\1", 1);
    gpu_memory_write(&memory, 0x4000, "\1", 1);
    gpu_memory_state_put(bytes, &memory);
    assert_true(gpu_memory_state_check(bytes, 2, &memory));
    assert_false(bytes[0]);
    bytes[0] = 1; /* not the start of a page */
    assert_false(gpu_memory_state_check(bytes, 2, &memory));
    bytes[0] = 0;
    bytes[1] = 0x50; /* of no range, and behind the second one */
    assert_false(gpu_memory_state_check(bytes, 2, &memory));
    bytes[1] = 0x40; /* the second one twice */
    assert_false(gpu_memory_state_check(bytes, 2, &memory));
    gpu_memory_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placed_bytes_are_little_endian_words),
        cmocka_unit_test(the_bytes_are_copied),
        cmocka_unit_test(words_outside_of_all_ranges_are_zero_and_counted),
        cmocka_unit_test(ranges_are_kept_in_order_and_found_from_first_to_last_byte),
        cmocka_unit_test(many_ranges_in_any_order_are_all_found),
        cmocka_unit_test(overlaps_are_refused_and_neighbours_are_not),
        cmocka_unit_test(addresses_have_40_bits),
        cmocka_unit_test(memory_that_the_host_does_not_have_is_a_diagnosis),
        cmocka_unit_test(a_new_range_is_zero_and_can_be_filled),
        cmocka_unit_test(room_begins_at_one_mebibyte),
        cmocka_unit_test(room_is_the_first_gap_that_is_wide_enough_and_aligned),
        cmocka_unit_test(any_bytes_are_read_over_the_ends_of_ranges),
        cmocka_unit_test(writes_change_their_bytes_alone_and_are_lost_outside),
        cmocka_unit_test(a_mask_says_which_bytes_are_written),
        cmocka_unit_test(a_state_is_the_pages_that_have_been_written),
        cmocka_unit_test(a_state_of_other_ranges_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
