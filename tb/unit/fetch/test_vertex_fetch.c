/* test_vertex_fetch.c - the vertex fetch unit alone: its clocks, its rows, its data (ISA ch. 5; RV770 timing V6). */
#include "pipeline/fetch/vertex_fetch.h"

#include "isa/r700/isa.h"
#include "tb/unit/clock.h"

enum { ADDR = 5, HIT = 20, RETURN = 3, BASE = 0x1028 };

static struct vertex_fetch    unit;
static uint8_t                data[64 * 16];
static struct vertex_resource resource;
static struct vertex_memory   memory;
static lanes_t                indices;
/* In the place of its cache: of each thread the two lines from its element on, and `there` when they have come. */
static const uint8_t *bytes = data;
static line_places_t  ways[VERTEX_FLIGHT];
static line_data_t    lines[2 * LANES];
static uint16_t       semantics[FETCH_SEMANTICS];
static bool           there;

static int fresh(void **state)
{
    (void)state;
    memset(&unit, 0xa5, sizeof unit);
    vertex_fetch_reset(&unit);
    unit.in = (struct vertex_fetch_in){.num_gprs = 8,
                                       .addr_clk = ADDR,
                                       .hit_clk = HIT,
                                       .return_clk = RETURN,
                                       .index_row = &indices,
                                       .memory = &memory,
                                       .semantics = semantics,
                                       .ways = ways,
                                       .lines = lines,
                                       .vertex_cache = true};
    bytes = data;
    there = true;
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7 + i / 256);
    resource = (struct vertex_resource){.address = BASE, .size = sizeof data, .stride = 16, .valid = true};
    memory = (struct vertex_memory){.resource = &resource, .count = 1};
    indices = ramp(0);
    return 0;
}

