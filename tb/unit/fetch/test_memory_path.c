/* test_memory_path.c - the modules between a SIMD and memory, each alone: port, link, bank of L2, channel (RV770 timing
 * T24, M1 to M3, M7). */
#include "tb/unit/clock.h"

#include "mem/due.h"
#include "mem/l2_bank.h"
#include "mem/memory_channel.h"
#include "mem/memory_link.h"
#include "mem/memory_port.h"

/* ---- addresses --------------------------------------------------------------------------------------------------- */

/* 8 channels, 256 bytes each in turn: the channel is bits 10:8 of the address (M2). */
static void stretches_go_to_the_channels_in_turn(void **state)
{
    (void)state;
    const unsigned step = 2, bits = 3;
    for (uint64_t address = 0; address < 1 << 14; address += LINE_BYTES) {
        const uint64_t line = address >> LINE_SHIFT, in_channel = memory_line_in_channel(line, step, bits);
        assert_int_equal(memory_channel_of(line, step, bits), address >> 8 & 7);
        assert_int_equal(in_channel, (address >> 11) * 4 + (address >> 6 & 3));
        assert_int_equal(memory_line_of(in_channel, address >> 8 & 7, step, bits), line);
    }
    assert_int_equal(memory_channel_of(12345, 0, 0), 0);
    assert_int_equal(memory_line_in_channel(12345, 0, 0), 12345);
}

static void an_id_is_a_client_and_its_own(void **state)
{
    (void)state;
    for (unsigned client = 0; client < MEMORY_CLIENTS; client++) {
        const uint16_t id = memory_id((enum memory_client)client, 0x1a5);
        assert_true(id < 1u << MEMORY_ID_BITS);
        assert_int_equal(memory_client_of(id), client);
        assert_int_equal(memory_own_of(id), 0x1a5);
    }
}

/* ---- port -------------------------------------------------------------------------------------------------------- */

static struct memory_port port;

static void port_tick(void)
{
    rtl_eval(memory_port_eval, &port);
    memory_port_capture(&port);
    rtl_commit(&port);
    port.in.take = false;
}

static void clients_have_the_port_in_turn(void **state)
{
    (void)state;
    static const unsigned turns[] = {1, 3, 0, 1, 3};
    memset(&port, 0, sizeof port);
    memory_port_reset(&port);
    assert_int_equal(memory_port_turn(&port, 0), 0);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(memory_port_turn(&port, 1 | 2 | 8), turns[i] + 1);
        port.in.take = true;
        port.in.id = memory_id((enum memory_client)turns[i], i);
        port.in.line = 100 + i;
        port.in.kind = i == 2 ? MEMORY_DIRECT : MEMORY_LINE;
        port_tick();
        assert_true(port.q.ask);
        assert_int_equal(port.q.ask_kind, i == 2 ? MEMORY_DIRECT : MEMORY_LINE);
        assert_int_equal(port.q.ask_id, memory_id((enum memory_client)turns[i], i));
        assert_int_equal(port.q.ask_line, 100 + i);
    }
    port_tick();
    assert_false(port.q.ask);
    assert_int_equal(port.q.reads, 5);
}

/* The reader of the first one reads it while the second comes. */
static void bytes_of_a_write_stand_for_two_clocks(void **state)
{
    (void)state;
    sector_t sector;
    memset(&port, 0, sizeof port);
    memory_port_reset(&port);
    port.in.sector = &sector;
    unsigned row = 0;
    for (unsigned i = 0; i < 3; i++) {
        memset(&sector, (int)i + 1, sizeof sector);
        port.in.take = true;
        port.in.kind = MEMORY_WRITE;
        port.in.half = i % 2;
        port.in.mask = 0xf0 + i;
        port_tick();
        assert_int_equal(port.q.ask_half, i % 2);
        assert_int_equal(port.q.ask_mask, 0xf0 + i);
        assert_int_equal(port.sectors[port.q.ask_row].byte[31], i + 1);
        assert_true(i == 0 || port.sectors[row].byte[0] == i);
        row = port.q.ask_row;
    }
    assert_int_equal(port.q.writes, 3);
}

/* ---- link -------------------------------------------------------------------------------------------------------- */

enum { REQUEST = 7, RETURN = 5 };

static struct memory_link link_;
static line_data_t        line;
static sector_t           sector;

