/* test_wekiva.c - the public library: programs, launches, machines, results, bad input. */
#include "tb/unit/library/wekiva_kit.h"

/* ---- programs and launches ----------------------------------------------------------------------------------- */

static void everything_may_come_from_memory(void **state)
{
    (void)state;
    struct wk_machine *machine = triple_machine(NULL);
    struct wk_export   target;
    uint32_t           value[4];
    unsigned           written;
    assert_int_equal(wk_threads(machine), 64);
    assert_int_equal(wk_export_count(machine), 0);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_export_count(machine), 1);
    assert_int_equal(wk_export_at(machine, 0, &target), WK_OK);
    assert_int_equal(target.type, WK_EXPORT_PIXEL);
    assert_string_equal(target.name, "PIX0");
    assert_int_equal(target.array_base, 0);
    for (unsigned t = 0; t < 64; t++) {
        float x;
        assert_int_equal(wk_export_value(machine, 0, t, value, &written), WK_OK);
        memcpy(&x, value, sizeof x);
        assert_true(x == 3.0f * (float)t + 1.0f);
        assert_int_equal(value[1], 0);
        assert_int_equal(value[3], 0x3f800000);
        assert_int_equal(written, 15);
        assert_int_equal(wk_killed(machine, t), 0);
    }
    wk_destroy(machine);
}

