/* test_wekiva_ports.c - the public library: the ports of a module alone, packed. */
#include "tb/unit/library/wekiva_kit.h"

static struct wk_machine *module(const char *name)
{
    struct wk_machine *machine;
    if (wk_create_module(name, &machine, &said) != WK_OK)
        fail_msg("%s", said.text);
    return machine;
}

static struct wk_port port_of(struct wk_machine *machine, const char *name)
{
    struct wk_port port;
    for (unsigned i = 0; wk_port_at(machine, i, &port) == WK_OK; i++)
        if (strcmp(port.name, name) == 0)
            return port;
    fail_msg("no port %s", name);
    return port;
}

/* A scalar or one element, bit by bit. */
static void put(struct wk_machine *machine, const char *name, unsigned element, uint64_t value)
{
    const struct wk_port port = port_of(machine, name);
    uint32_t             word;
    assert_int_equal(port.image, WK_INPUTS);
    for (unsigned b = 0; b < port.bits; b++) {
        const unsigned at = port.first + element * port.bits + b;
        assert_int_equal(wk_ports_get(machine, WK_INPUTS, at / 32, 1, &word), WK_OK);
        word = (word & ~(1u << at % 32)) | (uint32_t)(value >> b & 1) << at % 32;
        assert_int_equal(wk_ports_put(machine, at / 32, 1, &word), WK_OK);
    }
}

static uint64_t get(struct wk_machine *machine, const char *name, unsigned element)
{
    const struct wk_port port = port_of(machine, name);
    uint64_t             value = 0;
    for (unsigned b = 0; b < port.bits; b++) {
        const unsigned at = port.first + element * port.bits + b;
        uint32_t       word;
        assert_int_equal(wk_ports_get(machine, port.image, at / 32, 1, &word), WK_OK);
        value |= (uint64_t)(word >> at % 32 & 1) << b;
    }
    return value;
}

/* The predicate starts as the active mask, and a quarter's flags go in (ISA 4.8.1.1). */
static void a_module_is_clocked_through_its_ports(void **state)
{
    (void)state;
    struct wk_machine *machine = module("predicate");
    put(machine, "i_start", 0, 1);
    put(machine, "i_start_active", 0, 0xffff0000ffffffff);
    assert_true(get(machine, "o_predicate", 0) == 0);
    assert_int_equal(wk_ports_clock(machine, WK_EDGE), WK_OK);
    assert_true(get(machine, "o_predicate", 0) == 0xffff0000ffffffff);
    put(machine, "i_start", 0, 0);
    put(machine, "i_set", 0, 1);
    put(machine, "i_quarter", 0, 1);
    put(machine, "i_update", 0, 1);
    put(machine, "i_mask", 0, 0x00ff);
    put(machine, "i_flags", 0, 0x5555);
    assert_int_equal(wk_ports_clock(machine, WK_EDGE), WK_OK);
    assert_true(get(machine, "o_predicate", 0) == 0xffff0000ff55ffff);
    assert_true(value_of(machine, "predicate.o_predicate") == 0xffff0000ff55ffff); /* by the other way, too */
    assert_int_equal(wk_ports_clock(machine, WK_EDGE_RESET), WK_OK);
    assert_true(get(machine, "o_predicate", 0) == 0);
    assert_int_equal(wk_cycle(machine), 3);
    assert_int_equal(wk_set(machine, "predicate.o_active", 5, &said), WK_OK);
    assert_true(get(machine, "o_active", 0) == 5);
    wk_destroy(machine);
}

/* Rows of a memory follow the row that is named within the clock; a reset empties them, one that loads does not. */
static void memories_are_read_and_loaded(void **state)
{
    (void)state;
    struct wk_machine *machine = module("lds");
    assert_int_equal(port_of(machine, "o_bank2").image, WK_FOLLOWING);
    assert_int_equal(wk_ports_clock(machine, WK_EDGE_RESET), WK_OK);
    const uint64_t empty = get(machine, "o_bank2", 1);
    put(machine, "i_write", 0, 1 << 2);
    put(machine, "i_write_dwords", 0, 2);
    put(machine, "i_write_entry", 2, 77);
    put(machine, "i_write_data", 4 * 2 + 1, 0xcafe0123);
    assert_int_equal(wk_ports_clock(machine, WK_EDGE_LOAD), WK_OK);
    assert_true(get(machine, "o_bank2", 1) == empty);
    put(machine, "i_bank2_row", 1, 77);
    assert_true(get(machine, "o_bank2", 1) == 0xcafe0123);
    assert_true(get(machine, "o_bank2", 0) == empty);
    assert_true(get(machine, "o_writes", 0) == 0); /* a register, so as after reset */
    put(machine, "i_write_entry", 2, 78);
    assert_int_equal(wk_ports_clock(machine, WK_EDGE), WK_OK);
    assert_true(get(machine, "o_writes", 0) == 1);
    assert_true(get(machine, "o_bank2", 1) == 0xcafe0123);
    assert_int_equal(wk_ports_clock(machine, WK_EDGE_RESET), WK_OK);
    assert_true(get(machine, "o_bank2", 1) == empty);
    wk_destroy(machine);
}