static uint64_t element_of(unsigned thread)
{
    const unsigned     first = unit.q.first;
    const uint64_t     low = unit.q.f_low.entry[first], high = unit.q.f_high.entry[first];
    const uint32_t     dwords[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    struct isa_vtx_gpr vtx;
    isa_unpack_vtx_gpr(dwords, &vtx);
    const uint32_t from[4] = {memory.base_vertex, memory.start_instance};
    const uint32_t index = unit.indices[first].lane[thread] + from[vtx.fetch_type];
    return (uint64_t)index * resource.stride + vtx.offset;
}

static void bring_lines(void)
{
    for (unsigned i = 0; i < 2 * LANES; i++) {
        const uint64_t line = (BASE + element_of(i / 2)) / LINE_BYTES + i % 2;
        ways[unit.q.first].thread[i] = (uint16_t)(2 * LANES - 1 - i);
        for (unsigned b = 0; b < LINE_BYTES; b++) {
            const uint64_t at = line * LINE_BYTES + b - BASE;
            lines[2 * LANES - 1 - i].byte[b] = at < resource.size ? bytes[at] : 0xee;
        }
    }
}

static void tick(void)
{
    unit.in.depart = unit.q.calculated;
    unit.in.arrived = there && unit.q.waits;
    if (unit.q.returning)
        bring_lines();
    rtl_eval(vertex_fetch_eval, &unit);
    vertex_fetch_capture(&unit);
    rtl_commit(&unit);
    unit.in.offer = false;
}

static struct isa_vtx_gpr usual(void)
{
    return (struct isa_vtx_gpr){.fetch_type = 2,
                                .src_gpr = 1,
                                .dst_gpr = 2,
                                .dst_sel_y = 1,
                                .dst_sel_z = 2,
                                .dst_sel_w = 3,
                                .data_format = 34, /* FMT_32_32_32_32 */
                                .num_format_all = VERTEX_INT};
}

static void offer(struct isa_vtx_gpr vtx, unsigned slot)
{
    uint32_t dwords[4];
    isa_pack_vtx_gpr(&vtx, dwords);
    assert_true(unit.q.free);
    unit.in.offer = true;
    unit.in.offer_slot = (uint8_t)slot;
    unit.in.offer_last = slot % 2;
    unit.in.offer_low = dwords[0] | (uint64_t)dwords[1] << 32;
    unit.in.offer_high = dwords[2] | (uint64_t)dwords[3] << 32;
    unit.in.offer_base = 40;
    unit.in.offer_lanes = UINT64_MAX;
    unit.in.offer_number = 77;
}

/* Ticks until a result is written; the number of ticks. */
static unsigned until_written(void)
{
    for (unsigned ticks = 1; ticks < 1000; ticks++) {
        tick();
        if (unit.q.write)
            return ticks;
    }
    fail_msg("no result");
    return 0;
}

static uint32_t word(unsigned at)
{
    uint32_t value;
    memcpy(&value, data + at, sizeof value);
    return value;
}

static void fetch_one(struct isa_vtx_gpr vtx)
{
    offer(vtx, 3);
    unit.in.spare = true;
    until_written();
}

static void after_reset_the_unit_is_free(void **state)
{
    (void)state;
    const struct vertex_fetch_reg idle = {.free = true};
    assert_memory_equal(&unit.q, &idle, sizeof idle);
    assert_memory_equal(&unit.d, &idle, sizeof idle);
}

static void only_the_threads_that_fetch_are_written(void **state)
{
    (void)state;
    const lane_mask_t lanes = 0x8000000000000105;
    offer(usual(), 3);
    unit.in.offer_lanes = lanes;
    unit.in.spare = true;
    for (unsigned e = 0; e < VERTEX_ELEMENTS; e++)
        unit.result[e] = ramp(1000);
    until_written();
    assert_true(unit.q.write_lanes == lanes);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(unit.result[1].lane[i], lanes >> i & 1 ? word(16 * i + 4) : 1000 + i);
}

static void an_index_row_is_read_in_the_spare_access_and_the_result_follows(void **state)
{
    (void)state;
    offer(usual(), 3);
    tick();
    for (unsigned i = 0; i < 10; i++) { /* waits for the access */
        assert_true(unit.q.read && !unit.q.free);
        assert_int_equal(unit.q.read_row, 41);
        assert_int_equal(unit.q.read_element, 0);
        tick();
    }
    unit.in.spare = true;
    tick();
    assert_false(unit.q.read);
    assert_int_equal(until_written(), ADDR + HIT + RETURN);
    assert_int_equal(unit.q.write_row, 42);
    assert_int_equal(unit.q.write_elements, 15);
    assert_int_equal(unit.q.write_slot, 3);
    assert_true(unit.q.write_last);
    assert_int_equal(unit.q.write_number, 77);
    assert_true(unit.q.write_lanes == UINT64_MAX);
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(unit.result[e].lane[i], word(16 * i + 4 * e));
    tick();
    assert_false(unit.q.write);
    assert_int_equal(unit.q.flying, 0);
}

static void data_that_are_not_there_are_waited_for(void **state)
{
    (void)state;
    unit.in.spare = true;
    there = false;
    offer(usual(), 3);
    for (unsigned i = 0; i < 3 * (ADDR + HIT + RETURN); i++) {
        tick();
        assert_false(unit.q.write || unit.q.returning);
    }
    there = true;
    assert_int_equal(until_written(), 1 + RETURN);
}

/* Lines that are looked up late keep the unit. */
static void an_instruction_departs_when_its_lines_have_been_looked_up(void **state)
{
    (void)state;
    unit.in.spare = true;
    offer(usual(), 3);
    for (unsigned i = 0; i < 2 * ADDR; i++) {
        rtl_eval(vertex_fetch_eval, &unit);
        vertex_fetch_capture(&unit);
        rtl_commit(&unit);
        unit.in.offer = false;
    }
    assert_true(unit.q.addressing && !unit.q.free && !unit.q.flying);
    assert_int_equal(until_written(), 1 + HIT + RETURN);
}

static void instructions_overlap_and_return_in_order(void **state)
{
    (void)state;
    unsigned written = 0, taken = 0, most = 0, last = 0;
    unit.in.spare = true;
    for (unsigned clock = 0; written < 40 && clock < 4000; clock++) {
        if (unit.q.free && taken < 40)
            offer(usual(), taken++ % 8);
        tick();
        most = unit.q.flying > most ? unit.q.flying : most;
        if (unit.q.write) {
            assert_int_equal(unit.q.write_slot, written % 8);
            assert_int_equal(unit.q.write_last, written++ % 2);
            assert_true(written == 1 || clock - last >= RETURN);
            last = clock;
        }
    }
    assert_int_equal(written, 40);
    assert_int_equal(unit.q.fetched, 40);
    assert_true(most > 1);
    fresh(state);
    unit.in.hit_clk = 1000;
    unit.in.spare = true;
    for (unsigned clock = 0; clock < 900; clock++) {
        if (unit.q.free)
            offer(usual(), 0);
        tick();
    }
    assert_int_equal(unit.q.flying, VERTEX_FLIGHT);
    assert_false(unit.q.read || unit.q.free);
}

static void elements_are_selected_masked_and_constant(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    vtx.dst_sel_x = 3;
    vtx.dst_sel_y = 7;
    vtx.dst_sel_z = 4;
    vtx.dst_sel_w = 5;
    fetch_one(vtx);
    assert_int_equal(unit.q.write_elements, 13);
    for (unsigned i = 0; i < LANES; i++) {
        assert_int_equal(unit.result[0].lane[i], word(16 * i + 12));
        assert_int_equal(unit.result[2].lane[i], 0);
        assert_int_equal(unit.result[3].lane[i], 1); /* a format of integers */
    }
}

/* 1.0 of the manual is the integer 1 where the data are integers: drivers count on it. */
static void select_1_is_an_integer_in_formats_of_integers(void **state)
{
    (void)state;
    static const struct {
        unsigned format, num_format;
        uint32_t one;
    } cases[] = {{34, VERTEX_INT, 1},           {26, VERTEX_INT, 1},
                 {26, VERTEX_NORM, 0x3f800000}, {26, VERTEX_SCALED, 0x3f800000},
                 {35, VERTEX_INT, 0x3f800000},  {32, VERTEX_INT, 0x3f800000}};
    struct isa_vtx_gpr vtx = usual();
    vtx.dst_sel_y = 5;
    indices.lane[7] = UINT32_MAX; /* outside, the constant is there too */
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned from_resource = 0; from_resource < 2; from_resource++) {
            const struct vertex_format format = {.data_format = (uint8_t)cases[i].format,
                                                 .num_format = (uint8_t)cases[i].num_format};
            vtx.use_const_fields = from_resource;
            vtx.data_format = from_resource ? 0 : cases[i].format;
            vtx.num_format_all = from_resource ? VERTEX_NORM : cases[i].num_format;
            resource.format = from_resource ? format : (struct vertex_format){.data_format = 14};
            fetch_one(vtx);
            for (unsigned lane = 0; lane < LANES; lane++)
                assert_int_equal(unit.result[1].lane[lane], cases[i].one);
        }
}

