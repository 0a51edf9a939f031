/* setup.h - turns a launch into what the hardware sees: registers, memory, constants and initial GPRs.
 *
 * The friendly keys of a launch are ways of writing documented registers; raw `registers` come last and win
 * (docs/launch.md).  The machine is then set up from the register file and the memory alone. */
#ifndef RTL_MODEL_R700_SETUP_H
#define RTL_MODEL_R700_SETUP_H

#include "isa/r700/flow.h"
#include "mem/gpu_memory.h"
#include "rtl_model/launch/launch.h"
#include "rtl_model/program/program.h"
#include "rtl_model/r700/chip.h"
#include "rtl_model/r700/setup/registers.h"
#include "rtl_model/r700/simd.h"

/* What the launch says of the constants; the others are zeros by default. */
struct setup_given {
    /* The stage's banks, then the banks of ALT_CONST. */
    unsigned bank[KCACHE_BUFFERS];          /* constants in each constant buffer */
    uint32_t file[CONSTANT_FILE_ROWS / 32]; /* those of the constant file, a bit each */
    uint32_t loops;                         /* loop constants, a bit each */
    bool     bools;
};

/* Of memory writes and reads, by enum memory_target: what the launch has for them, and what the program does. */
enum { MEMORY_AREAS_MOST = 0xfff };
struct setup_uses {
    const char *fault[MEMORY_TARGETS]; /* why the program cannot use the buffer, or NULL */
    uint16_t    areas[MEMORY_TARGETS]; /* wavefronts for which it has room */
    bool        bursts;                /* the chip reads in bursts (ISA 7.3) */
    uint8_t     written, read;         /* by the program, a bit each: known when it has been checked */
};

struct gpu_setup {
    struct register_file    registers;
    struct gpu_memory       memory; /* everything that lies at a GPU address */
    struct simd_launch      simd;   /* what one SIMD needs of the registers */
    struct setup_given      given;
    struct fetch_state      fetch_state; /* of which each SIMD has a copy */
    struct setup_uses       memory_uses;
    bool                    vertices_in_l1; /* the texture cache takes those of VTX_TC clauses */
    struct simd_memory      simd_memory;    /* points into `instructions`, `constant_words` and `inputs` */
    uint32_t                alu_constants[CONSTANT_FILE_ROWS * 4];
    const struct program   *program;       /* what it was read from, NULL: the two instructions that call fs are ours */
    const struct program   *fetch_program; /* what lies at simd.fetch_base was read from; NULL: not from a program */
    const char             *fetch_path;    /* its file; NULL: that of the launch's program */
    unsigned                main_words;    /* 64-bit words of the program, without the fetch program */
    struct flow_code        code;          /* the instructions of both that a wavefront may come to */
    uint32_t               *instructions;  /* the program and, from simd.fetch_base on, the fetch program */
    uint32_t               *constant_words; /* the constant buffers of all banks, read from `memory` */
    lanes_t                *inputs;         /* initial GPRs: [wavefront][gpr][x y z w], lanes as the SIMD lays them */
    struct vertex_resource *vertices;       /* by BUFFER_ID, then those of ALT_CONST */
    uint64_t               *buffer_address; /* where each named buffer of the launch lies */
};

/* What kind of wavefronts a stage's are. */
enum isa_program_type setup_type(enum launch_stage stage);

/* `program` and `launch` must outlive the setup.  NUM_GPRS comes from the launch, else from the program's
 * configuration, unless raw registers say it; contradictions are errors (docs/launch.md).  What the machine cannot use
 * yet is an error that says "not modelled yet" with the launch file's line.  On failure `setup` is empty. A setup
 * points into itself: it is not to be moved. */
bool gpu_setup(const struct chip_config *chip, const struct program *program, const struct launch *launch,
               struct gpu_setup *setup, struct diag *diag);
/* The same for one of several that run at once, on so many SIMDs from a first one on.  Memory is that of `first`, and
 * what the chip has once they must say alike; NULL: this is the first one.  Buffers and memory of the first one hold
 * what the launch before it in a row, `before` or NULL, has written to them. */
struct setup_beside {
    struct gpu_setup *first;

    const struct gpu_setup *before;
    unsigned                number; /* of the launch */
    unsigned                first_simd, simds;
};
bool gpu_setup_beside(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                      const struct setup_beside *beside, struct gpu_setup *setup, struct diag *diag);
/* Registers, memory and `fetch_state` alone, without a program. */
bool gpu_setup_memory(const struct chip_config *chip, const struct launch *launch, struct gpu_setup *setup,
                      struct diag *diag);
/* The number of a stage's sampler 0 among the machine's. */
unsigned gpu_setup_first_sampler(enum launch_stage stage);
/* What says a 64-bit word of the instruction memory. */
struct gpu_text {
    const char      *file;  /* NULL: that of the launch's program */
    struct asm_place place; /* line 0: it is no text */
};
struct gpu_text gpu_setup_text(const struct gpu_setup *setup, size_t word);
/* Adds it to a diagnosis; returns false. */
bool gpu_setup_locate(const struct gpu_setup *setup, size_t word, struct diag *diag);
void gpu_setup_free(struct gpu_setup *setup);

#endif
