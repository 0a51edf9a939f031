/* test_memory_read.c - memory reads with their requests: the index, addresses, latencies, bursts, the way to the GPRs
 * (ISA 3.4.3, ch. 7, 10.5; RV770 timing V6 to V8). */
#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "kit/bytes.h"
#include "mem/gpu_memory.h"
#include "pipeline/fetch/memory_read.h"

enum { BASE = 0x1000, WORDS = 4096, ITEM = 16, RATE = 4, ADDR_CLK = 16, HIT_CLK = 10, MEMORY_CLK = 25, RETURN_CLK = 4 };
enum { BASE_LINE = BASE / LINE_BYTES };
enum { FMT_32 = 13, FMT_32_32_32_32 = 34, NUM_INT = 1, SEL_0 = 4, SEL_1, SEL_MASK = 7 };

static struct memory_read   unit;
static struct read_requests requests;
static lanes_t              index_row;
static uint8_t              bytes[4 * WORDS];
static line_data_t          cached[LINE_CACHE_LINES], none[1]; /* line n of the buffer is in way n of the cache */
static unsigned             asked_at[DIRECT_ROWS], now;
static bool                 on_its_way[DIRECT_ROWS];
static line_data_t          coming;

static uint32_t stored(uint64_t dword)
{
    return 0x5000000 + (uint32_t)dword;
}

static int fresh(void **state)
{
    (void)state;
    memset(&unit, 0xa5, sizeof unit);
    memset(&requests, 0xa5, sizeof requests);
    memory_read_reset(&unit);
    read_requests_reset(&requests);
    unit.in = (struct memory_read_in){.wave_size = 64,
                                      .wave_lanes = 16,
                                      .simds = 1,
                                      .num_gprs = 20,
                                      .vertex_cache = true,
                                      .hit_clk = HIT_CLK,
                                      .return_clk = RETURN_CLK,
                                      .index_row = &index_row,
                                      .places = requests.places,
                                      .lines = cached,
                                      .texture_lines = none,
                                      .direct_lines = requests.data};
    requests.in = (struct read_requests_in){
        .wave_size = 64, .wave_lanes = 16, .rate = RATE, .index_row = unit.latch, .fill_data = &coming};
    for (unsigned target = 0; target < MEMORY_TARGETS; target++) {
        requests.in.base.target[target] = unit.in.base.target[target] = BASE;
        requests.in.size.target[target] = unit.in.size.target[target] = WORDS;
        requests.in.item.target[target] = unit.in.item.target[target] = ITEM;
    }
    now = 0;
    memset(on_its_way, 0, sizeof on_its_way);
    for (unsigned i = 0; i < WORDS; i++)
        little_put(bytes + (size_t)4 * i, 4, stored(i));
    memcpy(cached, bytes, sizeof bytes);
    index_row = ramp(0);
    return 0;
}

/* A line that was asked for MEMORY_CLK clocks ago comes, as it is in memory now. */
static void memory_answers(void)
{
    requests.in.ask_taken = requests.q.ask;
    if (requests.q.ask) {
        asked_at[requests.q.ask_own] = now;
        on_its_way[requests.q.ask_own] = true;
    }
    requests.in.fill = false;
    for (unsigned row = 0; row < DIRECT_ROWS && !requests.in.fill; row++)
        if (on_its_way[row] && now - asked_at[row] == MEMORY_CLK) {
            requests.in.fill = true;
            requests.in.fill_row = (uint8_t)row;
            memcpy(&coming, bytes + (requests.row_line[row] - BASE_LINE) * LINE_BYTES, LINE_BYTES);
            on_its_way[row] = false;
        }
}

/* Every look-up of the previous clock has hit. */
static void cache_answers(void)
{
    requests.in.taken = 15;
    requests.in.stamp = now;
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        requests.in.way.look[i] = (uint16_t)(requests.q.looked_line.look[i] - BASE_LINE);
}

