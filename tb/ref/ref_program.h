/* ref_program.h - runs a program with a launch file's data on the reference interpreter, wavefront after wavefront, and
 * collects its exports as the machine's are collected. */
#ifndef TB_REF_REF_PROGRAM_H
#define TB_REF_REF_PROGRAM_H

#include "rtl_model/launch/launch.h"
#include "rtl_model/program/program.h"
#include "rtl_model/results.h"
#include "tb/ref/ref.h"

/* Program, sizes, constants and stage of a launch.  `fetch` may be NULL.  The chip's part (wave_size, temporaries,
 * prefer_vector) takes the values of an RV770 and can be changed afterwards; the transcendental functions are the
 * machine's.  False when the launch asks for what the interpreter cannot know: raw registers, but
 * SQ_VTX_BASE_VTX_LOC, SQ_VTX_START_INST_LOC and, of pixel programs, those of textures, samplers and constants.  `file`
 * gets the constant files of the stage and of ALT_CONST, REF_CONSTANTS vectors each, and must live as long as `out`. */
bool ref_program_launch(const struct program *program, const struct program *fetch, const struct launch *launch,
                        uint32_t *file, struct ref_launch *out, struct diag *diag);

/* The initial GPRs of a wavefront. */
void ref_program_load(const struct launch *launch, const struct ref_launch *from, struct ref_wave *wave);

/* Runs every wavefront; `wave` is room for one.  `each`, if not NULL, sees every wavefront at its end.  False when one
 * breaks a rule: then *wave is where it stopped and `diag` says why. */
bool ref_program_run(const struct launch *launch, struct ref_launch *from, struct ref_wave *wave,
                     struct result_exports *exports, void (*each)(void *context, const struct ref_wave *wave),
                     void *context, struct diag *diag);

#endif
