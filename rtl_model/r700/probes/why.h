/* why.h - why a chance to issue something passed unused: from the reason that the arbiter counts to the wavefront that
 * is nearest, to what it waits for, and back to a cause.
 *
 * It is asked in the clock in which the chance shows (docs/stalls.md), of a machine whose wires have been driven and
 * that has been looked at; it looks at registers and nets only. */
#ifndef RTL_MODEL_R700_WHY_H
#define RTL_MODEL_R700_WHY_H

#include "rtl_model/r700/probes/pipe_watch.h"
#include "rtl_model/why_chain.h"

/* Of enum pipe_arbiter.  `next`: the wavefront that it issues of next, as one knows who has seen the run before, and
 * the chain is of that one as far as it is here; or PIPE_NOBODY, and it is of the one nearest to issue. */
void why_find(const struct pipe_watch *watch, unsigned simd, enum pipe_arbiter arbiter, uint32_t next,
              struct why_chain *chain);

/* Parts of it. */
struct why {
    const struct pipe_watch *watch;
    const struct simd       *simd;
    const struct pipe_simd  *seen;
    struct why_chain        *chain;
    int                      slot; /* of the wavefront that is meant, or -1: the nearest one */
};
static inline const struct wave_table *why_waves(const struct why *why)
{
    return &why->simd->waves;
}
static inline const struct alu_clause *why_alu_clause(const struct why *why, unsigned place)
{
    return &why->simd->clause[place];
}
struct why_link *why_say(const struct why *why, uint32_t wave, uint64_t since, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The cause, and the parameters on which it depends: those that are not NULL. */
void why_end(const struct why *why, enum why_cause cause, const char *const parameters[WHY_PARAMETERS]);
#define why_ends(why, cause, ...) why_end(why, cause, (const char *const[WHY_PARAMETERS]){__VA_ARGS__})
/* A line that is waited for, of an instruction cache. */
void why_line(const struct why *why, const struct icache *cache, uint32_t line, uint32_t wave, const char *name);
void why_clause(const struct why *why, unsigned place);
void why_control(const struct why *why);
/* The fetch clause of the wavefront in a slot; the oldest one where all places are taken. */
void why_fetch(const struct why *why, unsigned slot);
void why_fetch_place(const struct why *why, unsigned places);
/* A line that a client of the SIMD's port has asked for, as it calls it. */
void why_memory(const struct why *why, enum memory_client client, unsigned own, uint64_t line);
/* A further parameter on which the cause depends, before those of why_end; NULL: none. */
void why_depends(const struct why *why, const char *parameter);
/* A parameter whose time runs beside the first one's, and ends about when that does; NULL: none. */
void why_beside(const struct why *why, const char *parameter);

#endif
