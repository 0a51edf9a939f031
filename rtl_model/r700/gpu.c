#include "rtl_model/r700/gpu.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r700/dis.h"
#include "pipeline/alu_rules.h"
#include "rtl_model/r700/gpu_jobs.h"
#include "rtl_model/r700/gpu_parts.h"
#include "rtl_model/r700/gpu_sharing.h"
#include "rtl_model/r700/straps_chip.h"

/* The modules' state after reset.  Their bytes are 0, and stay so where they need not be touched. */
static void start(struct gpu *gpu, bool bare)
{
    chip_straps(gpu);
#define MODULE(type, member, name) type##_preset(&gpu->member);
#define EACH(type, member, name)                                                                                       \
    for (unsigned i = 0; i < gpu->simds; i++)                                                                          \
        type##_preset(&gpu->member[i]);
#define CHANNELS(type, member, name)                                                                                   \
    for (unsigned i = 0; i < gpu->channels; i++)                                                                       \
        type##_preset(&gpu->member[i]);
#include "rtl_model/r700/gpu.def"
    for (unsigned i = 0; i < gpu->simds; i++) {
        const struct simd_above       above = {&gpu->dispatcher.q, &gpu->links[i], (uint8_t)i};
        const struct gpu_setup *const setup = &gpu_part_of(gpu, i)->setup;
        simd_start(&gpu->simd[i], &gpu->chip, &setup->simd, &above, &setup->simd_memory, bare);
        simd_keep(&gpu->simd[i], &gpu->kept[i]);
    }
    gpu_share(gpu);
    gpu_connect(gpu);
}

void gpu_restart(struct gpu *gpu)
{
    const bool bare = gpu->simd->bare.rows;
#define MODULE(type, member, name) memset(&gpu->member, 0, sizeof gpu->member);
#include "rtl_model/r700/gpu.def"
    memset(gpu->simd, 0, gpu->simds * sizeof gpu->simd[0]);
    gpu->told = false;
    gpu->answered = 0;
    memset(gpu->idle, 0, sizeof gpu->idle);
    start(gpu, bare);
}

void gpu_reset(struct gpu *gpu)
{
    gpu_memory_forget_writes(&gpu->setup.memory);
    gpu_restart(gpu);
}

static struct gpu *make(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                        bool bare, struct diag *diag)
{
    struct gpu       *gpu = calloc(1, sizeof *gpu + chip->simds * sizeof *gpu->simd);
    struct simd_kept *kept = calloc(chip->simds, sizeof *kept);
    if (!gpu || !kept) {
        diag_set(diag, NULL, 0, "not enough memory for the machine");
        free(kept);
        free(gpu);
        return NULL;
    }
    gpu->kept = kept;
    gpu->chip = *chip;
    gpu->simds = chip->simds;
    gpu->channels = chip->mc_channels;
    gpu->store.memory = &gpu->setup.memory;
    if (!gpu_parts_open(gpu, program, launch, diag)) {
        gpu_parts_close(gpu);
        free(kept);
        free(gpu);
        return NULL;
    }
    start(gpu, bare);
    gpu_list_instances(gpu, gpu->simds);
    return gpu;
}

struct gpu *gpu_create(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                       struct diag *diag)
{
    return make(chip, program, launch, false, diag);
}

struct gpu *gpu_create_fast(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                            struct diag *diag)
{
    struct gpu *gpu = make(chip, program, launch, true, diag);
    if (gpu && gpu_hasten(gpu, diag))
        return gpu;
    gpu_free(gpu);
    return NULL;
}

void gpu_free(struct gpu *gpu)
{
    if (!gpu)
        return;
    gpu_jobs_free(gpu);
    gpu_parts_close(gpu);
    free(gpu->groups);
    free(gpu->kept);
    free(gpu);
}

bool gpu_hasten(struct gpu *gpu, struct diag *diag)
{
    if (!gpu->groups && !(gpu->groups = calloc(1, sizeof *gpu->groups)))
        return diag_set(diag, NULL, 0, "not enough memory for decoded groups");
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_hasten(&gpu->simd[i], gpu->groups);
    gpu_jobs_forget(gpu);
    return true;
}

struct wave_groups gpu_groups_of(const struct gpu *gpu, const struct gpu_part *part)
{
    return launch_groups(&gpu->chip, &part->setup.simd);
}

struct wave_groups gpu_groups(const struct gpu *gpu)
{
    return gpu_groups_of(gpu, &gpu->first);
}

uint32_t gpu_part_waves(const struct gpu *gpu, const struct gpu_part *part)
{
    return launch_waves(&gpu->chip, &part->setup.simd);
}

uint32_t gpu_waves(const struct gpu *gpu)
{
    return dispatcher_waves(&gpu->dispatcher.in);
}

