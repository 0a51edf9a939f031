/* test_launch.c - launch files: every key of docs/launch.md read and refused, each diagnosis with its line.
 *
 * launch/full.json has every key; launch/bad.def changes one thing of it a row. */
#include <jansson.h>

#include "kit/hash.h"
#include "tb/unit/start/launch_kit.h"

/* ---- what is read -------------------------------------------------------------------------------------------- */

static void scalars_and_sections_have_values_and_lines(void **state)
{
    (void)state;
    struct launch *launch = load_full();
    assert_string_equal(launch->path, FULL);
    assert_string_equal(launch->program.path, "tb/unit/launch/prog.hex");
    assert_string_equal(launch->fetch_shader.path, "tb/unit/launch/fs.hex");
    assert_string_equal(launch->chip.name, "mine.json");
    assert_string_equal(launch->chip.path, "tb/unit/launch/mine.json");
    assert_int_equal(launch->stage, LAUNCH_VS);
    assert_int_equal(launch->threads, 4);
    assert_int_equal(launch->num_gprs, 6);
    assert_int_equal(launch->stack_size, 2);
    assert_int_equal(launch->keeps, 1u << LAUNCH_CACHE_TEXTURE | 1u << LAUNCH_CACHE_L2);
    assert_int_equal(launch->line[LAUNCH_KEY_WEKIVA], 2);
    assert_int_equal(launch->line[LAUNCH_KEY_GPRS], 8);
    assert_int_equal(launch->line[LAUNCH_KEY_BOOL_CONSTANTS], 22);
    assert_int_equal(launch->line[LAUNCH_KEY_TEXTURES], 41);
    assert_int_equal(launch->line[LAUNCH_KEY_EXPECT], 79);
    for (enum launch_key key = 0; key < LAUNCH_KEY_LAUNCHES; key++)
        assert_in_range(launch->line[key], 2, 79);
    launch_free(launch);
}

static void gprs_and_constants_are_read(void **state)
{
    (void)state;
    struct launch *launch = load_full();
    assert_int_equal(launch->gprs.first, 1);
    assert_int_equal(launch->gprs.count, 2);
    assert_int_equal(launch->gprs.file.bytes, 128);
    assert_int_equal(launch->gprs.file.line, 11);
    assert_int_equal(launch_word(&launch->gprs.file, 31), 0x1001f);
    assert_int_equal(launch->constant_buffer_count, 2);
    assert_int_equal(launch->constant_buffers[1].bank, 15);
    assert_int_equal(launch->constant_buffers[1].line, 15);
    assert_int_equal(launch->constant_buffers[1].file.line, 17);
    assert_string_equal(launch->constant_buffers[1].file.path, "tb/unit/launch/../launch/cb0.bin");
    assert_int_equal(launch->alu_constants.first, 250);
    assert_int_equal(launch->alu_constants.count, 2);
    assert_int_equal(launch->bool_constants, 1u << 3 | 1u << 17 | 1u << 31);
    assert_int_equal(launch->loop_constant_count, 2);
    assert_int_equal(launch->loop_constants[0].count, 8);
    assert_int_equal(launch->loop_constants[0].start, 1);
    assert_int_equal(launch->loop_constants[0].step, -2);
    assert_int_equal(launch->loop_constants[1].index, 31);
    assert_int_equal(launch->loop_constants[1].count, 0xffffffff);
    launch_free(launch);
}

