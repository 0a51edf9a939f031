/* test_program.c - program files: every form, every refusal with its place, and damaged objects. */
#include "kit/bytes.h"
#include "rtl_model/program/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define CORPUS "tb/corpus/llvm-rv770/"

static const char *program_name;

/* ---- help ------------------------------------------------------------------------------------------------------ */

/* The object of fadd: header of 52 bytes, sections named here, their headers (40 bytes each) at 472. */
enum { OBJECT_SIZE = 752, SECTIONS_AT = 472, SECTIONS = 7, TEXT = 2, CONFIG = 3, COMMENT = 4, SYMTAB = 6 };
enum { SH_NAME = 0, SH_TYPE = 4, SH_OFFSET = 16, SH_SIZE = 20, SH_INFO = 28, CONFIG_AT = 0x140 };

static void read_object(unsigned char object[OBJECT_SIZE])
{
    FILE *file = fopen(CORPUS "fadd/prog.o", "rb");
    assert_non_null(file);
    assert_int_equal(fread(object, 1, OBJECT_SIZE, file), OBJECT_SIZE);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

static unsigned char *section(unsigned char *object, unsigned index, unsigned field)
{
    return object + SECTIONS_AT + 40 * index + field;
}

static void assert_refused(const void *bytes, size_t length, const char *expected)
{
    struct program program;
    struct diag    diag;
    char           text[2048];
    memset(&program, 0xff, sizeof program);
    assert_false(program_parse("p", bytes, length, &program, &diag));
    assert_string_equal(diag_text(&diag, text, sizeof text), expected);
    assert_null(program.dwords);
    assert_null(program.config);
    program_free(&program);
    assert_false(program_parse("p", bytes, length, &program, NULL));
}

static void assert_dwords(const void *bytes, size_t length, enum program_form form, const uint32_t *dwords,
                          unsigned count)
{
    struct program program;
    struct diag    diag = {.file = ""};
    if (!program_parse("p", bytes, length, &program, &diag))
        fail_msg("refused: line %u: %s", diag.line, diag.what);
    assert_int_equal(program.form, form);
    assert_int_equal(program.count, count);
    assert_memory_equal(program.dwords, dwords, 4 * count);
    assert_true(program.hash == program_hash(dwords, count));
    program_free(&program);
}

/* ---- objects --------------------------------------------------------------------------------------------------- */

static void an_object_of_the_compiler_gives_its_text_and_configuration(void **state)
{
    (void)state;
    struct program program;
    struct diag    diag;
    assert_true(program_load(CORPUS "fadd/prog.o", &program, &diag));
    assert_int_equal(program.form, PROGRAM_ELF);
    assert_int_equal(program.count, 16);
    assert_int_equal(program.dwords[0], 0x00000004);
    assert_int_equal(program.dwords[3], 0x94200688);
    assert_true(program.has_config);
    assert_int_equal(program.num_gprs, 2);
    assert_int_equal(program.stack_size, 0);
    assert_int_equal(program.config_count, 2);
    assert_int_equal(program.config[0].offset, 0x28850);
    assert_int_equal(program.config[0].value, 2);
    assert_int_equal(program.config[1].offset, 0x2880c);
    assert_int_equal(program.config[1].value, 0);
    program_free(&program);
}

static void the_object_and_the_hex_dump_of_a_program_are_the_same_program(void **state)
{
    (void)state;
    static const char *const names[] = {"fadd",   "fcnd", "fdot4",      "fmad",      "frcp",
                                        "imulhi", "iset", "ishift_var", "literals4", "cb_two_banks"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct program object, dump;
        struct diag    diag;
        char           path[256];
        snprintf(path, sizeof path, CORPUS "%s/prog.o", names[i]);
        assert_true(program_load(path, &object, &diag));
        snprintf(path, sizeof path, CORPUS "%s/code.hex", names[i]);
        assert_true(program_load(path, &dump, &diag));
        assert_int_equal(dump.form, PROGRAM_HEX);
        assert_false(dump.has_config);
        assert_int_equal(object.count, dump.count);
        assert_memory_equal(object.dwords, dump.dwords, 4 * dump.count);
        assert_true(object.hash == dump.hash);
        program_free(&object);
        program_free(&dump);
    }
}

static void resources_of_every_stage_give_gprs_and_stack(void **state)
{
    (void)state;
    static const uint32_t registers[] = {0x28850, 0x28868, 0x2887c, 0x28890, 0x288a4};
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
        unsigned char  object[OBJECT_SIZE];
        struct program program;
        read_object(object);
        little_put(object + CONFIG_AT, 4, registers[i]);
        little_put(object + CONFIG_AT + 4, 4, 0xfdff0623);
        assert_true(program_parse("p", object, sizeof object, &program, NULL));
        assert_true(program.has_config);
        assert_int_equal(program.num_gprs, 0x23);
        assert_int_equal(program.stack_size, 6);
        assert_int_equal(program.fetch_cache_lines, 5);
        program_free(&program);
    }
}

