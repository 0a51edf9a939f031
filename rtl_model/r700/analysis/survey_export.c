/* survey_export.c - survey of exports and memory writes (ISA 3.4). */
#include "pipeline/fetch/memory_space.h"
#include "rtl_model/r700/analysis/survey_internal.h"

enum { PIXEL, POSITION, PARAMETER };

/* GPRs that leave, a burst. */
static void leave(struct survey_job *job, unsigned row, unsigned first, unsigned count, bool relative,
                  unsigned elements)
{
    for (unsigned i = 0; i < count; i++)
        survey_read(job, row, first + i, relative ? 0 : elements);
    job->survey->relative |= relative;
    job->survey->cf[row].count[SURVEY_EXPORT] += count;
}

void survey_export(struct survey_job *job, unsigned row)
{
    struct survey               *survey = job->survey;
    const struct isa_export_swiz cf = job->code->rows[row].swiz;
    const unsigned               select[4] = {cf.sel_x, cf.sel_y, cf.sel_z, cf.sel_w}, count = cf.burst_count + 1;
    unsigned                     elements = 0;
    for (unsigned i = 0; i < 4; i++)
        elements |= select[i] < 4 ? 1u << select[i] : 0;
    leave(job, row, cf.rw_gpr, count, cf.rw_rel, elements);
    survey->exports++;
    survey->export_gprs += count;
    for (unsigned base = cf.array_base; base < cf.array_base + count && base < 64; base++)
        if (cf.type == PIXEL)
            survey->pixels |= 1ull << base;
        else if (cf.type == POSITION)
            survey->positions |= 1ull << base;
        else if (cf.type == PARAMETER && base < SURVEY_PARAMETERS)
            survey->parameters |= 1u << base;
}

void survey_memory_write(struct survey_job *job, unsigned row)
{
    struct survey              *survey = job->survey;
    const struct isa_export_buf cf = job->code->rows[row].buf;
    struct memory_write         write;
    memory_write_unpack(job->code->rows[row].dwords, &write);
    struct survey_target *target = &survey->target[write.access.target];
    const bool            vectors = write.access.target == MEMORY_SCRATCH || write.access.target == MEMORY_REDUCTION;
    const unsigned        count = cf.burst_count + 1;
    /* What lies behind the array is not written (ISA 3.4.3). */
    const unsigned wanted = cf.burst_count + (write.access.indexed ? cf.array_size : 0);
    const unsigned last = wanted < cf.array_size ? wanted : cf.array_size;
    const unsigned reach = write.mask ? 32 - (unsigned)__builtin_clz(write.mask) : 0;
    /* In rings and streams ARRAY_BASE counts dwords, elsewhere vec4s (pipeline/fetch/memory_space.h). */
    const unsigned end = vectors ? (cf.array_base + last + 1) * MEMORY_ELEMENTS
                                 : cf.array_base + last * write.access.element_dwords +
                                       survey_larger(write.access.element_dwords, reach);
    target->written = true;
    target->indexed |= write.access.indexed;
    target->dwords = survey_larger(target->dwords, end);
    leave(job, row, cf.rw_gpr, count, cf.rw_rel, write.mask);
    if (write.access.indexed)
        survey_read(job, row, cf.index_gpr, 1);
    survey->memory_writes++;
    survey->memory_gprs += count;
}