static int fresh_link(void **state)
{
    (void)state;
    memset(&link_, 0xa5, sizeof link_);
    memset(&link_.in, 0, sizeof link_.in);
    link_.in.request_clk = REQUEST;
    link_.in.return_clk = RETURN;
    link_.in.places = LINK_REQUESTS;
    link_.in.step = 2;
    link_.in.bits = 3;
    link_.in.ask_sector = &sector;
    link_.in.answer_data = &line;
    memory_link_reset(&link_);
    return 0;
}

static void link_tick(void)
{
    memory_link_eval(&link_.in, &link_.q, &link_.d, &link_);
    memory_link_capture(&link_);
    memory_link_commit(&link_);
    link_.in.ask = link_.in.taken = link_.in.answer = false;
}

static void send(uint64_t number)
{
    link_.in.ask = true;
    link_.in.ask_line = number;
    link_.in.ask_id = (uint16_t)(number % 1000);
}

static void a_request_arrives_after_its_way_and_not_before(void **state)
{
    (void)state;
    send(0x123456789);
    for (unsigned clock = 1; clock <= REQUEST; clock++) {
        link_tick();
        assert_int_equal(link_.q.head, clock == REQUEST);
    }
    assert_int_equal(link_.q.head_line, 0x123456789);
    assert_int_equal(link_.q.head_id, 0x123456789 % 1000);
    assert_int_equal(memory_link_channel(&link_), (0x123456789 >> 2) & 7);
    link_tick();
    assert_true(link_.q.head); /* it waits until it is taken */
    link_.in.taken = true;
    link_tick();
    assert_false(link_.q.head || link_.q.requests || link_.q.wait);
}

/* What others see of it is the request that arrives (kit/life.h). */
static void an_edge_says_whether_others_see_a_difference(void **state)
{
    (void)state;
    send(9);
    for (unsigned clock = 1; clock <= REQUEST + 1; clock++) {
        memory_link_eval(&link_.in, &link_.q, &link_.d, &link_);
        memory_link_capture(&link_);
        assert_int_equal(memory_link_commit(&link_), clock == REQUEST);
        link_.in.ask = false;
    }
}

/* Requests that come at once or with gaps, taken at once or late: each has the same way, none overtakes. */
static void requests_arrive_in_order_each_after_its_own_way(void **state)
{
    (void)state;
    static const unsigned sent[] = {0, 1, 2, 6, 20, 21, 40}, late = 23;
    unsigned              next = 0, arrived = 0, free_at = 0;
    for (unsigned clock = 0; arrived < 7; clock++) {
        assert_true(clock < 200);
        /* What arrived at the edge before this clock; in the middle nothing is taken for a while. */
        if (link_.q.head) {
            const unsigned due = sent[arrived] + REQUEST;
            assert_int_equal(link_.q.head_line, 100 + arrived);
            assert_true(clock >= due);
            if (clock >= late && clock < late + 12)
                free_at = clock + 1;
            else {
                assert_true(clock == due || clock == free_at);
                link_.in.taken = true;
                arrived++;
                free_at = clock + 1;
            }
        }
        if (next < 7 && sent[next] == clock)
            send(100 + next++);
        link_tick();
    }
}

static void answers_arrive_after_their_way_one_behind_the_other(void **state)
{
    (void)state;
    unsigned got = 0;
    for (unsigned clock = 0; clock < 40; clock++) {
        const bool sends = clock == 3 || clock == 4 || clock == 11 || clock == 14;
        if (link_.q.reply) {
            static const unsigned at[] = {3 + RETURN, 4 + RETURN, 11 + RETURN, 14 + RETURN};
            assert_int_equal(clock, at[got]);
            assert_int_equal(link_.q.reply_id, clock - RETURN);
            assert_int_equal(link_.back[link_.q.reply_row].byte[63], clock - RETURN);
            got++;
        }
        link_.in.answer = sends;
        link_.in.answer_id = (uint16_t)clock;
        link_.in.answer_from = (uint8_t)(clock % 16);
        memset(&line, (int)clock, sizeof line);
        link_tick();
        assert_true(!sends || link_.q.last_from == clock % 16);
    }
    assert_int_equal(got, 4);
    assert_int_equal(link_.q.replies, 0);
}

