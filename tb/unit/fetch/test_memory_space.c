/* test_memory_space.c - where memory writes and reads lie: ISA 3.4.2, 7.1, 9.1, 10.1, worked by hand; Mesa's rings and
 * streams. */
#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/fetch/memory_space.h"

enum { XYZW = 15 };

static const struct memory_thread thread_7 = {.area = 0, .in_wave = 7, .wave_size = 64, .in_launch = 7};

static struct memory_access vectors(unsigned base, unsigned size)
{
    return (struct memory_access){.target = MEMORY_SCRATCH,
                                  .indexed = true,
                                  .element_dwords = 4,
                                  .array_base = (uint16_t)base,
                                  .array_last = (uint16_t)(size - 1)};
}

static struct memory_place scratch(const struct memory_access *access, const struct memory_thread *thread,
                                   uint32_t index, unsigned step, bool read)
{
    const struct memory_space space = {.size = 1 << 20, .item = 400};
    return memory_place(access, &space, thread, index, step, read, XYZW);
}

/* ISA 7.1, with the thread's vec4s apart: a wavefront's threads stand beside one another. */
static void two_elements_of_64_threads_are_128_different_vec4(void **state)
{
    const struct memory_access access = vectors(0, 2);
    bool                       taken[128] = {false};
    (void)state;
    for (unsigned element = 0; element < 2; element++)
        for (unsigned t = 0; t < 64; t++) {
            const struct memory_thread thread = {.in_wave = (uint8_t)t, .wave_size = 64, .in_launch = t};
            const struct memory_place  place = scratch(&access, &thread, element, 0, false);
            assert_int_equal(place.dword, element * 256 + t * 4);
            assert_false(taken[place.dword / 4] || place.dropped || place.strays);
            taken[place.dword / 4] = true;
        }
}

static void a_wavefronts_place_is_as_many_items_as_it_has_threads(void **state)
{
    const struct memory_access access = vectors(3, 1);
    (void)state;
    const struct memory_thread wide = {.area = 5, .in_wave = 63, .wave_size = 64, .in_launch = 1000};
    assert_int_equal(scratch(&access, &wide, 0, 0, false).dword, 5 * 400 * 64 + 3 * 256 + 63 * 4);
    const struct memory_thread narrow = {.area = 5, .in_wave = 31, .wave_size = 32, .in_launch = 1000};
    assert_int_equal(scratch(&access, &narrow, 0, 0, false).dword, 5 * 400 * 32 + 3 * 128 + 31 * 4);
    struct memory_access reduction = access;
    reduction.target = MEMORY_REDUCTION;
    assert_int_equal(scratch(&reduction, &wide, 0, 0, false).dword, scratch(&access, &wide, 0, 0, false).dword);
}

