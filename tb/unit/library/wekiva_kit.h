/* wekiva_kit.h - the public library under test: machines of a file or of memory, refusals, files in a folder of its own
 * beside the test program. */
#ifndef TB_UNIT_WEKIVA_KIT_H
#define TB_UNIT_WEKIVA_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "rtl_model/wekiva.h"

#define FADD "tb/corpus/llvm-rv770/fadd/"
#define LOOPS "tb/corpus/llvm-rv770/loop_nest/"

static struct wk_diagnostic said;

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        if ((call) != WK_OK)                                                                                           \
            fail_msg("%s: %s", #call, said.text);                                                                      \
    } while (0)

/* ---- files ------------------------------------------------------------------------------------------------------- */

static const char *program_name; /* argv[0]: the folder lies beside the test program */
static char        folder[256];

static inline int open_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s-XXXXXX", program_name);
    return mkdtemp(folder) ? 0 : -1;
}

static inline const char *in_folder(const char *name)
{
    static char paths[4][512];
    static int  next;
    char *const path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static inline char *slurp(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *length = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(*length + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *length, file), *length);
    data[*length] = 0;
    fclose(file);
    return data;
}

static inline void put_file(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

/* Removes the files that have these names, and the folder: nothing else has been left. */
static inline int remove_folder_with(const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        unlink(in_folder(names[i]));
    return rmdir(folder);
}

/* ---- machines ---------------------------------------------------------------------------------------------------- */

static inline void assert_says(const char *words)
{
    if (!strstr(said.text, words))
        fail_msg("'%s' does not say '%s'", said.text, words);
}

/* Refused with this status and these words; nothing is made. */
#define ASSERT_REFUSED(call, status, words)                                                                            \
    do {                                                                                                               \
        memset(&said, 0, sizeof said);                                                                                 \
        assert_int_equal(call, status);                                                                                \
        assert_says(words);                                                                                            \
    } while (0)

enum { KIT_SETTINGS = 8 };
struct one_simd {
    const char       *settings[KIT_SETTINGS];
    struct wk_options options;
};

/* The same options with one SIMD, unless they say otherwise. */
static inline const struct wk_options *one_simd(const struct wk_options *options, struct one_simd *one)
{
    *one = (struct one_simd){.settings = {"simds=1"}, .options = options ? *options : (struct wk_options){0}};
    const unsigned count = options ? (unsigned)options->setting_count : 0;
    assert_true(count < KIT_SETTINGS);
    for (unsigned i = 0; i < count; i++)
        one->settings[i + 1] = options->settings[i];
    one->options.settings = one->settings;
    one->options.setting_count = count + 1;
    return &one->options;
}

/* With one SIMD, unless the options say otherwise. */
static inline struct wk_machine *machine_of(const char *launch_path, const struct wk_options *options)
{
    struct one_simd    one;
    struct wk_launch  *launch;
    struct wk_machine *machine;
    assert_int_equal(wk_launch_load(launch_path, &launch, &said), WK_OK);
    assert_int_equal(wk_create(NULL, launch, one_simd(options, &one), &machine, &said), WK_OK);
    wk_launch_free(launch); /* the machine keeps what it needs */
    return machine;
}

static inline uint64_t value_of(struct wk_machine *machine, const char *path)
{
    uint64_t value = 0;
    if (wk_get(machine, path, &value, &said) != WK_OK)
        fail_msg("%s", said.text);
    return value;
}

/* Registers, memories, cycle and exports. */
static inline void assert_same(const struct wk_machine *a, const struct wk_machine *b)
{
    void  *left, *right;
    size_t left_length, right_length;
    assert_int_equal(wk_snapshot(a, &left, &left_length, NULL), WK_OK);
    assert_int_equal(wk_snapshot(b, &right, &right_length, NULL), WK_OK);
    assert_int_equal(left_length, right_length);
    assert_memory_equal(left, right, left_length);
    wk_free(left);
    wk_free(right);
}

/* Each lane of R0.x becomes 3 * R0.x + 1. */
static const char triple[] =
    "ALU BARRIER\n  0 x: MULADD_IEEE R0.x, R0.x, 3.0, 1.0\nEXPORT_DONE PIX0, R0.x001 EOP BARRIER\n";
static const char triple_launch[] =
    "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 64, \"num_gprs\": 1, \"stack_size\": 0,\n"
    " \"gprs\": {\"first\": 0, \"count\": 1, \"file\": \"in.bin\"}}";

static inline struct wk_machine *triple_machine(const struct wk_options *options)
{
    float              in[64][4] = {{0}};
    struct one_simd    one;
    struct wk_program *program;
    struct wk_launch  *launch;
    struct wk_machine *machine;
    for (unsigned t = 0; t < 64; t++)
        in[t][0] = (float)t;
    const struct wk_file file = {"in.bin", in, sizeof in};
    assert_int_equal(wk_program_parse("triple.s", triple, sizeof triple - 1, &program, &said), WK_OK);
    assert_int_equal(wk_launch_parse("triple.json", triple_launch, sizeof triple_launch - 1, &file, 1, &launch, &said),
                     WK_OK);
    memset(in, 0xff, sizeof in); /* it has been copied */
    assert_int_equal(wk_create(program, launch, one_simd(options, &one), &machine, &said), WK_OK);
    wk_program_free(program);
    wk_launch_free(launch);
    return machine;
}

#endif
