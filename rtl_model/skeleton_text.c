#include "rtl_model/skeleton_text.h"

#include <inttypes.h>

enum { VECTOR_BYTES = 16, TEXEL_BYTES = 4, FACES = 6 };

/* ---- parts ------------------------------------------------------------------------------------------------------ */

void skeleton_text_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", *text);
        else
            fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', out);
}

void skeleton_text_key(struct skeleton_text *file, enum launch_key key)
{
    fprintf(file->out, "%s\n  \"%s\": ", file->count++ ? "," : "", launch_key_name(key));
}

void skeleton_text_next(FILE *out, unsigned *count)
{
    fprintf(out, "%s\n    ", (*count)++ ? "," : "");
}

void skeleton_text_bools(struct skeleton_text *file, uint32_t bools)
{
    const char *before = "";
    if (!bools)
        return;
    skeleton_text_key(file, LAUNCH_KEY_BOOL_CONSTANTS);
    fprintf(file->out, "\"TODO: a list of the constants that are 1, out of ");
    for (unsigned i = 0; i < 32; i++)
        if (bools >> i & 1) {
            fprintf(file->out, "%s%u", before, i);
            before = ", ";
        }
    fputc('"', file->out);
}

void skeleton_text_loops(struct skeleton_text *file, uint32_t loops)
{
    unsigned count = 0;
    if (!loops)
        return;
    skeleton_text_key(file, LAUNCH_KEY_LOOP_CONSTANTS);
    fputc('[', file->out);
    for (unsigned i = 0; i < 32; i++)
        if (loops >> i & 1) {
            skeleton_text_next(file->out, &count);
            fprintf(file->out,
                    "{ \"index\": %u, \"count\": \"TODO: a number, of iterations\", \"start\": 0, \"step\": 1 }", i);
        }
    fprintf(file->out, "\n  ]");
}

void skeleton_text_head(struct skeleton_text *file, const struct skeleton_request *request)
{
    skeleton_text_key(file, LAUNCH_KEY_WEKIVA);
    fprintf(file->out, "%d", LAUNCH_VERSION);
    if (request->chip) {
        skeleton_text_key(file, LAUNCH_KEY_CHIP);
        skeleton_text_string(file->out, request->chip);
    }
    if (request->path) {
        skeleton_text_key(file, LAUNCH_KEY_PROGRAM);
        skeleton_text_string(file->out, request->path);
    }
}

void skeleton_text_sampler(FILE *out, unsigned id, unsigned *count)
{
    skeleton_text_next(out, count);
    fprintf(out,
            "{ \"id\": %u, \"clamp\": [\"wrap\", \"wrap\", \"wrap\"], \"mag\": \"bilinear\", \"min\": "
            "\"bilinear\", \"mip\": \"none\" }",
            id);
}

/* ---- pixels ----------------------------------------------------------------------------------------------------- */

static void put_head(const struct skeleton_pixels *pixels, struct skeleton_text *file, uint32_t threads)
{
    skeleton_text_head(file, pixels->request);
    skeleton_text_key(file, LAUNCH_KEY_STAGE);
    skeleton_text_string(file->out, launch_stage_name(LAUNCH_PS));
    skeleton_text_key(file, LAUNCH_KEY_THREADS);
    fprintf(file->out, "%" PRIu32, threads);
    if (pixels->num_gprs) {
        skeleton_text_key(file, LAUNCH_KEY_NUM_GPRS);
        fprintf(file->out, "%u", pixels->num_gprs);
    }
}

static void put_inputs(const struct skeleton_pixels *pixels, struct skeleton_text *file, uint32_t threads)
{
    if (pixels->input_count) {
        skeleton_text_key(file, LAUNCH_KEY_GPRS);
        fprintf(file->out,
                "{ \"first\": %u, \"count\": %u, \"file\": \"TODO: a file of %llu bytes, [pixel][register][4] of "
                "%" PRIu32 " pixels: the program reads %s\" }",
                pixels->input_first, pixels->input_count,
                (unsigned long long)VECTOR_BYTES * pixels->input_count * threads, threads, pixels->inputs);
    }
    if (pixels->constant_count) {
        skeleton_text_key(file, LAUNCH_KEY_ALU_CONSTANTS);
        fprintf(file->out, "{ \"first\": 0, \"file\": \"TODO: a file of %u bytes, [index][4]: constants 0 to %u\" }",
                VECTOR_BYTES * pixels->constant_count, pixels->constant_count - 1);
    }
    skeleton_text_bools(file, pixels->bools);
    skeleton_text_loops(file, pixels->loops);
}