static void an_object_without_resources_has_no_configuration(void **state)
{
    (void)state;
    unsigned char  object[OBJECT_SIZE];
    struct program program;
    read_object(object);
    little_put(object + CONFIG_AT, 4, 0x28854);
    assert_true(program_parse("p", object, sizeof object, &program, NULL));
    assert_false(program.has_config);
    assert_int_equal(program.config_count, 2);
    program_free(&program);

    read_object(object);
    little_put(section(object, CONFIG, SH_NAME), 4, little_dword(section(object, COMMENT, SH_NAME), 0));
    assert_true(program_parse("p", object, sizeof object, &program, NULL));
    assert_false(program.has_config);
    assert_int_equal(program.config_count, 0);
    assert_int_equal(program.num_gprs, 0);
    program_free(&program);
}

static void objects_for_other_machines_are_refused(void **state)
{
    (void)state;
    unsigned char object[OBJECT_SIZE];
    read_object(object);
    object[4] = 2;
    assert_refused(object, sizeof object, "p: ELF class 2 (byte 4): expected 1, 32-bit");
    read_object(object);
    object[5] = 2;
    assert_refused(object, sizeof object, "p: ELF data encoding 2 (byte 5): expected 1, little-endian");
    read_object(object);
    object[18] = 62;
    assert_refused(object, sizeof object, "p: ELF machine 62 (byte 18): expected 224, AMDGPU");
    for (unsigned processor = 0; processor < 256; processor++) {
        read_object(object);
        object[36] = (unsigned char)processor;
        struct program program;
        bool           ok = processor == 0 || (processor >= 5 && processor <= 7);
        assert_int_equal(program_parse("p", object, sizeof object, &program, NULL), ok);
        static const char *const chips[] = {[5] = "rv710", [6] = "rv730", [7] = "rv770"};
        if (ok && processor)
            assert_string_equal(program.chip, chips[processor]);
        else
            assert_null(program.chip);
        program_free(&program);
    }
    object[36] = 9;
    assert_refused(object, sizeof object,
                   "p: ELF processor 0x09 (e_flags, byte 36): expected 0x05 (rv710), 0x06 (rv730) or 0x07 (rv770)");
}