/* As the wires of the SIMD.  `spare`, `written`: the unit has the accesses of the GPR file that it wants. */
static void tick_with(bool spare, bool written)
{
    const struct memory_read_reg *q = &unit.q;
    assert_true(q->read + q->begin + q->addressing == !q->free); /* one after another */
    unit.in.written = q->write && written;
    unit.in.spare = q->read && spare;
    unit.in.start = requests.in.start = q->begin && !read_requests_looks_up(&requests);
    unit.in.depart = q->addressing && requests.q.left <= RATE;
    unit.in.arrived = q->waits && read_requests_done(&requests, q->first) && read_requests_have(&requests, q->first);
    if (!q->f_uncached.entry[q->first])
        unit.in.arrived = q->waits && read_requests_done(&requests, q->first);
    requests.in.low = q->low;
    requests.in.high = q->high;
    requests.in.active = q->lanes;
    requests.in.number = q->number;
    requests.in.area = q->area;
    requests.in.step = q->step;
    requests.in.entry = (uint8_t)((q->first + q->flying) % MEMORY_FLIGHT);
    requests.in.texture = q->texture;
    requests.in.read = q->gone;
    memory_answers();
    cache_answers();
    memory_read_eval(&unit.in, &unit.q, &unit.d, &unit);
    read_requests_eval(&requests.in, &requests.q, &requests.d, &requests);
    memory_read_capture(&unit);
    read_requests_capture(&requests);
    rtl_commit(&unit);
    rtl_commit(&requests);
    unit.in.offer = false;
    now++;
}
static void tick(void)
{
    tick_with(true, true);
}

static void ticks(unsigned count)
{
    while (count--)
        tick();
}

static struct isa_mem_rd scatter(void)
{
    return (struct isa_mem_rd){.vtx_inst = 2,
                               .mem_op = 2,
                               .indexed = 1,
                               .uncached = 1,
                               .src_gpr = 3,
                               .dst_gpr = 5,
                               .dst_sel_y = 1,
                               .dst_sel_z = 2,
                               .dst_sel_w = 3,
                               .data_format = FMT_32_32_32_32,
                               .num_format_all = NUM_INT,
                               .mega_fetch = 1};
}

static void offer_to(struct isa_mem_rd read, lane_mask_t lanes)
{
    uint32_t dwords[4] = {0};
    isa_pack_mem_rd(&read, dwords);
    unit.in.offer = true;
    unit.in.offer_low = (uint64_t)dwords[1] << 32 | dwords[0];
    unit.in.offer_high = dwords[2];
    unit.in.offer_base = 100;
    unit.in.offer_lanes = lanes;
    unit.in.offer_slot = 9;
    unit.in.offer_number = 1;
    unit.in.offer_last = true;
    tick();
}
static void offer(struct isa_mem_rd read)
{
    offer_to(read, ~(lane_mask_t)0);
}

static void until_written(void)
{
    for (unsigned i = 0; !unit.q.write; i++, tick())
        assert_true(i < 200);
}

static void after_reset_and_idle_an_instruction_can_be_taken(void **state)
{
    (void)state;
    assert_true(unit.q.free);
    assert_false(unit.q.read || unit.q.write || unit.q.flying || unit.q.stray);
    ASSERT_HOLDS(&unit, tick());
}

/* Taken, the index read, addresses begun with and calculated, the way there, the way back: one clock less is too early.
 * The last lines of an uncached read are asked for two clocks after the last address, and there one after they come. */
static void each_part_of_the_way_takes_its_clocks(void **state)
{
    for (unsigned uncached = 0; uncached < 2; uncached++)
        for (unsigned indexed = 0; indexed < 2; indexed++) {
            struct isa_mem_rd read = scatter();
            fresh(state);
            read.uncached = uncached;
            read.indexed = indexed;
            offer(read);
            assert_int_equal(unit.q.read, indexed);
            assert_int_equal(unit.q.read_row, 103);
            assert_false(unit.q.free);
            ticks(indexed + 1 + ADDR_CLK - 1);
            assert_int_equal(unit.q.flying, 0);
            assert_false(unit.q.read); /* the port of the GPR file is free again */
            tick();
            assert_int_equal(unit.q.flying, 1);
            assert_true(unit.q.free);
            /* Without an index all threads have the line of the first address. */
            const unsigned direct = 2 + MEMORY_CLK + 1 - (indexed ? 0 : ADDR_CLK - 1);
            ticks((uncached ? direct : HIT_CLK) + RETURN_CLK - 1);
            assert_false(unit.q.write);
            tick();
            assert_true(unit.q.write && unit.q.write_last);
            assert_int_equal(unit.q.write_row, 105);
            assert_int_equal(unit.q.write_slot, 9);
            tick();
            assert_false(unit.q.write);
        }
}

