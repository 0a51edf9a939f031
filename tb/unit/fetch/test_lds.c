/* test_lds.c - the local data share's memory alone: banks, entries, masked dwords (ISA 2.6.2). */
#include "mem/lds.h"

#include "tb/unit/clock.h"

static struct lds lds;

static int fresh(void **state)
{
    (void)state;
    memset(&lds, 0xa5, sizeof lds);
    lds_reset(&lds);
    lds.in = (struct lds_in){0};
    return 0;
}

static void tick(void)
{
    lds_next(&lds);
    lds_take(&lds);
    lds_clock(&lds);
}

static void write_bank(unsigned bank, unsigned entry, unsigned dwords, uint32_t base)
{
    lds.in.write = (uint8_t)(1u << bank);
    lds.in.write_entry.bank[bank] = (uint8_t)entry;
    lds.in.write_dwords = (uint8_t)dwords;
    for (unsigned i = 0; i < LDS_DWORDS; i++)
        lds.in.write_data.bank[bank].dword[i] = base + i;
    tick();
    lds.in.write = 0;
}

static void after_reset_nothing_is_defined(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LDS_WORDS; i++)
        assert_int_equal(*lds_word(&lds, i), 0x7fedca00);
    assert_int_equal(LDS_WORDS * 4, 16384);
}

static void each_bank_takes_an_entry_of_its_own(void **state)
{
    (void)state;
    lds.in.write = 13;
    lds.in.write_dwords = 15;
    for (unsigned bank = 0; bank < 4; bank++) {
        lds.in.write_entry.bank[bank] = (uint8_t)(255 - bank);
        for (unsigned i = 0; i < 4; i++)
            lds.in.write_data.bank[bank].dword[i] = 10 * bank + i;
    }
    tick();
    lds.in.write = 0;
    for (unsigned bank = 0; bank < 4; bank++)
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(lds_read(&lds, bank, 255 - bank)->dword[i], bank == 1 ? LDS_UNDEFINED : 10 * bank + i);
    assert_int_equal(lds.q.writes, 3);
}

static void dwords_that_are_masked_stay(void **state)
{
    (void)state;
    for (unsigned mask = 0; mask < 16; mask++) {
        fresh(NULL);
        write_bank(2, 7, mask, 100);
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(lds_read(&lds, 2, 7)->dword[i], mask >> i & 1 ? 100 + i : LDS_UNDEFINED);
    }
}

static void a_row_has_the_entries_of_four_banks_side_by_side(void **state)
{
    (void)state;
    for (unsigned number = 0; number < LDS_WORDS; number++)
        *lds_word(&lds, number) = number;
    for (unsigned entry = 0; entry < LDS_ENTRIES; entry++)
        for (unsigned bank = 0; bank < LDS_BANKS; bank++)
            for (unsigned i = 0; i < LDS_DWORDS; i++)
                assert_int_equal(lds_read(&lds, bank, entry)->dword[i], 16 * entry + 4 * bank + i);
}

static void without_a_write_it_holds(void **state)
{
    (void)state;
    write_bank(1, 3, 15, 5);
    static struct lds before;
    before = lds;
    tick();
    assert_memory_equal(&lds, &before, sizeof lds);
}

/* Others see the difference (kit/life.h). */
static void it_says_whether_it_is_written(void **state)
{
    (void)state;
    for (unsigned banks = 0; banks < 16; banks++) {
        lds.in.write = (uint8_t)banks;
        lds_eval(&lds.in, &lds.q, &lds.d);
        assert_int_equal(lds_commit(&lds), banks != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_nothing_is_defined, fresh),
        cmocka_unit_test_setup(each_bank_takes_an_entry_of_its_own, fresh),
        cmocka_unit_test_setup(dwords_that_are_masked_stay, fresh),
        cmocka_unit_test_setup(a_row_has_the_entries_of_four_banks_side_by_side, fresh),
        cmocka_unit_test_setup(without_a_write_it_holds, fresh),
        cmocka_unit_test_setup(it_says_whether_it_is_written, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