static void damaged_sections_are_refused_by_name(void **state)
{
    (void)state;
    unsigned char object[OBJECT_SIZE];
    read_object(object);
    uint32_t text_name = little_dword(section(object, TEXT, SH_NAME), 0),
             comment_name = little_dword(section(object, COMMENT, SH_NAME), 0);
    little_put(section(object, TEXT, SH_NAME), 4, comment_name);
    assert_refused(object, sizeof object, "p: no section .text: expected a program in it");

    read_object(object);
    little_put(section(object, COMMENT, SH_NAME), 4, text_name);
    assert_refused(object, sizeof object, "p: section 4: second .text: expected one program");

    read_object(object);
    little_put(section(object, TEXT, SH_SIZE), 4, 60);
    assert_refused(object, sizeof object, "p: .text: 60 bytes, expected a multiple of 8 (ISA 10.1)");
    little_put(section(object, TEXT, SH_SIZE), 4, 0);
    assert_refused(object, sizeof object, "p: .text: empty, expected a program");

    read_object(object);
    little_put(section(object, TEXT, SH_TYPE), 4, 8);
    assert_refused(object, sizeof object, "p: .text: section type 8, expected 1, PROGBITS");

    read_object(object);
    little_put(section(object, CONFIG, SH_SIZE), 4, 12);
    assert_refused(object, sizeof object, "p: .AMDGPU.config: 12 bytes, expected (register, value) pairs of 8");

    read_object(object);
    little_put(object + CONFIG_AT + 8, 4, 0x28868);
    assert_refused(object, sizeof object,
                   "p: .AMDGPU.config: SQ_PGM_RESOURCES 0x00000002 and 0x00000000: expected one program in the object");

    read_object(object);
    little_put(section(object, SYMTAB, SH_TYPE), 4, 9);
    little_put(section(object, SYMTAB, SH_INFO), 4, TEXT);
    assert_refused(object, sizeof object, "p: .text: has relocations, expected a program whose addresses are settled");
}

static void text_beyond_the_end_of_the_file_is_refused(void **state)
{
    (void)state;
    unsigned char  object[OBJECT_SIZE];
    struct program program;
    struct diag    diag;
    read_object(object);
    little_put(section(object, TEXT, SH_OFFSET), 4, OBJECT_SIZE - 56);
    assert_false(program_parse("p", object, sizeof object, &program, &diag));
    assert_non_null(strstr(diag.what, "truncated ELF: .text (64 bytes at offset 696)"));
}

static void an_object_cut_anywhere_is_refused(void **state)
{
    (void)state;
    unsigned char object[OBJECT_SIZE];
    read_object(object);
    for (size_t length = 0; length < OBJECT_SIZE; length++) {
        /* A block of exactly that size: a read past it is seen by the address sanitizer. */
        unsigned char *part = malloc(length ? length : 1);
        struct program program;
        struct diag    diag;
        memcpy(part, object, length);
        assert_false(program_parse("p", part, length, &program, &diag));
        assert_true(diag.what[0] != '\0');
        free(part);
    }
    assert_refused(object, 4, "p: truncated ELF: 4 bytes, expected a header of 52");
    assert_refused(object, 51, "p: truncated ELF: 51 bytes, expected a header of 52");
    assert_refused(object, 100, "p: truncated ELF: 100 bytes, expected at least 752: its section table ends there");
}

/* Every value in every byte of the file header, the section headers and the section names. */
static void damaged_headers_are_refused_or_give_a_whole_program(void **state)
{
    (void)state;
    unsigned char object[OBJECT_SIZE];
    read_object(object);
    for (size_t at = 0; at < OBJECT_SIZE; at++) {
        if (at >= 52 && at < 0x190)
            continue; /* the contents of sections */
        for (unsigned value = 0; value < 256; value++) {
            unsigned char  saved = object[at];
            struct program program;
            struct diag    diag = {.file = ""};
            object[at] = (unsigned char)value;
            bool ok = program_parse("p", object, sizeof object, &program, &diag);
            assert_true(ok == (program.count != 0));
            assert_true(ok || diag.what[0]);
            if (ok)
                assert_true(program.count % 2 == 0 && program.hash == program_hash(program.dwords, program.count));
            program_free(&program);
            object[at] = saved;
        }
    }
}

/* ---- dwords and dumps ------------------------------------------------------------------------------------------ */

static const uint32_t two_words[] = {0x00000004, 0xa00c0000, 0xc0000000, 0x94200688};

static void raw_dwords_are_little_endian(void **state)
{
    (void)state;
    static const unsigned char raw[] = {4, 0, 0, 0, 0, 0, 0x0c, 0xa0, 0, 0, 0, 0xc0, 0x88, 0x06, 0x20, 0x94};
    assert_dwords(raw, sizeof raw, PROGRAM_RAW, two_words, 4);
}

