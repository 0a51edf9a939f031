/* ref.c - start, one CF instruction after the other, exports, end (ISA 3, 3.4.1). */
#include "tb/ref/ref_internal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool ref_stop(const struct ref_run *run, const char *format, ...)
{
    char    text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return diag_set(&run->wave->diag, NULL, 0, "%sCF %u: %s: %s", run->wave->in_fetch_program ? "fetch program, " : "",
                    run->at, run->op ? run->op->name : "no instruction", text);
}

struct ref_span ref_span_of(const struct ref_launch *launch, unsigned threads, unsigned wave)
{
    const unsigned  group = launch->group_size ? launch->group_size : launch->wave_size;
    const unsigned  each = (group + launch->wave_size - 1) / launch->wave_size;
    struct ref_span span = {.group = wave / each, .in_group = wave % each * launch->wave_size};
    span.first = span.group * group + span.in_group;
    const unsigned left = threads > span.first ? threads - span.first : 0, in_group = group - span.in_group;
    span.count = left < in_group ? left : in_group;
    if (span.count > launch->wave_size)
        span.count = launch->wave_size;
    return span;
}

unsigned ref_wave_count(const struct ref_launch *launch, unsigned threads)
{
    unsigned waves = 0;
    while (ref_span_of(launch, threads, waves).count)
        waves++;
    return waves;
}

void ref_start(struct ref_wave *wave, const struct ref_launch *launch, unsigned number, ref_mask_t exists)
{
    memset(wave, 0, sizeof *wave);
    wave->number = number;
    if (launch->wave_size < REF_LANES)
        exists &= ((ref_mask_t)1 << launch->wave_size) - 1;
    wave->exists = wave->valid = exists;
    wave->pc = launch->first;
    wave->span = ref_span_of(launch, UINT_MAX, number);
    ref_memory_start(launch);
    ref_share_start(launch, wave);
    for (unsigned g = 0; g < REF_GPRS; g++)
        for (unsigned e = 0; e < 4; e++)
            for (unsigned t = 0; t < REF_LANES; t++)
                wave->gpr[g][e][t] = REF_UNDEFINED;
    for (unsigned t = 0; t < REF_LANES; t++)
        wave->pixel[t] = exists >> t & 1 ? REF_ACTIVE : REF_BRANCH; /* ISA 3.6.1 */
}

/* ---- exports -------------------------------------------------------------------------------------------------- */

static uint32_t selected(const struct ref_wave *wave, unsigned gpr, unsigned select, unsigned thread)
{
    return select < 4 ? wave->gpr[gpr][select][thread] : select == 5 ? 0x3f800000 : 0;
}

/* The values of a burst: GPRs in order to places in order (ISA 3.4.1).  GUESS: SEL 6, reserved, writes nothing. */
static bool run_export(const struct ref_run *run)
{
    enum { SEL_LAST = 5 };
    struct ref_wave         *wave = run->wave;
    const struct ref_launch *launch = run->launch;
    struct ref_export        values;
    struct isa_export_swiz   cf;
    isa_unpack_export_swiz(run->words + 2 * (size_t)run->at, &cf);
    const unsigned             select[4] = {cf.sel_x, cf.sel_y, cf.sel_z, cf.sel_w};
    const struct ref_condition condition = {.whole_quad = cf.whole_quad_mode, .valid_pixel = cf.valid_pixel_mode};
    memset(&values, 0, sizeof values);
    values.type = cf.type;
    values.threads = ref_test(run, &condition, ref_active(wave)) & wave->exists;
    for (unsigned e = 0; e < 4; e++)
        values.elements |= (unsigned)(select[e] <= SEL_LAST) << e;
    for (unsigned i = 0; i <= cf.burst_count; i++) {
        int64_t gpr = (int64_t)cf.rw_gpr + i;
        if (cf.rw_gpr >= launch->num_gprs || (!cf.rw_rel && gpr >= launch->num_gprs))
            return ref_stop(run, "R%u is not one of the program's %u GPRs (ISA 4.6.3)", (unsigned)gpr,
                            launch->num_gprs);
        if (cf.rw_rel)
            gpr += wave->loop.index;
        if (gpr < 0 || gpr >= launch->num_gprs) /* ISA 4.6.3 */
            gpr = 0;
        values.index = cf.array_base + i;
        for (unsigned e = 0; e < 4; e++)
            for (unsigned t = 0; t < REF_LANES; t++)
                values.value[e][t] = selected(wave, (unsigned)gpr, select[e], t);
        if (launch->exported)
            launch->exported(launch->user, wave, &values);
    }
    wave->ended = cf.end_of_program;
    return true;
}

/* ---- instructions --------------------------------------------------------------------------------------------- */

static bool execute(const struct ref_run *run)
{
    const uint32_t   *dwords = run->words + 2 * (size_t)run->at;
    struct isa_cf     cf;
    struct isa_cf_alu alu;
    switch (run->op->klass) {
    case ISA_CF_ALU:
        isa_unpack_cf_alu(dwords, &alu);
        return ref_alu_clause(run, &alu);
    case ISA_CF_EXPORT:
        return run_export(run);
    case ISA_CF_MEM:
        return ref_memory_write(run);
    case ISA_CF_FETCH:
        isa_unpack_cf(dwords, &cf);
        run->wave->ended = cf.end_of_program;
        return ref_fetch_clause(run, &cf);
    default:
        isa_unpack_cf(dwords, &cf);
        run->wave->ended = cf.end_of_program; /* executed conditionally or not (ISA 3) */
        return ref_branch(run, &cf);
    }
}

enum ref_end ref_step(struct ref_wave *wave, const struct ref_launch *launch)
{
    struct ref_run run = {.wave = wave, .launch = launch, .at = wave->pc};
    run.words = wave->in_fetch_program ? launch->fetch_program : launch->program;
    run.count = (wave->in_fetch_program ? launch->fetch_dwords : launch->program_dwords) / 2;
    if (run.at < run.count)
        run.op = isa_cf_lookup(run.words + 2 * (size_t)run.at);
    if (launch->max_instructions && wave->instructions >= launch->max_instructions)
        return ref_stop(&run, "more than %llu CF instructions", (unsigned long long)launch->max_instructions),
               REF_STOPPED;
    if (run.at >= run.count)
        return ref_stop(&run, "the program has %u words and no END_OF_PROGRAM before (ISA 3.2)", run.count),
               REF_STOPPED;
    if (!run.op)
        return ref_stop(&run, "a reserved opcode (ISA 10.1)"), REF_STOPPED;
    wave->pc++;
    wave->instructions++;
    if (!execute(&run))
        return REF_STOPPED;
    if (wave->ended && wave->depth)
        return ref_stop(&run, "%u stack entries are left at END_OF_PROGRAM (ISA 3.2)", wave->depth), REF_STOPPED;
    if (launch->executed)
        launch->executed(launch->user, wave, run.at, run.op);
    return wave->ended ? REF_ENDED : REF_RUNNING;
}

enum ref_end ref_run(struct ref_wave *wave, const struct ref_launch *launch)
{
    enum ref_end end;
    do
        end = ref_step(wave, launch);
    while (end == REF_RUNNING);
    return end;
}
