/* launch.h - what one run of a shader starts with and what it must produce: launch files, version 1 (docs/launch.md).
 *
 * launch_load reads the JSON file and every binary file it names, checks all of it, and returns plain data that the
 * machine turns into registers and memory.  Nothing here depends on what the machine can do.  Absent sections have
 * count 0 or NULL and `line[LAUNCH_KEY_...]` 0; a list's count stands right behind its pointer (launch.def).  What a
 * value can be is in launch_values.h. */
#ifndef RTL_MODEL_LAUNCH_H
#define RTL_MODEL_LAUNCH_H

#include "kit/bytes.h"
#include "kit/diag.h"
#include "kit/paths.h"
#include "rtl_model/launch/launch_values.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- limits ------------------------------------------------------------------------------------------------ */

enum {
    LAUNCH_VERSION = 1,
    LAUNCH_THREADS_MAX = 1 << 24,     /* ours: one GPR of every thread is then 256 MiB, the limit of a file */
    LAUNCH_TEXT_BYTES_MAX = 1 << 25,  /* ours: the JSON text; `killed` may have 16 MiB of it */
    LAUNCH_FILE_BYTES_MAX = 1 << 28,  /* ours: one binary file or buffer */
    LAUNCH_TOTAL_BYTES_MAX = 1 << 30, /* ours: all of them */
    LAUNCH_NAME_MAX = 63,             /* ours: characters of a buffer's name */
    LAUNCH_BUFFERS_MAX = 1024,        /* ours */
    LAUNCH_RANGES_MAX = 65536,        /* ours: entries of `memory` */
    LAUNCH_REGISTERS_MAX = 65536,     /* ours: entries of `registers` */
    LAUNCH_ROW_MAX = 4096,            /* ours: entries of `launches` */
    LAUNCH_TOGETHER_MAX = 5,          /* entries of `together`: queues of the dispatcher */
    LAUNCH_NUM_GPRS_MAX = 127,        /* SQ_PGM_RESOURCES_*.NUM_GPRS */
    LAUNCH_STACK_SIZE_MAX = 255,      /* SQ_PGM_RESOURCES_*.STACK_SIZE */
    LAUNCH_THREAD_GPRS = 128,         /* ISA 2.6.1: GPRs of a thread, clause temporaries included */
    LAUNCH_BANKS = 16,                /* SQ_ALU_CONST_CACHE_*_0..15 */
    LAUNCH_BANK_CONSTANTS = 4096,     /* SQ_ALU_CONST_BUFFER_SIZE_*: [0..4096] elements */
    LAUNCH_ALU_CONSTANTS = 256,       /* SQ_ALU_CONSTANT: 256 for PS, 256 for VS */
    LAUNCH_BOOLS = 32,                /* SQ_BOOL_CONST: 32 for each of PS, VS, GS */
    LAUNCH_LOOPS = 32,                /* SQ_LOOP_CONST: 32 for each of PS, VS, GS */
    LAUNCH_RESOURCES = 160,           /* ISA table 2.8: resources of PS, VS, GS */
    LAUNCH_FS_RESOURCES = 16,         /* ISA table 2.8: resources of FS; they follow those of VS (ids 160..175) */
    LAUNCH_SAMPLERS = 18,             /* ISA table 2.8 */
    LAUNCH_STRIDE_MAX = 2047,         /* SQ_VTX_CONSTANT_WORD2.STRIDE, 11 bits */
    LAUNCH_TEXELS_MAX = 8192,         /* SQ_TEX_RESOURCE TEX_WIDTH, TEX_HEIGHT, TEX_DEPTH, LAST_ARRAY: 13 bits */
    LAUNCH_BICUBIC_WORDS = 36,        /* TD_FILTER4, TD_FILTER4_1..35 */
    LAUNCH_CLEARTYPE_MAX = 7,         /* TD_PS_SAMPLERn_CLEARTYPE_KERNEL WIDTH, HEIGHT: 3 bits */
    LAUNCH_ADDRESS_BITS = 40,         /* base addresses are [39:8] */
    LAUNCH_ITEM_DWORDS_MAX = 32767,   /* SQ_*_RING_ITEMSIZE: 15 bits */
    LAUNCH_STREAM_STRIDE_MAX = 512,   /* VGT_STRMOUT_VTX_STRIDE: words that Direct3D 10 allows (3D 1) */
    LAUNCH_UNIT_BYTES = 256,          /* SQ_*_RING_SIZE, SX_MEMORY_EXPORT_SIZE count in these */
    LAUNCH_LDS_BYTES = 16384,         /* ISA table 2.6: LDS of a SIMD */
    LAUNCH_LDS_DWORDS_MAX = 64,       /* ISA 2.6.2: of a thread */
    LAUNCH_LANES = 64,                /* global GPRs have a value for each lane of a SIMD */
    LAUNCH_SIMDS_MAX = 20,            /* of a chip */
    LAUNCH_GROUP_SIZE_MAX = 1024      /* ISA 2.6.2 */
};