static void raw_files_of_broken_size_are_refused(void **state)
{
    (void)state;
    static const unsigned char raw[13] = {4};
    assert_refused(raw, 13, "p: binary: 13 bytes, not a multiple of 4: expected little-endian dwords");
    assert_refused(raw, 12, "p: 3 dwords: expected whole instructions of two dwords (ISA 10.1)");
    assert_refused(raw, 1, "p: binary: 1 bytes, not a multiple of 4: expected little-endian dwords");
}

static void hex_dumps_have_eight_digits_a_word_in_any_layout(void **state)
{
    (void)state;
    static const char *const dumps[] = {
        "00000004\na00c0000\nc0000000\n94200688\n",
        "00000004 a00c0000 c0000000 94200688",
        "00000004 A00C0000\r\nC0000000\t94200688\r\n",
        "# CF\n00000004 a00c0000 ; ALU\nc0000000 94200688 // EXPORT_DONE\n\n",
        "0x00000004, 0xa00c0000,\n0Xc0000000, 94200688,\n",
        "// \xc3\xa9t\xc3\xa9\n00000004;x\na00c0000#y\nc0000000//z\n94200688//",
    };
    for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++)
        assert_dwords(dumps[i], strlen(dumps[i]), PROGRAM_HEX, two_words, 4);
}

static void broken_hex_dumps_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"00000004\na00c000\n", "p:2: 'a00c000': 7 hexadecimal digits, expected eight"},
        {"0000004\na00c0000\n", "p:1: '0000004': 7 hexadecimal digits, expected eight"},
        {"00000004 a00c00000", "p:1: 'a00c00000': 9 hexadecimal digits, expected eight"},
        {"00000004\r\n# two\r\na00cg000\r\n", "p:3: 'a00cg000': expected eight hexadecimal digits"},
        {"00000004 0x", "p:1: '0x': expected eight hexadecimal digits"},
        {"00000004\n0123456789012345678901234567890123456789012345678901234567890123456789",
         "p:2: '0123456789012345678901234567890123456789': 70 hexadecimal digits, expected eight"},
        {"00000004\n", "p: 1 dwords: expected whole instructions of two dwords (ISA 10.1)"},
        {"# nothing\n\n", "p: no instructions: expected a program"},
        {" \n", "p: no instructions: expected a program"},
        {"", "p: empty file: expected a program"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i].text, strlen(cases[i].text), cases[i].expected);
}

