/* setup_sharing.c - groups of threads and what they have of the local data share; SIMD-global GPRs (ISA 2.6).  No
 * register of this family says how large a group is or what it has, so the launch file does. */
#include "mem/lds.h"
#include "rtl_model/r700/setup/by_type.h"
#include "rtl_model/r700/setup/setup_internal.h"

/* Dwords of a thread in a group of so many: 64 for up to 64 threads, 4 for 1024 (ISA 2.6.2). */
static unsigned usual_dwords(unsigned group_size)
{
    unsigned dwords = LAUNCH_LDS_DWORDS_MAX, threads = LDS_WORDS / LAUNCH_LDS_DWORDS_MAX;
    for (; threads < group_size; threads *= 2)
        dwords /= 2;
    return dwords;
}

/* A file has the words of one SIMD or of each. */
static bool check_file(struct setup_job *job, const struct launch_file *file, size_t one, const char *key)
{
    return file->bytes <= one || file->bytes == setup_simds(job) * one ||
           setup_fail(job, file->line, "%s.file: %zu bytes, expected those of one SIMD or of %u: %zu each", key,
                      file->bytes, setup_simds(job), one);
}

bool setup_groups(struct setup_job *job)
{
    const struct launch_lds *lds = &job->launch->lds;
    const unsigned           line = job->launch->line[LAUNCH_KEY_LDS];
    struct simd_launch      *simd = &job->setup->simd;
    if (!check_file(job, &lds->file, LAUNCH_LDS_BYTES, "lds"))
        return false;
    if (!lds->group_size)
        return true;
    const unsigned dwords = lds->dwords_per_thread ? lds->dwords_per_thread : usual_dwords(lds->group_size);
    simd->group_size = lds->group_size;
    simd->lds_entries = (lds->group_size + LDS_BANKS - 1) / LDS_BANKS * (dwords / LDS_DWORDS);
    if (simd->lds_entries > LDS_ENTRIES)
        return setup_fail(job, line, "lds: %u threads of a group with %u dwords each do not fit %d bytes (ISA 2.6.2)",
                          lds->group_size, dwords, LAUNCH_LDS_BYTES);
    const struct wave_groups groups = launch_groups(job->chip, simd);
    const unsigned           most = simd_wave_limit(job->chip, simd);
    return groups_waves_each(&groups) <= most ||
           setup_fail(job, line, "lds.group_size: %u threads are %lu wavefronts, of which %u fit a SIMD",
                      lds->group_size, (unsigned long)groups_waves_each(&groups), most);
}

unsigned setup_global_count(const struct setup_job *job)
{
    const struct launch_gprs *gprs = &job->launch->global_gprs;
    return job->chip->global_gprs ? job->chip->global_gprs : gprs->first + gprs->count;
}

bool setup_global_gprs(struct setup_job *job)
{
    const struct launch_gprs *gprs = &job->launch->global_gprs;
    const unsigned            line = job->launch->line[LAUNCH_KEY_GLOBAL_GPRS];
    struct simd_launch       *simd = &job->setup->simd;
    simd->global_gprs =
        register_bits(setup_read(job, REGISTER_SQ_GPR_RESOURCE_MGMT_1), FIELD_SQ_GPR_RESOURCE_MGMT_1_DYN_GPR_ENABLE)
            ? setup_global_count(job)
            : 0;
    if (gprs->first + gprs->count > simd->global_gprs)
        return setup_fail(job, line, "global_gprs: GPRs %u to %u, but there are %u: see the chip parameter global_gprs",
                          gprs->first, gprs->first + gprs->count - 1, simd->global_gprs);
    /* Global GPRs and temporaries have absolute numbers below 128 (ISA 2.6.1.2). */
    const unsigned shared = simd->global_gprs + 2 * simd->temporaries;
    if (simd->global_gprs && (shared > LAUNCH_THREAD_GPRS || shared >= job->chip->max_gprs))
        return setup_fail(job, line,
                          "global_gprs: %u and 2 x %u clause temporaries, expected at most %d, and private GPRs",
                          simd->global_gprs, simd->temporaries, LAUNCH_THREAD_GPRS);
    return check_file(job, &gprs->file, (size_t)LAUNCH_LANES * 16 * gprs->count, "global_gprs");
}