/* ---- keys -------------------------------------------------------------------------------------------------- */

enum launch_key {
#define LAUNCH_KEY(NAME, ...) LAUNCH_KEY_##NAME,
#include "rtl_model/launch/launch.def"
    LAUNCH_KEY_COUNT
};

/* Caches of memory lines. */
enum launch_cache { LAUNCH_CACHE_TEXTURE, LAUNCH_CACHE_VERTEX, LAUNCH_CACHE_L2, LAUNCH_CACHES };
/* Caches of instructions and constants, which no launch file can keep: for a launch that runs again (--warm). */
enum { LAUNCH_CACHE_PROGRAM = LAUNCH_CACHES };

/* The key as it is written: "textures". */
const char *launch_key_name(enum launch_key key);

/* One line for it, what stands behind it and what that means, or with `members` as many more for the keys of its
 * objects (`wekiva launch --keys`). */
void launch_key_print(enum launch_key key, bool members, FILE *out);

/* The machines that know a key; bits. */
enum launch_machine { LAUNCH_R700 = 1, LAUNCH_R580 = 2, LAUNCH_NV30 = 4 };

struct launch;
/* Whether a machine, `name` in messages, has what every key of the launch is for. */
bool launch_of_machine(const struct launch *launch, enum launch_machine machine, const char *name, struct diag *diag);

/* ---- data -------------------------------------------------------------------------------------------------- */

/* A file as it lies on the disk; `data` is NULL when the key is absent.  Words are little-endian. */
struct launch_file {
    char    *path; /* ready for fopen */
    uint8_t *data;
    size_t   bytes;
    unsigned line; /* of the key in the launch file */
};

static inline uint32_t launch_word(const struct launch_file *file, size_t index)
{
    return little_dword(file->data, index);
}

struct program;

/* A program file.  `path` is NULL when the key is absent. */
struct launch_program {
    char                 *path;
    unsigned              line;
    uint8_t              *bytes; /* it was given in memory: to be read when the chip is known; else NULL */
    size_t                length;
    const struct program *loaded; /* the program: `own`, or one that a caller has put in its place; NULL: not read */
    struct program       *own;    /* freed with the launch */
};

/* Which chip the file is for; NULL when the key is absent.  Which of the two is meant, machine_launch_chip knows. */
struct launch_chip {
    char *name; /* as written */
    char *path; /* were it that of a chip file */
};

struct launch_gprs {
    unsigned           first, count; /* count 0: no GPR is given */
    struct launch_file file;         /* [thread][gpr][xyzw], exactly threads * count * 16 bytes */
};

struct launch_constant_buffer {
    unsigned           line, bank;
    bool               alternate; /* of the stage that ALT_CONST reaches */
    struct launch_file file;      /* [index][xyzw], 1..4096 constants of 16 bytes */
};

