/* test_lds_unit.c - local data share instructions: addresses, modes, errors (ISA 2.6.2, ch. 8, 10.6), with the memory
 * behind the unit. */
#include "tb/unit/fetch/lds_unit_kit.h"

/* ---- writes ----------------------------------------------------------------------------------------------------- */

static void the_owner_of_an_entry_is_its_thread(void **state)
{
    (void)state;
    struct isa_mem_dsw dsw = usual_write();
    dsw.dst_stride = 8;
    dsw.dst_index = 4;
    offer_write(dsw);
    run_out();
    /* ISA 2.6.2, worked out: thread 5 has bank 1, dword 12, which is entry 3. */
    for (unsigned e = 0; e < 4; e++)
        assert_int_equal(lds_read(&lds, 1, 3)->dword[e], source(1, e, 5));
    for (unsigned t = 0; t < 64; t++)
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(*lds_word(&lds, (t / 4 * 2 + 1) * 16 + t % 4 * 4 + e), source(1, e, t));
    for (unsigned i = 0; i < LDS_WORDS; i++)
        assert_true(i / 16 % 2 == 1 && i < 512 ? *lds_word(&lds, i) != LDS_UNDEFINED
                                               : *lds_word(&lds, i) == LDS_UNDEFINED);
}

static void the_number_is_that_in_the_group_or_in_the_wavefront(void **state)
{
    (void)state;
    for (unsigned relative = 0; relative < 2; relative++) {
        struct isa_mem_dsw dsw = usual_write();
        fresh(NULL);
        dsw.simd_wave_rel = relative;
        dsw.dst_stride = 8;
        offer_write(dsw);
        unit.in.offer_thread = 192;
        run_out();
        assert_int_equal(lds_read(&lds, 3, relative ? 2 * (192 + 63) / 4 - 1 : 30)->dword[2], source(1, 2, 63));
        assert_int_equal(lds_read(&lds, 0, relative ? 96 : 0)->dword[0], source(1, 0, 0));
        assert_int_equal(lds_read(&lds, 0, relative ? 0 : 96)->dword[0], LDS_UNDEFINED);
    }
}

static void sources_are_selected_constant_and_masked(void **state)
{
    (void)state;
    struct isa_mem_dsw dsw = usual_write();
    dsw.src_sel_x = 3;
    dsw.src_sel_y = 4;
    dsw.src_sel_z = 5;
    dsw.src_sel_w = 7;
    offer_write(dsw);
    run_out();
    for (unsigned t = 0; t < 64; t++) {
        const lds_entry_t *entry = lds_read(&lds, t % 4, t / 4);
        assert_int_equal(entry->dword[0], source(1, 3, t));
        assert_int_equal(entry->dword[1], 0);
        assert_int_equal(entry->dword[2], 0x3f800000);
        assert_int_equal(entry->dword[3], LDS_UNDEFINED);
    }
}

static void only_threads_that_execute_write(void **state)
{
    (void)state;
    const lane_mask_t lanes = 0x8000000000020105;
    offer_write(usual_write());
    unit.in.offer_lanes = lanes;
    run_out();
    for (unsigned t = 0; t < 64; t++)
        assert_int_equal(lds_read(&lds, t % 4, t / 4)->dword[0], lanes >> t & 1 ? source(1, 0, t) : LDS_UNDEFINED);
    assert_int_equal(lds.q.writes, 5);
}

/* SRC_GPR counts by one, DST_INDEX by the four dwords of an entry. */
static void a_burst_of_writes_takes_gprs_and_entries_in_a_row(void **state)
{
    (void)state;
    struct isa_mem_dsw dsw = usual_write();
    dsw.burst_cnt = 3;
    dsw.dst_stride = 32;
    dsw.dst_index = 8;
    offer_write(dsw);
    run_out();
    assert_int_equal(unit.q.writes, 4);
    for (unsigned t = 0; t < 64; t++)
        for (unsigned k = 0; k < 8; k++)
            assert_int_equal(lds_read(&lds, t % 4, t / 4 * 8 + k)->dword[1],
                             k < 2 || k > 5 ? LDS_UNDEFINED : source(1 + k - 2, 1, t));
}