static void the_form_is_recognised_by_content(void **state)
{
    (void)state;
    static const struct {
        const char       *bytes;
        size_t            length;
        enum program_form form;
    } cases[] = {
        {"\177ELF", 4, PROGRAM_ELF},
        {"\177EL", 3, PROGRAM_RAW},
        {"\177ELF\0\0", 6, PROGRAM_ELF},
        {"\4\0\0\0", 4, PROGRAM_RAW},
        {"00000004\n\0", 10, PROGRAM_RAW},
        {"00000004\x7f", 9, PROGRAM_RAW},
        {"00000004\x80", 9, PROGRAM_ASM},
        {"00000004 # h\xf6he", 15, PROGRAM_HEX},
        {"ADD R0 ; h\xf6he", 13, PROGRAM_ASM},
        {"\xef\xbb\xbf"
         "00000004",
         11, PROGRAM_HEX},
        {"\xef\xbb\xbf"
         "ADD R0",
         9, PROGRAM_ASM},
        {"000000040 MOV", 13, PROGRAM_ASM},
        {"00000004 # \xe2\x82\xac\xf0\x9f\x98\x80", 18, PROGRAM_HEX},
        {"00000004", 8, PROGRAM_HEX},
        {"0000", 4, PROGRAM_HEX},
        {"00000004 MOV", 12, PROGRAM_HEX},
        {"ADD", 3, PROGRAM_HEX},
        {"ADD R0", 6, PROGRAM_ASM},
        {"; 00000004\nMOV R0.x", 19, PROGRAM_ASM},
        {"00000004: MOV", 13, PROGRAM_ASM},
        {"00 ALU: ADDR(4)", 15, PROGRAM_ASM},
        {"; \x1b", 3, PROGRAM_RAW},
        {"\t\v\f\r\n0000 ", 10, PROGRAM_HEX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (program_recognise(cases[i].bytes, cases[i].length) != cases[i].form)
            fail_msg("case %zu: %s", i, program_form_name(program_recognise(cases[i].bytes, cases[i].length)));
}

static void a_byte_order_mark_is_no_part_of_the_program(void **state)
{
    (void)state;
    static const char *const texts[] = {"\xef\xbb\xbf"
                                        "00000000 80200000\n",
                                        "\xef\xbb\xbfNOP EOP BARRIER\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct program program;
        struct diag    diag = {.what = ""};
        if (!program_parse("p", texts[i], strlen(texts[i]), &program, &diag))
            fail_msg("%zu: %s", i, diag.what);
        assert_int_equal(program.count, 2);
        program_free(&program);
    }
}

static void programs_longer_than_addresses_are_refused(void **state)
{
    (void)state;
    size_t         limit = 4 * (size_t)PROGRAM_DWORDS_MAX;
    unsigned char *raw = calloc(limit + 8, 1);
    struct program program;
    assert_non_null(raw);
    assert_true(program_parse("p", raw, limit, &program, NULL));
    assert_int_equal(program.count, PROGRAM_DWORDS_MAX);
    program_free(&program);
    assert_refused(raw, limit + 8,
                   "p: 8388610 dwords: expected at most 8388608, what the ADDR field can name (ISA 10.1)");
    free(raw);
}

/* ---- assembly -------------------------------------------------------------------------------------------------- */

static void assembly_text_is_assembled(void **state)
{
    (void)state;
    static const char source[] = "; fadd\n"
                                 "00 ALU ADDR(4) COUNT(4) BARRIER\n"
                                 "        0 w: ADD R0.w, R0.w, R1.w\n"
                                 "        1 z: ADD R0.z, R0.z, R1.z\n"
                                 "        2 y: ADD R0.y, R0.y, R1.y\n"
                                 "        3 x: ADD R0.x, R0.x, R1.x\n"
                                 "01 EXPORT_DONE PIX0, R0.xyzw ELEM_SIZE(3) EOP BARRIER\n"
                                 "02 NOP EOP BARRIER\n";
    struct program    dump;
    assert_true(program_load(CORPUS "fadd/code.hex", &dump, NULL));
    assert_dwords(source, sizeof source - 1, PROGRAM_ASM, dump.dwords, dump.count);
    program_free(&dump);
}

/* Literals are said where the group ends; zeros between them nowhere. */
static void each_dword_of_assembly_has_its_place(void **state)
{
    (void)state;
    static const char             source[] = "; one\n"
                                             "00 ALU @clause BARRIER\n"
                                             "  01 EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
                                             "clause:\n"
                                             "        0 x: ADD R0.x, R0.x, (0x3fc00000, 1.5f).x\n"
                                             "            y: MOV R0.y, R1.y\n"
                                             "     1 w: MOV R0.w, R1.w\n"
                                             "02 NOP\n";
    static const struct asm_place words[] = {{2, 1}, {3, 3}, {8, 1}, {0, 0}, {5, 9}, {6, 13}, {6, 13}, {7, 6}};
    struct program                program;
    assert_true(program_parse("p", source, sizeof source - 1, &program, NULL));
    assert_int_equal(program.count, 16);
    for (unsigned d = 0; d < program.count + 2; d++) {
        const struct asm_place place = program_place(&program, d);
        assert_int_equal(place.line, d < program.count ? words[d / 2].line : 0);
        assert_int_equal(place.column, d < program.count ? words[d / 2].column : 0);
    }
    program_free(&program);
    assert_true(program_load(CORPUS "fadd/code.hex", &program, NULL));
    assert_int_equal(program_place(&program, 0).line, 0);
    program_free(&program);
}

static void errors_in_assembly_have_file_and_line(void **state)
{
    (void)state;
    static const char source[] = "; nothing\n00 FROBNICATE\n";
    struct program    program;
    struct diag       diag;
    assert_false(program_parse("p", source, sizeof source - 1, &program, &diag));
    assert_string_equal(diag.file, "p");
    assert_int_equal(diag.line, 2);
    assert_null(program.dwords);
    assert_false(program_parse("p", "; nothing", 9, &program, &diag));
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

static void assert_load_refused(const char *path, const char *expected)
{
    struct program program;
    struct diag    diag;
    char           text[2048];
    assert_false(program_load(path, &program, &diag));
    assert_string_equal(diag_text(&diag, text, sizeof text), expected);
    program_free(&program);
}

static void files_that_cannot_be_read_are_refused_by_name(void **state)
{
    (void)state;
    assert_load_refused("tb/corpus", "tb/corpus: is a directory: expected a program file");
    assert_load_refused("tb/corpus/none.hex", "tb/corpus/none.hex: cannot open: No such file or directory");
    assert_load_refused("/dev/null", "/dev/null: empty file: expected a program");
    assert_load_refused("/dev/zero", "/dev/zero: 268435456 bytes and more: expected a program");
    char path[512];
    snprintf(path, sizeof path, "%s-XXXXXX", program_name); /* beside the test program */
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(chmod(path, 0), 0);
    if (access(path, R_OK) != 0) { /* the superuser reads everything */
        char expected[600];
        snprintf(expected, sizeof expected, "%s: cannot open: Permission denied", path);
        assert_load_refused(path, expected);
    }
    unlink(path);
}

static void a_program_comes_through_a_pipe(void **state)
{
    (void)state;
    char path[64], text[] = "00000004 a00c0000\n";
    int  ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, sizeof text - 1), sizeof text - 1);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    struct program program;
    assert_true(program_load(path, &program, NULL));
    assert_int_equal(program.count, 2);
    program_free(&program);
    close(ends[0]);
}

static void the_hash_is_fnv_1a_of_little_endian_bytes(void **state)
{
    (void)state;
    /* "", "abcd" and "abcdefgh" */
    uint32_t dwords[] = {0x64636261, 0x68676665};
    assert_true(program_hash(dwords, 0) == 0xcbf29ce484222325u);
    assert_true(program_hash(dwords, 1) == 0xfc179f83ee0724ddu);
    assert_true(program_hash(dwords, 2) == 0x25da8c1836a8d66du);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_object_of_the_compiler_gives_its_text_and_configuration),
        cmocka_unit_test(the_object_and_the_hex_dump_of_a_program_are_the_same_program),
        cmocka_unit_test(resources_of_every_stage_give_gprs_and_stack),
        cmocka_unit_test(an_object_without_resources_has_no_configuration),
        cmocka_unit_test(objects_for_other_machines_are_refused),
        cmocka_unit_test(damaged_sections_are_refused_by_name),
        cmocka_unit_test(text_beyond_the_end_of_the_file_is_refused),
        cmocka_unit_test(an_object_cut_anywhere_is_refused),
        cmocka_unit_test(damaged_headers_are_refused_or_give_a_whole_program),
        cmocka_unit_test(raw_dwords_are_little_endian),
        cmocka_unit_test(raw_files_of_broken_size_are_refused),
        cmocka_unit_test(hex_dumps_have_eight_digits_a_word_in_any_layout),
        cmocka_unit_test(broken_hex_dumps_are_refused_with_their_line),
        cmocka_unit_test(the_form_is_recognised_by_content),
        cmocka_unit_test(a_byte_order_mark_is_no_part_of_the_program),
        cmocka_unit_test(programs_longer_than_addresses_are_refused),
        cmocka_unit_test(assembly_text_is_assembled),
        cmocka_unit_test(each_dword_of_assembly_has_its_place),
        cmocka_unit_test(errors_in_assembly_have_file_and_line),
        cmocka_unit_test(files_that_cannot_be_read_are_refused_by_name),
        cmocka_unit_test(a_program_comes_through_a_pipe),
        cmocka_unit_test(the_hash_is_fnv_1a_of_little_endian_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