struct launch_alu_constants {
    unsigned           first, count; /* count 0: none; first + count <= 256 */
    struct launch_file file;
};

struct launch_loop_constant {
    unsigned line, index;
    uint32_t count; /* 0..4095, or any word when start and step are absent (SQ_LOOP_CONST_DX10: COUNT is 32 bits) */
    uint32_t start; /* INIT, 0..4095 */
    int32_t  step;  /* INC, -128..127 */
};

struct launch_buffer {
    unsigned           line;
    char              *name; /* letters, digits, '_', '-', '.', not '.' first: part of a file name */
    struct launch_file file; /* from "bytes": zeros, path NULL; a multiple of 4 bytes */
};

/* Where the base address of a resource comes from. */
enum launch_source { LAUNCH_SOURCE_FILE, LAUNCH_SOURCE_BUFFER, LAUNCH_SOURCE_CONSTANT_BUFFER };

struct launch_vertex_resource {
    unsigned           line, id; /* stage-relative, 0..159; FS 0..15; VS and ES also 160..175, which are those of FS */
    enum launch_source source;   /* BUFFER or CONSTANT_BUFFER */
    unsigned           index;    /* into buffers[] or constant_buffers[] (not the bank) */
    uint32_t           offset;   /* bytes from its start, less than its size */
    bool               raw;      /* `words` holds; stride and format do not */
    uint32_t           words[7];
    unsigned           stride;
    const struct launch_format *format;
};

struct launch_texture {
    unsigned           line, id;
    enum launch_source source; /* FILE, or with `words` also BUFFER */
    unsigned           index;  /* BUFFER: into buffers[] */
    uint32_t           offset; /* BUFFER: bytes from its start, a multiple of 256 */
    struct launch_file
             file; /* FILE.  Friendly: levels in order, unpadded.  With `words`: the image from BASE_ADDRESS on */
    bool     raw;  /* `words` holds; nothing below does */
    uint32_t words[7];
    enum launch_dim             dim;
    unsigned                    width, height, depth, levels;
    enum launch_number          number;
    unsigned                    layers; /* array layers; 6 for a cube map, 1 for the rest */
    const struct launch_format *format;
    enum launch_num_format      num_format; /* NORM for float formats */
    bool                        is_signed;  /* FORMAT_COMP of all components */
    bool                        srgb;       /* FORCE_DEGAMMA */
    enum launch_select          swizzle[4];
    unsigned                    tile_mode; /* 0..15 */
    unsigned                    samples;   /* 1; 2D_MSAA and 2D_ARRAY_MSAA 2, 4, 8 */
};

struct launch_sampler {
    unsigned                  line, id;
    bool                      raw; /* `words` holds; nothing below but border and border_color does */
    uint32_t                  words[3];
    enum launch_clamp         clamp[3];        /* x, y, z; default wrap */
    enum launch_xy_filter     mag, min;        /* default point */
    enum launch_mip_filter    mip;             /* default none */
    double                    lod[2];          /* least and greatest, 0..16; default 0 and 16 */
    double                    bias;            /* -32..32; default 0 */
    unsigned                  aniso;           /* 1, 2, 4, 8, 16; default 1 */
    enum launch_depth_compare compare;         /* default never */
    enum launch_border        border;          /* default transparent_black */
    float                     border_color[4]; /* for LAUNCH_BORDER_REGISTER: red, green, blue, alpha */
};

struct launch_cleartype {
    unsigned line, id, width, height;
};

struct launch_memory {
    unsigned           line;
    uint64_t           address; /* a multiple of 4; the range ends at or below 2^40 */
    struct launch_file file;
};

struct launch_memory_buffer {
    unsigned           line;
    enum launch_target target;
    unsigned           index; /* into buffers[] */
    unsigned           item;  /* dwords of a thread; of a stream's vertex; 0 for SCATTER */
};