/* Another unit has the read window: the row is that of the clock in which it is the unit's. */
static void an_index_row_waits_for_the_spare_access(void **state)
{
    (void)state;
    index_row = ramp(1000);
    offer(scatter());
    for (unsigned i = 0; i < 100; i++)
        tick_with(false, true);
    assert_true(unit.q.read);
    assert_false(unit.q.begin);
    index_row = ramp(20);
    tick();
    assert_false(unit.q.read);
    index_row = ramp(1000);
    until_written();
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(unit.result[0].lane[i], stored(20 + i));
}

static void a_result_waits_for_the_port_and_those_behind_it_wait_with_it(void **state)
{
    (void)state;
    offer(scatter());
    while (!unit.q.free)
        tick();
    offer(scatter());
    until_written();
    for (unsigned i = 0; i < 100; i++) /* another unit has the port */
        tick_with(true, false);
    assert_true(unit.q.write);
    assert_int_equal(unit.q.flying, 1);
    tick();
    assert_false(unit.q.write);
    until_written();
    assert_int_equal(unit.q.flying, 0);
}

/* The second one comes as long behind the first as it has set out behind it. */
static void latencies_of_reads_under_way_pass_at_once(void **state)
{
    struct isa_mem_rd read = scatter();
    unsigned          out[2] = {0}, written[2] = {0}, came = 0;
    (void)state;
    read.uncached = 0;
    unit.in.hit_clk = 100;
    offer(read);
    for (unsigned sets_out = 0; came < 2; tick()) {
        assert_true(now < 400);
        if (sets_out < 2 && unit.q.reads > sets_out)
            out[sets_out++] = now;
        unit.in.offer = unit.q.free && sets_out == 1;
        if (unit.q.write)
            written[came++] = now;
    }
    assert_int_equal(written[1] - written[0], out[1] - out[0]);
    assert_true(out[1] - out[0] < 100);
    ticks(2);
    assert_int_equal(unit.q.reads, 2);
    assert_int_equal(requests.q.count, 0);
}

static void a_burst_counts_a_read_for_each_gpr(void **state)
{
    struct isa_mem_rd read = scatter();
    (void)state;
    read.burst_cnt = 3;
    offer(read);
    for (unsigned gpr = 0; gpr < 4; gpr++) {
        until_written();
        tick();
    }
    assert_int_equal(unit.q.reads, 4);
    assert_int_equal(requests.q.count, 0);
}

static void each_thread_has_the_words_of_its_index(void **state)
{
    struct isa_mem_rd read = scatter();
    (void)state;
    for (unsigned i = 0; i < LANES; i++)
        index_row.lane[i] = 7 * i;
    read.array_base = 11;
    offer(read);
    until_written();
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned e = 0; e < MEMORY_ELEMENTS; e++)
            assert_int_equal(unit.result[e].lane[i], stored(11 + 7 * i + e));
}

