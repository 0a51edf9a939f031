/* case_launch.h - a random case as the launch that `random_save` writes. */
#ifndef TB_RANDOM_CASE_LAUNCH_H
#define TB_RANDOM_CASE_LAUNCH_H

#include "rtl_model/launch/launch.h"
#include "rtl_model/program/program.h"
#include "tb/random/random.h"

/* Everything lies in the case and the arrays. */
struct case_launch {
    struct launch                 launch;
    struct program                program, fetch;
    struct launch_constant_buffer buffers[2 * RANDOM_BUFFERS];
    struct launch_loop_constant   loops[REF_FLOW_CONSTANTS];
    struct launch_vertex_resource resources[RANDOM_RESOURCES];
    struct launch_register        registers[2 + RANDOM_REGISTERS];
    struct launch_memory          ranges[RANDOM_RANGES];
    struct launch_buffer          memory[LAUNCH_TARGETS];
    uint32_t                      gprs[RANDOM_THREADS * RANDOM_GPRS * 4];
    uint32_t                      scatter[RANDOM_SCATTER_WORDS];
    uint32_t                      globals[REF_LANES * RANDOM_GLOBALS * 4];
};

/* Of a case that has been assembled. */
void case_describe(const struct random_case *program, struct case_launch *out);

#endif
