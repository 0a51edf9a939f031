/* test_pages.c - memory of the size of a machine: zeros, whatever it held before, beginning where a large page may. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "kit/pages.h"
#include "kit/sanitized.h"

enum { LARGE = 1 << 21, SIZES = 4 };

static const size_t sizes[SIZES] = {LARGE - 4096, LARGE, LARGE + 1, 5 * LARGE - 8};

static void memory_is_zero_up_to_its_end(void **state)
{
    (void)state;
    for (unsigned again = 0; again < 2; again++)
        for (unsigned i = 0; i < SIZES; i++) {
            unsigned char *const memory = pages_take(sizes[i]);
            assert_non_null(memory);
            for (size_t byte = 0; byte < sizes[i]; byte++)
                assert_true(memory[byte] == 0);
            memset(memory, 0xa5, sizes[i]);
            pages_give(memory, sizes[i]);
        }
}

static void pieces_do_not_overlap(void **state)
{
    unsigned char *memory[SIZES];
    (void)state;
    for (unsigned i = 0; i < SIZES; i++) {
        memory[i] = pages_take(sizes[i]);
        assert_non_null(memory[i]);
        memset(memory[i], (int)i + 1, sizes[i]);
    }
    for (unsigned i = 0; i < SIZES; i++) {
        assert_int_equal(memory[i][0], i + 1);
        assert_int_equal(memory[i][sizes[i] - 1], i + 1);
        pages_give(memory[i], sizes[i]);
    }
}

/* A large page of the host begins at a multiple of its size. */
static void it_begins_where_a_large_page_may(void **state)
{
    void *memory[SIZES];
    (void)state;
    if (SANITIZED) /* memory is malloc's there */
        skip();
    for (unsigned i = 0; i < SIZES; i++) {
        memory[i] = pages_take(sizes[i]);
        assert_int_equal((uintptr_t)memory[i] % LARGE, 0);
    }
    for (unsigned i = 0; i < SIZES; i++)
        pages_give(memory[i], sizes[i]);
}

static unsigned long address_space(void)
{
    unsigned long pages = 0;
    FILE *const   file = fopen("/proc/self/statm", "r");
    assert_true(file && fscanf(file, "%lu", &pages) == 1);
    fclose(file);
    return pages;
}

/* What was asked for to find the place in, too. */
static void all_is_given_back(void **state)
{
    (void)state;
    if (SANITIZED) /* memory is malloc's there */
        skip();
    address_space(); /* buffers of the file are there from now on */
    const unsigned long before = address_space();
    for (unsigned i = 0; i < SIZES; i++) {
        void *const memory = pages_take(sizes[i]);
        assert_in_range(address_space() - before, 1, (sizes[i] + LARGE - 1) / LARGE * LARGE / 4096);
        pages_give(memory, sizes[i]);
        assert_int_equal(address_space(), before);
    }
}

static void nothing_can_be_given_back(void **state)
{
    (void)state;
    pages_give(NULL, LARGE);
}

static void more_than_there_is_is_no_memory(void **state)
{
    (void)state;
    if (SANITIZED) /* it stops where an allocation fails */
        skip();
    assert_null(pages_take((size_t)1 << 60));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zero_up_to_its_end),
        cmocka_unit_test(pieces_do_not_overlap),
        cmocka_unit_test(all_is_given_back),
        cmocka_unit_test(it_begins_where_a_large_page_may),
        cmocka_unit_test(nothing_can_be_given_back),
        cmocka_unit_test(more_than_there_is_is_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