static void a_write_brings_its_bytes_along(void **state)
{
    (void)state;
    memset(&sector, 0x77, sizeof sector);
    send(5);
    link_.in.ask_kind = MEMORY_WRITE;
    link_.in.ask_half = 1;
    link_.in.ask_mask = 0xff00ff00;
    link_tick();
    memset(&sector, 0, sizeof sector);
    for (unsigned clock = 1; clock < REQUEST; clock++)
        link_tick();
    assert_true(link_.q.head);
    assert_int_equal(link_.q.head_kind, MEMORY_WRITE);
    assert_int_equal(link_.q.head_half, 1);
    assert_int_equal(link_.q.head_mask, 0xff00ff00);
    assert_int_equal(link_.sector[link_.q.head_row].byte[31], 0x77);
}

/* ---- bank of L2 -------------------------------------------------------------------------------------------------- */

enum { HIT = 6 };

static struct l2_bank bank;
static bool           bank_changes; /* in the last clock, for modules that look at it */

static int fresh_bank(void **state)
{
    (void)state;
    memset(&bank, 0xa5, sizeof bank);
    memset(&bank.in, 0, sizeof bank.in);
    bank.in.simds = 3;
    bank.in.hit_clk = HIT;
    l2_bank_reset(&bank);
    return 0;
}

static void bank_tick(void)
{
    l2_bank_eval(&bank.in, &bank.q, &bank.d, &bank);
    bank_changes = l2_bank_commit(&bank);
    bank.in.take = bank.in.served = false;
}

static void give(unsigned number)
{
    bank.in.take = true;
    bank.in.take_line = number;
    bank.in.take_simd = (uint8_t)(number % 3);
    bank.in.take_id = (uint16_t)(number + 7);
}

static void a_request_is_looked_up_and_answered_after_a_hits_time(void **state)
{
    (void)state;
    give(10);
    bank_tick();
    assert_true(bank_changes);
    assert_true(bank.q.look && !bank.q.looked);
    assert_int_equal(bank.q.look_line, 10);
    assert_int_equal(bank.q.last, 1);
    bank_tick();
    assert_true(!bank.q.look && bank.q.looked);
    bank.in.found = true;
    bank.in.found_way = 99;
    bank.in.found_stamp = 5;
    for (unsigned clock = 1; clock <= HIT; clock++) {
        bank_tick();
        bank.in.found = false;
        assert_int_equal(bank.q.head_stamp, 5);
        assert_int_equal(bank.q.due, clock == HIT);
    }
    assert_int_equal(bank.q.head_simd, 1);
    assert_int_equal(bank.q.head_id, 17);
    assert_int_equal(bank.q.head_way, 99);
    bank_tick();
    assert_true(bank.q.due); /* until the link takes it */
    bank.in.served = true;
    bank_tick();
    assert_true(bank_changes);
    assert_false(bank.q.due || bank.q.queued || bank.q.head_stamp);
    assert_int_equal(bank.q.answers, 1);
    bank_tick();
    assert_false(bank_changes);
}

/* Each has the time of a hit from its own look-up on. */
static void answers_behind_one_another_have_a_hits_time_each(void **state)
{
    (void)state;
    static const unsigned given[] = {0, 3};
    unsigned              got = 0;
    for (unsigned clock = 0; got < 2; clock++) {
        assert_true(clock < 100);
        bank.in.found = bank.q.looked;
        if (bank.q.due) {
            assert_int_equal(clock, given[got] + 2 + HIT); /* taken, looked up, a hit */
            bank.in.served = true;
            got++;
        }
        if (clock == given[0] || clock == given[1])
            give(clock);
        bank_tick();
    }
}

/* One a clock, and one that the cache does not take holds up those behind it. */
static void a_look_up_that_was_not_taken_is_made_again_and_not_overtaken(void **state)
{
    (void)state;
    unsigned next = 0, looked[16], looks = 0, answered = 0;
    for (unsigned clock = 0; answered < 5; clock++) {
        assert_true(clock < 100);
        const bool taken = clock != 3 && clock != 4; /* two clocks in which the cache refuses */
        bank.in.found = bank.q.looked && taken;
        bank.in.found_stamp = clock + 1;
        const bool again = l2_bank_again(&bank, taken);
        if (again || bank.q.look)
            looked[looks++] = (unsigned)(again ? bank.q.looked_line : bank.q.look_line);
        if (bank.q.due) {
            assert_int_equal(bank.q.head_id, answered + 7);
            bank.in.served = true;
            answered++;
        }
        if (next < 5 && !again)
            give(next++);
        bank_tick();
    }
    static const unsigned expected[] = {0, 1, 1, 1, 2, 3, 4};
    assert_int_equal(looks, 7);
    assert_memory_equal(looked, expected, sizeof expected);
}