static void buffers_and_vertex_resources_are_read(void **state)
{
    (void)state;
    static const uint32_t words[7] = {0, 1023, 0x100, 0, 0, 0, 0xc0000000};
    struct launch        *launch = load_full();
    assert_int_equal(launch->buffer_count, 2);
    assert_string_equal(launch->buffers[0].name, "vb0");
    assert_int_equal(launch_word(&launch->buffers[0].file, 15), 0x4000f);
    assert_int_equal(launch->buffers[1].file.bytes, 64);
    assert_int_equal(launch_word(&launch->buffers[1].file, 15), 0);
    assert_null(launch->buffers[1].file.path);
    const struct launch_vertex_resource *resource = launch->vertex_resources;
    assert_int_equal(launch->vertex_resource_count, 3);
    assert_int_equal(resource[0].source, LAUNCH_SOURCE_BUFFER);
    assert_int_equal(resource[0].index, 0);
    assert_int_equal(resource[0].offset, 16);
    assert_int_equal(resource[0].stride, 16);
    assert_int_equal(resource[0].format->number, 35);
    assert_false(resource[0].raw);
    assert_int_equal(resource[1].source, LAUNCH_SOURCE_CONSTANT_BUFFER);
    assert_int_equal(resource[1].index, 1);
    assert_int_equal(resource[2].id, 175);
    assert_true(resource[2].raw);
    assert_memory_equal(resource[2].words, words, sizeof words);
    assert_int_equal(resource[2].line, 38);
    launch_free(launch);
}

static void memory_and_expectations_are_read(void **state)
{
    (void)state;
    struct launch *launch = load_full();
    assert_int_equal(launch->memory_count, 3);
    assert_int_equal(launch->memory[0].address, 0x135010);
    assert_int_equal(launch->memory[2].address, 0xfffffffff0);
    assert_int_equal(launch_word(&launch->memory[1].file, 3), 0xa0b0c0d3);
    assert_int_equal(launch->lds.group_size, 64);
    assert_int_equal(launch->lds.file.bytes, 32);
    assert_int_equal(launch->lds.dwords_per_thread, 0);
    assert_int_equal(launch->global_gprs.first, 3);
    assert_int_equal(launch->global_gprs.count, 1);
    assert_int_equal(launch_word(&launch->global_gprs.file, 255), 255);
    const struct launch_expect *expect = &launch->expect;
    assert_int_equal(expect->export_count, 2);
    assert_int_equal(expect->exports[0].type, LAUNCH_EXPORT_POS);
    assert_int_equal(expect->exports[0].array_base, 60);
    assert_int_equal(expect->exports[0].compare[3], LAUNCH_COMPARE_SKIP);
    assert_int_equal(expect->exports[1].type, LAUNCH_EXPORT_PARAM);
    assert_int_equal(expect->exports[1].compare[0], LAUNCH_COMPARE_TOL);
    assert_true(expect->tolerance.rel == 1e-6 && expect->tolerance.abs == 1e-30);
    assert_string_equal(expect->killed, "0100");
    assert_int_equal(expect->killed_line, 88);
    assert_int_equal(launch_word(&expect->file, 31), 0x7001f);
    assert_int_equal(expect->buffer_count, 1);
    assert_int_equal(expect->buffers[0].index, 1);
    launch_free(launch);
}

static void every_change_is_read(const char *const (*changes)[2], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct diag    diag = {0};
        struct launch *launch = load_changed(changes[i][0], changes[i][1], &diag);
        if (!launch)
            fail_msg("%s: %s", changes[i][1], diag.what);
        launch_free(launch);
    }
}

static void other_spellings_are_read(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        {"\"type\": \"pos\"", "\"type\": \"position\""},
        {"\"type\": \"param\"", "\"type\": \"parameter\""},
        {"\"less_equal\"", "\"lessequal\""},
        {"\"CUBEMAP\"", "\"cubemap\""},
        {"\"address\": \"0x135000\"", "\"address\": 1265664"},
        {"\"address\": \"0x135000\"", "\"address\": \"0x135030\""},
        {"\"threads\": 4", "\"threads\": \"0X4\""},
        {"\"width\": 1, \"height\": 1", "\"width\": 1, \"height\": 1, \"layers\": 6"},
        {"\"program\": \"prog.hex\",", ""},
        {"\"dim\": \"2D\", \"width\": 2, \"height\": 2, \"depth\": 1, \"levels\": 2",
         "\"dim\": \"2D_array\", \"width\": 1, \"height\": 5"},
        {"\"dim\": \"2D\", \"width\": 2, \"height\": 2, \"depth\": 1, \"levels\": 2, \"layers\": 1",
         "\"dim\": \"1D_ARRAY\", \"width\": 1, \"layers\": 5"},
        {"\"dim\": \"2D\", \"width\": 2, \"height\": 2, \"depth\": 1, \"levels\": 2", "\"dim\": \"1D\", \"width\": 5"},
    };
    every_change_is_read(changes, LAUNCH_COUNT(changes));
}