static void the_upper_bits_of_stride_and_index_count(void **state)
{
    (void)state;
    struct isa_mem_dsw dsw = usual_write();
    dsw.dst_stride = 4;
    dsw.dst_index_ext = 2; /* 128 */
    offer_write(dsw);
    run_out();
    assert_int_equal(lds_read(&lds, 2, 32 + 1)->dword[0], source(1, 0, 6));
    dsw.dst_index_ext = 0;
    dsw.dst_stride_ext = 1; /* 132 */
    unit.in.entries = 256;
    offer_write(dsw);
    unit.in.offer_lanes = 0xff0;
    run_out();
    assert_int_equal(lds_read(&lds, 2, 33 * 2)->dword[0], source(1, 0, 10));
}

/* ---- reads ------------------------------------------------------------------------------------------------------ */

static void every_thread_names_bank_and_dword(void **state)
{
    (void)state;
    fill();
    for (unsigned t = 0; t < 64; t++)
        address(t, (t + t / 4) % 4 + 4 * t, 16 * t + t % 4); /* bits of X above the bank, and of Y below the entry */
    offer_read(usual_read());
    until_end();
    for (unsigned t = 0; t < 64; t++)
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(result(e, t), filled((t + t / 4) % 4, 16 * t + e));
    assert_int_equal(unit.q.write_row, BASE + 3);
    assert_int_equal(unit.q.write_elements, 15);
    assert_true(unit.q.write_lanes == UINT64_MAX && unit.q.write_last);
    assert_int_equal(unit.q.write_slot, 3);
    assert_int_equal(unit.q.write_number, 77);
    assert_int_equal(unit.q.error, LDS_NO_ERROR);
}

static void the_offset_and_a_burst_count_dwords(void **state)
{
    (void)state;
    struct isa_mem_dsr dsr = usual_read();
    fill();
    for (unsigned t = 0; t < 64; t++)
        address(t, t, 8 * t);
    dsr.rd_offset = 12;
    dsr.burst_cnt = 2;
    dsr.dst_wr_y = 0;
    offer_read(dsr);
    for (unsigned step = 0; step < 3; step++) {
        until_end();
        assert_int_equal(unit.q.write_row, BASE + 3 + step);
        assert_int_equal(unit.q.write_elements, 13);
        assert_int_equal(unit.q.write_last, step == 2);
        assert_int_equal(unit.q.write_whole, step == 2);
        for (unsigned t = 0; t < 64; t++)
            assert_int_equal(result(2, t), filled(t % 4, 8 * t + 12 + 4 * step + 2));
    }
}

/* The user guide's exchange between neighbours: thread t holds 4t..4t+3. */
static void fft_permute_transposes_four_threads(void **state)
{
    (void)state;
    struct isa_mem_dsr dsr = usual_read();
    for (unsigned t = 0; t < 64; t++) {
        address(t, t, t / 4 * 4);
        for (unsigned e = 0; e < 4; e++)
            rows[BASE + 1][e].lane[t] = 4 * t + e;
    }
    offer_write(usual_write());
    run_out();
    dsr.mux_cntl = 1;
    offer_read(dsr);
    until_end();
    for (unsigned k = 0; k < 16; k++)
        for (unsigned c = 0; c < 4; c++)
            for (unsigned e = 0; e < 4; e++)
                assert_int_equal(result(e, 4 * k + c), 16 * k + 4 * e + c);
}

static void a_word_is_selected_by_the_address(void **state)
{
    (void)state;
    struct isa_mem_dsr dsr = usual_read();
    fill();
    dsr.mux_cntl = 2;
    for (unsigned t = 0; t < 64; t++)
        address(t, t, 5 * t);
    offer_read(dsr);
    until_end();
    for (unsigned t = 0; t < 64; t++)
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(result(e, t), filled(t % 4, 5 * t));
}

