/* skeleton.c - a launch file to begin with: the sections in their order (docs/launch.md).
 *
 * A "TODO:" says first what is to stand in its place, so that a script can fill it in: so many bytes of a file, a
 * number, a list, a program. */
#include "rtl_model/r700/analysis/skeleton.h"

#include <stdlib.h>
#include <string.h>

#include "mem/icache.h"
#include "rtl_model/r700/analysis/skeleton_internal.h"
#include "rtl_model/r700/chip.h"

/* ---- the stage ------------------------------------------------------------------------------------------------- */

static bool is_fetch_program(const struct survey *survey)
{
    bool returns = false;
    for (unsigned n = 0; n < survey->cf_count; n++) {
        const struct isa_cf_op *op = survey->cf[n].op;
        returns |= op && op->id == ISA_CF_INST_RETURN && !survey->cf[n].routine;
        if (op && (op->klass == ISA_CF_EXPORT || op->klass == ISA_CF_MEM))
            return false;
    }
    return returns;
}

/* LLVM gives a kernel the registers of VS, though it exports pixels in our corpus. */
static bool is_kernel(const struct program *program)
{
    enum { PGM_RESOURCES_PS = 0x28850, PGM_RESOURCES_VS = 0x28868 };
    bool ps = false, vs = false;
    for (unsigned i = 0; i < program->config_count; i++) {
        ps |= program->config[i].offset == PGM_RESOURCES_PS;
        vs |= program->config[i].offset == PGM_RESOURCES_VS;
    }
    return vs && !ps;
}

/* Who exports what (ISA 3.4, 3.5, 9.1). */
static enum launch_stage stage_of(const struct survey *survey, const struct program *program)
{
    const bool streams = survey->target[LAUNCH_STREAM0].written || survey->target[LAUNCH_STREAM1].written ||
                         survey->target[LAUNCH_STREAM2].written || survey->target[LAUNCH_STREAM3].written;
    if (survey->pixels && (survey->positions || survey->parameters || is_kernel(program)))
        return LAUNCH_CS;
    if (survey->pixels || survey->kills)
        return LAUNCH_PS;
    if (survey->positions || survey->parameters || streams)
        return LAUNCH_VS;
    if (survey->emits)
        return LAUNCH_GS;
    if (survey->target[LAUNCH_RING].written)
        return LAUNCH_ES;
    if (is_fetch_program(survey))
        return LAUNCH_FS;
    return survey->calls_fetch ? LAUNCH_VS : LAUNCH_CS;
}

/* ---- text ------------------------------------------------------------------------------------------------------ */

static void put_string(struct skeleton *skeleton, const char *text)
{
    skeleton_text_string(skeleton->out, text);
}

void skeleton_key(struct skeleton *skeleton, enum launch_key key)
{
    skeleton_text_key(&skeleton->file, key);
}

void skeleton_next(struct skeleton *skeleton, unsigned *count)
{
    skeleton_text_next(skeleton->out, count);
}

/* ---- sections that are a line ---------------------------------------------------------------------------------- */

static void put_head(struct skeleton *skeleton)
{
    const struct survey           *survey = &skeleton->survey;
    const struct skeleton_request *request = skeleton->request;
    const struct program          *program = request->program;
    skeleton_text_head(&skeleton->file, request);
    skeleton_key(skeleton, LAUNCH_KEY_STAGE);
    put_string(skeleton, launch_stage_name(skeleton->stage));
    skeleton_key(skeleton, LAUNCH_KEY_THREADS);
    fprintf(skeleton->out, "%u", skeleton->threads);
    skeleton_key(skeleton, LAUNCH_KEY_NUM_GPRS);
    fprintf(skeleton->out, "%u", program->has_config ? program->num_gprs : survey->gprs ? survey->gprs : 1);
    skeleton_key(skeleton, LAUNCH_KEY_STACK_SIZE);
    fprintf(skeleton->out, "%u", program->has_config ? program->stack_size : survey->stack_entries);
}

/* "R0.xy, R1.x", so many registers at most. */
static void put_elements(struct skeleton *skeleton, const uint8_t elements[ISA_GPRS], const char *before)
{
    enum { MOST = 8 };
    unsigned count = 0;
    for (unsigned gpr = 0; gpr < ISA_GPRS && count < MOST; gpr++) {
        if (!elements[gpr])
            continue;
        fprintf(skeleton->out, "%sR%u.", count++ ? ", " : before, gpr);
        for (unsigned e = 0; e < 4; e++)
            if (elements[gpr] >> e & 1)
                fputc("xyzw"[e], skeleton -> out);
    }
    if (count == MOST)
        fprintf(skeleton->out, " and so on");
}