uint32_t gpu_most_waves(const struct gpu *gpu)
{
    uint32_t most = gpu_waves(gpu);
    for (const struct launch *launch = gpu->launch->next; launch; launch = launch->next) {
        const struct wave_groups groups = groups_of(launch->threads, launch->lds.group_size, gpu->chip.wave_size);
        const uint32_t           waves = groups_waves(&groups);
        most = waves > most ? waves : most;
    }
    return most;
}

/* Whatever the policy, a SIMD gets its first wavefront when those before it have had one; of several launches each has
 * its own. */
unsigned gpu_simds_used(const struct gpu *gpu)
{
    const uint32_t waves = gpu_most_waves(gpu);
    return gpu->parts == 1 && waves < gpu->simds ? (unsigned)waves : gpu->simds;
}

uint32_t gpu_waves_ended(const struct gpu *gpu)
{
    uint32_t ended = 0;
    for (unsigned i = 0; i < gpu->simds; i++)
        ended += gpu->simd[i].waves.q.finished;
    return ended;
}

bool gpu_finished(const struct gpu *gpu)
{
    bool writing = false;
    if (gpu_waves_ended(gpu) != gpu_waves(gpu))
        return false;
    for (unsigned i = 0; i < gpu->simds; i++)
        writing = writing || simd_is_writing(&gpu->simd[i]);
    return !writing;
}

static const char *program_name(const struct gpu_part *part)
{
    return part->launch->program.path ? part->launch->program.path : "program";
}

static bool stopped_in_alu(const struct gpu *gpu, const struct gpu_part *part, const struct alu_issue_reg *issue,
                           struct diag *diag)
{
    const uint32_t at = issue->error_address;
    const char    *why = "";
    char           text[256] = "";
    switch (issue->error) {
    case ISSUE_BAD_GROUP:
        why = isa_group_status_text((enum isa_group_status)issue->error_detail);
        break;
    case ISSUE_BAD_PORTS:
        why = port_violation_text((enum port_violation)issue->error_detail);
        break;
    case ISSUE_BAD_KCACHE:
        why = "the constant's cache line is not locked (ISA 4.6.3)";
        break;
    case ISSUE_BAD_GPR:
        why = "the register is neither one of the program's GPRs nor a clause temporary (ISA 4.6.3)";
        break;
    case ISSUE_BAD_OPERAND:
        why = "a reserved operand select (ISA 10.2)";
        break;
    case ISSUE_BAD_INDEX:
        why = "the operand cannot have this index, or AR is not written before in this clause (ISA 4.6.1, 4.8.2.2)";
        break;
    case ISSUE_BAD_RULE:
        why = group_rule_text((enum group_rule)issue->error_detail);
        break;
    case ISSUE_NO_DOUBLES:
        why = "this chip has no double precision (ISA 4.12)";
        break;
    case ISSUE_NO_GLOBALS:
        why = "no GPRs are set aside as global ones (ISA 2.6.1.1): set global_gprs";
        break;
    }
    if (2 * (size_t)at + 1 < part->setup.simd_memory.program.count)
        isa_dis_alu(part->setup.simd_memory.program.dwords + 2 * (size_t)at, text, sizeof text);
    return !diag_set(diag, program_name(part), 0, "cycle %llu: ALU word %u: `%s`: %s", (unsigned long long)gpu->cycle,
                     at, text, why);
}

static bool stopped_in_cf(const struct gpu *gpu, const struct gpu_part *part, uint32_t at, const char *why,
                          struct diag *diag)
{
    const struct instruction_memory *program = &part->setup.simd_memory.program;
    char                             text[256] = "";
    if (2 * (size_t)at + 1 < program->count)
        isa_dis_cf(program->dwords + 2 * (size_t)at, text, sizeof text);
    return !diag_set(diag, program_name(part), 0, "cycle %llu: CF %u: `%s`: %s", (unsigned long long)gpu->cycle, at,
                     text, why);
}

static bool stopped_in_lds(const struct gpu *gpu, const struct gpu_part *part, const struct simd *simd,
                           struct diag *diag)
{
    const struct lds_unit_reg *unit = &simd->lds_unit.q;
    const struct wave_groups   groups = gpu_groups_of(gpu, part);
    const uint32_t             thread = groups_first(&groups, unit->error_number) + unit->error_thread;
    const char *const          why = unit->error == LDS_OUTSIDE
                                         ? "lies outside the local data share that its group has (ISA 2.6.2)"
                                         : "is of another entry than the one that a thread of the same four reads of this "
                                           "bank: WATERFALL must be set (ISA 10.6)";
    return !diag_set(diag, program_name(part), 0, "cycle %llu: thread %lu: bank %u, dword %lu, %s",
                     (unsigned long long)gpu->cycle, (unsigned long)thread, unit->error_bank,
                     (unsigned long)unit->error_dword, why);
}

