/* test_launch_parts.c - what launch files are read with: format table, names, numbers, paths. */
#include "rtl_model/launch/launch_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* DATA_FORMAT in the order of its numbers (ISA 10.3, VTX_WORD1); an empty name where it is reserved or INVALID. */
static const char *const format_names[64] = {
    "",
    "8",
    "4_4",
    "3_3_2",
    "",
    "16",
    "16_FLOAT",
    "8_8",
    "5_6_5",
    "6_5_5",
    "1_5_5_5",
    "4_4_4_4",
    "5_5_5_1",
    "32",
    "32_FLOAT",
    "16_16",
    "16_16_FLOAT",
    "8_24",
    "8_24_FLOAT",
    "24_8",
    "24_8_FLOAT",
    "10_11_11",
    "10_11_11_FLOAT",
    "11_11_10",
    "11_11_10_FLOAT",
    "2_10_10_10",
    "8_8_8_8",
    "10_10_10_2",
    "X24_8_32_FLOAT",
    "32_32",
    "32_32_FLOAT",
    "16_16_16_16",
    "16_16_16_16_FLOAT",
    "",
    "32_32_32_32",
    "32_32_32_32_FLOAT",
    "",
    "1",
    "1_REVERSED",
    "GB_GR",
    "BG_RG",
    "32_AS_8",
    "32_AS_8_8",
    "5_9_9_9_SHAREDEXP",
    "8_8_8",
    "16_16_16",
    "16_16_16_FLOAT",
    "32_32_32",
    "32_32_32_FLOAT",
    "BC1",
    "BC2",
    "BC3",
    "BC4",
    "BC5",
    "APC0",
    "APC1",
    "APC2",
    "APC3",
    "APC4",
    "APC5",
    "APC6",
    "APC7",
    "CTX1",
    "",
};

/* What the numbers in a name add up to. */
static unsigned bits_in_name(const char *name)
{
    unsigned bits = 0;
    for (const char *c = name; *c; c++)
        if (*c >= '0' && *c <= '9' && (c == name || c[-1] == '_' || c[-1] == 'X'))
            bits += (unsigned)strtoul(c, NULL, 10);
    return bits;
}

static void formats_have_the_manuals_numbers(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 64; number++) {
        const struct launch_format *format = launch_format_number(number);
        if (!format_names[number][0]) {
            assert_null(format);
            continue;
        }
        assert_non_null(format);
        assert_int_equal(format->number, number);
        assert_string_equal(format->name, format_names[number]);
        assert_ptr_equal(launch_format_find(format_names[number]), format);
        assert_int_equal(format->is_float, strstr(format->name, "FLOAT") || strstr(format->name, "SHAREDEXP"));
    }
    assert_null(launch_format_number(64));
    assert_null(launch_format_find("32_32_32_32_float"));
    assert_null(launch_format_find(""));
}

static void formats_have_the_size_of_their_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned    bytes, width, height;
    } blocks[] = {
        {"1", 1, 8, 1},    {"1_REVERSED", 1, 8, 1}, {"GB_GR", 4, 2, 1}, {"BG_RG", 4, 2, 1}, {"BC1", 8, 4, 4},
        {"BC2", 16, 4, 4}, {"BC3", 16, 4, 4},       {"BC4", 8, 4, 4},   {"BC5", 16, 4, 4},
    };
    for (unsigned number = 0; number < 64; number++) {
        const struct launch_format *format = launch_format_number(number);
        size_t                      i = 0;
        if (!format)
            continue;
        while (i < LAUNCH_COUNT(blocks) && strcmp(blocks[i].name, format->name) != 0)
            i++;
        bool     block = i < LAUNCH_COUNT(blocks);
        bool     closed = strstr(format->name, "APC") || strstr(format->name, "_AS_") || number == 62;
        unsigned bytes = closed ? 0 : bits_in_name(format->name) / 8;
        assert_int_equal(format->block_bytes, block ? blocks[i].bytes : bytes);
        assert_int_equal(format->block_width, block ? blocks[i].width : 1);
        assert_int_equal(format->block_height, block ? blocks[i].height : 1);
    }
}

static void a_slip_in_three_letters_is_forgiven(void **state)
{
    (void)state;
    static const char *const names[] = {"swap", NULL, "format", "clamp_last_texel", "vs"};
    static const char *const found[][2] = {
        {"sawp", "swap"},
        {"sap", "swap"},
        {"swwap", "swap"},
        {"SWAP", "swap"},
        {"swep", "swap"},
        {"fromat", "format"},
        {"fxrmxt", "format"},
        {"fmt", NULL},
        {"formt", "format"},
        {"vx", "vs"},
        {"xy", NULL},
        {"v", "vs"},
        {"", NULL},
        {"fxxxat", NULL},
        {"sxxp", NULL},
        {"clamplasttexel", "clamp_last_texel"},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", NULL},
    };
    for (size_t i = 0; i < LAUNCH_COUNT(found); i++) {
        const char *name = launch_similar(found[i][0], names, LAUNCH_COUNT(names));
        if (!found[i][1])
            assert_null(name);
        else {
            assert_non_null(name);
            assert_string_equal(name, found[i][1]);
        }
    }
}