/* What is only read unwritten on some ways is none of the registers that are asked for, but is named. */
static void put_gprs(struct skeleton *skeleton)
{
    const struct survey *survey = &skeleton->survey;
    unsigned             first = ISA_GPRS, last = 0;
    uint8_t              perhaps[ISA_GPRS] = {0};
    for (unsigned gpr = 0; gpr < ISA_GPRS; gpr++)
        if (survey->first_read[gpr]) {
            first = gpr < first ? gpr : first;
            last = gpr;
        }
    if (first == ISA_GPRS)
        return;
    for (unsigned gpr = 0; gpr < ISA_GPRS; gpr++)
        if (gpr < first || gpr > last)
            perhaps[gpr] = survey->inputs[gpr];
    const unsigned count = last - first + 1;
    skeleton_key(skeleton, LAUNCH_KEY_GPRS);
    fprintf(skeleton->out, "{ \"first\": %u, \"count\": %u, \"file\": \"TODO: a file of %llu bytes, ", first, count,
            16ull * count * skeleton->threads);
    fprintf(skeleton->out, "[thread][gpr][xyzw] of %u threads: before it writes them, the program reads",
            skeleton->threads);
    put_elements(skeleton, survey->first_read, " ");
    put_elements(skeleton, perhaps, "; on some ways also ");
    fprintf(skeleton->out, "%s\" }", survey->relative ? "; others by an index" : "");
}

/* A group of one wavefront, which is what a program without a barrier can have. */
static void put_share(struct skeleton *skeleton)
{
    const struct survey *survey = &skeleton->survey;
    if (!survey->share_written)
        return;
    skeleton_key(skeleton, LAUNCH_KEY_LDS);
    fprintf(skeleton->out, "{ \"group_size\": %u, \"dwords_per_thread\": %u }", skeleton->chip->wave_size,
            survey->share_dwords > LAUNCH_LDS_DWORDS_MAX ? LAUNCH_LDS_DWORDS_MAX : (survey->share_dwords + 3) / 4 * 4);
}

static void put_globals(struct skeleton *skeleton)
{
    const unsigned count = skeleton->survey.globals;
    if (!count)
        return;
    skeleton_key(skeleton, LAUNCH_KEY_GLOBAL_GPRS);
    fprintf(skeleton->out,
            "{ \"first\": 0, \"count\": %u, \"file\": \"TODO: a file of %u bytes, [lane][gpr][xyzw] of %d lanes: what "
            "SIMD-global registers begin with\" }",
            count, LAUNCH_LANES * 16 * count, LAUNCH_LANES);
}

static void put_fetch_shader(struct skeleton *skeleton)
{
    if (!skeleton->survey.calls_fetch)
        return;
    skeleton_key(skeleton, LAUNCH_KEY_FETCH_SHADER);
    if (skeleton->request->fetch_path)
        put_string(skeleton, skeleton->request->fetch_path);
    else
        fprintf(skeleton->out,
                "\"TODO: a program, the fetch program that CALL_FS calls; RETURN alone fetches nothing\"");
}

/* ---- exports --------------------------------------------------------------------------------------------------- */

static void put_export(struct skeleton *skeleton, unsigned *count, const char *type, unsigned base)
{
    fprintf(skeleton->out,
            "%s\n      { \"type\": \"%s\", \"array_base\": %u, \"compare\": [\"bits\", \"bits\", \"bits\", \"bits\"] }",
            (*count)++ ? "," : "", type, base);
}

/* A geometry program has no exports: what it writes are buffers, and strips. */
static void put_strips(struct skeleton *skeleton)
{
    skeleton_key(skeleton, LAUNCH_KEY_EXPECT);
    fprintf(
        skeleton->out,
        "{\n    \"strips\": \"TODO: a string of V (a vertex) and C (a cut), what each thread emits in its order, or a "
        "list of %u of them; or take all of expect away\"\n  }",
        skeleton->threads);
}

