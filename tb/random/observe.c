/* observe.c - the machine's state against the interpreter's: after every branch, loop, call and kill and at the end of
 * every ALU clause, registers included.  NOPs and exports change nothing and may overlap a clause: they are passed
 * over. */
#include "tb/random/observe.h"

#include <stdlib.h>
#include <string.h>

#include "tb/random/settled.h"
#include "tb/ref/ref_program.h"

/* ---- what the interpreter does -------------------------------------------------------------------------------- */

/* Registers as one number.  Threads that exist are the first ones; a word of a row is multiplied by an odd number of
 * its own, so that no change of a single word gets lost. */
static uint64_t mix(uint64_t hash, const uint32_t row[REF_LANES], unsigned threads)
{
    uint32_t sum = 0;
    for (unsigned t = 0; t < threads; t++)
        sum += (row[t] ^ row[t] >> 15) * (0x9e3779b1u + 0x85ebca76u * t);
    hash = (hash ^ sum) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static unsigned count_of(ref_mask_t exists)
{
    return (unsigned)__builtin_popcountll(exists);
}

static uint64_t hash_reference(const struct ref_wave *wave, unsigned gprs)
{
    uint64_t hash = 0;
    for (unsigned g = 0; g < gprs; g++)
        for (unsigned e = 0; e < 4; e++)
            hash = mix(hash, wave->gpr[g][e], count_of(wave->exists));
    return hash;
}

static ref_mask_t in_state(const struct ref_wave *wave, enum ref_pixel state)
{
    ref_mask_t mask = 0;
    for (unsigned t = 0; t < REF_LANES; t++)
        mask |= (ref_mask_t)(wave->pixel[t] == state) << t;
    return mask & wave->exists;
}

static bool changes_state(const struct isa_cf_op *op)
{
    return op->klass == ISA_CF_ALU || op->klass == ISA_CF_BRANCH || op->id == ISA_CF_INST_KILL;
}

static bool record_stack(struct observe_wave *to, const struct ref_wave *wave)
{
    if (to->entries + wave->depth + 1 > to->entry_room) {
        const unsigned        room = 2 * (to->entry_room + wave->depth + 64);
        struct observe_entry *grown = realloc(to->entry, room * sizeof *grown);
        if (!grown)
            return false;
        to->entry = grown;
        to->entry_room = room;
    }
    for (unsigned i = 0; i <= wave->depth; i++)
        observe_entry_of_reference(wave, i, &to->entry[to->entries++]);
    return true;
}

/* `in_fetch_program` is where the instruction stood: a CALL_FS and a RETURN leave the wave somewhere else. */
static bool record(struct observe_wave *to, const struct ref_wave *wave, unsigned at, bool in_fetch_program,
                   const struct isa_cf_op *op, unsigned gprs)
{
    if (to->count == to->room) {
        const unsigned         room = to->room ? 2 * to->room : 64;
        struct observe_record *grown = realloc(to->record, room * sizeof *grown);
        if (!grown)
            return false;
        to->record = grown;
        to->room = room;
    }
    to->record[to->count++] = (struct observe_record){
        .at = at,
        .in_fetch_program = in_fetch_program,
        .is_clause = op->klass == ISA_CF_ALU,
        .active = in_state(wave, REF_ACTIVE),
        .broken = in_state(wave, REF_BREAK),
        .continued = in_state(wave, REF_CONTINUE),
        .valid = wave->valid & wave->exists,
        .predicate = op->klass == ISA_CF_ALU ? wave->predicate & wave->exists : 0,
        .elements = wave->elements,
        .call_depth = wave->call_depth,
        .entry = to->entries,
        .entries = wave->depth + 1,
        .gprs = op->klass == ISA_CF_ALU ? hash_reference(wave, gprs) : 0,
    };
    return record_stack(to, wave);
}

static const struct isa_cf_op *instruction_at(const struct ref_launch *from, const struct ref_wave *wave)
{
    const uint32_t *words = wave->in_fetch_program ? from->fetch_program : from->program;
    const unsigned  count = wave->in_fetch_program ? from->fetch_dwords : from->program_dwords;
    return wave->pc < count / 2 ? isa_cf_lookup(words + 2 * (size_t)wave->pc) : NULL;
}

static bool run_wave(struct observer *o, unsigned number, struct diag *diag)
{
    struct ref_wave      *wave = o->wave;
    struct observe_wave  *to = &o->waves[number];
    const struct ref_span span = ref_span_of(&o->from, o->launch->threads, number);
    enum ref_end          end = REF_RUNNING;
    ref_start(wave, &o->from, number, span.count >= REF_LANES ? ~(ref_mask_t)0 : ((ref_mask_t)1 << span.count) - 1);
    ref_program_load(o->launch, &o->from, wave);
    to->exists = wave->exists;
    while (end == REF_RUNNING) {
        const struct isa_cf_op *op = instruction_at(&o->from, wave);
        const unsigned          at = wave->pc;
        const bool              fetch = wave->in_fetch_program;
        end = ref_step(wave, &o->from);
        if (end == REF_STOPPED) {
            *diag = wave->diag;
            return false;
        }
        if (changes_state(op) && !record(to, wave, at, fetch, op, o->from.num_gprs))
            return diag_set(diag, NULL, 0, "not enough memory for the record of a run");
        o->clauses += op->klass == ISA_CF_ALU;
        if (o->coverage)
            coverage_note(o->coverage, wave, &o->from, at, fetch, op);
    }
    if (!observe_keep_private(o, number))
        return diag_set(diag, NULL, 0, "not enough memory for the record of a run");
    for (unsigned t = 0; t < span.count; t++)
        o->exports.killed[span.first + t] = wave->valid >> t & 1 ? 0 : 1;
    o->instructions += wave->instructions;
    o->groups += wave->groups;
    if (o->coverage) {
        o->coverage->shared_reads += wave->shared_reads;
        o->coverage->own_reads += wave->own_reads;
        o->coverage->hazards += wave->hazards;
        o->coverage->hidden += wave->hidden;
        o->coverage->late += wave->late;
        o->coverage->share_kept += wave->kept;
        o->coverage->share_groups += wave->span.in_group > 0;
    }
    o->undefined += wave->undefined_reads + wave->doubts;
    o->hazards += wave->hazards;
    o->hidden += wave->hidden;
    if (wave->most_elements > o->most_elements)
        o->most_elements = wave->most_elements;
    return true;
}

/* Groups that the machine did not come to: it says so later, where it leaves the interpreter's way. */
static bool follows(void *user, const struct ref_wave *wave)
{
    const struct observer     *o = user;
    const struct observe_gaps *gaps = &o->gaps[wave->number];
    return wave->groups >= gaps->count || !gaps->apart[wave->groups];
}

static void collect(void *user, const struct ref_wave *wave, const struct ref_export *values)
{
    struct observer      *o = user;
    struct result_column *column = results_column(&o->exports, (enum launch_export_type)values->type, values->index);
    for (unsigned t = 0; column && t < REF_LANES; t++) {
        const uint32_t value[4] = {values->value[0][t], values->value[1][t], values->value[2][t], values->value[3][t]};
        if (values->threads >> t & 1)
            results_export(column, wave->span.first + t, values->elements, value);
    }
    o->out_of_memory |= !column;
}

static void collect_emit(void *user, const struct ref_wave *wave, unsigned at, bool vertex, bool cut,
                         ref_mask_t threads)
{
    struct observer         *o = user;
    const struct result_emit emit = {.wave = wave->number,
                                     .address = at,
                                     .first = wave->span.first,
                                     .vertex = vertex,
                                     .cut = cut,
                                     .threads = threads & wave->exists};
    if (emit.threads && !results_emit(&o->exports, &emit))
        o->out_of_memory = true;
}

static void forget(struct observer *o)
{
    for (unsigned i = 0; o->waves && i < o->wave_count; i++) {
        free(o->waves[i].record);
        free(o->waves[i].entry);
        observe_free_private(&o->waves[i]);
    }
    free(o->waves);
    free(o->wave);
    results_free(&o->exports);
    ref_memory_close(&o->memory);
    o->instructions = o->groups = o->clauses = o->undefined = o->hazards = o->hidden = 0;
    o->most_elements = 0;
}

bool observe_reference(struct observer *o, struct diag *diag)
{
    forget(o); /* of a run before */
    o->from.user = o;
    o->from.exported = collect;
    o->from.emitted = collect_emit;
    o->from.follows = o->gaps ? follows : NULL;
    o->wave_count = ref_wave_count(&o->from, o->launch->threads);
    o->waves = calloc(o->wave_count, sizeof *o->waves);
    o->from.memory = &o->memory;
    observe_take_globals(o);
    o->from.share = &o->share;
    o->share.begun = false;
    o->wave = malloc(sizeof *o->wave);
    if (!o->waves || !o->wave || !ref_memory_open(&o->memory, o->launch, o->from.wave_size) ||
        !results_init(&o->exports, o->launch->threads, diag)) {
        o->out_of_memory = true;
        return diag_set(diag, NULL, 0, "not enough memory for the interpreter");
    }
    for (unsigned number = 0; number < o->wave_count; number++)
        if (!run_wave(o, number, diag))
            return false;
    if (o->coverage && !o->gaps)
        coverage_note_program(o->coverage, o->launch->threads, o->wave_count);
    return !o->out_of_memory || diag_set(diag, NULL, 0, "not enough memory for the exports");
}

void observe_free(struct observer *o)
{
    for (unsigned i = 0; o->gaps && i < o->wave_count; i++)
        free(o->gaps[i].apart);
    free(o->gaps);
    forget(o);
}

/* ---- what the machine does ------------------------------------------------------------------------------------ */

/* Thread t of a wavefront is lane t mod `lanes` of a quarter. */
static unsigned lane_of(const struct gpu *gpu, unsigned t)
{
    return t / gpu->chip.lanes * QUARTER + t % gpu->chip.lanes;
}

ref_mask_t observe_threads(const struct gpu *gpu, lane_mask_t lanes, ref_mask_t exists)
{
    ref_mask_t threads = 0;
    for (unsigned t = 0; t < gpu->chip.wave_size; t++)
        threads |= (ref_mask_t)(lanes >> lane_of(gpu, t) & 1) << t;
    return threads & exists;
}

static uint32_t machine_gpr(const struct gpu *gpu, unsigned slot, unsigned g, unsigned e, unsigned t)
{
    return gpr_read(&gpu->simd->gprs, e, gpu->simd->waves.gpr_base[slot] + g)->lane[lane_of(gpu, t)];
}

static uint64_t hash_machine(const struct gpu *gpu, unsigned slot, unsigned gprs, ref_mask_t exists)
{
    const unsigned threads = count_of(exists);
    uint64_t       hash = 0;
    uint32_t       row[REF_LANES];
    for (unsigned g = 0; g < gprs; g++)
        for (unsigned e = 0; e < 4; e++) {
            const lanes_t *lanes = gpr_read(&gpu->simd->gprs, e, gpu->simd->waves.gpr_base[slot] + g);
            for (unsigned t = 0; t < threads && gpu->chip.lanes < QUARTER; t++)
                row[t] = lanes->lane[lane_of(gpu, t)];
            hash = mix(hash, gpu->chip.lanes < QUARTER ? row : lanes->lane, threads);
        }
    return hash;
}

/* ---- differences ---------------------------------------------------------------------------------------------- */

/* The interpreter once more, up to and with record `upto`: which register is it? */
static bool name_register(struct observer *o, const struct gpu *gpu, unsigned slot, unsigned number, unsigned upto,
                          struct diag *diag)
{
    struct ref_wave     *wave = o->wave;
    const ref_mask_t     exists = o->waves[number].exists;
    const struct launch *launch = o->launch;
    unsigned             records = 0, at = 0;
    o->from.exported = NULL;
    o->from.emitted = NULL;
    ref_start(wave, &o->from, number, exists);
    ref_program_load(launch, &o->from, wave);
    while (records <= upto) {
        const struct isa_cf_op *op = instruction_at(&o->from, wave);
        at = wave->pc;
        ref_step(wave, &o->from);
        records += changes_state(op);
    }
    for (unsigned g = 0; g < o->from.num_gprs; g++)
        for (unsigned e = 0; e < 4; e++)
            for (unsigned t = 0; t < o->from.wave_size; t++)
                if (exists >> t & 1 && machine_gpr(gpu, slot, g, e, t) != wave->gpr[g][e][t])
                    return diag_set(diag, NULL, 0,
                                    "after the clause of CF %u: thread %u R%u.%c: machine 0x%08x, interpreter 0x%08x",
                                    at, wave->span.first + t, g, "xyzw"[e], machine_gpr(gpu, slot, g, e, t),
                                    wave -> gpr[g][e][t]);
    return diag_set(diag, NULL, 0, "registers differ after the clause of CF %u", at);
}

static bool masks_agree(const struct observe_record *r, const char *name, ref_mask_t machine, ref_mask_t interpreter,
                        unsigned number, struct diag *diag)
{
    return machine == interpreter ||
           diag_set(diag, NULL, 0, "after CF %u: wavefront %u: %s: machine %016llx, interpreter %016llx", r->at, number,
                    name, (unsigned long long)machine, (unsigned long long)interpreter);
}

static bool numbers_agree(const struct observe_record *r, const char *name, unsigned machine, unsigned interpreter,
                          unsigned number, struct diag *diag)
{
    return machine == interpreter ||
           diag_set(diag, NULL, 0, "after CF %u: wavefront %u: %s: machine %u, interpreter %u", r->at, number, name,
                    machine, interpreter);
}

static bool stack_agrees(const struct observer *o, const struct gpu *gpu, unsigned slot, const struct observe_record *r,
                         unsigned number, struct diag *diag)
{
    const struct observe_wave *wave = &o->waves[number];
    unsigned                   rows = gpu->simd->flow.stack_rows[slot];
    for (unsigned i = 0; i < r->entries; i++) {
        const struct observe_entry *interpreter = &wave->entry[r->entry + i];
        struct observe_entry        machine;
        rows = observe_entry_of_machine(gpu, slot, rows, wave->exists, interpreter->index_valid, &machine);
        const char *what = observe_entry_difference(&machine, interpreter);
        if (what && i + 1 < r->entries)
            return diag_set(diag, NULL, 0, "after CF %u: wavefront %u: stack entry %u from the top: %s", r->at, number,
                            i, what);
        if (what)
            return diag_set(diag, NULL, 0, "after CF %u: wavefront %u: %s: machine %u, interpreter %u", r->at, number,
                            what, machine.index, interpreter->index);
    }
    return true;
}

static bool states_agree(const struct observer *o, const struct gpu *gpu, unsigned slot, const struct observe_record *r,
                         unsigned number, struct diag *diag)
{
    const struct cf_state *flow = &gpu->simd->flow;
    const ref_mask_t       exists = o->waves[number].exists;
    return masks_agree(r, "active", observe_threads(gpu, flow->active[slot], exists), r->active, number, diag) &&
           masks_agree(r, "valid", observe_threads(gpu, flow->valid[slot], exists), r->valid, number, diag) &&
           masks_agree(r, "inactive-break", observe_threads(gpu, flow->broken[slot], exists), r->broken, number,
                       diag) &&
           masks_agree(r, "inactive-continue", observe_threads(gpu, flow->continued[slot], exists), r->continued,
                       number, diag) &&
           numbers_agree(r, "stack elements", flow->stack_rows[slot], r->elements, number, diag) &&
           numbers_agree(r, "call depth", flow->call_depth[slot], r->call_depth, number, diag) &&
           stack_agrees(o, gpu, slot, r, number, diag);
}

/* An instruction took effect in the machine. */
static bool compare_event(struct observer *o, const struct gpu *gpu, unsigned slot, unsigned pc, bool is_clause,
                          lane_mask_t predicate, struct diag *diag)
{
    const unsigned       number = gpu->simd->waves.number[slot];
    struct observe_wave *wave = &o->waves[number];
    if (wave->next == wave->count)
        return diag_set(diag, NULL, 0, "wavefront %u executes CF %u, the interpreter has ended", number, pc);
    const struct observe_record *r = &wave->record[wave->next++];
    const unsigned               at = r->at + (r->in_fetch_program ? gpu->simd->flow.in.fetch_base : 0);
    if (at != pc || r->is_clause != is_clause)
        return diag_set(diag, NULL, 0, "wavefront %u: the machine is at CF %u, the interpreter at CF %u", number, pc,
                        at);
    if (!states_agree(o, gpu, slot, r, number, diag) ||
        (is_clause &&
         !masks_agree(r, "predicate", observe_threads(gpu, predicate, wave->exists), r->predicate, number, diag)))
        return false;
    if (!is_clause || hash_machine(gpu, slot, o->from.num_gprs, wave->exists) == r->gprs)
        return true;
    return name_register(o, gpu, slot, number, wave->next - 1, diag);
}

static void put_fault(struct observer *o, struct gpu *gpu, unsigned slot)
{
    const ref_mask_t exists = o->waves[gpu->simd->waves.number[slot]].exists;
    if (o->fault)
        gpu_look(gpu);
    if (o->fault == RANDOM_FAULT_GPR && exists & 1)
        gpu->simd->gprs.x[gpu->simd->waves.gpr_base[slot]].lane[0] ^= 1;
    if (o->fault == RANDOM_FAULT_ACTIVE && exists & 1)
        gpu->simd->flow.active[slot] ^= 1;
    if (o->fault)
        gpu_touch(gpu);
}

bool observe_clock(struct observer *o, struct gpu *gpu, struct diag *diag)
{
    gpu_wire(gpu);
    const bool whole = observe_whole(o, gpu->cycle);
    observe_launch(o, gpu);
    if (o->settle_all && whole && !sleepers_hold(gpu, diag))
        return false;
    struct cf_state_in in = {0};
    if (simd_looks(gpu->simd, AT_flow)) { /* else nothing comes to it */
        simd_look_at(gpu->simd, AT_flow);
        in = gpu->simd->flow.in;
    }
    const uint32_t          dwords[2] = {(uint32_t)in.flow_word, (uint32_t)(in.flow_word >> 32)};
    const struct isa_cf_op *op = in.flow ? isa_cf_lookup(dwords) : NULL;
    const bool              skips = gpu->simd->cf.q.start_flow && op && op->klass == ISA_CF_ALU;
    const unsigned          clause = gpu->simd->back.q.finish_clause;
    const lane_mask_t       predicate = gpu->simd->predicate[gpu->simd->clause[clause].q.parity].q.predicate;
    if (o->edges_alone && whole ? !edge_holds(gpu, diag) : (gpu_edge(gpu), false))
        return false;
    if (in.done)
        put_fault(o, gpu, in.done_slot);
    if (gpu->simd->flow.q.error)
        return true; /* the machine stops; who runs it sees that */
    if (in.done && !compare_event(o, gpu, in.done_slot, in.done_pc, true, predicate, diag))
        return false;
    if (skips) /* the clause's start and its end */
        return compare_event(o, gpu, in.flow_slot, in.flow_pc, true, 0, diag);
    return !op || op->klass == ISA_CF_ALU || !changes_state(op) ||
           compare_event(o, gpu, in.flow_slot, in.flow_pc, false, 0, diag);
}

/* ---- the end -------------------------------------------------------------------------------------------------- */

static bool columns_agree(const struct observer *o, const struct result_column *machine,
                          const struct result_column *reference, struct diag *diag)
{
    char name[16];
    for (unsigned t = 0; t < o->launch->threads; t++) {
        if (o->exports.killed[t])
            continue;
        for (unsigned e = 0; e < 4; e++) {
            const bool     there = machine->written[t] >> e & 1, expected = reference->written[t] >> e & 1;
            const uint32_t got = machine->values[t][e], want = reference->values[t][e];
            results_target_name(reference->type, reference->array_base, name);
            if (there != expected)
                return diag_set(diag, NULL, 0, "export %s.%c of thread %u: %s by the interpreter alone", name,
                                "xyzw"[e], t, there ? "not written" : "written");
            if (there && got != want)
                return diag_set(diag, NULL, 0, "export %s.%c of thread %u: machine 0x%08x, interpreter 0x%08x", name,
                                "xyzw"[e], t, got, want);
        }
    }
    return true;
}

static bool exports_agree(const struct observer *o, const struct result_exports *machine, struct diag *diag)
{
    char name[16];
    if (machine->column_count != o->exports.column_count)
        return diag_set(diag, NULL, 0, "export targets: machine %u, interpreter %u", machine->column_count,
                        o->exports.column_count);
    for (unsigned c = 0; c < o->exports.column_count; c++) {
        const struct result_column *reference = &o->exports.columns[c];
        const struct result_column *column = results_find(machine, reference->type, reference->array_base);
        if (!column)
            return diag_set(diag, NULL, 0, "the machine does not export %s",
                            results_target_name(reference->type, reference->array_base, name));
        if (!columns_agree(o, column, reference, diag))
            return false;
    }
    return true;
}

/* Vertices and cuts of each thread in their order, and all of them counted. */
static bool strips_agree(const struct observer *o, const struct gpu *gpu, const struct result_exports *machine,
                         struct diag *diag)
{
    uint64_t vertices = 0, counted = 0;
    if (machine->emit_count != o->exports.emit_count)
        return diag_set(diag, NULL, 0, "instructions that emit: machine %zu, interpreter %zu", machine->emit_count,
                        o->exports.emit_count);
    for (unsigned t = 0; t < o->launch->threads; t++) {
        const char *const got = results_strip(machine, t), *const want = results_strip(&o->exports, t);
        if (strcmp(got, want) != 0)
            return diag_set(diag, NULL, 0, "thread %u emits: machine \"%.40s\", interpreter \"%.40s\"", t, got, want);
        for (const char *letter = want; *letter; letter++)
            vertices += *letter == RESULT_VERTEX;
    }
    for (unsigned i = 0; i < gpu->simds; i++)
        counted += gpu->simd[i].waves.q.vertices;
    return counted == vertices || diag_set(diag, NULL, 0, "emitted vertices: machine %llu, interpreter %llu",
                                           (unsigned long long)counted, (unsigned long long)vertices);
}

/* Where a group lies is known while there is one; words that several wavefronts write have the last one's value. */
static bool shares_agree(const struct observer *o, const struct gpu *gpu, struct diag *diag)
{
    if (gpu->simds > 1 || (o->launch->lds.group_size && o->share.group > 0))
        return true;
    for (unsigned bank = 0; bank < REF_SHARE_BANKS; bank++)
        for (unsigned d = 0; d < REF_SHARE_DWORDS; d++) {
            const struct ref_share_word *word = &o->share.word[bank][d];
            const uint32_t               got = lds_read(&gpu->simd->lds, bank, d / LDS_DWORDS)->dword[d % LDS_DWORDS] ^
                                 (o->fault == RANDOM_FAULT_SHARE);
            if (word->writer && !word->several && got != word->value)
                return diag_set(diag, NULL, 0,
                                "local data share, bank %u, dword %u: machine 0x%08x, interpreter 0x%08x", bank, d, got,
                                word->value);
        }
    return true;
}

bool observe_end(struct observer *o, struct gpu *gpu, struct diag *diag)
{
    const struct result_exports *machine = gpu_exports(gpu);
    if (o->fault == RANDOM_FAULT_EXPORT && machine->column_count && o->launch->threads)
        machine->columns[machine->column_count - 1].values[0][0] ^= 1;
    if (o->fault == RANDOM_FAULT_KILL && o->launch->threads)
        machine->killed[0] ^= 1;
    if (o->fault == RANDOM_FAULT_EMIT && machine->strips && machine->strips[0].length)
        machine->strips[0].text[0] ^= RESULT_VERTEX ^ RESULT_CUT;
    for (unsigned number = 0; number < o->wave_count; number++)
        if (o->waves[number].next != o->waves[number].count)
            return diag_set(diag, NULL, 0, "wavefront %u ends before CF %u", number,
                            o->waves[number].record[o->waves[number].next].at);
    for (unsigned t = 0; t < o->launch->threads; t++)
        if (machine->killed[t] != o->exports.killed[t])
            return diag_set(diag, NULL, 0, "thread %u is killed by the %s alone", t,
                            machine->killed[t] ? "machine" : "interpreter");
    return exports_agree(o, machine, diag) && strips_agree(o, gpu, machine, diag) &&
           observe_memories_agree(o, gpu, diag) && shares_agree(o, gpu, diag) && observe_globals_agree(o, gpu, diag);
}
