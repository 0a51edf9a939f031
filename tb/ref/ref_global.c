/* ref_global.c - SIMD-global GPRs: registers that all wavefronts of a SIMD have, one for each lane
 * (ISA 2.6.1.1, 4.6.1).
 *
 * INDEX_GLOBAL names them by their absolute number, INDEX_GLOBAL_AR_X adds AR.x.  Wavefronts come in any order, so what
 * one writes and another one touches is counted as undefined; so are the clause temporaries that lie behind the global
 * ones (ISA 2.6.1.2).  GUESS: beyond those nothing is written, and what is read is global GPR 0. */
#include "tb/ref/ref_internal.h"

const char *ref_global_error(const struct ref_launch *launch, const struct isa_alu *alu, unsigned gpr)
{
    if (!launch->globals || !launch->globals->count)
        return "there are no global GPRs (ISA 2.6.1.1)";
    if (alu->index_mode > ISA_INDEX_GLOBAL_AR_X)
        return "a reserved INDEX_MODE (ISA 10.2)";
    return gpr < launch->globals->count ? NULL : "a global GPR that there is not (ISA 4.6.3)";
}

int ref_global_number(const struct ref_clause *clause, const struct isa_alu *alu, unsigned gpr, unsigned thread)
{
    const struct ref_launch *launch = clause->run->launch;
    struct ref_wave         *wave = clause->run->wave;
    const unsigned           count = launch->globals->count, all = count + 2 * launch->temporaries;
    const int64_t            at = (int64_t)gpr + (alu->index_mode == ISA_INDEX_GLOBAL_AR_X ? wave->ar[0][thread] : 0);
    if (at >= 0 && at < (int64_t)count)
        return REF_GPRS + (int)at;
    if (at >= 0 && at < (int64_t)all && wave->executing >> thread & 1)
        wave->undefined_reads++;
    return -1;
}

static struct ref_global_word *word_of(const struct ref_launch *launch, unsigned gpr, unsigned element, unsigned thread)
{
    return &launch->globals->word[gpr - REF_GPRS][element][thread];
}

uint32_t ref_register(const struct ref_clause *clause, unsigned gpr, unsigned element, unsigned thread)
{
    return gpr < REF_GPRS ? clause->run->wave->gpr[gpr][element][thread]
                          : word_of(clause->run->launch, gpr, element, thread)->value;
}

void ref_global_read(const struct ref_clause *clause, unsigned gpr, unsigned element, unsigned thread)
{
    struct ref_wave        *wave = clause->run->wave;
    struct ref_global_word *word = word_of(clause->run->launch, gpr, element, thread);
    wave->undefined_reads += word->writer && word->writer != wave->number + 1;
    word->reader = wave->number + 1;
}

void ref_global_write(const struct ref_run *run, unsigned gpr, unsigned element, unsigned thread, uint32_t value)
{
    struct ref_wave        *wave = run->wave;
    struct ref_global_word *word = word_of(run->launch, gpr, element, thread);
    wave->undefined_reads +=
        (word->writer && word->writer != wave->number + 1) || (word->reader && word->reader != wave->number + 1);
    word->writer = wave->number + 1;
    word->value = value;
}