static void selects_constants_and_formats_are_those_of_vertex_fetches(void **state)
{
    struct isa_mem_rd read = scatter();
    (void)state;
    read.dst_sel_x = 1;
    read.dst_sel_y = SEL_0;
    read.dst_sel_z = SEL_1;
    read.dst_sel_w = SEL_MASK;
    offer(read);
    until_written();
    assert_int_equal(unit.q.write_elements, 7);
    assert_int_equal(unit.result[0].lane[5], stored(6));
    assert_int_equal(unit.result[1].lane[5], 0);
    assert_int_equal(unit.result[2].lane[5], 1); /* of integers */
    tick();
    read = scatter();
    read.data_format = FMT_32;
    read.endian_swap = 2; /* 8IN32 */
    offer(read);
    until_written();
    assert_int_equal(unit.result[0].lane[2], 0x02000005);
    assert_int_equal(unit.result[1].lane[2], 0);
    assert_int_equal(unit.result[3].lane[2], 1);
}

/* Threads 1 and 62, or their quads (ISA 10.5 FETCH_WHOLE_QUAD); the other threads' registers are not written. */
static void threads_that_do_not_read_have_no_result(void **state)
{
    for (unsigned quads = 0; quads < 2; quads++) {
        struct isa_mem_rd read = scatter();
        const lane_mask_t lanes = quads ? UINT64_C(0xf00000000000000f) : UINT64_C(0x4000000000000002);
        fresh(state);
        memset(requests.places, 0, sizeof requests.places);
        memset(unit.result, 0, sizeof unit.result);
        read.fetch_whole_quad = quads;
        offer_to(read, UINT64_C(0x4000000000000002));
        until_written();
        assert_int_equal(unit.q.write_lanes, lanes);
        for (unsigned i = 0; i < LANES; i++)
            assert_int_equal(unit.result[3].lane[i], lanes >> i & 1 ? stored(i + 3) : 0);
    }
}

static void a_burst_takes_its_addresses_gpr_by_gpr(void **state)
{
    struct isa_mem_rd read = scatter();
    (void)state;
    read.burst_cnt = 2;
    read.elem_size = 3;
    offer(read);
    ticks(1 + 3 * (1 + ADDR_CLK) + 2 * 1 -
          1); /* the last lines of a GPR take a clock more before the next one begins */
    assert_false(unit.q.free);
    tick();
    assert_true(unit.q.free);
    fresh(state);
    offer(read);
    for (unsigned step = 0; step < 3; step++) {
        until_written();
        assert_int_equal(unit.q.write_row, 105 + step);
        assert_int_equal(unit.q.write_last, step == 2);
        assert_int_equal(unit.result[0].lane[3], stored(3 + 4 * step));
        tick();
    }
}

static void gprs_out_of_bounds_by_their_index_are_gpr_0_and_none(void **state)
{
    struct isa_mem_rd read = scatter();
    (void)state;
    read.src_rel = read.dst_rel = 1;
    unit.in.offer_index = 17; /* ISA 4.6.3 */
    offer(read);
    assert_int_equal(unit.q.read_row, 100);
    until_written();
    assert_int_equal(unit.q.write_elements, 0);
}

/* SRC_REL and DST_REL add the index to the GPR (ISA 10.5). */
static void gprs_are_relative_to_the_index(void **state)
{
    for (unsigned i = 0; i < 4; i++) {
        struct isa_mem_rd read = scatter();
        fresh(state);
        read.src_rel = i & 1;
        read.dst_rel = i >> 1;
        unit.in.offer_index = 2;
        offer(read);
        assert_int_equal(unit.q.read_row, 100 + 3 + (i & 1 ? 2 : 0));
        until_written();
        assert_int_equal(unit.q.write_row, 100 + 5 + (i >> 1 ? 2 : 0));
        assert_int_equal(unit.q.write_elements, 15);
    }
}

/* Of 20 GPRs the last one is 19. */
static void the_last_gpr_is_in_bounds(void **state)
{
    for (unsigned out = 0; out < 2; out++) {
        struct isa_mem_rd read = scatter();
        fresh(state);
        read.src_rel = 1;
        unit.in.offer_index = (uint16_t)(16 + out);
        offer(read);
        assert_int_equal(unit.q.read_row, out ? 100 : 119);
        fresh(state);
        read.src_rel = 0;
        read.dst_rel = 1;
        unit.in.offer_index = (uint16_t)(14 + out);
        offer(read);
        until_written();
        assert_int_equal(unit.q.write_elements, out ? 0 : 15);
    }
}

