/* test_lockstep.c - tests of tb/lockstep that need no Verilator: ports, templates, records, where modules lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kit/hash.h"
#include "kit/walk.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/build/wrap.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/ports.h"
#include "tb/lockstep/records/record.h"
#include "tb/lockstep/rows.h"
#include "tb/lockstep/template.h"

/* ---- a module of every kind of signal --------------------------------------------------------------------------- */

typedef struct {
    uint8_t element[3];
} three_t;

/* clang-format off */
#define SAMPLE_SIGNALS(S)                                                                              \
    S(EN,   bool,      go,       1, "go")                                                              \
    S(IN,   three_t,   steps,    5, "three of five bits")                                              \
    S(IN,   quarter_t, operand, 32, "a word a lane")                                                   \
    S(BUS,  three_t,   more,     5, "what lies elsewhere", 2)                                          \
    S(FAR,  three_t,   table,    7, "a memory elsewhere", 9)                                           \
    S(FAR,  uint8_t,   host,     8, "no port")                                                         \
    S(OUT,  uint16_t,  sum,      9, "nine bits")                                                       \
    S(OUT,  uint64_t,  wide,    33, "combinational: an output that follows")                           \
    S(REG,  uint32_t,  count,   32, "a register")                                                      \
    S(STAT, uint32_t,  events,  32, "a statistic")                                                     \
    S(MEM,  three_t,   rows,     5, "a memory", 4)                                                     \
    S(MEM,  three_t,   own,      5, "a memory that no other module reads", 4)
/* clang-format on */
RTL_STRUCT(sample, SAMPLE_SIGNALS);
RTL_TABLE(sample, SAMPLE_SIGNALS);

static void reset_sample(void *state, void *driver, struct stimulus *random)
{
    (void)driver, (void)random;
    memset(state, 0, sizeof(struct sample));
    ((struct sample *)state)->q.sum = 0x1ab;
}

/* Element e of `table` is read at row steps[e]; steps[0] names the row that is written. */
static void sample_reads(const void *state, unsigned far, uint16_t *row)
{
    assert_int_equal(far, 0);
    for (unsigned e = 0; e < 3; e++)
        row[e] = ((const struct sample *)state)->in.steps.element[e];
}
static void sample_touches(const void *state, struct rows *rows)
{
    const struct sample *sample = state;
    if (sample->in.go)
        rows_touch(rows, &sample->rows[sample->in.steps.element[0]], 1);
    rows_touch(rows, sample->rows + 1, 2);
}

static const char *const inner[] = {"own", NULL};

static const struct lockstep_module sample = {.name = "sample",
                                              .top = "sample",
                                              .doc = "a sample",
                                              .signals = &sample_rtl,
                                              .state_size = sizeof(struct sample),
                                              .reset = reset_sample,
                                              .touches = sample_touches,
                                              .inner = inner,
                                              .reads = sample_reads};

/* ---- ports ------------------------------------------------------------------------------------------------------ */

static const char good_header[] = "    VL_IN8(&clk,0,0);\n"
                                  "    VL_IN8(&rst,0,0);\n"
                                  "    VL_IN8(&i_go,0,0);\n"
                                  "    VL_IN16(&i_steps,14,0);\n"
                                  "    VL_INW(&i_operand,511,0,16);\n"
                                  "    VL_OUT16(&o_sum,8,0);\n"
                                  "    VL_IN(&i_more,29,0);\n"
                                  "    VL_OUT64(&o_wide,32,0);\n"
                                  "    VL_OUT16(&o_table_row,11,0);\n"
                                  "    VL_IN(&i_table,20,0);\n";

static char class_path[4096], record_path[4096], damaged_path[4096]; /* beside the program */

