/* test_lockstep.c - tests of tb/lockstep that need no Verilator: ports, templates, records, where modules lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kit/walk.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/ports.h"
#include "tb/lockstep/record.h"
#include "tb/lockstep/template.h"
#include "tb/lockstep/wrap.h"

/* ---- a module of every kind of signal --------------------------------------------------------------------------- */

typedef struct {
    uint8_t element[3];
} three_t;

/* clang-format off */
#define SAMPLE_SIGNALS(S)                                                                              \
    S(IN,   bool,      go,       1, "go")                                                              \
    S(IN,   three_t,   steps,    5, "three of five bits")                                              \
    S(IN,   quarter_t, operand, 32, "a word a lane")                                                   \
    S(OUT,  uint16_t,  sum,      9, "nine bits")                                                       \
    S(REG,  uint32_t,  count,   32, "a register")                                                      \
    S(MEM,  uint32_t,  rows,    32, "a memory", 4)
#define EXTRA_SIGNALS(S)                                                                               \
    S(IN,   uint8_t,  more,  4, "beside the signal list")                                              \
    S(OUT,  uint64_t, wide, 33, "an output there")
/* clang-format on */
RTL_STRUCT(sample, SAMPLE_SIGNALS);
RTL_TABLE(sample, SAMPLE_SIGNALS);
RTL_STRUCT(extra, EXTRA_SIGNALS);
static const struct rtl_signal extra_signals[] = {
    {"more", "beside the signal list", "uint8_t", RTL_IN, 4, 1, 1, offsetof(struct extra, in.more)},
    {"wide", "an output there", "uint64_t", RTL_OUT, 33, 1, 1, offsetof(struct extra, q.wide)},
};
const struct rtl_module extra_rtl = {"extra", extra_signals, 2, offsetof(struct extra, d) - offsetof(struct extra, q)};

static void reset_sample(void *state, void *payload, struct stimulus *random)
{
    (void)payload, (void)random;
    memset(state, 0, sizeof(struct sample));
    ((struct sample *)state)->q.sum = 0x1ab;
}

static const struct lockstep_module sample = {.name = "sample",
                                              .top = "sample",
                                              .doc = "a sample",
                                              .signals = &sample_rtl,
                                              .payload = &extra_rtl,
                                              .state_size = sizeof(struct sample),
                                              .payload_size = sizeof(struct extra),
                                              .reset = reset_sample};

/* ---- ports ------------------------------------------------------------------------------------------------------ */

static const char good_header[] = "    VL_IN8(&clk,0,0);\n"
                                  "    VL_IN8(&rst,0,0);\n"
                                  "    VL_IN8(&i_go,0,0);\n"
                                  "    VL_IN16(&i_steps,14,0);\n"
                                  "    VL_INW(&i_operand,511,0,16);\n"
                                  "    VL_OUT16(&o_sum,8,0);\n"
                                  "    VL_IN8(&i_more,3,0);\n"
                                  "    VL_OUT64(&o_wide,32,0);\n";

static char class_path[4096], record_path[4096], damaged_path[4096]; /* beside the program */

/* What ports_agree says about a class with this text. */
static bool agrees(const char *text, struct diag *diag)
{
    static struct port_table  expected;
    static struct found_table found;
    FILE                     *file = fopen(class_path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_true(ports_expected(&sample, &expected, NULL));
    assert_true(ports_found(class_path, &found, NULL));
    unlink(class_path);
    return ports_agree(&expected, &found, diag);
}

/* The same with one line of the good header replaced. */
static const char *complaint(const char *line, const char *instead)
{
    static struct diag diag;
    char               text[1024];
    const char        *at = strstr(good_header, line);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good_header), good_header, instead, at + strlen(line));
    diag.what[0] = '\0';
    assert_false(agrees(text, &diag));
    return diag.what;
}

static void ports_are_those_of_both_lists_without_memories(void **unused)
{
    struct port_table table;
    (void)unused;
    assert_true(ports_expected(&sample, &table, NULL));
    assert_int_equal(table.count, 7);
    assert_string_equal(table.port[1].name, "i_steps");
    assert_int_equal(table.port[1].width, 15);
    assert_string_equal(table.port[4].name, "o_count");
    assert_true(table.port[4].optional);
    assert_true(table.port[6].payload && table.port[6].out && !table.port[6].optional);
}

static void a_block_with_all_ports_agrees_and_need_not_show_registers(void **unused)
{
    struct diag diag;
    (void)unused;
    assert_true(agrees(good_header, &diag));
}