static void whole_quads_fetch_when_the_instruction_says_so(void **state)
{
    (void)state;
    const lane_mask_t  lanes = 0x8000000000020105, quads = 0xf0000000000f0f0f;
    struct isa_vtx_gpr vtx = usual();
    for (unsigned whole = 0; whole < 2; whole++) {
        vtx.fetch_whole_quad = whole;
        offer(vtx, 3);
        unit.in.offer_lanes = lanes;
        unit.in.spare = true;
        for (unsigned e = 0; e < VERTEX_ELEMENTS; e++)
            unit.result[e] = ramp(1000);
        until_written();
        assert_true(unit.q.write_lanes == (whole ? quads : lanes));
        for (unsigned i = 0; i < LANES; i++)
            assert_int_equal(unit.result[1].lane[i], (whole ? quads : lanes) >> i & 1 ? word(16 * i + 4) : 1000 + i);
    }
    unit.in.offer_lanes = 0;
    vtx.fetch_whole_quad = true;
    offer(vtx, 3);
    unit.in.offer_lanes = 0;
    until_written();
    assert_true(unit.q.write_lanes == 0);
}

/* An index of 32 bits times a stride of 11 bits plus an offset of 16 bits: an address that does not fit 32 bits lies
 * outside, not at the buffer's start. */