/* Operand fetch asks for rows of the register file, and takes what lies there at the edge (ISA 4.7.4). */
static void rows_of_far_memories_are_asked_for(void **state)
{
    (void)state;
    struct wk_machine *machine = module("operand_fetch");
    assert_int_equal(wk_ports_clock(machine, WK_EDGE_RESET), WK_OK);
    put(machine, "i_enable", 0, 4); /* element Z */
    put(machine, "i_row_z", 0, 9);
    for (unsigned lane = 0; lane < 64; lane++) {
        assert_true(get(machine, "o_memory_z_row", lane) == 9);
        assert_true(get(machine, "o_memory_x_row", lane) == 0);
        put(machine, "i_memory_z", lane, 1000 + lane);
    }
    assert_int_equal(wk_ports_clock(machine, WK_EDGE), WK_OK);
    put(machine, "i_even_row", 5, 2); /* latches of cycle 0: X Y Z W */
    assert_true(get(machine, "o_even", 5) == 1005);
    wk_destroy(machine);
}

static uint64_t random_state = 88172645463325252u;
static uint64_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

/* Every input of every module arrives where wk_read finds it, and none beside it: elements of all widths, whatever
 * word they begin in. */
static void every_input_arrives(void **state)
{
    (void)state;
    static const char *const modules[] = {"cf_sequencer", "alu_slot",   "write_back",
                                          "us_flow",      "nv30_adder", "line_cache"};
    for (unsigned m = 0; m < sizeof modules / sizeof modules[0]; m++) {
        struct wk_machine *machine = module(modules[m]);
        struct wk_port     port;
        uint32_t           words[2048];
        for (unsigned w = 0; w < 2048; w++)
            words[w] = (uint32_t)random_word();
        assert_int_equal(wk_ports_put(machine, 0, 2048, words), WK_OK);
        wk_ports_clock(machine, WK_EDGE_RESET);
        for (unsigned i = 0; wk_port_at(machine, i, &port) == WK_OK; i++) {
            struct wk_signal signal;
            char             path[256];
            snprintf(path, sizeof path, "%s.%s", modules[m], port.name);
            if (port.image != WK_INPUTS || wk_find(machine, path, &signal, NULL) != WK_OK)
                continue;
            for (unsigned e = 0; e < port.elements; e++) {
                uint64_t value;
                signal.row = e / signal.elements; /* of a bus */
                signal.element = e % signal.elements;
                assert_int_equal(wk_read(machine, &signal, &value), WK_OK);
                uint64_t expected = 0;
                for (unsigned b = 0; b < port.bits; b++) {
                    const unsigned at = port.first + e * port.bits + b;
                    expected |= (uint64_t)(words[at / 32] >> at % 32 & 1) << b;
                }
                if (value != expected)
                    fail_msg("%s element %u", path, e);
            }
        }
        wk_destroy(machine);
    }
}

static void what_is_no_module_has_no_ports(void **state)
{
    (void)state;
    uint32_t           words[4] = {0};
    struct wk_port     port;
    struct wk_machine *machine = module("rotation");
    assert_int_equal(wk_ports_put(NULL, 0, 1, words), WK_BAD_ARGUMENT);
    assert_int_equal(wk_ports_put(machine, 0, 1, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_ports_get(machine, (enum wk_image)3, 0, 1, words), WK_BAD_ARGUMENT);
    assert_int_equal(wk_ports_clock(machine, (enum wk_edge)3), WK_BAD_ARGUMENT);
    assert_int_equal(wk_port_at(machine, 1000, &port), WK_BAD_ARGUMENT);
    words[3] = 7;
    assert_int_equal(wk_ports_put(machine, 5000, 4, words), WK_OK); /* beyond the end */
    assert_int_equal(wk_ports_get(machine, WK_REGISTERS, 5000, 4, words), WK_OK);
    assert_int_equal(words[3], 0);
    struct wk_machine *other = module("predicate");
    assert_true(wk_ports_layout(machine) != 0 && wk_ports_layout(other) != wk_ports_layout(machine));
    wk_destroy(other);
    wk_destroy(machine);
    struct wk_launch *launch;
    assert_int_equal(wk_launch_load("tb/demo/launch.json", &launch, &said), WK_OK);
    assert_int_equal(wk_create(NULL, launch, NULL, &machine, &said), WK_OK);
    assert_int_equal(wk_port_count(machine), 0);
    assert_true(wk_ports_layout(machine) == 0);
    assert_int_equal(wk_ports_clock(machine, WK_EDGE), WK_BAD_ARGUMENT);
    wk_destroy(machine);
    wk_launch_free(launch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_is_clocked_through_its_ports), cmocka_unit_test(memories_are_read_and_loaded),
        cmocka_unit_test(rows_of_far_memories_are_asked_for),    cmocka_unit_test(every_input_arrives),
        cmocka_unit_test(what_is_no_module_has_no_ports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