static void what_is_wrong_with_a_port_is_named_with_what_was_expected(void **unused)
{
    (void)unused;
    assert_string_equal(complaint("VL_IN8(&i_go,0,0);", ""), "no port i_go: expected an input of 1 bit");
    assert_string_equal(complaint("VL_IN16(&i_steps,14,0);", "VL_IN16(&i_steps,15,0);"),
                        "port i_steps has 16 bits: expected 15 bits: 3 elements of 5 bits");
    assert_string_equal(complaint("VL_OUT16(&o_sum,8,0);", "VL_IN16(&o_sum,8,0);"),
                        "port o_sum is an input: expected an output of 9 bits");
    assert_string_equal(complaint("VL_IN8(&i_more,3,0);", "VL_INOUT8(&i_more,3,0);"),
                        "port i_more is an inout: expected an input of 4 bits");
    assert_string_equal(complaint("VL_IN16(&i_steps,14,0);", "VL_IN8((&i_steps)[3],4,0);"),
                        "port i_steps is an unpacked array: expected a packed input of 15 bits: 3 elements of 5 bits");
    assert_string_equal(complaint("VL_IN8(&clk,0,0);", ""), "no port clk: expected an input of 1 bit");
    assert_string_equal(complaint("VL_OUT64(&o_wide,32,0);", "VL_OUT64(&o_wide,32,0);\nVL_IN8(&i_odd,0,0);"),
                        "input i_odd is unknown: expected only the ports of the template");
    assert_string_equal(complaint("VL_OUT64(&o_wide,32,0);", "VL_OUT64(&o_wide,32,0);\nVL_OUT8(&o_count,0,0);"),
                        "port o_count has 1 bit: expected 32 bits");
}

static void sizes_are_those_that_verilator_chooses(void **unused)
{
    static const unsigned sizes[][2] = {{1, 1},  {8, 1},  {9, 2},   {16, 2},  {17, 4},  {32, 4},
                                        {33, 8}, {64, 8}, {65, 12}, {96, 12}, {512, 64}};
    (void)unused;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        assert_int_equal(wrap_bytes(sizes[i][0]), sizes[i][1]);
}

/* ---- templates -------------------------------------------------------------------------------------------------- */

static void a_template_has_ports_documents_and_reset_values(void **unused)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&text, &size);
    (void)unused;
    assert_true(template_write(out, &sample, NULL, 0, NULL));
    fclose(out);
    assert_non_null(strstr(text, "module sample (\n"));
    assert_non_null(strstr(text, "    // three of five bits\n    input  logic [2:0][4:0]   i_steps,\n"));
    assert_non_null(strstr(text, "    input  logic [15:0][31:0] i_operand,\n"));
    assert_non_null(strstr(text, "    output logic [32:0]       o_wide\n);\n"));
    assert_non_null(strstr(text, "            o_sum <= 9'h1ab;\n"));
    assert_non_null(strstr(text, "            o_wide <= '0;\n"));
    assert_non_null(strstr(text, "    //   output logic [31:0] o_count: a register\n"));
    assert_null(strstr(text, "rows"));
    free(text);
}

static void every_module_has_a_template_and_fits_its_machine(void **unused)
{
    (void)unused;
    assert_true(lockstep_module_count > 0);
    for (unsigned i = 0; i < lockstep_module_count; i++) {
        const struct lockstep_module *module = lockstep_modules[i];
        char                         *text = NULL;
        size_t                        size = 0;
        FILE                         *out = open_memstream(&text, &size);
        assert_ptr_equal(lockstep_find(module->name), module);
        assert_true(template_write(out, module, NULL, 0, NULL));
        fclose(out);
        assert_true(size > 200);
        free(text);
        assert_true(module->first + module->count <= SIMD_MODULES);
    }
    assert_null(lockstep_find("nothing"));
}

/* Every module by number is one instance, each another one, of the table that a lockstep module has, unless its block
 * is a part with ports of its own. */
static void module_numbers_lead_to_instances(void **unused)
{
    static char         paths[SIMD_INSTANCES][SIMD_PATH];
    struct rtl_instance instances[SIMD_INSTANCES];
    struct simd        *simd = calloc(1, sizeof *simd);
    const unsigned      count = simd_instances(simd, "gpu", paths, instances);
    unsigned            seen[SIMD_INSTANCES] = {0};
    (void)unused;
    for (unsigned m = 0; m < SIMD_MODULES; m++) {
        unsigned i = 0;
        while (i < count && instances[i].state != simd_module_state(simd, m))
            i++;
        assert_true(i < count);
        assert_int_equal(seen[i]++, 0);
        for (unsigned k = 0; k < lockstep_module_count; k++)
            if (!lockstep_modules[k]->part && m >= lockstep_modules[k]->first &&
                m < lockstep_modules[k]->first + lockstep_modules[k]->count)
                assert_ptr_equal(instances[i].module, lockstep_modules[k]->signals);
    }
    free(simd);
}