static void a_bank_is_full_before_its_queue_overflows(void **state)
{
    (void)state;
    unsigned given = 0;
    for (unsigned clock = 0; clock < 2 * BANK_QUEUE; clock++) {
        if (!bank.q.full) {
            give(given++);
        }
        bank.in.found = bank.q.looked;
        bank_tick();
    }
    assert_int_equal(given, BANK_QUEUE);
    assert_int_equal(bank.q.queued, BANK_QUEUE);
}

/* ---- channel ----------------------------------------------------------------------------------------------------- */

enum { LATENCY = 20, LINE_CLK = 56, SIMDS = 3 }; /* 3 1/2 clocks from line to line */

static struct memory_channel channel;
static struct gpu_memory     memory;
static struct memory_store   store;

static int fresh_channel(void **state)
{
    uint8_t bytes[1024];
    (void)state;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i / LINE_BYTES + 1);
    gpu_memory_init(&memory);
    assert_true(gpu_memory_place(&memory, 0x1000, bytes, sizeof bytes, NULL));
    store.memory = &memory;
    memset(&channel, 0xa5, sizeof channel);
    memset(&channel.in, 0, sizeof channel.in);
    channel.in.memory = &store;
    channel.in.sector = &sector;
    channel.in.simds = SIMDS;
    channel.in.latency_clk = LATENCY;
    channel.in.line_clk = LINE_CLK;
    channel.in.room = 4;
    memory_channel_reset(&channel);
    return 0;
}

static int free_channel(void **state)
{
    (void)state;
    gpu_memory_free(&memory);
    return 0;
}

static void channel_tick(void)
{
    memory_channel_eval(&channel.in, &channel.q, &channel.d, &channel);
    memory_channel_capture(&channel);
    memory_channel_commit(&channel);
    channel.in.take = channel.in.served = false;
}

static void want(unsigned number, enum memory_kind kind)
{
    channel.in.take = true;
    channel.in.line = 0x1000 / LINE_BYTES + number;
    channel.in.from = SIMDS;
    channel.in.id = (uint16_t)(number + 40);
    channel.in.kind = (uint8_t)kind;
}

static void a_line_comes_after_the_latency(void **state)
{
    (void)state;
    want(2, MEMORY_LINE);
    for (unsigned clock = 1; clock <= LATENCY; clock++) {
        channel_tick();
        assert_int_equal(channel.q.due, clock == LATENCY);
    }
    assert_true(memory_channel_is_for_l2(&channel));
    assert_int_equal(channel.q.head_id, 42);
    assert_int_equal(channel.data[0].byte[0], 3);
    assert_int_equal(channel.data[0].byte[63], 3);
    channel.in.served = true;
    channel_tick();
    assert_false(channel.q.due || channel.q.queued || channel.q.wait);
    assert_int_equal(channel.q.lines, 1);
}

/* Four lines asked for at once: the first after the latency, then one in `sixteenths` / 16 clocks, behind the first. */
static void expect_lines_apart(unsigned sixteenths)
{
    unsigned asked = 0, got = 0;
    channel.in.line_clk = (uint16_t)sixteenths;
    for (unsigned clock = 0; got < 4; clock++) {
        assert_true(clock < 100);
        if (channel.q.due) {
            assert_int_equal(clock, LATENCY + got * sixteenths / 16);
            assert_int_equal(channel.data[0].byte[5], got + 1);
            assert_int_equal(channel.q.head_id, got++ + 40);
            channel.in.served = true;
        }
        if (asked < 4)
            want(asked++, MEMORY_LINE);
        channel_tick();
        assert_int_equal(channel.q.full, asked - got == 4);
    }
    channel_tick();
}