static void programs_that_are_none_are_refused(void **state)
{
    (void)state;
    struct wk_program *program = (struct wk_program *)&said;
    size_t             length;
    ASSERT_REFUSED(wk_program_load(in_folder("none"), &program, &said), WK_REFUSED, "No such file");
    assert_null(program);
    assert_string_equal(said.file, in_folder("none"));
    ASSERT_REFUSED(wk_program_load(folder, &program, &said), WK_REFUSED, "directory");
    ASSERT_REFUSED(wk_program_parse("a.s", "ALU\n  0 x: NOSUCH R0.x\n", 22, &program, &said), WK_REFUSED, "NOSUCH");
    assert_string_equal(said.file, "a.s");
    assert_int_equal(said.line, 2);
    ASSERT_REFUSED(wk_program_parse("empty", "", 0, &program, &said), WK_REFUSED, "empty");
    ASSERT_REFUSED(wk_program_load(NULL, &program, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_program_load("x", NULL, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_program_parse(NULL, "", 0, &program, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_program_parse("x", NULL, 0, &program, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_program_load(in_folder("none"), &program, NULL), WK_REFUSED);
    wk_program_free(NULL);
    /* An object that has been cut anywhere is refused, and frees what it took. */
    char *object = slurp(FADD "prog.o", &length);
    for (size_t cut = 0; cut < length; cut += 37)
        if (wk_program_parse("cut", object, cut, &program, NULL) == WK_OK)
            wk_program_free(program);
    free(object);
}

static void launches_that_are_none_are_refused(void **state)
{
    (void)state;
    struct wk_launch *launch = (struct wk_launch *)&said;
    size_t            length;
    const char        wrong[] = "{\"wekiva\": 1,\n\"stage\": \"xs\", \"threads\": 1}";
    ASSERT_REFUSED(wk_launch_load(in_folder("none"), &launch, &said), WK_REFUSED, "No such file");
    assert_null(launch);
    ASSERT_REFUSED(wk_launch_parse("w.json", wrong, sizeof wrong - 1, NULL, 0, &launch, &said), WK_REFUSED, "stage");
    assert_string_equal(said.file, "w.json");
    assert_int_equal(said.line, 2);
    /* The file that is not given is looked for beside the name. */
    ASSERT_REFUSED(
        wk_launch_parse(in_folder("x.json"), triple_launch, sizeof triple_launch - 1, NULL, 0, &launch, &said),
        WK_REFUSED, "in.bin: No such file");
    const struct wk_file empty = {"in.bin", NULL, 0}, nameless = {NULL, "", 0}, nothing = {"in.bin", NULL, 5};
    ASSERT_REFUSED(wk_launch_parse("x", triple_launch, sizeof triple_launch - 1, &empty, 1, &launch, &said), WK_REFUSED,
                   "in.bin has 0 bytes, expected 1024");
    ASSERT_REFUSED(wk_launch_parse("x", triple_launch, sizeof triple_launch - 1, &nameless, 1, &launch, &said),
                   WK_BAD_ARGUMENT, "a file without");
    ASSERT_REFUSED(wk_launch_parse("x", triple_launch, sizeof triple_launch - 1, &nothing, 1, &launch, &said),
                   WK_BAD_ARGUMENT, "a file without");
    ASSERT_REFUSED(wk_launch_parse("x", "{}", 2, NULL, 1, &launch, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_launch_parse("x", NULL, 0, NULL, 0, &launch, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_launch_load(NULL, &launch, &said), WK_BAD_ARGUMENT, "NULL");
    wk_launch_free(NULL);
    char *text = slurp(FADD "launch.json", &length);
    for (size_t cut = 0; cut + 2 < length; cut += 7) {
        assert_int_equal(wk_launch_parse(FADD "launch.json", text, cut, NULL, 0, &launch, NULL), WK_REFUSED);
        assert_null(launch);
    }
    free(text);
}

/* Of strings alone. */
static void a_launch_and_its_settings_are_a_machine(void **state)
{
    (void)state;
    struct wk_machine *machine = (struct wk_machine *)&said;
    ASSERT_REFUSED(wk_create_launch("none.json", "simds=1", &machine, &said), WK_REFUSED, "No such file");
    assert_null(machine);
    ASSERT_REFUSED(wk_create_launch(FADD "launch.json", "simds=1 no_such=1", &machine, &said), WK_REFUSED,
                   "no_such=1: unknown chip parameter");
    ASSERT_REFUSED(wk_create_launch(FADD "launch.json", " ic_miss_clk ", &machine, &said), WK_REFUSED,
                   "ic_miss_clk: expected NAME=VALUE");
    ASSERT_REFUSED(wk_create_launch(NULL, "", &machine, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_create_launch(FADD "launch.json", NULL, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_create_launch(FADD "launch.json", "\tsimds=1  ic_miss_clk=40 ", &machine, &said), WK_OK);
    struct wk_signal signal;
    assert_int_equal(wk_find(machine, "gpu.simd1.rotation.o_quarter", &signal, NULL), WK_NO_SIGNAL);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    const uint64_t soon = wk_cycle(machine);
    wk_destroy(machine);
    assert_int_equal(wk_create_launch(FADD "launch.json", "simds=1 ic_miss_clk=400", &machine, &said), WK_OK);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_true(wk_cycle(machine) > soon + 300); /* a miss at least */
    wk_destroy(machine);
    assert_int_equal(wk_create_launch(FADD "launch.json", NULL, &machine, &said), WK_OK);
    wk_destroy(machine);
}

/* What SystemVerilog takes for as many bits (tools/export/export_package.c). */
_Static_assert(sizeof(struct wk_diagnostic) == 1544 && offsetof(struct wk_diagnostic, line) == 512 &&
                   offsetof(struct wk_diagnostic, text) == 520,
               "wekiva_launch of wekiva_pkg.sv");
_Static_assert(sizeof(struct wk_comparison) == 280 && offsetof(struct wk_comparison, match) == 4 &&
                   offsetof(struct wk_comparison, first) == 24,
               "wekiva_matches of wekiva_pkg.sv");

/* ---- machines ------------------------------------------------------------------------------------------------ */

static void options_are_checked(void **state)
{
    (void)state;
    struct wk_launch  *launch;
    struct wk_machine *machine = (struct wk_machine *)&said;
    const char *const unknown[] = {"ic_miss_clk=40", "no_such=1"}, *const wide[] = {"ic_miss_clk=0"};
    const char *const word[] = {"ic_miss_clk=x"}, *const bare[] = {"ic_miss_clk"}, *const null[] = {NULL};
    const struct wk_options chip = {.chip = "rv999"}, two = {.settings = unknown, .setting_count = 2},
                            one = {.settings = wide, .setting_count = 1}, text = {.settings = word, .setting_count = 1},
                            name = {.settings = bare, .setting_count = 1},
                            none = {.settings = null, .setting_count = 1}, lost = {.setting_count = 1};
    assert_int_equal(wk_launch_load(FADD "launch.json", &launch, &said), WK_OK);
    ASSERT_REFUSED(wk_create(NULL, launch, &chip, &machine, &said), WK_REFUSED, "rv999");
    assert_null(machine);
    ASSERT_REFUSED(wk_create(NULL, launch, &two, &machine, &said), WK_REFUSED, "no_such=1: unknown chip parameter");
    ASSERT_REFUSED(wk_create(NULL, launch, &one, &machine, &said), WK_REFUSED, "ic_miss_clk=0: ic_miss_clk is 0");
    ASSERT_REFUSED(wk_create(NULL, launch, &text, &machine, &said), WK_REFUSED,
                   "ic_miss_clk=x: expected a whole number");
    ASSERT_REFUSED(wk_create(NULL, launch, &name, &machine, &said), WK_REFUSED, "ic_miss_clk: expected NAME=VALUE");
    ASSERT_REFUSED(wk_create(NULL, launch, &none, &machine, &said), WK_REFUSED, "NULL");
    ASSERT_REFUSED(wk_create(NULL, launch, &lost, &machine, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_create(NULL, NULL, NULL, &machine, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_create(NULL, launch, NULL, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    wk_launch_free(launch);
    /* The launch's own chip, which an option overrides. */
    const char text_chip[] = "{\"wekiva\": 1, \"chip\": \"r580\", \"program\": \"" FADD
                             "prog.o\",\n\"stage\": \"ps\", \"threads\": 64, \"num_gprs\": 1, \"stack_size\": 0}";
    const struct wk_options rv730 = {.chip = "rv730"};
    assert_int_equal(wk_launch_parse("x", text_chip, sizeof text_chip - 1, NULL, 0, &launch, &said), WK_OK);
    ASSERT_REFUSED(wk_create(NULL, launch, NULL, &machine, &said), WK_REFUSED, "expected assembly, a hex dump");
    assert_int_equal(wk_create(NULL, launch, &rv730, &machine, &said), WK_OK);
    wk_destroy(machine);
    wk_launch_free(launch);
    const char text_none[] = "{\"wekiva\": 1,\n\"chip\": \"r999\", \"stage\": \"ps\", \"threads\": 1}";
    assert_int_equal(wk_launch_parse("x", text_none, sizeof text_none - 1, NULL, 0, &launch, &said), WK_OK);
    ASSERT_REFUSED(wk_create(NULL, launch, NULL, &machine, &said), WK_REFUSED, "chip: 'r999': neither rv770");
    assert_int_equal(said.line, 2);
    wk_launch_free(launch);
    /* One that names no program, and none is given. */
    const char text_without[] =
        "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 1, \"num_gprs\": 1, \"stack_size\": 0}";
    assert_int_equal(wk_launch_parse("x", text_without, sizeof text_without - 1, NULL, 0, &launch, &said), WK_OK);
    ASSERT_REFUSED(wk_create(NULL, launch, NULL, &machine, &said), WK_REFUSED, "no program");
    wk_launch_free(launch);
}

/* 933 (ten SIMDs) and 209 (one) are cycles that `wekiva run` prints in README.md. */
static void the_clock_counts_as_the_command_does(void **state)
{
    (void)state;
    const char *const       setting[] = {"ic_miss_clk=40"};
    const struct wk_options fast = {.settings = setting, .setting_count = 1};
    const char *const       ten = "simds=10";
    const struct wk_options chip = {.settings = &ten, .setting_count = 1};
    struct wk_machine      *machine = machine_of(FADD "launch.json", &chip);
    struct wk_comparison    comparison;
    assert_int_equal(wk_cycle(machine), 0);
    assert_int_equal(wk_state(machine, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 1, &said), WK_OK);
    assert_int_equal(wk_cycle(machine), 1);
    assert_int_equal(wk_clock(machine, 99, &said), WK_OK);
    assert_int_equal(wk_cycle(machine), 100);
    ASSERT_REFUSED(wk_run(machine, 932, &said), WK_LIMIT, "not finished at the limit");
    assert_int_equal(wk_cycle(machine), 932);
    assert_int_equal(wk_compare(machine, &comparison, &said), WK_OK);
    assert_int_equal(wk_clock(machine, UINT64_MAX, &said), WK_FINISHED);
    assert_int_equal(wk_cycle(machine), 933);
    assert_int_equal(wk_clock(machine, 5, &said), WK_FINISHED);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_cycle(machine), 933);
    assert_int_equal(wk_compare(machine, &comparison, &said), WK_OK);
    assert_true(comparison.expected && comparison.match);
    assert_int_equal(comparison.compared, 512);
    assert_int_equal(comparison.wrong, 0);
    assert_string_equal(comparison.first, "");
    wk_destroy(machine);
    machine = machine_of(FADD "launch.json", &fast);
    assert_int_equal(wk_run(machine, 1000, &said), WK_FINISHED);
    assert_int_equal(wk_cycle(machine), 209);
    wk_destroy(machine);
}

/* The program is the call and the export; what the fetch program does is 3 * x + 1, or in its place nothing. */
static void fetch_programs_come_with_the_launch_or_from_the_caller(void **state)
{
    (void)state;
    static const char        call[] = "CALL_FS CALL_COUNT(1) BARRIER\nEXPORT_DONE POS0, R0.x001 EOP BARRIER\n";
    static const char *const texts[] = {"ALU @a BARRIER\nRETURN BARRIER\na:\n  x: MULADD_IEEE R0.x, R0.x, 3.0, 1.0\n",
                                        "RETURN BARRIER\n"};
    static const char        launch_text[] = "{\"wekiva\": 1, \"stage\": \"vs\", \"threads\": 1, \"num_gprs\": 1, "
                                             "\"stack_size\": 1, \"fetch_shader\": \"fetch.s\", \"gprs\": "
                                             "{\"first\": 0, \"count\": 1, \"file\": \"in.bin\"}}";
    static const float       in[4] = {5};
    static const uint32_t    expected[] = {0x41800000, 0x40a00000}; /* 16.0, 5.0 */
    const struct wk_file     file = {"in.bin", in, sizeof in};
    struct wk_program       *program, *nothing;
    struct wk_launch        *launch;
    put_file(in_folder("fetch.s"), texts[0], strlen(texts[0]));
    assert_int_equal(wk_program_parse("call.s", call, sizeof call - 1, &program, &said), WK_OK);
    assert_int_equal(wk_program_parse("nothing.s", texts[1], strlen(texts[1]), &nothing, &said), WK_OK);
    assert_int_equal(
        wk_launch_parse(in_folder("fetch.json"), launch_text, sizeof launch_text - 1, &file, 1, &launch, &said), WK_OK);
    unlink(in_folder("fetch.s")); /* it has been read */
    for (unsigned i = 0; i < 2; i++) {
        const struct wk_options options = {.fetch_program = i ? nothing : NULL};
        struct wk_machine      *machine;
        uint32_t                value[4];
        assert_int_equal(wk_create(program, launch, &options, &machine, &said), WK_OK);
        assert_int_equal(wk_run(machine, 10000, &said), WK_FINISHED);
        assert_int_equal(wk_export_value(machine, 0, 0, value, NULL), WK_OK);
        assert_int_equal(value[0], expected[i]);
        wk_destroy(machine);
    }
    wk_program_free(program);
    wk_program_free(nothing);
    wk_launch_free(launch);
}

static void programs_come_with_the_launch_from_memory(void **state)
{
    (void)state;
    static const char    call[] = "CALL_FS CALL_COUNT(1) BARRIER\nEXPORT_DONE POS0, R0.x001 EOP BARRIER\n";
    static const char    fetch[] = "RETURN BARRIER\n", wrong[] = "RETURN NOWHERE\n";
    static const float   in[4] = {5};
    static const char    text[] = "{\"wekiva\": 1, \"program\": \"call.s\", \"stage\": \"vs\", \"threads\": 1, "
                                  "\"num_gprs\": 1, \"stack_size\": 1, \"fetch_shader\": \"fetch.s\", \"gprs\": "
                                  "{\"first\": 0, \"count\": 1, \"file\": \"in.bin\"}}";
    const struct wk_file files[] = {
        {"in.bin", in, sizeof in}, {"call.s", call, sizeof call - 1}, {"fetch.s", fetch, sizeof fetch - 1}};
    const struct wk_file bad[] = {files[0], files[1], {"fetch.s", wrong, sizeof wrong - 1}};
    struct wk_launch    *launch;
    struct wk_machine   *machine;
    uint32_t             value[4];
    assert_int_equal(wk_launch_parse("nowhere/x", text, sizeof text - 1, files, 3, &launch, &said), WK_OK);
    assert_int_equal(wk_create(NULL, launch, NULL, &machine, &said), WK_OK);
    wk_launch_free(launch);
    assert_int_equal(wk_run(machine, 10000, &said), WK_FINISHED);
    assert_int_equal(wk_export_value(machine, 0, 0, value, NULL), WK_OK);
    assert_int_equal(value[0], 0x40a00000);
    wk_destroy(machine);
    ASSERT_REFUSED(wk_launch_parse("nowhere/x", text, sizeof text - 1, bad, 3, &launch, &said), WK_REFUSED, "NOWHERE");
    assert_string_equal(said.file, "fetch.s");
    ASSERT_REFUSED(wk_launch_parse("nowhere/x", text, sizeof text - 1, files, 2, &launch, &said), WK_REFUSED,
                   "fetch.s: No such file");
}

static void a_broken_rule_stops_the_clock(void **state)
{
    (void)state;
    const char         pop[] = "POP POP_COUNT(1) BARRIER\nNOP EOP BARRIER\n";
    struct wk_program *program;
    struct wk_launch  *launch;
    struct wk_machine *machine;
    const char text[] = "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 64, \"num_gprs\": 1, \"stack_size\": 1}";
    assert_int_equal(wk_program_parse("pop.s", pop, sizeof pop - 1, &program, &said), WK_OK);
    assert_int_equal(wk_launch_parse("pop.json", text, sizeof text - 1, NULL, 0, &launch, &said), WK_OK);
    assert_int_equal(wk_create(program, launch, NULL, &machine, &said), WK_OK);
    ASSERT_REFUSED(wk_run(machine, 100000, &said), WK_STOPPED, "a pop without a push (ISA 3.7.2)");
    assert_string_equal(said.file, "pop.s");
    const uint64_t cycle = wk_cycle(machine);
    assert_int_equal(wk_clock(machine, 1, NULL), WK_STOPPED);
    assert_int_equal(wk_state(machine, NULL), WK_STOPPED);
    assert_int_equal(wk_cycle(machine), cycle);
    wk_destroy(machine);
    wk_program_free(program);
    wk_launch_free(launch);
}

static void a_wrong_result_is_told(void **state)
{
    (void)state;
    struct wk_launch    *launch;
    struct wk_machine   *machine;
    struct wk_comparison comparison;
    size_t               length, golden_length;
    char                *text = slurp(FADD "launch.json", &length), *golden = slurp(FADD "golden.bin", &golden_length);
    golden[16 * 17 + 4] ^= 1; /* thread 17, y */
    golden[16 * 17 + 5] ^= 1;
    golden[16 * 17 + 6] ^= 1;
    const struct wk_file file = {"golden.bin", golden, golden_length};
    assert_int_equal(wk_launch_parse(FADD "launch.json", text, length, &file, 1, &launch, &said), WK_OK);
    assert_int_equal(wk_create(NULL, launch, NULL, &machine, &said), WK_OK);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_compare(machine, &comparison, &said), WK_OK);
    assert_true(comparison.expected && !comparison.match);
    assert_int_equal(comparison.wrong, 1);
    assert_non_null(strstr(comparison.first, "thread 17 PIX0.y"));
    ASSERT_REFUSED(wk_compare(machine, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    wk_destroy(machine);
    wk_launch_free(launch);
    free(text);
    free(golden);
}

/* Thread t emits a vertex, odd ones a second one with a cut: what vertices.json of the command says. */
static void emitted_vertices_are_told(void **state)
{
    (void)state;
    static const char text[] =
        "EMIT_VERTEX BARRIER\nALU_PUSH_BEFORE @odd BARRIER\nJUMP @on POP_COUNT(1) BARRIER\nEMIT_CUT_VERTEX BARRIER\n"
        "POP @on POP_COUNT(1) BARRIER\non: NOP EOP\n"
        "odd: 0 x: AND_INT ____, R0.x, 1\n1 x: PRED_SETNE_INT ____, PV.x, 0 UPDATE_EXEC\n";
    static const char keys[] =
        "{\"wekiva\": 1, \"stage\": \"gs\", \"threads\": 70, \"num_gprs\": 1, \"stack_size\": 1, "
        "\"gprs\": {\"first\": 0, \"count\": 1, \"file\": \"t.bin\"}, "
        "\"expect\": {\"strips\": \"V\"}}";
    unsigned char numbers[70 * 16] = {0};
    for (unsigned t = 0; t < 70; t++)
        numbers[16 * t] = (unsigned char)t;
    const struct wk_file file = {"t.bin", numbers, sizeof numbers};
    struct wk_program   *program;
    struct wk_launch    *launch;
    struct wk_machine   *machine;
    struct wk_comparison comparison;
    struct wk_emit       emit, before = {0};
    unsigned             threads[2] = {0}, odd = 0;
    OK(wk_program_parse("emit.asm", text, strlen(text), &program, &said));
    OK(wk_launch_parse("emit.json", keys, strlen(keys), &file, 1, &launch, &said));
    OK(wk_create(program, launch, NULL, &machine, &said));
    assert_int_equal(wk_emit_count(machine), 0);
    assert_string_equal(wk_strip(machine, 3), "");
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_emit_count(machine), 4); /* two instructions of two wavefronts */
    for (unsigned i = 0; i < 4; i++) {
        OK(wk_emit_at(machine, i, &emit));
        assert_true(emit.cycle >= before.cycle && emit.cycle < wk_cycle(machine));
        assert_int_equal(emit.first, 64 * emit.wave);
        assert_int_equal(emit.address, emit.cut ? 3 : 0);
        assert_int_equal(emit.vertex, 1);
        assert_true(emit.cut || emit.threads == (emit.wave ? 0x3f : ~UINT64_C(0)));
        threads[emit.cut] += (unsigned)__builtin_popcountll(emit.threads);
        odd += emit.cut && (emit.threads & UINT64_C(0x5555555555555555)) == 0;
        before = emit;
    }
    assert_int_equal(threads[0], 70);
    assert_int_equal(threads[1], 35);
    assert_int_equal(odd, 2);
    for (unsigned t = 0; t < 70; t++)
        assert_string_equal(wk_strip(machine, t), t % 2 ? "VVC" : "V");
    assert_null(wk_strip(machine, 70));
    assert_int_equal(wk_emit_at(machine, 4, &emit), WK_BAD_ARGUMENT);
    assert_int_equal(wk_emit_at(machine, 0, NULL), WK_BAD_ARGUMENT);
    OK(wk_compare(machine, &comparison, &said));
    assert_int_equal(comparison.compared, 70);
    assert_int_equal(comparison.wrong, 35);
    assert_int_equal(comparison.match, 0);
    assert_non_null(strstr(comparison.first, "thread 1"));
    wk_destroy(machine);
    wk_launch_free(launch);
    wk_program_free(program);
}

/* ---- results ------------------------------------------------------------------------------------------------- */

static void statistics_and_parameters_are_rows(void **state)
{
    (void)state;
    const char *const       setting[] = {"ic_miss_clk=40"};
    const struct wk_options fast = {.chip = "rv710", .settings = setting, .setting_count = 1};
    struct wk_machine      *machine = machine_of(FADD "launch.json", &fast);
    struct wk_statistic     statistics[256];
    struct wk_parameter     parameters[256];
    bool                    cycles = false, miss = false;
    wk_run(machine, 0, NULL);
    const unsigned count = wk_statistics(machine, statistics, 256), chip = wk_parameters(machine, parameters, 256);
    assert_true(count > 20 && count < 256 && chip > 20 && chip < 256);
    assert_int_equal(wk_statistics(machine, NULL, 0), count);
    assert_int_equal(wk_parameters(machine, NULL, 5), chip);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(statistics[i].instance, "gpu") == 0 && strcmp(statistics[i].name, "cycles") == 0)
            cycles = statistics[i].value == wk_cycle(machine);
    for (unsigned i = 0; i < chip; i++)
        if (strcmp(parameters[i].name, "ic_miss_clk") == 0)
            miss = parameters[i].value == 40;
    assert_true(cycles && miss);
    assert_string_equal(parameters[0].text, "rv710");
    statistics[1].name = "kept";
    assert_int_equal(wk_statistics(machine, statistics, 1), count);
    assert_string_equal(statistics[1].name, "kept");
    wk_destroy(machine);
}

static void nulls_are_no_machines(void **state)
{
    (void)state;
    struct wk_signal signal = {.instance_number = 9999};
    struct wk_export target;
    uint64_t         value;
    assert_int_equal(wk_cycle(NULL) + wk_instance_count(NULL) + wk_signal_count(NULL) + wk_threads(NULL) +
                         wk_export_count(NULL) + wk_statistics(NULL, NULL, 0) + wk_parameters(NULL, NULL, 0),
                     0);
    assert_int_equal(wk_killed(NULL, 0), 0);
    assert_int_equal(wk_emit_count(NULL), 0);
    assert_null(wk_strip(NULL, 0));
    assert_null(wk_instance_at(NULL, 0));
    assert_int_equal(wk_signal_at(NULL, 0, &signal), WK_BAD_ARGUMENT);
    assert_int_equal(wk_read(NULL, &signal, &value), WK_BAD_ARGUMENT);
    assert_int_equal(wk_write(NULL, &signal, 0), WK_BAD_ARGUMENT);
    assert_int_equal(wk_export_at(NULL, 0, &target), WK_BAD_ARGUMENT);
    assert_int_equal(wk_state(NULL, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_clock(NULL, 1, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_run(NULL, 1, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_set_jobs(NULL, 1, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_trace_start(NULL, "x.vcd", NULL, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_trace_stop(NULL, NULL), WK_BAD_ARGUMENT);
    wk_destroy(NULL);
    struct wk_machine *machine;
    assert_int_equal(wk_create_module("predicate", &machine, NULL), WK_OK);
    assert_int_equal(wk_read(machine, &signal, &value), WK_BAD_ARGUMENT); /* of another machine */
    assert_int_equal(wk_read(machine, NULL, &value), WK_BAD_ARGUMENT);
    wk_destroy(machine);
    assert_string_equal(wk_status_text(WK_OK), "no error");
    assert_string_equal(wk_status_text(WK_BUSY), "a trace is on, or none is");
    assert_string_equal(wk_status_text((enum wk_status)99), "unknown status");
    assert_string_equal(wk_status_text((enum wk_status) - 1), "unknown status");
}

static int remove_folder(void **state)
{
    (void)state;
    return remove_folder_with(NULL, 0);
}

static void what_a_compute_program_writes_is_given_back(void **state)
{
    struct wk_launch  *launch;
    struct wk_machine *machine;
    struct wk_buffer   buffer = {.name = NULL};
    size_t             size;
    char *const        golden = slurp("tb/corpus/compute/vector_add/golden.bin", &size);
    (void)state;
    OK(wk_launch_load("tb/corpus/compute/vector_add/launch.json", &launch, &said));
    OK(wk_create(NULL, launch, NULL, &machine, &said));
    assert_int_equal(wk_buffer_count(machine), 1);
    OK(wk_buffer_at(machine, 0, &buffer));
    assert_string_equal(buffer.name, "out");
    assert_int_equal(buffer.size, size);
    assert_int_not_equal(memcmp(buffer.bytes, golden, size), 0); /* nothing has run */
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    OK(wk_buffer_at(machine, 0, &buffer));
    assert_memory_equal(buffer.bytes, golden, size);
    assert_int_equal(wk_buffer_at(machine, 1, &buffer), WK_BAD_ARGUMENT);
    assert_int_equal(wk_buffer_at(machine, 0, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_buffer_count(NULL), 0);
    wk_destroy(machine);
    wk_launch_free(launch);
    free(golden);
}

static void memory_of_a_launch_is_given_back(void **state)
{
    static const char text[] =
        "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 64, \"num_gprs\": 2, \"memory\": [{\"address\": 4096, "
        "\"file\": \"a.bin\"}, {\"address\": 256, \"file\": \"b.bin\"}]}";
    static const char     program_text[] = "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n";
    static const uint32_t a[] = {1, 2, 3}, b[] = {0xabcdef01};
    const struct wk_file  files[] = {{"a.bin", a, sizeof a}, {"b.bin", b, sizeof b}};
    struct wk_program    *program;
    struct wk_launch     *launch;
    struct wk_memory      range;
    (void)state;
    OK(wk_launch_parse("l.json", text, sizeof text - 1, files, 2, &launch, &said));
    OK(wk_program_parse("p.asm", program_text, sizeof program_text - 1, &program, &said));
    struct wk_machine *machine;
    OK(wk_create(program, launch, NULL, &machine, &said));
    assert_int_equal(wk_memory_count(machine), 2);
    OK(wk_memory_at(machine, 0, &range));
    assert_int_equal(range.address, 4096);
    assert_int_equal(range.size, sizeof a);
    assert_memory_equal(range.bytes, a, sizeof a);
    OK(wk_memory_at(machine, 1, &range));
    assert_int_equal(range.address, 256);
    assert_memory_equal(range.bytes, b, sizeof b);
    assert_int_equal(wk_memory_at(machine, 2, &range), WK_BAD_ARGUMENT);
    assert_int_equal(wk_memory_at(machine, 0, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_memory_count(NULL), 0);
    assert_true(wk_placed_count(machine) >= 3); /* and the program */
    OK(wk_placed_at(machine, 0, &range));
    assert_int_equal(range.address, 256);
    assert_memory_equal(range.bytes, b, sizeof b);
    assert_int_equal(wk_placed_at(machine, wk_placed_count(machine), &range), WK_BAD_ARGUMENT);
    assert_int_equal(wk_placed_count(NULL), 0);
    wk_destroy(machine);
    wk_program_free(program);
    wk_launch_free(launch);
}

/* One wavefront that waits for its first line; when it has ended nothing stands. */
static void the_wavefront_that_stands_still_is_named(void **state)
{
    struct wk_launch  *launch;
    struct wk_machine *machine;
    uint64_t           clocks = 0;
    (void)state;
    OK(wk_launch_load("tb/corpus/llvm-rv770/fadd/launch.json", &launch, &said));
    OK(wk_create(NULL, launch, NULL, &machine, &said));
    assert_int_equal(wk_standing(machine, &clocks, &said), WK_BAD_ARGUMENT);
    OK(wk_clock(machine, 100, &said));
    OK(wk_standing(machine, &clocks, &said));
    const uint64_t before = clocks;
    OK(wk_clock(machine, 40, &said));
    OK(wk_standing(machine, &clocks, &said));
    assert_int_equal(clocks, before + 40);
    assert_non_null(strstr(said.text, "it waits for a line of the CF instruction cache"));
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_standing(machine, &clocks, &said), WK_BAD_ARGUMENT);
    assert_int_equal(wk_standing(NULL, &clocks, &said), WK_BAD_ARGUMENT);
    wk_destroy(machine);
    wk_launch_free(launch);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_may_come_from_memory),
        cmocka_unit_test(programs_that_are_none_are_refused),
        cmocka_unit_test(launches_that_are_none_are_refused),
        cmocka_unit_test(a_launch_and_its_settings_are_a_machine),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(the_clock_counts_as_the_command_does),
        cmocka_unit_test(fetch_programs_come_with_the_launch_or_from_the_caller),
        cmocka_unit_test(programs_come_with_the_launch_from_memory),
        cmocka_unit_test(a_broken_rule_stops_the_clock),
        cmocka_unit_test(a_wrong_result_is_told),
        cmocka_unit_test(emitted_vertices_are_told),
        cmocka_unit_test(memory_of_a_launch_is_given_back),
        cmocka_unit_test(the_wavefront_that_stands_still_is_named),
        cmocka_unit_test(statistics_and_parameters_are_rows),
        cmocka_unit_test(what_a_compute_program_writes_is_given_back),
        cmocka_unit_test(nulls_are_no_machines),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
