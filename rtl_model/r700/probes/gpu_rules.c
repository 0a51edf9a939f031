/* gpu_rules.c - a program that broke a rule: which one, where, and the section of the manual. */
#include <stdio.h>
#include <string.h>

#include "isa/r700/dis/dis.h"
#include "pipeline/alu/alu_rules.h"
#include "rtl_model/r700/gpu.h"

/* A SIMD with a broken rule, and the message to be made. */
struct place {
    const struct gpu      *gpu;
    const struct gpu_part *part;
    struct diag           *diag;
};

static const char *program_name(const struct gpu_part *part)
{
    return part->launch->program.path ? part->launch->program.path : "program";
}

static unsigned long long clock_of(const struct place *place)
{
    return place->gpu->cycle;
}

static void tell_group(const struct place *place, const struct alu_issue_reg *issue)
{
    const struct instruction_memory *program = &place->part->setup.simd_memory.program;
    const uint32_t                   at = issue->error_address;
    const char                      *why = "";
    char                             text[256] = "";
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
    if (2 * (size_t)at + 1 < program->count)
        isa_dis_alu(program->dwords + 2 * (size_t)at, text, sizeof text);
    diag_set(place->diag, program_name(place->part), 0, "cycle %llu: ALU word %u: `%s`: %s", clock_of(place), at, text,
             why);
    gpu_setup_locate(&place->part->setup, at, place->diag);
}

static void tell_cf(const struct place *place, uint32_t at, const char *why)
{
    const struct instruction_memory *program = &place->part->setup.simd_memory.program;
    char                             text[256] = "";
    if (2 * (size_t)at + 1 < program->count)
        isa_dis_cf(program->dwords + 2 * (size_t)at, text, sizeof text);
    diag_set(place->diag, program_name(place->part), 0, "cycle %llu: CF %u: `%s`: %s", clock_of(place), at, text, why);
    gpu_setup_locate(&place->part->setup, at, place->diag);
}

static void tell_flow(const struct place *place, const struct cf_state_reg *flow)
{
    static const char *const why[CF_ERRORS] = {
        [CF_STACK_OVERFLOW] = "the stack has no more than STACK_SIZE entries (ISA 3.6.5)",
        [CF_STACK_UNDERFLOW] = "a pop without a push (ISA 3.7.2)",
        [CF_STACK_MISMATCH] = "something else is on top of the stack (ISA 3.7.3, 3.7.6)",
        [CF_NO_LOOP] = "not inside a loop (ISA 3.7.3)",
        [CF_NO_CALL] = "not inside a subroutine (ISA 3.7.6)",
        [CF_STACK_NOT_EMPTY] = "END_OF_PROGRAM while the stack is not empty (ISA 3.2)",
    };
    tell_cf(place, flow->error_pc, why[flow->error]);
}

static void tell_instruction(const struct place *place, const struct cf_sequencer_reg *cf)
{
    tell_cf(place, cf->bad_pc, "a reserved CF instruction (ISA 10.1)");
}

static void tell_share(const struct place *place, const struct lds_unit_reg *unit)
{
    const struct wave_groups groups = gpu_groups_of(place->gpu, place->part);
    const uint32_t           thread = groups_first(&groups, unit->error_number) + unit->error_thread;
    const char *const        why = unit->error == LDS_OUTSIDE
                                       ? "lies outside the local data share that its group has (ISA 2.6.2)"
                                       : "is of another entry than the one that a thread of the same four reads of this "
                                         "bank: WATERFALL must be set (ISA 10.6)";
    diag_set(place->diag, program_name(place->part), 0, "cycle %llu: thread %lu: bank %u, dword %lu, %s",
             clock_of(place), (unsigned long)thread, unit->error_bank, (unsigned long)unit->error_dword, why);
}

static void tell_export(const struct place *place, const struct export_unit_reg *unit)
{
    (void)unit;
    diag_set(place->diag, program_name(place->part), 0,
             "cycle %llu: an export reads beyond the program's %u GPRs (ISA 4.6.3)", clock_of(place),
             place->part->setup.simd.num_gprs);
}

/* A memory access that would have reached what belongs to another thread. */
static void tell_stray(const struct place *place, const char *does, unsigned target, uint64_t thread, uint64_t address)
{
    const struct memory_spaces *memory = &place->part->setup.simd.memory;
    diag_set(place->diag, program_name(place->part), 0,
             "cycle %llu: thread %llu %s 0x%llx in the %s buffer at 0x%llx, beyond the %u dwords that it has (3D 3)",
             clock_of(place), (unsigned long long)thread, does, (unsigned long long)address, memory_target_name(target),
             (unsigned long long)memory->base.target[target], memory->item.target[target]);
}

static void tell_write(const struct place *place, const struct memory_export_reg *write)
{
    tell_stray(place, "writes to", write->stray_target, write->stray_thread, write->stray_address);
}

static void tell_read(const struct place *place, const struct memory_read_reg *read)
{
    tell_stray(place, "reads from", read->stray_target, read->stray_thread, read->stray_address);
}

static void tell(const struct place *place, const struct simd *simd)
{
#define RULE(member, instance, register, told)                                                                         \
    if (simd->member instance.q.register) {                                                                            \
        told(place, &simd->member instance.q);                                                                         \
        return;                                                                                                        \
    }
#include "rtl_model/r700/probes/rules.def"
}

/* Of several at once. */
static void name_launch(const struct place *place)
{
    struct diag *const diag = place->diag;
    char               what[sizeof diag->what];
    if (place->gpu->parts == 1 || !diag)
        return;
    memcpy(what, diag->what, sizeof what);
    snprintf(diag->what, sizeof diag->what, "launch %u: %.*s", place->part->launch->number, (int)sizeof what - 16,
             what);
}

bool gpu_stopped(const struct gpu *gpu, struct diag *diag)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        if (simd_is_broken(&gpu->simd[i])) {
            const struct place place = {gpu, gpu_part_of(gpu, i), diag};
            tell(&place, &gpu->simd[i]);
            name_launch(&place);
            return true;
        }
    if (gpu->out_of_memory || gpu->setup.memory.out_of_memory)
        return !diag_set(diag, NULL, 0, "not enough memory for what is collected of the run");
    return false;
}