static void the_nearest_name_wins(void **state)
{
    (void)state;
    static const char *const names[] = {"32_32_FLOAT", "32_32_32_FLOAT", "32_32_32_32_FLOAT"};
    assert_string_equal(launch_similar("32_32_32FLOAT", names, 3), "32_32_32_FLOAT");
    assert_string_equal(launch_similar("32_32FLOAT", names, 3), "32_32_FLOAT");
}

static void short_lists_of_names_are_shown(void **state)
{
    (void)state;
    static const char *const names[] = {"one", NULL, "two", "three"};
    static const char *const many[13] = {"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b1", "b2", "b3", "b4"};
    char                     text[64], tight[12];
    assert_string_equal(launch_advice("zzz", names, 4, text, sizeof text), "; expected one, two or three");
    assert_string_equal(launch_advice("thre", names, 4, text, sizeof text), "; did you mean \"three\"");
    assert_string_equal(launch_advice("zzzzz", many, 13, text, sizeof text), "");
    assert_string_equal(launch_advice("zzz", names, 1, text, sizeof text), "; expected one");
    assert_string_equal(launch_advice("zzz", names, 0, text, sizeof text), "");
    assert_string_equal(launch_advice("zzz", names, 4, tight, sizeof tight), "; expected ");
}

static void hexadecimal_numbers_are_read_whole_or_not_at_all(void **state)
{
    (void)state;
    int64_t number = 0;
    assert_true(launch_hex("0x2880c", &number));
    assert_int_equal(number, 0x2880c);
    assert_true(launch_hex("0XabcdEF", &number));
    assert_int_equal(number, 0xabcdef);
    assert_true(launch_hex("0x7fffffffffffffff", &number));
    assert_true(number == INT64_MAX);
    assert_true(launch_hex("0x0000000000000000000000001", &number));
    assert_int_equal(number, 1);
    static const char *const bad[] = {
        "", "0", "0x", "x10", "1x10", "0y10", "10", "0x 1", "0x1 ", "0x-1", "-0x1", "0x8000000000000000", "0x1g"};
    for (size_t i = 0; i < LAUNCH_COUNT(bad); i++)
        assert_false(launch_hex(bad[i], &number));
}

static void paths_are_relative_to_the_launch_file(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"launch.json", "a.bin", "a.bin"}, {"x/launch.json", "a.bin", "x/a.bin"}, {"/x/launch.json", "../a", "/x/../a"},
        {"/launch.json", "a", "/a"},       {"x/y/launch.json", "/z/a", "/z/a"},   {"x//launch.json", "b/a", "x//b/a"},
    };
    for (size_t i = 0; i < LAUNCH_COUNT(rows); i++) {
        char *path = launch_join(rows[i][0], rows[i][1]);
        assert_string_equal(path, rows[i][2]);
        free(path);
    }
}

static void files_are_read_up_to_their_limit(void **state)
{
    (void)state;
    char   reason[160] = "";
    size_t length = 0;
    char  *data = launch_slurp("tb/unit/launch/mem16.bin", 16, &length, reason, sizeof reason);
    assert_non_null(data);
    assert_int_equal(length, 16);
    assert_int_equal(data[16], 0);
    free(data);
    assert_null(launch_slurp("tb/unit/launch/mem16.bin", 15, &length, reason, sizeof reason));
    assert_string_equal(reason, "16 bytes, at most 15 are accepted");
    data = launch_slurp("tb/unit/launch/empty.bin", 0, &length, reason, sizeof reason);
    assert_non_null(data);
    assert_int_equal(length, 0);
    free(data);
}

static void names_of_enumerations_are_those_of_the_format(void **state)
{
    (void)state;
    assert_string_equal(launch_key_name(LAUNCH_KEY_CLEARTYPE_KERNEL), "cleartype_kernel");
    assert_string_equal(launch_stage_name(LAUNCH_CS), "cs");
    assert_string_equal(launch_export_name(LAUNCH_EXPORT_PARAM), "param");
    assert_string_equal(launch_compare_name(LAUNCH_COMPARE_SKIP), "skip");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_have_the_manuals_numbers),
        cmocka_unit_test(formats_have_the_size_of_their_name),
        cmocka_unit_test(a_slip_in_three_letters_is_forgiven),
        cmocka_unit_test(the_nearest_name_wins),
        cmocka_unit_test(short_lists_of_names_are_shown),
        cmocka_unit_test(hexadecimal_numbers_are_read_whole_or_not_at_all),
        cmocka_unit_test(paths_are_relative_to_the_launch_file),
        cmocka_unit_test(files_are_read_up_to_their_limit),
        cmocka_unit_test(names_of_enumerations_are_those_of_the_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
