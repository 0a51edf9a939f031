/* setup_internal.h - what the parts of the set-up share.
 *
 *   setup.c            the order of everything
 *   setup_registers.c  defaults, constants of the register file, raw registers
 *   setup_resources.c  program, buffers, vertex resources, samplers: placed and described
 *   setup_textures.c   surfaces: their layout in memory and their words
 *   setup_spaces.c     the buffers of memory writes and reads: described, and read back
 *   setup_machine.c    registers and memory read back for the SIMD; initial GPRs
 *   setup_fetch.c      registers of the fetch units read back
 *   setup_vertices.c   vertex resources read back
 *   setup_sharing.c    groups and their local data share, global GPRs
 *   setup_beside.c     what launches at once have in common */
#ifndef RTL_MODEL_R700_SETUP_INTERNAL_H
#define RTL_MODEL_R700_SETUP_INTERNAL_H

#include "pipeline/texture/texture_layout.h"
#include "rtl_model/r700/setup/setup.h"

/* Where a stage's registers begin: slots of the register file. */
struct setup_stage {
    unsigned program_start, resources, cf_offset; /* SQ_PGM_* */
    unsigned constant_size, constant_cache;       /* SQ_ALU_CONST_*, bank 0 */
    unsigned alt_size, alt_cache;                 /* with ALT_CONST: those of another stage */
    unsigned alu_constant, alt_constant;          /* number of C0 in SQ_ALU_CONSTANT; with ALT_CONST */
    bool     no_alu_constants, no_alt_constants;  /* there are none: SQ_ALU_CONSTANT has those of PS and VS (3D 9) */
    unsigned bools, loops;                        /* SQ_BOOL_CONST; SQ_LOOP_CONST of loop 0 */
    unsigned resource, sampler;                   /* number of id 0 */
    unsigned first_id;                            /* the program's number of the stage's resource 0 */
    unsigned alt_resource, alt_sampler;           /* with ALT_CONST: that of another stage */
    unsigned border[4];                           /* TD_*_SAMPLER0_BORDER_RED, _GREEN, _BLUE, _ALPHA */
};

struct setup_job {
    const struct chip_config  *chip;
    const struct program      *program;
    const struct launch       *launch;
    const struct setup_stage  *stage;
    struct launch_register    *raw; /* the launch's `registers` with their offsets */
    struct gpu_setup          *setup;
    const struct gpu_setup    *before; /* of the launch before in a row, or NULL */
    const struct setup_beside *beside; /* of several launches at once, or NULL */
    struct diag               *diag;
    uint64_t                   program_address;
    struct texture_tiling      tiling;           /* of all surfaces */
    uint64_t constant_address[2 * LAUNCH_BANKS]; /* of the launch's constant_buffers, by their order */
};

const struct setup_stage *setup_stage(enum launch_stage stage);

static inline void setup_write(struct setup_job *job, unsigned slot, uint32_t value)
{
    job->setup->registers.word[slot] = value;
    job->setup->registers.written[slot / 32] |= 1u << slot % 32;
}

/* For what the machine is set up with: a register that is not read so is ignored. */
static inline uint32_t setup_read(const struct setup_job *job, unsigned slot)
{
    job->setup->registers.read[slot / 32] |= 1u << slot % 32;
    return job->setup->registers.word[slot];
}

static inline unsigned logarithm(uint32_t power_of_two)
{
    unsigned bits = 0;
    while (power_of_two >>= 1)
        bits++;
    return bits;
}

/* A diagnosis of the launch file; false. */
#define setup_fail(job, line, ...) diag_set((job)->diag, (job)->launch->path, line, __VA_ARGS__)

/* The launch's raw write of a register, or NULL. */
const struct launch_register *setup_raw(const struct setup_job *job, unsigned slot);
/* The line that is to blame for a register's value: the raw write, else the line of a key (0 when absent). */
unsigned setup_line(const struct setup_job *job, unsigned slot, enum launch_key key);

bool setup_resolve_registers(struct setup_job *job);
void setup_default_registers(struct setup_job *job);
void setup_friendly_registers(struct setup_job *job);
bool setup_raw_registers(struct setup_job *job);

/* The seven words of resource `number`, counted over all stages. */
void setup_write_resource(struct setup_job *job, unsigned number, const uint32_t words[7]);

/* Zeros at a free address, a multiple of `align`, itself one of GPU_MEMORY_BASE_ALIGN, so that a register can give it
 * as [39:8]; `what` and `line` name the key in a diagnosis. */
uint8_t *setup_place(struct setup_job *job, uint64_t bytes, uint64_t align, uint64_t *address, unsigned line,
                     const char *what);
/* Of a buffer of the launch, for the textures that lie in it. */
uint64_t setup_buffer_alignment(const struct setup_job *job, unsigned buffer);

/* What several launches at once say of registers that the chip has once. */
bool setup_agrees(struct setup_job *job);
/* Of launches at once the set-up of the first one, for those beside it; else NULL. */
static inline struct gpu_setup *setup_first(const struct setup_job *job)
{
    return job->beside ? job->beside->first : NULL;
}
/* SIMDs that the launch has, and the first of them. */
unsigned setup_simds(const struct setup_job *job);
unsigned setup_first_simd(const struct setup_job *job);

bool setup_tiling(struct setup_job *job);
bool setup_place_memory(struct setup_job *job);
bool setup_place_programs(struct setup_job *job);
bool setup_place_buffers(struct setup_job *job);
void setup_memory_buffers(struct setup_job *job);
void setup_vertex_resources(struct setup_job *job);
void setup_samplers(struct setup_job *job);
bool setup_cleartype_kernels(struct setup_job *job);
bool setup_textures(struct setup_job *job);

bool setup_read_program(struct setup_job *job);
bool setup_read_constants(struct setup_job *job);
void setup_read_fetch_state(struct setup_job *job);
bool setup_read_vertices(struct setup_job *job);
bool setup_read_spaces(struct setup_job *job);
bool setup_load_gprs(struct setup_job *job);
/* SIMD-global GPRs when the launch's registers allow any: the chip's, or as many as the launch gives values for. */
unsigned setup_global_count(const struct setup_job *job);
bool     setup_global_gprs(struct setup_job *job);
bool     setup_groups(struct setup_job *job);

#endif