/* One texel in each face, of which the user knows more. */
static void put_texture(const struct skeleton_pixels *pixels, FILE *out, unsigned id, unsigned *count)
{
    const enum launch_dim dim = pixels->dims[id];
    skeleton_text_next(out, count);
    fprintf(out, "{ \"id\": %u, \"dim\": \"%s\", \"width\": 1, ", id, launch_dim_name(dim));
    if (dim != LAUNCH_DIM_1D)
        fprintf(out, "\"height\": 1, ");
    if (dim == LAUNCH_DIM_3D)
        fprintf(out, "\"depth\": 1, ");
    fprintf(out,
            "\"format\": \"8_8_8_8\", \"file\": \"TODO: a file of %d bytes, its texels; %swidth, height and format "
            "are only examples\" }",
            dim == LAUNCH_DIM_CUBEMAP ? FACES * TEXEL_BYTES : TEXEL_BYTES, pixels->dims_known ? "" : "dim, ");
}

static void put_textures(const struct skeleton_pixels *pixels, struct skeleton_text *file)
{
    unsigned count = 0, samplers = 0;
    for (unsigned id = 0; id < SKELETON_TEXTURES; id++)
        if (pixels->textures[id]) {
            if (!count)
                skeleton_text_key(file, LAUNCH_KEY_TEXTURES), fputc('[', file->out);
            put_texture(pixels, file->out, id, &count);
        }
    if (!count)
        return;
    fprintf(file->out, "\n  ]");
    skeleton_text_key(file, LAUNCH_KEY_SAMPLERS);
    fputc('[', file->out);
    for (unsigned id = 0; id < SKELETON_TEXTURES; id++)
        if (pixels->textures[id])
            skeleton_text_sampler(file->out, id, &samplers);
    fprintf(file->out, "\n  ]");
}

static void put_expect(const struct skeleton_pixels *pixels, struct skeleton_text *file, uint32_t threads)
{
    const char *before = "";
    skeleton_text_key(file, LAUNCH_KEY_EXPECT);
    fprintf(file->out, "{\n    \"exports\": [");
    for (unsigned base = 0; base < 64; base++)
        if (pixels->exports >> base & 1) {
            fprintf(file->out,
                    "%s\n      { \"type\": \"pixel\", \"array_base\": %u, \"compare\": [\"bits\", \"%s\", \"%s\", "
                    "\"%s\"] }",
                    before, base, base < 8 ? "bits" : "skip", base < 8 ? "bits" : "skip", base < 8 ? "bits" : "skip");
            before = ",";
        }
    fprintf(file->out,
            "\n    ],\n    \"file\": \"TODO: a file of %llu bytes, [pixel][export][4], what must come out; or take "
            "all of expect away\"\n  }",
            (unsigned long long)VECTOR_BYTES * (unsigned)__builtin_popcountll(pixels->exports) * threads);
}

bool skeleton_pixels(const struct skeleton_pixels *pixels, FILE *out, struct diag *diag)
{
    const struct skeleton_request *request = pixels->request;
    const uint32_t                 threads = request->threads ? request->threads : pixels->threads;
    struct skeleton_text           file = {out, 0};
    if (request->stage_known && request->stage != LAUNCH_PS)
        return diag_set(diag, NULL, 0, "--stage %s: expected ps, such a chip runs pixels alone",
                        launch_stage_name(request->stage));
    if (request->fetch)
        return diag_set(diag, request->fetch_path, 0, "such a chip has no fetch programs");
    fputc('{', out);
    put_head(pixels, &file, threads);
    put_inputs(pixels, &file, threads);
    put_textures(pixels, &file);
    if (pixels->registers) {
        skeleton_text_key(&file, LAUNCH_KEY_REGISTERS);
        fputs(pixels->registers, out);
    }
    if (pixels->exports)
        put_expect(pixels, &file, threads);
    fprintf(out, "\n}\n");
    return true;
}