/* What ports_agree says about a class with this text, of a block beside its module or in its place. */
static bool agrees_as(const struct lockstep_module *module, const char *text, bool replaces, struct diag *diag)
{
    static struct port_table  expected;
    static struct found_table found;
    FILE                     *file = fopen(class_path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_true(ports_expected(module, &expected, NULL));
    assert_true(ports_found(class_path, &found, NULL));
    unlink(class_path);
    return ports_agree(&expected, &found, replaces, diag);
}

static bool agrees(const char *text, struct diag *diag)
{
    return agrees_as(&sample, text, false, diag);
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

static void every_port_comes_from_the_list(void **unused)
{
    static const struct {
        const char    *name;
        unsigned       width;
        bool           out, optional, beside;
        enum port_role role;
    } expected[] = {
        {"i_go", 1, false, false, false, PORT_SIGNAL},
        {"i_steps", 15, false, false, false, PORT_SIGNAL},
        {"i_operand", 512, false, false, false, PORT_SIGNAL},
        {"i_more", 30, false, false, true, PORT_BUS},
        {"o_sum", 9, true, false, false, PORT_SIGNAL},
        {"o_wide", 33, true, false, false, PORT_SIGNAL},
        {"o_count", 32, true, true, false, PORT_SIGNAL},
        {"o_events", 32, true, true, false, PORT_SIGNAL},
        {"i_rows_row", 6, false, true, true, PORT_ROW}, /* of each element: 0 to 3 */
        {"o_rows", 15, true, true, true, PORT_WORD},
        {"i_own_row", 6, false, true, true, PORT_ROW},
        {"o_own", 15, true, true, true, PORT_WORD},
        {"o_table_row", 12, true, false, true, PORT_ROW}, /* 0 to 8 */
        {"i_table", 21, false, false, true, PORT_WORD},
    };
    static struct port_table table;
    (void)unused;
    assert_true(ports_expected(&sample, &table, NULL));
    assert_int_equal(table.count, sizeof expected / sizeof expected[0]);
    for (unsigned i = 0; i < table.count; i++) {
        const struct port *port = &table.port[i];
        assert_string_equal(port->name, expected[i].name);
        assert_int_equal(port->width, expected[i].width);
        assert_int_equal(port->out, expected[i].out);
        assert_int_equal(port->optional, expected[i].optional);
        assert_int_equal(port->beside, expected[i].beside);
        assert_int_equal(port->role, expected[i].role);
    }
    assert_true(port_follows(&table.port[5]) && port_follows(&table.port[9]) && port_follows(&table.port[12]));
    assert_false(port_follows(&table.port[4]) || port_follows(&table.port[6]) || port_follows(&table.port[13]));
}

static void a_block_with_all_ports_agrees_and_need_not_show_registers(void **unused)
{
    struct diag diag;
    (void)unused;
    assert_true(agrees(good_header, &diag));
}

/* Statistics and memories of others come from there. */
static void in_the_place_of_a_module_a_block_needs_what_the_machine_reads(void **unused)
{
    char        text[1024];
    struct diag diag;
    (void)unused;
    assert_false(agrees_as(&sample, good_header, true, &diag));
    assert_string_equal(
        diag.what, "no port o_events: expected an output of 32 bits, a statistic of the run; "
                   "no port i_rows_row: expected an input of 6 bits: 3 elements of 2 bits, through which the machine "
                   "reads the memory; no port o_rows: expected an output of 15 bits: 3 elements of 5 bits, through "
                   "which the machine reads the memory");
    snprintf(text, sizeof text, "%sVL_OUT(&o_events,31,0);\nVL_IN8(&i_rows_row,5,0);\nVL_OUT16(&o_rows,14,0);\n",
             good_header);
    assert_true(agrees_as(&sample, text, true, &diag));
}

/* All outputs of the local data share are optional. */
static void a_block_without_anything_to_compare_is_refused(void **unused)
{
    static const char empty[] =
        "VL_IN8(&clk,0,0);\nVL_IN8(&rst,0,0);\nVL_IN8(&i_write,3,0);\nVL_IN(&i_write_entry,31,0);\n"
        "VL_IN8(&i_write_dwords,3,0);\nVL_INW(&i_write_data,511,0,16);\n";
    char        text[512];
    struct diag diag;
    (void)unused;
    assert_false(agrees_as(lockstep_find("lds"), empty, false, &diag));
    assert_string_equal(
        diag.what, "nothing to compare: expected an output, register or read port of the template such as o_writes");
    snprintf(text, sizeof text, "%sVL_OUT(&o_other,31,0);\n", empty);
    assert_false(agrees_as(lockstep_find("lds"), text, false, &diag));
    snprintf(text, sizeof text, "%sVL_OUT(&o_writes,31,0);\n", empty);
    assert_true(agrees_as(lockstep_find("lds"), text, false, &diag));
}

static void what_is_wrong_with_a_port_is_named_with_what_was_expected(void **unused)
{
    (void)unused;
    assert_string_equal(complaint("VL_IN8(&i_go,0,0);", ""), "no port i_go: expected an input of 1 bit");
    assert_string_equal(complaint("VL_IN16(&i_steps,14,0);", "VL_IN16(&i_steps,15,0);"),
                        "port i_steps has 16 bits: expected 15 bits: 3 elements of 5 bits");
    assert_string_equal(complaint("VL_OUT16(&o_sum,8,0);", "VL_IN16(&o_sum,8,0);"),
                        "port o_sum is an input: expected an output of 9 bits");
    assert_string_equal(complaint("VL_IN(&i_more,29,0);", "VL_INOUT(&i_more,29,0);"),
                        "port i_more is an inout: expected an input of 30 bits: 6 elements of 5 bits");
    assert_string_equal(complaint("VL_OUT16(&o_table_row,11,0);", ""),
                        "no port o_table_row: expected an output of 12 bits: 3 elements of 4 bits");
    assert_string_equal(complaint("VL_OUT64(&o_wide,32,0);", "VL_OUT64(&o_wide,32,0);\nVL_OUT16(&o_rows,14,0);"),
                        "no port i_rows_row: expected an input of 6 bits: 3 elements of 2 bits");
    assert_string_equal(complaint("VL_OUT64(&o_wide,32,0);", "VL_OUT64(&o_wide,32,0);\nVL_IN16(&i_rows_row,5,0);"),
                        "no port o_rows: expected an output of 15 bits: 3 elements of 5 bits");
    assert_string_equal(complaint("VL_IN16(&i_steps,14,0);", "VL_IN8((&i_steps)[3],4,0);"),
                        "port i_steps is an unpacked array: expected a packed input of 15 bits: 3 elements of 5 bits");
    assert_string_equal(complaint("VL_IN8(&clk,0,0);", ""), "no port clk: expected an input of 1 bit");
    assert_string_equal(
        complaint("VL_OUT64(&o_wide,32,0);", "VL_OUT64(&o_wide,32,0);\nVL_IN8(&i_odd,0,0);"),
        "input i_odd is unknown: expected only the ports of the template, other names with --map THEIRS=OURS");
    assert_string_equal(complaint("VL_OUT64(&o_wide,32,0);", "VL_OUT64(&o_wide,32,0);\nVL_OUT8(&o_count,0,0);"),
                        "port o_count has 1 bit: expected 32 bits");
}

/* ---- buses and memories ----------------------------------------------------------------------------------------- */

static const struct port *port_named(const struct port_table *table, const char *name)
{
    for (unsigned i = 0; i < table->count; i++)
        if (strcmp(table->port[i].name, name) == 0)
            return &table->port[i];
    fail_msg("no port %s", name);
    return NULL;
}

static struct port_table table_of_sample;
static unsigned char     beside_sample[4096] __attribute__((aligned(64)));

static const struct port *sample_port(const char *name)
{
    memset(&table_of_sample, 0, sizeof table_of_sample);
    assert_true(ports_expected(&sample, &table_of_sample, NULL));
    assert_true(table_of_sample.beside <= sizeof beside_sample);
    return port_named(&table_of_sample, name);
}

static void a_bus_leads_to_its_port_or_is_copied_there(void **unused)
{
    static const three_t elsewhere[2] = {{{1, 2, 3}}, {{4, 5, 6}}};
    static const three_t nothing[2];
    struct sample        state = {.in.more = elsewhere};
    const struct port   *bus = sample_port("i_more");
    const unsigned char *place = port_place(bus, &state, beside_sample);
    (void)unused;
    ports_take_buses(&table_of_sample, &state, beside_sample);
    assert_memory_equal(place, elsewhere, sizeof elsewhere);
    state.in.more = NULL;
    ports_take_buses(&table_of_sample, &state, beside_sample);
    assert_memory_equal(place, nothing, sizeof nothing);
    ports_connect(&table_of_sample, &state, beside_sample);
    assert_ptr_equal(state.in.more, place);
}

static void rows_that_may_change_are_those_that_the_adapter_names(void **unused)
{
    struct sample            state = {.in.go = true, .in.steps = {{3, 0, 0}}};
    struct lockstep_module   ignorant = sample;
    struct rows              rows;
    const struct rtl_signal *memory = rtl_find(&sample_rtl, "rows");
    (void)unused;
    rows_find(&sample, &state, &rows);
    assert_int_equal(rows_of(&rows, memory), 3);
    assert_int_equal(rows_at(&rows, memory, 0), 3);
    assert_int_equal(rows_at(&rows, memory, 1), 1);
    assert_int_equal(rows_at(&rows, memory, 2), 2);
    assert_int_equal(rows_of(&rows, rtl_find(&sample_rtl, "count")), 0);
    ignorant.touches = NULL;
    rows_find(&ignorant, &state, &rows);
    assert_int_equal(rows_of(&rows, memory), 4);
}

static void a_read_port_shows_the_row_of_each_element(void **unused)
{
    struct sample      state = {.rows = {{{1, 2, 3}}, {{4, 5, 6}}, {{7, 8, 9}}, {{10, 11, 12}}}};
    const struct port *row = sample_port("i_rows_row");
    (void)unused;
    rows_name(row, beside_sample, 0, 2);
    rows_name(row, beside_sample, 1, 0);
    rows_name(row, beside_sample, 2, 3);
    assert_int_equal(rows_named(row, beside_sample, 2), 3);
    rows_show(&table_of_sample, &state, beside_sample);
    assert_memory_equal(port_place(row + 1, &state, beside_sample), ((uint8_t[]){7, 2, 12}), 3);
}

static void a_far_memory_answers_where_it_is_asked_and_takes_what_it_is_given(void **unused)
{
    three_t            memory[9] = {[2] = {{21, 22, 23}}, [8] = {{81, 82, 83}}};
    struct sample      state = {.in = {.steps = {{2, 8, 9}}, .table = memory}};
    const struct port *row = sample_port("o_table_row");
    unsigned char     *word = port_place(row + 1, &state, beside_sample);
    (void)unused;
    rows_ask(&sample, &table_of_sample, &state, beside_sample);
    assert_int_equal(rows_named(row, beside_sample, 1), 8);
    rows_gather(&table_of_sample, &state, beside_sample);
    assert_memory_equal(word, ((uint8_t[]){21, 82, 0}), 3); /* it has no row 9 */
    word[0] = 99;
    rows_scatter(&table_of_sample, &state, beside_sample);
    assert_int_equal(memory[2].element[0], 99);
    assert_int_equal(memory[8].element[0], 81);
    state.in.table = NULL;
    rows_gather(&table_of_sample, &state, beside_sample);
    assert_memory_equal(word, ((uint8_t[]){0, 0, 0}), 3);
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
    assert_non_null(strstr(text, "    output logic [2:0][3:0]   o_table_row,\n"));
    assert_non_null(strstr(text, "    // a memory elsewhere\n    input  logic [2:0][6:0]   i_table\n);\n"));
    assert_non_null(strstr(text, "    // a statistic\n    output logic [31:0]       o_events,\n"));
    assert_non_null(strstr(text, "    // a memory\n    output logic [2:0][4:0]   o_rows,\n"));
    assert_non_null(strstr(text, "            o_events <= '0;\n"));
    assert_non_null(strstr(text, "    assign o_rows = '0;\n"));
    assert_non_null(strstr(text, "            o_sum <= 9'h1ab;\n"));
    assert_non_null(strstr(text, "    assign o_wide = '0;\n"));
    assert_null(strstr(text, "o_wide <="));
    assert_non_null(strstr(text, "    //   output logic [31:0] o_count: a register\n"));
    assert_non_null(
        strstr(text, "    //   input  logic [2:0][1:0] i_own_row: own: the row that is read, of each element\n"));
    assert_non_null(strstr(text, "    //   output logic [2:0][4:0] o_own: a memory that no other module reads\n"));
    assert_null(strstr(text, "host"));
    free(text);
}

/* Of two rows of a list, one with a row port, two ports would have one name. */
static void names_of_ports_are_one_each(const struct lockstep_module *module)
{
    static struct port_table ports;
    assert_true(ports_expected(module, &ports, NULL));
    for (unsigned i = 0; i < ports.count; i++)
        for (unsigned before = 0; before < i; before++)
            if (strcmp(ports.port[i].name, ports.port[before].name) == 0)
                fail_msg("%s: two ports are called %s", module->name, ports.port[i].name);
}

static void every_module_of_the_machine_has_a_template(void **unused)
{
    const struct lockstep_module *module;
    unsigned                      count = 0;
    (void)unused;
    for (; (module = lockstep_plain(count)); count++) {
        char  *text = NULL, head[80];
        size_t size = 0;
        FILE  *out = open_memstream(&text, &size);
        snprintf(head, sizeof head, "module %s (\n", module->name);
        assert_true(template_write(out, module, NULL, 0, NULL));
        fclose(out);
        assert_non_null(strstr(text, head));
        free(text);
        assert_ptr_equal(lockstep_find_plain(module->name), module);
        names_of_ports_are_one_each(module);
        const struct lockstep_module *twin = lockstep_find(module->name);
        assert_true(!twin || twin->part || twin->signals == module->signals); /* a part has ports of its own */
    }
    assert_true(count >= 20);
    assert_non_null(lockstep_find_plain("arbiter"));
    assert_null(lockstep_find_plain("constant_file")); /* nothing drives it */
}

static void modules_of_other_machines_have_templates(void **unused)
{
    static const struct lockstep_module *(*const of[])(unsigned) = {lockstep_r580_plain, lockstep_nv30_plain};
    static const char *const some[] = {"us_pixels", "nv30_crossbar_in"};
    (void)unused;
    for (unsigned machine = 0; machine < 2; machine++) {
        const struct lockstep_module *module;
        unsigned                      count = 0;
        for (; (module = of[machine](count)); count++) {
            char  *text = NULL, head[80];
            size_t size = 0;
            FILE  *out = open_memstream(&text, &size);
            snprintf(head, sizeof head, "module %s (\n", module->name);
            names_of_ports_are_one_each(module);
            assert_true(template_write(out, module, NULL, 0, NULL));
            fclose(out);
            assert_non_null(strstr(text, head));
            free(text);
            assert_ptr_equal(lockstep_find_plain(module->name), module);
        }
        assert_true(count >= 12);
        assert_non_null(lockstep_find_plain(some[machine]));
    }
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

static void inputs_of(unsigned clock, struct sample *state, uint8_t *more)
{
    struct stimulus random;
    stimulus_seed(&random, clock / 3); /* some clocks are like the one before */
    state->in.go = stimulus_bits(&random, 1);
    for (unsigned i = 0; i < 3; i++)
        state->in.steps.element[i] = (uint8_t)stimulus_bits(&random, 5);
    stimulus_quarter(&random, &state->in.operand);
    *more = clock % 2 ? 9 : 3;
}

static int write_record(void **unused)
{
    struct sample  state = {.q = {0}};
    uint8_t       *more = port_place(sample_port("i_more"), &state, beside_sample);
    struct record *record = record_create(record_path, &sample, NULL);
    (void)unused;
    for (unsigned clock = 0; clock <= CLOCKS; clock++) {
        inputs_of(clock, &state, more);
        record_put(record, &state, beside_sample);
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
    uint8_t       *more = port_place(sample_port("i_more"), &state, beside_sample), expected_more;
    struct record *record = record_open(record_path, &sample, NULL, NULL);
    (void)unused;
    assert_non_null(record);
    assert_int_equal(record_cycles(record), CLOCKS);
    for (unsigned clock = 0; clock <= CLOCKS; clock++) {
        assert_true(record_next(record, &state, beside_sample));
        inputs_of(clock, &expected, &expected_more);
        assert_memory_equal(&state.in, &expected.in, sizeof state.in);
        assert_int_equal(*more, expected_more);
    }
    assert_false(record_next(record, &state, beside_sample));
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
    assert_null(record_open(path, &sample, NULL, &diag));
    unlink(path);
    return diag.what;
}

static void damaged_records_are_refused(void **unused)
{
    (void)unused;
    assert_non_null(strstr(refusal(0, SIZE_MAX), "not a record of inputs"));
    assert_non_null(strstr(refusal(8, SIZE_MAX), "version"));
    assert_non_null(strstr(refusal(17, SIZE_MAX), "checksum"));
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
    struct record *other = record_open(path, &sample, NULL, &diag);
    assert_null(other);
    record_close(record, NULL);
    unlink(path);
}

/* The inputs at reset alone: no run writes it. */
static void a_record_without_a_clock_is_refused(void **unused)
{
    enum { HEAD = 32, TEXT_AT = 16, CLOCKS_AT = 24, ROOM = 4096 };
    unsigned char  data[ROOM] = {0};
    struct diag    diag = {.line = 0};
    struct sample *state = calloc(1, sizeof *state);
    struct record *record = record_create(damaged_path, &sample, NULL);
    (void)unused;
    assert_true(state && record);
    for (unsigned i = 0; i < 2; i++)
        record_put(record, state, beside_sample);
    assert_true(record_close(record, NULL));
    FILE        *file = fopen(damaged_path, "r+b");
    const size_t size = fread(data, 1, sizeof data, file);
    const size_t text = data[TEXT_AT] + 256u * data[TEXT_AT + 1];
    const size_t map = text + (size - HEAD - text - 8) / 2; /* of each clock: nothing has changed */
    assert_true(size < ROOM && size > HEAD + text + 8 && (size - HEAD - text) % 2 == 0 && data[CLOCKS_AT] == 1);
    data[CLOCKS_AT] = 0;
    const uint64_t hash = hash_bytes(hash_bytes(HASH_START, data + HEAD, map), data, HEAD);
    memcpy(data + HEAD + map, &hash, sizeof hash);
    rewind(file);
    assert_int_equal(fwrite(data, 1, HEAD + map + 8, file), HEAD + map + 8);
    fclose(file);
    assert_int_equal(truncate(damaged_path, (off_t)(HEAD + map + 8)), 0);
    assert_null(record_open(damaged_path, &sample, NULL, &diag));
    assert_string_equal(diag.what, "nothing to compare: expected a record of at least one clock");
    unlink(damaged_path);
    free(state);
}

int main(int argc, char **argv)
{
    (void)argc;
    snprintf(class_path, sizeof class_path, "%s.h", argv[0]);
    snprintf(record_path, sizeof record_path, "%s.record", argv[0]);
    snprintf(damaged_path, sizeof damaged_path, "%s.damaged", argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_port_comes_from_the_list),
        cmocka_unit_test(a_block_with_all_ports_agrees_and_need_not_show_registers),
        cmocka_unit_test(in_the_place_of_a_module_a_block_needs_what_the_machine_reads),
        cmocka_unit_test(a_block_without_anything_to_compare_is_refused),
        cmocka_unit_test(what_is_wrong_with_a_port_is_named_with_what_was_expected),
        cmocka_unit_test(a_bus_leads_to_its_port_or_is_copied_there),
        cmocka_unit_test(rows_that_may_change_are_those_that_the_adapter_names),
        cmocka_unit_test(a_read_port_shows_the_row_of_each_element),
        cmocka_unit_test(a_far_memory_answers_where_it_is_asked_and_takes_what_it_is_given),
        cmocka_unit_test(sizes_are_those_that_verilator_chooses),
        cmocka_unit_test(a_template_has_ports_documents_and_reset_values),
        cmocka_unit_test(every_module_of_the_machine_has_a_template),
        cmocka_unit_test(modules_of_other_machines_have_templates),
        cmocka_unit_test(every_module_has_a_template_and_fits_its_machine),
        cmocka_unit_test(module_numbers_lead_to_instances),
        cmocka_unit_test_setup_teardown(a_record_gives_back_every_input_of_every_clock, write_record, remove_record),
        cmocka_unit_test_setup_teardown(damaged_records_are_refused, write_record, remove_record),
        cmocka_unit_test(a_record_that_was_never_closed_is_refused),
        cmocka_unit_test(a_record_without_a_clock_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