static void limits_themselves_are_read(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        {"\"num_gprs\": 6", "\"num_gprs\": 127"},
        {"\"num_gprs\": 6", "\"num_gprs\": 3"},
        {"\"num_gprs\": 6,", ""},
        {"\"num_gprs\": 6,\n  \"stack_size\": \"0x2\",\n  \"gprs\": {\n    \"first\": 1",
         "\"gprs\": {\n    \"first\": 126"},
        {"\"stack_size\": \"0x2\"", "\"stack_size\": 255"},
        {"\"first\": 250", "\"first\": 254"},
        {"\"count\": 8", "\"count\": 4095"},
        {"\"start\": 1", "\"start\": 4095"},
        {"\"step\": -2", "\"step\": -128"},
        {"\"step\": -2", "\"step\": 127"},
        {"\"bytes\": 64 }",
         "\"bytes\": 64 },\n"
         "{\"name\": \"a23456789012345678901234567890123456789012345678901234567890123\", \"bytes\": 4 }"},
        {"\"id\": 175", "\"id\": 160"},
        {"\"offset\": 16", "\"offset\": 63"},
        {"\"width\": 5, \"height\": 3", "\"width\": 8, \"height\": 4"},
        {"\"width\": 5, \"height\": 3, \"depth\": 2", "\"width\": 4, \"height\": 4, \"depth\": 2, \"levels\": 3"},
        {"[ 0, 15.99 ]", "[ 16, 16 ]"},
        {"\"bias\": -0.5", "\"bias\": 32"},
        {"\"aniso\": 8", "\"aniso\": 16"},
        {"\"id\": 4, \"width\": 7, \"height\": 1 }", "\"id\": 17, \"width\": 7, \"height\": 7 }, "
                                                     "{ \"id\": 0, \"width\": 0, \"height\": 0 }"},
        {"\"group_size\": 64", "\"group_size\": 1024"},
        {"\"0x28140\": 1", "\"0xfffffffc\": \"0xffffffff\""},
        {"\"array_base\": 60", "\"array_base\": 63"},
        {"\"type\": \"pos\", \"array_base\": 60", "\"type\": \"pixel\", \"array_base\": 7"},
        {"\"type\": \"pos\", \"array_base\": 60", "\"type\": \"pixel\", \"array_base\": 61"},
        {"\"type\": \"pos\", \"array_base\": 60", "\"type\": \"param\", \"array_base\": 31"},
        {"\"type\": \"param\", \"array_base\": 0", "\"type\": \"pos\", \"array_base\": 61"},
        {"\"type\": \"pos\", \"array_base\": 60", "\"type\": \"pixel\", \"array_base\": 0"},
        {"\"rel\": 1e-6", "\"rel\": 0"},
    };
    every_change_is_read(changes, LAUNCH_COUNT(changes));
}