static void a_broadcast_gives_all_threads_what_the_first_valid_one_reads(void **state)
{
    (void)state;
    struct isa_mem_dsr dsr = usual_read();
    fill();
    dsr.broadcast = 1;
    for (unsigned t = 0; t < 64; t++)
        address(t, t, 4 * t);
    for (unsigned first = 0; first < 2; first++) {
        unit.in.broadcast = first ? LDS_FIRST_THREAD : LDS_FIRST_VALID;
        offer_read(dsr);
        unit.in.offer_valid = 0xc0;
        unit.in.offer_lanes = 0x80;
        until_end();
        assert_true(unit.q.write_lanes == UINT64_MAX);
        for (unsigned t = 0; t < 64; t++)
            assert_int_equal(result(1, t), first ? filled(0, 1) : filled(2, 25));
        run_out();
    }
}

static void results_go_to_global_registers_too(void **state)
{
    (void)state;
    struct isa_mem_dsr dsr = usual_read();
    dsr.dst_rel_mode = 2;
    dsr.dst_gpr = 2;
    dsr.burst_cnt = 2;
    dsr.broadcast = 1;
    for (unsigned step = 0; step < 3; step++) {
        if (!step)
            offer_read(dsr);
        until_end();
        assert_int_equal(unit.q.write_elements, step < 2 ? 15 : 0);
        if (step < 2)
            assert_int_equal(unit.q.write_row, SHARED + 2 + step);
    }
    run_out();
    struct isa_mem_dsw dsw = usual_write();
    dsw.src_rel_mode = 2;
    offer_write(dsw);
    tick();
    assert_int_equal(unit.q.read_row, SHARED + 1);
}

static void relative_rows_outside_the_programs_gprs_read_gpr_0_and_write_nothing(void **state)
{
    (void)state;
    for (unsigned index = 0; index < 10; index++) {
        struct isa_mem_dsr dsr = usual_read();
        fresh(state);
        dsr.src_rel_mode = dsr.dst_rel_mode = 1;
        offer_read(dsr);
        unit.in.offer_index = (uint16_t)index;
        for (unsigned t = 0; t < 64; t++)
            for (unsigned row = 0; row < 12; row++)
                rows[BASE + row][0].lane[t] = rows[BASE + row][1].lane[t] = 0;
        tick();
        assert_int_equal(unit.q.read_row, index <= 5 ? BASE + 2 + index : BASE);
        until_end();
        assert_int_equal(unit.q.write_elements, index <= 4 ? 15 : 0);
        if (index <= 4)
            assert_int_equal(unit.q.write_row, BASE + 3 + index);
    }
}

static void a_wavefront_of_32_threads_has_8_lanes_a_quarter(void **state)
{
    (void)state;
    unit.in.wave_lanes = 8;
    offer_write(usual_write());
    unit.in.offer_lanes = 0x00ff00ff00ff00ff;
    run_out();
    for (unsigned t = 0; t < 32; t++)
        assert_int_equal(lds_read(&lds, t % 4, t / 4)->dword[0], source(1, 0, t / 8 * 16 + t % 8));
    assert_int_equal(lds.q.writes, 32);
    for (unsigned lane = 0; lane < 64; lane++)
        address(lane, 31 - (lane / 16 * 8 + lane % 8), (31 - (lane / 16 * 8 + lane % 8)) / 4 * 4);
    offer_read(usual_read());
    unit.in.offer_lanes = 0x00ff00ff00ff00ff;
    until_end();
    for (unsigned t = 0; t < 32; t++)
        assert_int_equal(result(0, t / 8 * 16 + t % 8), source(1, 0, (31 - t) / 8 * 16 + (31 - t) % 8));
}

/* ---- errors ----------------------------------------------------------------------------------------------------- */

static void outside_the_groups_part_nothing_is_read_or_written(void **state)
{
    (void)state;
    for (unsigned write = 0; write < 2; write++)
        for (unsigned entries = 15; entries <= 16; entries++) {
            fresh(NULL);
            for (unsigned t = 0; t < 64; t++)
                address(t, t, t / 4 * 4);
            unit.in.entries = (uint16_t)entries;
            if (write)
                offer_write(usual_write());
            else
                offer_read(usual_read());
            unit.in.offer_first = 32;
            run_out();
            assert_int_equal(unit.q.error, entries == 15 ? LDS_OUTSIDE : LDS_NO_ERROR);
            if (entries == 15) {
                assert_int_equal(unit.q.error_number, 77);
                assert_int_equal(unit.q.error_thread, 60);
                assert_int_equal(unit.q.error_bank, 0);
                assert_int_equal(unit.q.error_dword, 60);
            }
            assert_int_equal(lds.q.writes, write ? 4 * entries : 0);
            if (write)
                assert_int_equal(lds_read(&lds, 1, 32)->dword[0], source(1, 0, 1));
        }
}