static void the_index_is_the_element_that_src_sel_x_names(void **state)
{
    (void)state;
    for (unsigned element = 0; element < 4; element++) {
        struct isa_mem_rd read = scatter();
        fresh(state);
        read.src_sel_x = element;
        offer(read);
        assert_int_equal(unit.q.read_element, element);
    }
}

static void behind_the_scatter_buffer_it_is_the_last_word(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LANES; i++)
        index_row.lane[i] = i ? 0xffffffff - i : WORDS - 2;
    offer(scatter());
    until_written();
    assert_int_equal(unit.result[1].lane[0], stored(WORDS - 1));
    assert_int_equal(unit.result[2].lane[0], stored(WORDS - 1));
    assert_int_equal(unit.result[0].lane[63], stored(WORDS - 1));
    assert_false(unit.q.stray);
}

static void scratch_is_that_of_the_wavefronts_place_and_its_thread(void **state)
{
    struct isa_mem_rd read = scatter();
    (void)state;
    read.mem_op = 0;
    read.elem_size = 3;
    read.indexed = 0;
    read.array_base = 2;
    read.array_size = 1;
    unit.in.offer_area = 1;
    offer(read);
    until_written();
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(unit.result[3].lane[i], stored(ITEM * 64 + 2 * 256 + 4 * i + 3));
    fresh(state);
    requests.in.wave_size = unit.in.wave_size = 32;
    requests.in.wave_lanes = unit.in.wave_lanes = 8;
    unit.in.offer_area = 3;
    offer(read);
    until_written(); /* lane 17 is thread 1 of quarter 1 */
    assert_int_equal(unit.result[0].lane[17], stored(3 * ITEM * 32 + 2 * 128 + 4 * 9));
}

/* Two words of the wavefront's scratch are in the buffer. */
static void behind_the_scratch_buffer_it_is_the_last_word(void **state)
{
    struct isa_mem_rd read = scatter();
    const unsigned    first = 3 * ITEM * 64;
    (void)state;
    read.mem_op = 0;
    read.elem_size = 3;
    read.indexed = 0;
    unit.in.offer_area = 3;
    unit.in.size.target[MEMORY_SCRATCH] = requests.in.size.target[MEMORY_SCRATCH] = first + 2;
    offer(read);
    until_written();
    for (unsigned e = 0; e < MEMORY_ELEMENTS; e++) {
        assert_int_equal(unit.result[e].lane[0], stored(first + (e ? 1 : 0)));
        assert_int_equal(unit.result[e].lane[63], stored(first + 1));
    }
}

static void a_read_beyond_the_threads_share_is_noted(void **state)
{
    struct isa_mem_rd read = scatter();
    (void)state;
    read.mem_op = 1;
    read.elem_size = 3;
    read.array_size = 9; /* of 4 */
    offer(read);
    until_written();
    assert_true(unit.q.stray);
    assert_int_equal(unit.q.stray_target, MEMORY_REDUCTION);
    assert_int_equal(unit.q.stray_thread, 64 + 4);
    assert_int_equal(unit.q.stray_address, BASE + 4 * (4 * 256 + 4 * 4));
    /* Behind the last address it does not begin at 0 again. */
    fresh(state);
    unit.in.base.target[MEMORY_REDUCTION] = (UINT64_C(1) << GPU_ADDRESS_BITS) - 256;
    offer(read);
    until_written();
    assert_int_equal(unit.q.stray_address, (UINT64_C(1) << GPU_ADDRESS_BITS) - 256 + 4 * (4 * 256 + 4 * 4));
    fresh(state);
    read.array_size = 3;
    offer(read);
    until_written();
    assert_false(unit.q.stray);
}