static void memory_buffers_have_their_item_or_stride(void **state)
{
    (void)state;
    static const struct {
        const char *text, *what; /* NULL: it is taken */
    } rows[] = {
        {"'target': 'scratch', 'buffer': 'b', 'item_dwords': 8", NULL},
        {"'target': 'scratch', 'buffer': 'b', 'item_dwords': 6",
         "6 is not a multiple of 4, as target \"scratch\" needs it"},
        {"'target': 'reduction', 'buffer': 'b'", "item_dwords"},
        {"'target': 'ring', 'buffer': 'b', 'item_dwords': 32767", NULL},
        {"'target': 'ring', 'buffer': 'b', 'item_dwords': 32768", "out of range: 1 to 32767"},
        {"'target': 'ring', 'buffer': 'b', 'stride_dwords': 4", "only streams have a stride"},
        {"'target': 'scatter', 'buffer': 'b'", NULL},
        {"'target': 'scatter', 'buffer': 'b', 'item_dwords': 4", "the threads share the scatter buffer"},
    };
    for (size_t i = 0; i < LAUNCH_COUNT(rows); i++) {
        char        text[512];
        struct diag diag = {0};
        snprintf(text, sizeof text,
                 "{'wekiva': 1, 'stage': 'gs', 'threads': 4, 'buffers': [{'name': 'b', 'bytes': 512}], "
                 "'memory_buffers': [{%s}]}",
                 rows[i].text);
        for (char *c = text; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        struct launch *launch = launch_parse("x.json", text, strlen(text), &diag);
        if (!launch != (rows[i].what != NULL) || (rows[i].what && !strstr(diag.what, rows[i].what)))
            fail_msg("%s: %s", rows[i].text, launch ? "taken" : diag.what);
        launch_free(launch);
    }
}

static void hashes_are_fnv_1a(void **state)
{
    (void)state;
    assert_true(hash_of("", 0) == 0xcbf29ce484222325u);
    assert_true(hash_of("a", 1) == 0xaf63dc4c8601ec8cu);
    assert_true(hash_of("foobar", 6) == 0x85944171f73967e8u);
    struct launch *launch = load_full();
    size_t         length;
    char          *text = read_full(&length);
    assert_true(launch->hash == hash_of(text, length));
    free(text);
    launch_free(launch);
}

/* ---- what is refused ----------------------------------------------------------------------------------------- */

/* What is said, with its column where the row has one. */
static bool says(const struct diag *diag, const char *what)
{
    char with_column[sizeof diag->what + 32];
    snprintf(with_column, sizeof with_column, "%s (column %u)", diag->what, diag->column);
    return strcmp(strstr(what, " (column ") ? with_column : diag->what, what) == 0;
}

static void every_mistake_is_named_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *find, *replace, *where, *what;
    } rows[] = {
#define BAD(find, replace, where, what) {find, replace, where, what},
#include "tb/unit/launch/bad.def"
#undef BAD
    };
    size_t   length;
    unsigned wrong = 0;
    char    *text = read_full(&length);
    for (size_t i = 0; i < LAUNCH_COUNT(rows); i++) {
        char          *changed = replaced(text, rows[i].find, rows[i].replace);
        struct diag    diag = {0};
        struct launch *launch = launch_parse(FULL, changed, strlen(changed), &diag);
        unsigned       line = line_of(changed, rows[i].where);
        if (launch || !says(&diag, rows[i].what) || diag.line != line || strcmp(diag.file, FULL) != 0) {
            print_error("'%s' became '%s':\n  expected %u: %s\n  got      %u: %s\n", rows[i].find, rows[i].replace,
                        line, rows[i].what, diag.line, launch ? "(loaded)" : diag.what);
            wrong++;
        }
        launch_free(launch);
        free(changed);
    }
    free(text);
    assert_int_equal(wrong, 0);
}

static void a_launch_file_that_cannot_be_read_is_named(void **state)
{
    (void)state;
    struct diag diag = {0};
    assert_null(launch_load("tb/unit/launch/none.json", &diag));
    assert_string_equal(diag.file, "tb/unit/launch/none.json");
    assert_string_equal(diag.what, "No such file or directory");
    assert_null(launch_load("tb/unit/launch", &diag));
    assert_string_equal(diag.what, "not a regular file");
    assert_null(launch_load("tb/unit/launch/in.bin", &diag));
    assert_int_equal(diag.line, 1);
    assert_null(launch_load("tb/unit/launch/none.json", NULL));
}

/* ---- registers ----------------------------------------------------------------------------------------------- */

static bool find_name(const char *name, uint32_t *offset)
{
    *offset = strcmp(name, "SQ_CONFIG") == 0 ? 0x8c00 : 0x28868;
    return strcmp(name, "SQ_CONFIG") == 0 || strcmp(name, "SQ_PGM_RESOURCES_VS") == 0;
}

static bool find_offset(uint32_t offset)
{
    return offset == 0x8c00 || offset == 0x28140;
}

static bool suggest(const char *name, char *text, size_t size)
{
    snprintf(text, size, "SQ_CONFIG");
    return name[0] == 'S';
}