static void threads_that_do_not_execute_break_no_rule(void **state)
{
    (void)state;
    address(9, 0, 1u << 31);
    address(10, 3, 0);
    offer_read(usual_read());
    unit.in.offer_lanes = 1;
    address(0, 0, 0);
    run_out();
    assert_int_equal(unit.q.error, LDS_NO_ERROR);
}

/* ISA 10.6: the same bank is no conflict when the entry is the same. */
static void two_entries_of_one_bank_for_a_quad_are_a_conflict(void **state)
{
    (void)state;
    for (unsigned waterfall = 0; waterfall < 2; waterfall++)
        for (unsigned dword = 0; dword <= 4; dword += 2) {
            struct isa_mem_dsr dsr = usual_read();
            fresh(NULL);
            fill();
            for (unsigned t = 0; t < 64; t++)
                address(t, t, 0);
            address(42, 5, dword); /* 41 asks for dword 0 of bank 1 */
            dsr.waterfall = waterfall;
            offer_read(dsr);
            until_end();
            assert_int_equal(unit.q.error, dword == 4 && !waterfall ? LDS_CONFLICT : LDS_NO_ERROR);
            if (unit.q.error) {
                assert_int_equal(unit.q.error_thread, 42);
                assert_int_equal(unit.q.error_bank, 1);
                assert_int_equal(unit.q.error_dword, 4);
            } else {
                assert_int_equal(result(0, 42), filled(1, dword / 4 * 4));
                assert_int_equal(result(0, 41), filled(1, 0));
            }
        }
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    unit.in.spare = false;
    ASSERT_HOLDS(&unit, tick());
    unit.in.spare = true;
    offer_read(usual_read());
    unit.in.offer_lanes = 1;
    run_out();
    unit.in.spare = false;
    ASSERT_HOLDS(&unit, tick());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_owner_of_an_entry_is_its_thread, fresh),
        cmocka_unit_test_setup(the_number_is_that_in_the_group_or_in_the_wavefront, fresh),
        cmocka_unit_test_setup(sources_are_selected_constant_and_masked, fresh),
        cmocka_unit_test_setup(only_threads_that_execute_write, fresh),
        cmocka_unit_test_setup(a_burst_of_writes_takes_gprs_and_entries_in_a_row, fresh),
        cmocka_unit_test_setup(the_upper_bits_of_stride_and_index_count, fresh),
        cmocka_unit_test_setup(every_thread_names_bank_and_dword, fresh),
        cmocka_unit_test_setup(the_offset_and_a_burst_count_dwords, fresh),
        cmocka_unit_test_setup(fft_permute_transposes_four_threads, fresh),
        cmocka_unit_test_setup(a_word_is_selected_by_the_address, fresh),
        cmocka_unit_test_setup(a_broadcast_gives_all_threads_what_the_first_valid_one_reads, fresh),
        cmocka_unit_test_setup(results_go_to_global_registers_too, fresh),
        cmocka_unit_test_setup(relative_rows_outside_the_programs_gprs_read_gpr_0_and_write_nothing, fresh),
        cmocka_unit_test_setup(a_wavefront_of_32_threads_has_8_lanes_a_quarter, fresh),
        cmocka_unit_test_setup(outside_the_groups_part_nothing_is_read_or_written, fresh),
        cmocka_unit_test_setup(threads_that_do_not_execute_break_no_rule, fresh),
        cmocka_unit_test_setup(two_entries_of_one_bank_for_a_quad_are_a_conflict, fresh),
        cmocka_unit_test_setup(idle_the_unit_holds, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
