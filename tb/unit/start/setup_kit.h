/* setup_kit.h - launches from strings, set up: what test_setup*.c share.
 *
 * Texts have ' for ".  The first key of a text is on line 3 of the launch file.  Files lie in a folder of their own
 * that each test makes and removes. */
#ifndef TB_UNIT_SETUP_KIT_H
#define TB_UNIT_SETUP_KIT_H

#include "kit/bytes.h"
#include "rtl_model/r700/setup/setup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { FIRST_LINE = 3, FILES_MAX = 32 };

static const char *program_name; /* folders lie beside the test program */

struct fixture {
    char               folder[256];
    char               files[FILES_MAX][32];
    unsigned           file_count;
    struct chip_config chip;
    uint32_t           dwords[4];
    struct program     program;
    struct launch     *launch;
    struct gpu_setup   setup;
    bool               is_set_up;
    struct diag        diag;
};

static inline struct fixture *fixture_new(const char *chip)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->folder, sizeof f->folder, "%s-XXXXXX", program_name);
    assert_non_null(mkdtemp(f->folder));
    assert_true(chip_load(chip, &f->chip, &f->diag) && chip_set(&f->chip, "simds=1", &f->diag));
    for (unsigned i = 0; i < LENGTH(f->dwords); i++)
        f->dwords[i] = 0x01020304u + i * 0x10101010u;
    f->program = (struct program){.dwords = f->dwords, .count = LENGTH(f->dwords)};
    return f;
}

static inline void fixture_clear(struct fixture *f)
{
    if (f->is_set_up)
        gpu_setup_free(&f->setup);
    launch_free(f->launch);
    f->is_set_up = false;
    f->launch = NULL;
    f->diag = (struct diag){0};
}

static inline void fixture_free(struct fixture *f)
{
    char path[512];
    fixture_clear(f);
    for (unsigned i = 0; i < f->file_count; i++) {
        snprintf(path, sizeof path, "%s/%s", f->folder, f->files[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(f->folder), 0);
    free(f);
}

static inline void put_bytes(struct fixture *f, const char *name, const void *data, size_t bytes)
{
    char path[512];
    assert_true(f->file_count < FILES_MAX);
    snprintf(f->files[f->file_count++], sizeof f->files[0], "%s", name);
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, bytes, file), bytes);
    fclose(file);
}

/* `count` words: first, first + 1, ... */
static inline void put_words(struct fixture *f, const char *name, uint32_t first, unsigned count)
{
    uint8_t *bytes = malloc(4 * (size_t)count);
    assert_non_null(bytes);
    for (unsigned i = 0; i < count; i++)
        little_put(bytes + 4 * (size_t)i, 4, first + i);
    put_bytes(f, name, bytes, 4 * (size_t)count);
    free(bytes);
}

/* Line 1 has the brace, line 2 the version, the text follows. */
static inline bool try_set_up(struct fixture *f, const char *keys)
{
    char path[512], *text = malloc(strlen(keys) + 64);
    if (!text)
        abort();
    fixture_clear(f);
    snprintf(path, sizeof path, "%s/launch.json", f->folder);
    sprintf(text, "{\n'wekiva': 1,\n%s\n}\n", keys);
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    f->launch = launch_parse(path, text, strlen(text), &f->diag);
    if (!f->launch)
        fail_msg("%s:%u: %s", f->diag.file, f->diag.line, f->diag.what);
    free(text);
    /* Everything has been read: from here on no file can be opened. */
    struct rlimit files, none;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    none = files;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    f->is_set_up = gpu_setup(&f->chip, &f->program, f->launch, &f->setup, &f->diag);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
    return f->is_set_up;
}

static inline void set_up(struct fixture *f, const char *keys)
{
    if (!try_set_up(f, keys))
        fail_msg("%s:%u: %s", f->diag.file, f->diag.line, f->diag.what);
}

/* The set-up says exactly this, and leaves nothing behind. */
static inline void refused(struct fixture *f, const char *keys, unsigned line, const char *what)
{
    static const struct gpu_setup empty;
    assert_false(try_set_up(f, keys));
    assert_string_equal(f->diag.what, what);
    assert_int_equal(f->diag.line, line);
    assert_string_equal(f->diag.file, f->launch->path);
    assert_memory_equal(&f->setup, &empty, sizeof empty);
}

static inline uint32_t word_at(const struct register_file *file, uint32_t offset)
{
    unsigned                   index;
    const struct register_row *row = register_find_offset(offset, &index);
    assert_non_null(row);
    return file->word[row->slot + index];
}

static inline uint32_t reg(const struct fixture *f, uint32_t offset)
{
    return word_at(&f->setup.registers, offset);
}

static inline void registers_are(const struct fixture *f, uint32_t offset, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (reg(f, offset + 4 * i) != words[i])
            fail_msg("0x%05x: 0x%08x, expected 0x%08x", (unsigned)(offset + 4 * i), (unsigned)reg(f, offset + 4 * i),
                     (unsigned)words[i]);
}

/* The words of resource n, at 0x38000 + 28 n. */
static inline void resource_is(const struct fixture *f, unsigned n, const uint32_t words[7])
{
    registers_are(f, 0x38000 + 28 * n, words, 7);
}
#define RESOURCE_IS(f, n, ...) resource_is(f, n, (const uint32_t[7]){__VA_ARGS__})

#endif