/* ISA 7.1: the index is taken into 0 .. ARRAY_SIZE - 1; 10.1: the field is the size less one. */
static void the_index_is_clamped_at_both_ends(void **state)
{
    const struct memory_access access = vectors(10, 4);
    static const struct {
        uint32_t index;
        unsigned element;
    } cases[] = {{0, 0}, {3, 3}, {4, 3}, {5, 3}, {0x7fffffff, 3}, {0xffffffff, 0}, {0x80000000, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned read = 0; read < 2; read++) {
            const struct memory_place place = scratch(&access, &thread_7, cases[i].index, 0, read);
            assert_int_equal(place.dword, (10 + cases[i].element) * 256 + 7 * 4);
            assert_false(place.dropped);
        }
}

static void an_access_without_index_has_none(void **state)
{
    struct memory_access access = vectors(10, 4);
    (void)state;
    access.indexed = false;
    assert_int_equal(scratch(&access, &thread_7, 2, 0, false).dword, 10 * 256 + 7 * 4);
    access = (struct memory_access){.target = MEMORY_SCATTER, .element_dwords = 1, .array_base = 6};
    assert_int_equal(scratch(&access, &thread_7, 2, 0, false).dword, 6);
}

/* ISA 3.4.2, 3.4.3: nothing is written or read past the array. */
static void a_burst_is_clamped_behind_the_array(void **state)
{
    const struct memory_access access = vectors(10, 4);
    (void)state;
    assert_false(scratch(&access, &thread_7, 1, 2, false).dropped);
    assert_int_equal(scratch(&access, &thread_7, 1, 2, false).dword, 13 * 256 + 7 * 4);
    assert_true(scratch(&access, &thread_7, 1, 3, false).dropped);
    assert_true(scratch(&access, &thread_7, 900, 1, false).dropped);
    assert_false(scratch(&access, &thread_7, 1, 3, true).dropped);
    assert_int_equal(scratch(&access, &thread_7, 1, 3, true).dword, 13 * 256 + 7 * 4);
}

/* Mesa's r600 driver: outputs of ES and GS at their byte offset / 4 with ELEM_SIZE 3, the index in vec4s. */
static void a_rings_base_is_in_dwords_and_its_index_in_elements(void **state)
{
    const struct memory_access access = {
        .target = MEMORY_RING, .indexed = true, .element_dwords = 4, .array_base = 8, .array_last = 0xfff};
    const struct memory_space  space = {.size = 1 << 20, .item = 32};
    const struct memory_thread thread = {.in_wave = 2, .wave_size = 64, .in_launch = 130};
    (void)state;
    assert_int_equal(memory_place(&access, &space, &thread, 3, 0, false, XYZW).dword, 130 * 32 + 8 + 3 * 4);
    assert_int_equal(memory_place(&access, &space, &thread, 3, 2, false, XYZW).dword, 130 * 32 + 8 + 5 * 4);
}

static void a_streams_vertex_is_the_thread_of_the_launch(void **state)
{
    const struct memory_access access = {
        .target = MEMORY_STREAM3, .element_dwords = 2, .array_base = 5, .array_last = 0xfff};
    const struct memory_space  space = {.size = 1 << 20, .item = 7};
    const struct memory_thread thread = {.in_wave = 2, .wave_size = 64, .in_launch = 1ull << 24};
    (void)state;
    const struct memory_place place = memory_place(&access, &space, &thread, 9, 1, false, XYZW);
    assert_int_equal(place.dword, (7ull << 24) + 5 + 2);
    assert_false(place.strays); /* a vertex may run into the next one */
}

/* ISA 9.1 MEM_EXPORT: dword address in the index, ELEM_SIZE only between the GPRs of a burst. */
static void a_scatter_index_is_a_dword_address_and_does_not_wrap(void **state)
{
    const struct memory_access access = {
        .target = MEMORY_SCATTER, .indexed = true, .element_dwords = 4, .array_base = 100, .array_last = 0};
    const struct memory_space space = {.size = 64};
    (void)state;
    assert_int_equal(memory_place(&access, &space, &thread_7, 11, 2, false, XYZW).dword, 100 + 11 + 8);
    assert_int_equal(memory_place(&access, &space, &thread_7, 0xffffffff, 0, false, XYZW).dword, 0xffffffffull + 100);
}

static void what_reaches_beyond_the_item_strays(void **state)
{
    const struct memory_space space = {.size = 1 << 20, .item = 12};
    struct memory_access      access = vectors(0, 8);
    (void)state;
    assert_false(memory_place(&access, &space, &thread_7, 2, 0, false, XYZW).strays);
    assert_true(memory_place(&access, &space, &thread_7, 3, 0, false, XYZW).strays);
    assert_false(memory_place(&access, &space, &thread_7, 3, 0, false, 0).strays); /* it writes nothing */
    access = (struct memory_access){
        .target = MEMORY_RING, .indexed = true, .element_dwords = 1, .array_base = 9, .array_last = 0xfff};
    assert_false(memory_place(&access, &space, &thread_7, 0, 0, false, 7).strays);
    assert_true(memory_place(&access, &space, &thread_7, 0, 0, false, XYZW).strays);
    assert_false(memory_place(&access, &space, &thread_7, 2, 0, false, 1).strays);
    assert_true(memory_place(&access, &space, &thread_7, 3, 0, false, 1).strays);
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

static struct memory_write unpacked(enum isa_cf_id id, unsigned type, unsigned elem_size, unsigned mask)
{
    const struct isa_export_buf cf = {.cf_inst = isa_cf_ops[id].opcode,
                                      .type = type,
                                      .elem_size = elem_size,
                                      .comp_mask = mask,
                                      .array_base = 8191,
                                      .array_size = 4095};
    uint32_t                    dwords[2];
    struct memory_write         write;
    isa_pack_export_buf(&cf, dwords);
    memory_write_unpack(dwords, &write);
    return write;
}

static void each_opcode_has_its_buffer(void **state)
{
    static const struct {
        enum isa_cf_id id;
        unsigned       target;
        const char    *name;
    } cases[] = {{ISA_CF_INST_MEM_STREAM0, 0, "stream0"},
                 {ISA_CF_INST_MEM_STREAM1, 1, "stream1"},
                 {ISA_CF_INST_MEM_STREAM2, 2, "stream2"},
                 {ISA_CF_INST_MEM_STREAM3, 3, "stream3"},
                 {ISA_CF_INST_MEM_SCRATCH, MEMORY_SCRATCH, "scratch"},
                 {ISA_CF_INST_MEM_REDUCTION, MEMORY_REDUCTION, "reduction"},
                 {ISA_CF_INST_MEM_RING, MEMORY_RING, "ring"},
                 {ISA_CF_INST_MEM_EXPORT, MEMORY_SCATTER, "scatter"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(unpacked(cases[i].id, 0, 3, XYZW).access.target, cases[i].target);
        assert_string_equal(memory_target_name(cases[i].target), cases[i].name);
    }
    assert_int_equal(memory_read_target_of(0), MEMORY_SCRATCH); /* ISA 10.5 */
    assert_int_equal(memory_read_target_of(1), MEMORY_REDUCTION);
    assert_int_equal(memory_read_target_of(2), MEMORY_SCATTER);
    for (unsigned reserved = 3; reserved < 8; reserved++)
        assert_int_equal(memory_read_target_of(reserved), MEMORY_SCRATCH);
    assert_string_equal(memory_target_name(MEMORY_TARGETS), "");
}

static void the_type_says_index_and_acknowledgement(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        const struct memory_write write = unpacked(ISA_CF_INST_MEM_SCRATCH, type, 3, XYZW);
        assert_int_equal(write.access.indexed, type == 1 || type == 3);
        assert_int_equal(write.ack, type >= 2);
        assert_int_equal(write.access.array_base, 8191);
        assert_int_equal(write.access.array_last, 4095);
    }
}

static void a_scatter_write_has_no_more_dwords_than_its_elements(void **state)
{
    static const unsigned written[4] = {1, 3, 7, 15};
    (void)state;
    for (unsigned size = 0; size < 4; size++) {
        assert_int_equal(unpacked(ISA_CF_INST_MEM_EXPORT, 1, size, XYZW).mask, written[size]);
        assert_int_equal(unpacked(ISA_CF_INST_MEM_EXPORT, 1, size, 10).mask, 10 & written[size]);
        assert_int_equal(unpacked(ISA_CF_INST_MEM_STREAM0, 0, size, 12).mask, 12); /* Mesa: Z and W with ELEM_SIZE 1 */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_elements_of_64_threads_are_128_different_vec4),
        cmocka_unit_test(a_wavefronts_place_is_as_many_items_as_it_has_threads),
        cmocka_unit_test(the_index_is_clamped_at_both_ends),
        cmocka_unit_test(an_access_without_index_has_none),
        cmocka_unit_test(a_burst_is_clamped_behind_the_array),
        cmocka_unit_test(a_rings_base_is_in_dwords_and_its_index_in_elements),
        cmocka_unit_test(a_streams_vertex_is_the_thread_of_the_launch),
        cmocka_unit_test(a_scatter_index_is_a_dword_address_and_does_not_wrap),
        cmocka_unit_test(what_reaches_beyond_the_item_strays),
        cmocka_unit_test(each_opcode_has_its_buffer),
        cmocka_unit_test(the_type_says_index_and_acknowledgement),
        cmocka_unit_test(a_scatter_write_has_no_more_dwords_than_its_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