static const struct launch_register_map map = {find_name, find_offset, suggest};

static void a_byte_order_mark_is_ignored(void **state)
{
    (void)state;
    struct diag       diag = {.what = ""};
    static const char text[] = "\xef\xbb\xbf{\"wekiva\": 1, \"stage\": \"ps\",\n \"threads\": 0}";
    assert_null(launch_parse("p", text, sizeof text - 1, &diag));
    assert_int_equal(diag.line, 2);
    assert_non_null(strstr(diag.what, "threads: 0 is out of range"));
}

static void registers_keep_their_order_and_get_their_offsets(void **state)
{
    (void)state;
    struct launch *launch = load_full();
    assert_int_equal(launch->register_count, 3);
    assert_string_equal(launch->registers[0].name, "SQ_PGM_RESOURCES_VS");
    assert_false(launch->registers[0].known);
    assert_int_equal(launch->registers[0].value, 0x00200206);
    assert_true(launch->registers[1].known);
    assert_int_equal(launch->registers[1].offset, 0x28140);
    assert_int_equal(launch->registers[2].value, 0xffffffff);
    assert_int_equal(launch->registers[2].line, 77);
    assert_true(launch_resolve_registers(launch, &map, NULL));
    assert_int_equal(launch->registers[0].offset, 0x28868);
    assert_int_equal(launch->registers[2].offset, 0x8c00);
    launch_free(launch);
}

static void undocumented_registers_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *replace, *what;
    } rows[] = {
        {"\"SQ_CONFIGS\"", "registers.SQ_CONFIGS: unknown register; did you mean \"SQ_CONFIG\""},
        {"\"ABC\"", "registers.ABC: unknown register"},
        {"\"0x28144\"", "registers.0x28144: no documented register is there"},
        {"\"0X028140\"", "registers.0X028140: the same register as 0x28140 of line 76"},
    };
    for (size_t i = 0; i < LAUNCH_COUNT(rows); i++) {
        struct diag    diag = {0};
        struct launch *launch = load_changed("\"SQ_CONFIG\"", rows[i].replace, &diag);
        assert_non_null(launch);
        assert_false(launch_resolve_registers(launch, &map, &diag));
        assert_string_equal(diag.what, rows[i].what);
        assert_int_equal(diag.line, 77);
        launch_free(launch);
    }
}

/* What `wekiva launch --keys` shows of a key begins with a value of the kind that the reader takes. */
static void the_list_of_keys_has_a_value_of_each(void **state)
{
    (void)state;
    json_t *full = json_load_file(FULL, 0, NULL);
    assert_non_null(full);
    for (enum launch_key key = 0; key < LAUNCH_KEY_LAUNCHES; key++) {
        char  line[512] = "";
        FILE *out = fmemopen(line, sizeof line, "w");
        launch_key_print(key, false, out);
        fclose(out);
        json_t *value = json_loads(line + strcspn(line, " "), JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, NULL);
        assert_non_null(value);
        if (key != LAUNCH_KEY_STACK_SIZE) /* there it is a number in a string */
            assert_int_equal(json_typeof(value), json_typeof(json_object_get(full, launch_key_name(key))));
        json_decref(value);
    }
    json_decref(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_and_sections_have_values_and_lines),
        cmocka_unit_test(gprs_and_constants_are_read),
        cmocka_unit_test(buffers_and_vertex_resources_are_read),
        cmocka_unit_test(memory_and_expectations_are_read),
        cmocka_unit_test(other_spellings_are_read),
        cmocka_unit_test(limits_themselves_are_read),
        cmocka_unit_test(memory_buffers_have_their_item_or_stride),
        cmocka_unit_test(hashes_are_fnv_1a),
        cmocka_unit_test(every_mistake_is_named_with_its_line),
        cmocka_unit_test(a_launch_file_that_cannot_be_read_is_named),
        cmocka_unit_test(a_byte_order_mark_is_ignored),
        cmocka_unit_test(registers_keep_their_order_and_get_their_offsets),
        cmocka_unit_test(undocumented_registers_are_refused),
        cmocka_unit_test(the_list_of_keys_has_a_value_of_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