/* A memory access that would have reached what belongs to another thread. */
static bool strayed(const struct gpu *gpu, const struct gpu_part *part, const char *does, unsigned target,
                    uint64_t thread, uint64_t address, struct diag *diag)
{
    return !diag_set(
        diag, program_name(part), 0,
        "cycle %llu: thread %llu %s 0x%llx in the %s buffer at 0x%llx, beyond the %u dwords that it has (3D 3)",
        (unsigned long long)gpu->cycle, (unsigned long long)thread, does, (unsigned long long)address,
        memory_target_name(target), (unsigned long long)part->setup.simd.memory.base.target[target],
        part->setup.simd.memory.item.target[target]);
}

static bool simd_stopped(const struct gpu *gpu, const struct simd *simd, struct diag *diag)
{
    const struct gpu_part *const part = gpu_part_of(gpu, simd->above.number);
    for (unsigned p = 0; p < PARITIES; p++)
        if (simd->issue[p].q.error)
            return stopped_in_alu(gpu, part, &simd->issue[p].q, diag);
    if (simd->flow.q.error) {
        static const char *const why[CF_ERRORS] = {
            [CF_STACK_OVERFLOW] = "the stack has no more than STACK_SIZE entries (ISA 3.6.5)",
            [CF_STACK_UNDERFLOW] = "a pop without a push (ISA 3.7.2)",
            [CF_STACK_MISMATCH] = "something else is on top of the stack (ISA 3.7.3, 3.7.6)",
            [CF_NO_LOOP] = "not inside a loop (ISA 3.7.3)",
            [CF_NO_CALL] = "not inside a subroutine (ISA 3.7.6)",
            [CF_STACK_NOT_EMPTY] = "END_OF_PROGRAM while the stack is not empty (ISA 3.2)",
        };
        return stopped_in_cf(gpu, part, simd->flow.q.error_pc, why[simd->flow.q.error], diag);
    }
    if (simd->cf.q.bad_op) {
        return stopped_in_cf(gpu, part, simd->cf.q.bad_pc, "a reserved CF instruction (ISA 10.1)", diag);
    }
    if (simd->lds_unit.q.error)
        return stopped_in_lds(gpu, part, simd, diag);
    if (simd->exports.q.bad_gpr)
        return !diag_set(diag, program_name(part), 0,
                         "cycle %llu: an export reads beyond the program's %u GPRs (ISA 4.6.3)",
                         (unsigned long long)gpu->cycle, part->setup.simd.num_gprs);
    const struct memory_export_reg *const write = &simd->memory.q;
    const struct memory_read_reg *const   read = &simd->memory_reads.q;
    if (write->stray)
        return strayed(gpu, part, "writes to", write->stray_target, write->stray_thread, write->stray_address, diag);
    if (read->stray)
        return strayed(gpu, part, "reads from", read->stray_target, read->stray_thread, read->stray_address, diag);
    return false;
}

/* Of several at once. */
static bool name_launch(const struct gpu *gpu, unsigned simd, struct diag *diag)
{
    char what[sizeof diag->what];
    if (gpu->parts > 1 && diag) {
        memcpy(what, diag->what, sizeof what);
        snprintf(diag->what, sizeof diag->what, "launch %u: %.*s", gpu_part_of(gpu, simd)->launch->number,
                 (int)sizeof what - 16, what);
    }
    return true;
}

bool gpu_stopped(const struct gpu *gpu, struct diag *diag)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        if (simd_is_broken(&gpu->simd[i]))
            return simd_stopped(gpu, &gpu->simd[i], diag) && name_launch(gpu, i, diag);
    if (gpu->out_of_memory || gpu->setup.memory.out_of_memory)
        return !diag_set(diag, NULL, 0, "not enough memory for what is collected of the run");
    return false;
}

enum gpu_end gpu_run(struct gpu *gpu, uint64_t max_cycles, struct diag *diag)
{
    const uint64_t limit = max_cycles ? max_cycles : UINT64_MAX;
    enum gpu_end   end = GPU_FINISHED;
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_hide(&gpu->simd[i]);
    for (bool news = true; !(news && gpu_finished(gpu));) {
        if (news && gpu_stopped(gpu, diag)) {
            end = GPU_STOPPED;
            break;
        }
        if (gpu->cycle >= limit) {
            end = GPU_CYCLE_LIMIT;
            break;
        }
        news = (gpu->jobs && gpu_jobs_run(gpu, limit)) || gpu_clocks(gpu, limit);
        if (gpu->simds > 1 || gpu->simd->sleep.streak == SLEEP_STREAK)
            gpu_doze(gpu, limit);
    }
    gpu_wake(gpu);
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_unhide(&gpu->simd[i]);
    return end;
}

const struct result_exports *gpu_exports(struct gpu *gpu)
{
    return &gpu->exports;
}