struct launch_lds {
    unsigned           group_size;        /* threads of a group; 0: there are no groups */
    unsigned           dwords_per_thread; /* 4, 8, ... 64; 0: as many as the group's size allows (ISA 2.6.2) */
    struct launch_file file;              /* LDS words from address 0: of one SIMD, at most 16 KB, or of each */
};

struct launch_register {
    unsigned line;
    char    *name;   /* as written: "SQ_PGM_RESOURCES_PS" or "0x28850" */
    bool     known;  /* `offset` holds: at once for "0x..." keys, after launch_resolve_registers for all */
    uint32_t offset; /* in bytes: 0x28850 */
    uint32_t value;
};

struct launch_export {
    unsigned                line;
    enum launch_export_type type;
    unsigned                array_base; /* pixel 0..7 and 61 (depth), pos 60..63, param 0..31 (ISA 10.1) */
    enum launch_compare     compare[4];
};

struct launch_expect_buffer {
    unsigned            line;
    unsigned            index;   /* into buffers[] */
    struct launch_file  file;    /* of the buffer's size */
    enum launch_compare compare; /* of all words */
};

struct launch_expect {
    struct launch_export *exports;
    unsigned              export_count;
    struct launch_file    file; /* [thread][export][xyzw] */
    struct launch_tolerance {
        double rel, abs;
    } tolerance;
    char                        *killed; /* NULL, or `threads` characters '0' / '1' */
    unsigned                     killed_line;
    char                       **strips;      /* NULL, or what threads emit: launch_strip */
    unsigned                     strip_count; /* 1: all the same; else one for each thread */
    struct launch_expect_buffer *buffers;
    unsigned                     buffer_count;
};

/* What a thread is to emit: V for a vertex, C for a cut. */
static inline const char *launch_strip(const struct launch_expect *expect, unsigned thread)
{
    return expect->strips[expect->strip_count == 1 ? 0 : thread];
}
void launch_strips_free(struct launch_expect *expect);

struct launch {
    char    *path;                   /* as given to launch_load */
    uint64_t hash;                   /* hash_of the JSON text */
    unsigned line[LAUNCH_KEY_COUNT]; /* where each section is; 0: absent */
    unsigned version;

    struct launch_chip    chip;
    struct launch_program program; /* path NULL when absent: the command line names one */
    struct launch_program fetch_shader;
    enum launch_stage     stage;
    uint32_t              threads;
    unsigned              num_gprs;   /* holds when line[LAUNCH_KEY_NUM_GPRS] */
    unsigned              stack_size; /* holds when line[LAUNCH_KEY_STACK_SIZE] */

    struct launch_gprs             gprs;
    struct launch_constant_buffer *constant_buffers;
    unsigned                       constant_buffer_count;
    struct launch_alu_constants    alu_constants;
    uint32_t                       bool_constants; /* bit n: constant n is 1 */
    struct launch_loop_constant   *loop_constants;
    unsigned                       loop_constant_count;
    struct launch_buffer          *buffers;
    unsigned                       buffer_count;
    struct launch_vertex_resource *vertex_resources;
    unsigned                       vertex_resource_count;
    struct launch_texture         *textures;
    unsigned                       texture_count;
    struct launch_sampler         *samplers;
    unsigned                       sampler_count;
    struct launch_file             bicubic_weights; /* 36 words */
    struct launch_cleartype       *cleartype_kernels;
    unsigned                       cleartype_kernel_count;
    struct launch_memory_buffer    memory_buffers[LAUNCH_TARGETS]; /* in the order of the file */
    unsigned                       memory_buffer_count;
    struct launch_memory          *memory; /* in the order of the file */
    unsigned                       memory_count;
    struct launch_lds              lds;
    struct launch_gprs             global_gprs; /* the file: [lane][gpr][xyzw], 64 lanes, of one SIMD or of each */
    struct launch_register        *registers;   /* in the order of the file */
    unsigned                       register_count;
    struct launch_expect           expect;

