/* commands.h - the commands of wekiva. */
#ifndef TOOLS_COMMANDS_H
#define TOOLS_COMMANDS_H

#include "tools/options.h"

extern const struct command demo_command;
extern const struct command run_command, profile_command, dis_command, asm_command, lint_command, chips_command,
    isa_command, cosim_command, filter_command, fuzz_command, view_command, texture_command, report_command,
    launch_command, sweep_command, compare_command, compare_waves_command, why_command, bench_chip_command, ask_command,
    serve_command, export_sv_command, avf_command;

#endif