static void put_expect(struct skeleton *skeleton)
{
    const struct survey *survey = &skeleton->survey;
    unsigned             count = 0;
    if (survey->emits && skeleton->stage == LAUNCH_GS) {
        put_strips(skeleton);
        return;
    }
    if (!survey->pixels && !survey->positions && !survey->parameters)
        return;
    skeleton_key(skeleton, LAUNCH_KEY_EXPECT);
    fprintf(skeleton->out, "{\n    \"exports\": [");
    for (unsigned base = 0; base < 64; base++)
        if (survey->pixels >> base & 1)
            put_export(skeleton, &count, "pixel", base);
    for (unsigned base = 0; base < 64; base++)
        if (survey->positions >> base & 1)
            put_export(skeleton, &count, "pos", base);
    for (unsigned base = 0; base < SURVEY_PARAMETERS; base++)
        if (survey->parameters >> base & 1)
            put_export(skeleton, &count, "param", base);
    fprintf(skeleton->out,
            "\n    ],\n    \"file\": \"TODO: a file of %llu bytes, [thread][export][xyzw], what must come out; or take "
            "all of expect away\"\n  }",
            16ull * count * skeleton->threads);
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

/* The program and, on a cache line of its own behind it, the fetch program: as setup_machine.c lays them out. */
static bool join(const struct skeleton_request *request, struct flow_program *program, uint32_t **words,
                 struct diag *diag)
{
    const unsigned count = request->program->count, more = request->fetch ? request->fetch->count : 0;
    const unsigned base = (count + ICACHE_LINE_DWORDS - 1) / ICACHE_LINE_DWORDS * ICACHE_LINE_DWORDS;
    *words = calloc((size_t)base + more + 1, sizeof **words);
    if (!*words)
        return diag_set(diag, NULL, 0, "not enough memory");
    memcpy(*words, request->program->dwords, count * sizeof **words);
    if (more)
        memcpy(*words + base, request->fetch->dwords, more * sizeof **words);
    *program = (struct flow_program){
        .dwords = *words, .words = (more ? base + more : count) / 2, .fetch_base = more ? base / 2 : 0};
    return true;
}

static bool make(struct skeleton *skeleton, struct diag *diag)
{
    const struct skeleton_request *request = skeleton->request;
    const struct chip_config      *chip = skeleton->chip;
    struct flow_program            program;
    struct flow_code               code = {.count = 0};
    uint32_t                      *words = NULL;
    const struct survey_subject    subject = {.code = &code,
                                              .temporaries = chip->clause_temporaries,
                                              .prefer_vector = chip->prefer_vector,
                                              .subentries = stack_subentries(chip),
                                              .call_rows = stack_call_rows(chip)};
    bool                           good = join(request, &program, &words, diag);
    if (good && !flow_decode(&program, &code))
        good = diag_set(diag, NULL, 0, "not enough memory");
    good = good && survey_make(&subject, &skeleton->survey, diag);
    flow_free(&code);
    free(words);
    if (!good)
        return false;
    if (skeleton->survey.broken)
        return diag_set(diag, request->path, 0,
                        "the clause of CF %u is illegal, expected a program that can run: wekiva lint says why",
                        skeleton->survey.broken - 1);
    if (request->fetch && !skeleton->survey.calls_fetch)
        return diag_set(diag, request->fetch_path, 0, "the program does not call a fetch program (CALL_FS)");
    skeleton->stage = request->stage_known ? request->stage : stage_of(&skeleton->survey, request->program);
    skeleton->threads = request->threads ? request->threads : chip->wave_size;
    return true;
}

bool r700_skeleton(const void *chip, const struct skeleton_request *request, FILE *out, struct diag *diag)
{
    struct skeleton *skeleton = calloc(1, sizeof *skeleton);
    if (!skeleton)
        return diag_set(diag, NULL, 0, "not enough memory");
    *skeleton = (struct skeleton){.chip = chip, .request = request, .out = out, .file = {out, 0}};
    const bool good = make(skeleton, diag);
    if (good) {
        fputc('{', out);
        put_head(skeleton);
        put_gprs(skeleton);
        skeleton_constants(skeleton);
        skeleton_text_bools(&skeleton->file, skeleton->survey.bools);
        skeleton_text_loops(&skeleton->file, skeleton->survey.loop_constants);
        skeleton_buffers(skeleton);
        skeleton_textures(skeleton);
        put_fetch_shader(skeleton);
        put_share(skeleton);
        put_globals(skeleton);
        put_expect(skeleton);
        fprintf(out, "\n}\n");
    }
    survey_free(&skeleton->survey);
    free(skeleton);
    return good;
}