static void lines_come_as_fast_as_the_channel_is_wide(void **state)
{
    static const unsigned sixteenths[] = {LINE_CLK, 45, 47, 33, 16, 63};
    for (unsigned i = 0; i < sizeof sixteenths / sizeof sixteenths[0]; i++) {
        gpu_memory_free(&memory);
        fresh_channel(state);
        expect_lines_apart(sixteenths[i]);
    }
}

/* A request does not wait for one that was served long ago. */
static void a_late_request_has_the_latency_alone(void **state)
{
    (void)state;
    unsigned got = 0;
    for (unsigned clock = 0; got < 2; clock++) {
        assert_true(clock < 100);
        if (channel.q.due) {
            assert_int_equal(clock, got++ ? 15 + LATENCY : LATENCY);
            channel.in.served = true;
        }
        if (clock == 0 || clock == 15)
            want(0, MEMORY_LINE);
        channel_tick();
    }
}

static void an_answer_for_a_simd_waits_until_it_is_taken(void **state)
{
    (void)state;
    want(1, MEMORY_DIRECT);
    channel.in.from = 2;
    for (unsigned clock = 0; clock < 2 * LATENCY; clock++)
        channel_tick();
    assert_true(channel.q.due && !memory_channel_is_for_l2(&channel));
    assert_int_equal(channel.q.head_from, 2);
    assert_int_equal(channel.q.last, 2);
    assert_int_equal(channel.q.lines, 1);
}

/* A read before a write has the old bytes, one behind it the new ones, though both are asked for before it is done. */
static void reads_and_writes_are_done_in_order(void **state)
{
    (void)state;
    unsigned got = 0;
    memset(&sector, 0x99, sizeof sector);
    for (unsigned clock = 0; got < 3; clock++) {
        assert_true(clock < 100);
        if (clock < 3)
            want(0, clock == 1 ? MEMORY_WRITE : MEMORY_LINE);
        channel.in.half = 1;
        channel.in.mask = 0x80000001;
        if (channel.q.due) {
            assert_true(got == 1 || channel.data[0].byte[32] == (got ? 0x99 : 1));
            assert_true(got == 1 || channel.data[0].byte[33] == 1);
            channel.in.served = true;
            got++;
        }
        channel_tick();
    }
    assert_int_equal(gpu_memory_word(&memory, 0x1020), 0x01010199);
    assert_int_equal(gpu_memory_word(&memory, 0x103c), 0x99010101);
    assert_int_equal(channel.q.writes, 1);
    assert_int_equal(channel.q.lines, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_go_to_the_channels_in_turn),
        cmocka_unit_test(an_id_is_a_client_and_its_own),
        cmocka_unit_test(clients_have_the_port_in_turn),
        cmocka_unit_test(bytes_of_a_write_stand_for_two_clocks),
        cmocka_unit_test_setup(a_request_arrives_after_its_way_and_not_before, fresh_link),
        cmocka_unit_test_setup(an_edge_says_whether_others_see_a_difference, fresh_link),
        cmocka_unit_test_setup(requests_arrive_in_order_each_after_its_own_way, fresh_link),
        cmocka_unit_test_setup(answers_arrive_after_their_way_one_behind_the_other, fresh_link),
        cmocka_unit_test_setup(a_write_brings_its_bytes_along, fresh_link),
        cmocka_unit_test_setup(a_request_is_looked_up_and_answered_after_a_hits_time, fresh_bank),
        cmocka_unit_test_setup(answers_behind_one_another_have_a_hits_time_each, fresh_bank),
        cmocka_unit_test_setup(a_look_up_that_was_not_taken_is_made_again_and_not_overtaken, fresh_bank),
        cmocka_unit_test_setup(a_bank_is_full_before_its_queue_overflows, fresh_bank),
        cmocka_unit_test_setup_teardown(a_line_comes_after_the_latency, fresh_channel, free_channel),
        cmocka_unit_test_setup_teardown(lines_come_as_fast_as_the_channel_is_wide, fresh_channel, free_channel),
        cmocka_unit_test_setup_teardown(a_late_request_has_the_latency_alone, fresh_channel, free_channel),
        cmocka_unit_test_setup_teardown(an_answer_for_a_simd_waits_until_it_is_taken, fresh_channel, free_channel),
        cmocka_unit_test_setup_teardown(reads_and_writes_are_done_in_order, fresh_channel, free_channel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