/* Memory as it is when the line comes, not as it is when the data are read from it. */
static void an_uncached_read_sees_memory_as_it_was_when_the_line_came(void **state)
{
    struct isa_mem_rd read = scatter();
    (void)state;
    for (unsigned i = 0; i < LANES; i++)
        index_row.lane[i] = 5;
    read.data_format = FMT_32;
    offer(read);
    while (!requests.q.ask)
        tick();
    ticks(MEMORY_CLK);
    little_put(bytes + 4 * 5, 4, 77);
    tick();
    assert_false(requests.q.waiting.word[0]);
    little_put(bytes + 4 * 5, 4, 78);
    until_written();
    assert_int_equal(unit.result[1].lane[5], 0);
    assert_int_equal(unit.q.write_elements, 15);
    assert_int_equal(unit.result[0].lane[5], 77);
}

/* A cached one sees what the cache has, whatever memory is by now. */
static void a_cached_read_sees_what_its_cache_has(void **state)
{
    struct isa_mem_rd read = scatter();
    (void)state;
    read.uncached = 0;
    little_put(bytes + 4 * 5, 4, 77);
    offer(read);
    until_written();
    assert_int_equal(unit.result[0].lane[5], stored(5));
    assert_int_equal(requests.q.unanswered, 0);
    memset(cached, 0, sizeof cached);
    tick();
    offer(read);
    until_written();
    assert_int_equal(unit.result[0].lane[5], 0);
}

/* VTX_TC, or a chip without a vertex cache: the texture cache (ISA 10.1; RV770 timing V4). */
static void the_cache_is_that_of_the_clause_and_of_the_chip(void **state)
{
    struct isa_mem_rd read = scatter();
    for (unsigned i = 0; i < 4; i++) {
        fresh(state);
        read.uncached = 0;
        unit.in.texture_lines = cached;
        unit.in.offer_texture = i & 1;
        unit.in.vertex_cache = !(i & 2);
        if (i)
            unit.in.lines = none;
        offer(read);
        until_written();
        assert_int_equal(unit.q.f_texture.entry[0], i != 0);
        assert_int_equal(requests.q.in_texture, i != 0);
        assert_int_equal(unit.result[0].lane[63], stored(63));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_and_idle_an_instruction_can_be_taken, fresh),
        cmocka_unit_test_setup(each_part_of_the_way_takes_its_clocks, fresh),
        cmocka_unit_test_setup(an_index_row_waits_for_the_spare_access, fresh),
        cmocka_unit_test_setup(a_result_waits_for_the_port_and_those_behind_it_wait_with_it, fresh),
        cmocka_unit_test_setup(latencies_of_reads_under_way_pass_at_once, fresh),
        cmocka_unit_test_setup(a_burst_counts_a_read_for_each_gpr, fresh),
        cmocka_unit_test_setup(each_thread_has_the_words_of_its_index, fresh),
        cmocka_unit_test_setup(selects_constants_and_formats_are_those_of_vertex_fetches, fresh),
        cmocka_unit_test_setup(threads_that_do_not_read_have_no_result, fresh),
        cmocka_unit_test_setup(a_burst_takes_its_addresses_gpr_by_gpr, fresh),
        cmocka_unit_test_setup(gprs_out_of_bounds_by_their_index_are_gpr_0_and_none, fresh),
        cmocka_unit_test_setup(gprs_are_relative_to_the_index, fresh),
        cmocka_unit_test_setup(the_last_gpr_is_in_bounds, fresh),
        cmocka_unit_test_setup(the_index_is_the_element_that_src_sel_x_names, fresh),
        cmocka_unit_test_setup(behind_the_scatter_buffer_it_is_the_last_word, fresh),
        cmocka_unit_test_setup(scratch_is_that_of_the_wavefronts_place_and_its_thread, fresh),
        cmocka_unit_test_setup(behind_the_scratch_buffer_it_is_the_last_word, fresh),
        cmocka_unit_test_setup(a_read_beyond_the_threads_share_is_noted, fresh),
        cmocka_unit_test_setup(an_uncached_read_sees_memory_as_it_was_when_the_line_came, fresh),
        cmocka_unit_test_setup(a_cached_read_sees_what_its_cache_has, fresh),
        cmocka_unit_test_setup(the_cache_is_that_of_the_clause_and_of_the_chip, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