static void the_address_does_not_wrap_at_32_bits(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    resource.stride = 1024;
    resource.clamp_nan = true;
    vtx.data_format = 13;       /* FMT_32 */
    indices.lane[0] = 1u << 22; /* times 1024: 2^32 */
    indices.lane[1] = UINT32_MAX;
    for (unsigned lane = 2; lane < LANES; lane++)
        indices.lane[lane] = (1u << 22) - 1; /* 2^32 - 1024 */
    fetch_one(vtx);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(unit.result[0].lane[i], 0xffc00000);
    vtx.offset = 1024; /* the others' address is 2^32 */
    fetch_one(vtx);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(unit.result[0].lane[i], 0xffc00000);
    indices = ramp(0);
    memory.base_vertex = 0xfffffffd; /* -3: the sum of the two indices has 32 bits */
    indices.lane[3] = 3;
    vtx.fetch_type = 0;
    resource.stride = 16;
    vtx.offset = 0;
    fetch_one(vtx);
    assert_int_equal(unit.result[0].lane[3], word(0));
    assert_int_equal(unit.result[0].lane[4], word(16));
}

static void the_offset_has_sixteen_bits(void **state)
{
    (void)state;
    static uint8_t     large[0x10000 + 8];
    struct isa_vtx_gpr vtx = usual();
    bytes = large;
    resource.size = sizeof large;
    resource.stride = 0;
    vtx.data_format = 1; /* FMT_8 */
    for (unsigned bit = 0; bit < 16; bit++) {
        memset(large, 0x11, sizeof large);
        large[1u << bit] = 0x5a;
        vtx.offset = 1u << bit;
        fetch_one(vtx);
        assert_int_equal(unit.result[0].lane[0], 0x5a);
    }
    large[0xffff] = 0xa5;
    vtx.offset = 0xffff;
    fetch_one(vtx);
    assert_int_equal(unit.result[0].lane[0], 0xa5);
}

static void the_address_is_index_times_stride_plus_offset(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    resource.stride = 5;
    vtx.offset = 9;
    vtx.data_format = 13; /* FMT_32 */
    fetch_one(vtx);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(unit.result[0].lane[i], word(5 * i + 9));
    memory.base_vertex = 11;
    memory.start_instance = 23;
    static const unsigned added[3] = {11, 23, 0};
    for (unsigned type = 0; type < 3; type++) {
        vtx.fetch_type = type;
        fetch_one(vtx);
        for (unsigned i = 0; i < LANES; i++)
            assert_int_equal(unit.result[0].lane[i], word(5 * (i + added[type]) + 9));
    }
}

static void outside_of_the_buffer_is_0_or_a_nan(void **state)
{
    (void)state;
    indices = ramp(60); /* 64 elements: lanes 0 to 3 lie inside */
    indices.lane[9] = UINT32_MAX;
    for (unsigned nan = 0; nan < 2; nan++) {
        resource.clamp_nan = nan;
        fetch_one(usual());
        for (unsigned i = 0; i < LANES; i++)
            for (unsigned e = 0; e < 4; e++)
                assert_int_equal(unit.result[e].lane[i], i < 4 ? word(16 * (60 + i) + 4 * e) : nan ? 0xffc00000 : 0);
    }
    resource.size -= 1; /* an element that is not whole is outside */
    fetch_one(usual());
    assert_int_equal(unit.result[0].lane[3], 0xffc00000);
    assert_int_equal(unit.result[0].lane[2], word(16 * 62));
}

static void the_format_is_the_instructions_or_the_resources(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    resource.format = (struct vertex_format){.data_format = 26, .num_format = VERTEX_INT}; /* FMT_8_8_8_8 */
    fetch_one(vtx);
    assert_int_equal(unit.result[0].lane[2], word(32));
    vtx.use_const_fields = true;
    fetch_one(vtx);
    assert_int_equal(unit.result[0].lane[2], word(32) & 0xff);
    assert_int_equal(unit.result[1].lane[2], word(32) >> 8 & 0xff);
}