    /* Of a file with `launches`: what runs behind this one on the same machine, of one with `together` what runs beside
     * it; it is freed with this one.  NULL: nothing. */
    struct launch *next;
    unsigned       number;      /* its place there */
    unsigned       row_count;   /* how many there are; 0: the file is one launch */
    bool           together;    /* they run at once, each on SIMDs of its own, */
    unsigned       simds;       /* so many; 0: its share of the SIMDs that are left */
    bool           own_program; /* it names one itself, and not the file for all */
    unsigned       keeps;       /* caches that keep the lines of the launch before, a bit each */

    unsigned file_threads; /* those of the file, when it runs with others (launch_set_threads); else 0 */
};

/* ---- calls ------------------------------------------------------------------------------------------------- */

/* Reads a launch file and all files it names (the program's file, which a caller may replace, is only checked to be
 * there; the fetch program is read).  NULL and a filled
 * `diag` when anything is wrong: the launch file, the line of the key at fault, and `path.of.key: what`. */
struct launch *launch_load(const char *path, struct diag *diag);

/* The same for a text in memory; `path` is used in messages and as the place that the paths in it are relative to. */
struct launch *launch_parse(const char *path, const char *text, size_t length, struct diag *diag);

/* With files in memory too, programs among them: those whose names the text has as given here are not looked for on the
 * disk.  Their bytes are copied; a fetch program is parsed. */
struct launch_given {
    const char *name;
    const void *bytes;
    size_t      length;
};
struct launch *launch_parse_given(const char *path, const char *text, size_t length, const struct launch_given *given,
                                  unsigned given_count, struct diag *diag);

/* The same of a file that may have `launches`, which are a row by `next`; above such a file is refused.  The buffers
 * and the memory of a row are the first launch's. */
struct launch *launch_load_row(const char *path, struct diag *diag);
struct launch *launch_parse_row(const char *path, const char *text, size_t length, struct diag *diag);

/* The same with other values of some keys, "num_gprs=8", "textures[0].width=64", of a text or, when that is NULL, of
 * the file.  A texture of another size than its file has the texels again and again, and nothing is expected any more.
 */
struct launch *launch_load_set(const char *path, const char *text, size_t length, char *const *sets, unsigned count,
                               struct diag *diag);

/* Another number of threads than the file's: thread t gets the initial GPRs of thread t mod the file's number, and
 * nothing is expected any more.  Refuses a file with `launches`; with the file's own number nothing changes. */
bool launch_set_threads(struct launch *launch, unsigned threads, struct diag *diag);

/* The key of a file with several launches, for messages. */
enum launch_key launch_several_key(const struct launch *launch);
/* Whether a program of the command line is any launch's: a launch that names its own program keeps it. */
bool launch_takes_program(const struct launch *launch, const char *program, struct diag *diag);
/* Whether it names a program, where the command line has none for it. */
bool launch_names_program(const struct launch *launch, struct diag *diag);

/* A hash of the text and of every file that it names, programs aside, of the whole row.  Computed anew
 * with each call, in time proportional to the files. */
uint64_t launch_content(const struct launch *launch);

/* Frees the row behind it, too. */
void launch_free(struct launch *launch);

/* Takes note of the launch file and of every file that it names in its row, the program files too (kit/paths.h). */
bool launch_take_files(struct launch *launch, struct path_set *paths, struct diag *diag);

/* A register map, as far as launch files need one. */
struct launch_register_map {
    bool (*find_name)(const char *name, uint32_t *offset);      /* false: no such register */
    bool (*find_offset)(uint32_t offset);                       /* false: no documented register is there */
    bool (*suggest)(const char *name, char *text, size_t size); /* for "did you mean"; false: nothing is near */
};

/* Gives every entry of `registers` its offset; unknown registers and two entries for one register are errors. */
bool launch_resolve_registers(struct launch *launch, const struct launch_register_map *map, struct diag *diag);

#endif
