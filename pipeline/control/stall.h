/* stall.h - why an arbiter's opportunity to issue something passed unused: one list for control flow and ALU, so that
 * waveforms and statistics name reasons alike (RV770 timing S5, S9, S12, S13). */
#ifndef PIPELINE_STALL_H
#define PIPELINE_STALL_H

#include <stdint.h>

enum stall {
#define STALL(name, waves, key, meaning, source) STALL_##name,
#include "pipeline/control/stall.def"
#undef STALL
    STALLS
};
typedef uint8_t stall_t;

/* Opportunities that passed unused, by reason. */
typedef struct {
    uint32_t reason[STALLS];
} stall_counts_t;

/* Each reason as waveforms and summaries spell it ("instruction miss"; "-": it was used), the same as a key of
 * statistics ("stall_instruction_miss"; "used"), what it means, and which source has it, or "". */
extern const char *const stall_names[STALLS], *const stall_keys[STALLS], *const stall_meanings[STALLS],
                                                                             *const stall_sources[STALLS];

#endif