static void relative_rows_outside_the_programs_gprs_read_gpr_0_and_write_nothing(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    vtx.src_rel = vtx.dst_rel = true;
    for (unsigned index = 0; index < 10; index++) {
        fresh(state);
        offer(vtx, 3);
        unit.in.offer_index = (uint16_t)index;
        unit.in.spare = true;
        tick();
        assert_int_equal(unit.q.read_row, index <= 6 ? 41 + index : 40);
        until_written();
        assert_int_equal(unit.q.write_elements, index <= 5 ? 15 : 0);
        if (index <= 5)
            assert_int_equal(unit.q.write_row, 42 + index);
    }
}

/* ISA 9.3; ACC 2.5.3: R1 is the table's first entry. */
static void a_semantic_s_result_goes_where_the_table_says(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    memset(semantics, 0, sizeof semantics);
    semantics[0] = 1 + 5;
    semantics[3] = 1 + 0x85;
    semantics[6] = 1 + 9;  /* R7, the program's last */
    semantics[7] = 1 + 10; /* R8 */
    vtx.vtx_inst = 1;
    const struct {
        unsigned id, row, elements;
    } cases[] = {{5, 41, 15}, {0x85, 44, 15}, {9, 47, 15}, {10, 48, 0}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        vtx.dst_gpr = cases[i].id & 0x7f;
        vtx.dst_rel = cases[i].id >> 7;
        unit.in.offer_index = 100;
        fetch_one(vtx);
        assert_int_equal(unit.q.write_row, cases[i].row);
        assert_int_equal(unit.q.write_elements, cases[i].elements);
        assert_int_equal(unit.result[1].lane[2], word(16 * 2 + 4));
        assert_true(unit.q.write_lanes == UINT64_MAX);
    }
}

static void a_semantic_without_an_input_is_not_fetched(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    memset(semantics, 0, sizeof semantics);
    vtx.vtx_inst = 1;
    vtx.dst_gpr = 0; /* of an entry that is cleared, neither */
    fetch_one(vtx);
    assert_int_equal(unit.q.write_elements, 0);
    assert_true(unit.q.write_lanes == 0);
    assert_true(unit.q.write_last); /* but it ends as any other one */
    assert_int_equal(unit.q.write_number, 77);
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    ASSERT_HOLDS(&unit, tick());
    fetch_one(usual());
    tick();
    ASSERT_HOLDS(&unit, tick());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_the_unit_is_free, fresh),
        cmocka_unit_test_setup(only_the_threads_that_fetch_are_written, fresh),
        cmocka_unit_test_setup(an_index_row_is_read_in_the_spare_access_and_the_result_follows, fresh),
        cmocka_unit_test_setup(data_that_are_not_there_are_waited_for, fresh),
        cmocka_unit_test_setup(an_instruction_departs_when_its_lines_have_been_looked_up, fresh),
        cmocka_unit_test_setup(instructions_overlap_and_return_in_order, fresh),
        cmocka_unit_test_setup(elements_are_selected_masked_and_constant, fresh),
        cmocka_unit_test_setup(select_1_is_an_integer_in_formats_of_integers, fresh),
        cmocka_unit_test_setup(whole_quads_fetch_when_the_instruction_says_so, fresh),
        cmocka_unit_test_setup(the_address_does_not_wrap_at_32_bits, fresh),
        cmocka_unit_test_setup(the_offset_has_sixteen_bits, fresh),
        cmocka_unit_test_setup(the_address_is_index_times_stride_plus_offset, fresh),
        cmocka_unit_test_setup(outside_of_the_buffer_is_0_or_a_nan, fresh),
        cmocka_unit_test_setup(the_format_is_the_instructions_or_the_resources, fresh),
        cmocka_unit_test_setup(relative_rows_outside_the_programs_gprs_read_gpr_0_and_write_nothing, fresh),
        cmocka_unit_test_setup(a_semantic_s_result_goes_where_the_table_says, fresh),
        cmocka_unit_test_setup(a_semantic_without_an_input_is_not_fetched, fresh),
        cmocka_unit_test_setup(idle_the_unit_holds, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