/* ---- records ---------------------------------------------------------------------------------------------------- */

enum { CLOCKS = 50 };

static void inputs_of(unsigned clock, struct sample *state, struct extra *payload)
{
    struct stimulus random;
    stimulus_seed(&random, clock / 3); /* some clocks are like the one before */
    state->in.go = stimulus_bits(&random, 1);
    for (unsigned i = 0; i < 3; i++)
        state->in.steps.element[i] = (uint8_t)stimulus_bits(&random, 5);
    stimulus_quarter(&random, &state->in.operand);
    payload->in.more = clock % 2 ? 9 : 3;
}

static int write_record(void **unused)
{
    struct sample  state = {.q = {0}};
    struct extra   payload = {.q = {0}};
    struct record *record = record_create(record_path, &sample, NULL);
    (void)unused;
    for (unsigned clock = 0; clock <= CLOCKS; clock++) {
        inputs_of(clock, &state, &payload);
        record_put(record, &state, &payload);
    }
    return record_close(record, NULL) ? 0 : -1;
}

static int remove_record(void **unused)
{
    (void)unused;
    return unlink(record_path);
}

static void a_record_gives_back_every_input_of_every_clock(void **unused)
{
    struct sample  state = {.q = {0}}, expected = {.q = {0}};
    struct extra   payload = {.q = {0}}, more = {.q = {0}};
    struct record *record = record_open(record_path, &sample, NULL);
    (void)unused;
    assert_non_null(record);
    assert_int_equal(record_cycles(record), CLOCKS);
    for (unsigned clock = 0; clock <= CLOCKS; clock++) {
        assert_true(record_next(record, &state, &payload));
        inputs_of(clock, &expected, &more);
        assert_memory_equal(&state.in, &expected.in, sizeof state.in);
        assert_int_equal(payload.in.more, more.in.more);
    }
    assert_false(record_next(record, &state, &payload));
    assert_true(record_close(record, NULL));
}

/* Opens the record with one byte changed, or cut to a length. */
static const char *refusal(long changed, size_t length)
{
    static struct diag diag;
    const char *const  path = damaged_path;
    unsigned char      bytes[1 << 16];
    FILE              *file = fopen(record_path, "rb");
    size_t             size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (changed >= 0)
        bytes[changed] ^= 1;
    file = fopen(path, "wb");
    fwrite(bytes, 1, length < size ? length : size, file);
    fclose(file);
    diag.what[0] = '\0';
    assert_null(record_open(path, &sample, &diag));
    unlink(path);
    return diag.what;
}

static void damaged_records_are_refused(void **unused)
{
    (void)unused;
    assert_non_null(strstr(refusal(0, SIZE_MAX), "not a record of inputs"));
    assert_non_null(strstr(refusal(8, SIZE_MAX), "version"));
    assert_non_null(strstr(refusal(17, SIZE_MAX), "another module"));
    assert_non_null(strstr(refusal(24, SIZE_MAX), "checksum"));
    assert_non_null(strstr(refusal(100, SIZE_MAX), "checksum"));
    assert_non_null(strstr(refusal(-1, 200), "checksum"));
    assert_non_null(strstr(refusal(-1, 20), "truncated"));
    assert_non_null(strstr(refusal(-1, 0), "not a record"));
}

static void a_record_that_was_never_closed_is_refused(void **unused)
{
    const char *const path = damaged_path;
    struct diag       diag = {.line = 0};
    struct record    *record = record_create(path, &sample, NULL);
    (void)unused;
    assert_non_null(record);
    struct record *other = record_open(path, &sample, &diag);
    assert_null(other);
    record_close(record, NULL);
    unlink(path);
}

int main(int argc, char **argv)
{
    (void)argc;
    snprintf(class_path, sizeof class_path, "%s.h", argv[0]);
    snprintf(record_path, sizeof record_path, "%s.record", argv[0]);
    snprintf(damaged_path, sizeof damaged_path, "%s.damaged", argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ports_are_those_of_both_lists_without_memories),
        cmocka_unit_test(a_block_with_all_ports_agrees_and_need_not_show_registers),
        cmocka_unit_test(what_is_wrong_with_a_port_is_named_with_what_was_expected),
        cmocka_unit_test(sizes_are_those_that_verilator_chooses),
        cmocka_unit_test(a_template_has_ports_documents_and_reset_values),
        cmocka_unit_test(every_module_has_a_template_and_fits_its_machine),
        cmocka_unit_test(module_numbers_lead_to_instances),
        cmocka_unit_test_setup_teardown(a_record_gives_back_every_input_of_every_clock, write_record, remove_record),
        cmocka_unit_test_setup_teardown(damaged_records_are_refused, write_record, remove_record),
        cmocka_unit_test(a_record_that_was_never_closed_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
