/* snapshot_programs.h - the programs that are stopped and restored: compiled ones, those with memory, random ones, and
 * two that sample a texture, write what they have to memory and read it there. */
#ifndef TB_UNIT_SNAPSHOT_PROGRAMS_H
#define TB_UNIT_SNAPSHOT_PROGRAMS_H

#include <dirent.h>
#include <sys/stat.h>

#include "tb/random/random.h"
#include "tb/unit/library/wekiva_kit.h"

enum { RANDOM_PROGRAMS = 8 };

static const char *const compiled[] = {
    "array_sieve", "array_vec",  "cb_dyn",     "cb_fifteen",    "cb_two_banks", "export_branch", "fadd",
    "fcmp_nan",    "fcnd",       "fdot4",      "fmad",          "frcp",         "idiv",          "if_deep10",
    "imulhi",      "iset",       "ishift_var", "kernel_reduce", "kill_loop",    "literals4",     "live_100",
    "loop_nest",   "loop_nest6", "sin_cos",    "switch_fall",   "vs_params"};
static const char *const others[] = {"tb/demo", "tb/corpus/compute/vector_add", "tb/corpus/compute/transpose",
                                     "tb/corpus/compute/reduce"};
static const char *const textured[] = {
    "TEX @sample\nMEM_SCRATCH WRITE_ACK[0], R1.xyzw ELEM_SIZE(3) BARRIER\nWAIT_ACK ADDR(0)\nVTX @read BARRIER\n"
    "EXPORT_DONE PIX0, R2.xyzw EOP BARRIER\n"
    "sample: SAMPLE R1.xyzw, R0.xyzw, t1, s0 CT(NNNN)\nSAMPLE_LB R0.xyzw, R0.yxzw, t1, s0 CT(NNNN)\n"
    "read: MEM_RD_SCRATCH R2.xyzw, R0.x UNCACHED ELEM_SIZE(3) MEGA_FETCH DATA_FORMAT(FMT_32_32_32_32) "
    "NUM_FORMAT_ALL(INT)\n",
    "TEX @sample\nTEX @far BARRIER\nMEM_SCRATCH WRITE_ACK[1], R1.xyzw ELEM_SIZE(3) BARRIER\nWAIT_ACK ADDR(0)\n"
    "VTX @read BARRIER\nEXPORT_DONE PIX0, R3.xyzw EOP BARRIER\n"
    "sample: SET_GRADIENTS_H R0.____, R0.xyzw, t1, s0 CT(NNNN)\n"
    "SET_GRADIENTS_V R0.____, R0.zwxy, t1, s0 CT(NNNN)\nSAMPLE_G R1.xyzw, R0.xyzw, t1, s0 CT(NNNN)\n"
    "far: SAMPLE R2.xyzw, R1.xyzw, t1, s0 CT(NNNN)\n"
    "read: MEM_RD_SCRATCH R3.xyzw, R0.x UNCACHED ELEM_SIZE(3) ARRAY_BASE(1) MEGA_FETCH "
    "DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT)\n",
};
enum {
    COMPILED = sizeof compiled / sizeof compiled[0],
    OTHERS = sizeof others / sizeof others[0],
    TEXTURED = sizeof textured / sizeof textured[0],
    DEMO = COMPILED, /* the first of the others */
    MADE = COMPILED + OTHERS,
    PROGRAMS = MADE + RANDOM_PROGRAMS + TEXTURED
};

/* A random program that does not end at once, as files in `folder`. */
static void save_random(unsigned number)
{
    static struct random_case   program;
    static struct random_judge  judge;
    const struct random_weights weights = random_default_weights();
    struct diag                 diag = {0};
    char                        path[sizeof folder + 16];
    uint64_t                    seed = 1000 * (number + 1);
    assert_true(chip_load("rv770", &judge.chip, &diag) && chip_set(&judge.chip, "simds=1", &diag));
    do {
        judge.statistics = (struct random_statistics){0};
        random_generate(seed++, &weights, &program);
    } while (random_run(&judge, &program, &diag) != RANDOM_SAME || judge.statistics.cycles < 3000);
    snprintf(path, sizeof path, "%s/%u", folder, number);
    assert_true(random_save(&judge, &program, path, "", &diag));
}

/* A file of a folder that has been made. */
static void put(unsigned number, const char *name, const void *bytes, size_t length)
{
    char path[sizeof folder + 32];
    snprintf(path, sizeof path, "%s/%u/%s", folder, number, name);
    put_file(path, bytes, length);
}

static void save_textured(unsigned number)
{
    enum { THREADS = 160, SIZE = 16 };
    static const char launch[] =
        "{\"wekiva\": 1, \"stage\": \"ps\", \"program\": \"program.asm\", \"threads\": 160, \"num_gprs\": 4, "
        "\"gprs\": {\"first\": 0, \"count\": 1, \"file\": \"in.bin\"}, \"textures\": [{\"id\": 1, \"dim\": \"2D\", "
        "\"width\": 16, \"height\": 16, \"levels\": 2, \"format\": \"8_8_8_8\", \"tile_mode\": \"1D_TILED_THIN1\", "
        "\"file\": \"texels.bin\"}], \"samplers\": [{\"id\": 0, \"mag\": \"bilinear\", \"min\": \"bilinear\", "
        "\"mip\": \"linear\", \"lod\": [0, 15]}], \"buffers\": [{\"name\": \"area\", \"bytes\": 65536}], "
        "\"memory_buffers\": [{\"target\": \"scratch\", \"buffer\": \"area\", \"item_dwords\": 8}]}";
    const char *const    text = textured[number - RANDOM_PROGRAMS];
    struct random_source source = {number};
    float                coordinates[4 * THREADS];
    uint32_t             texels[SIZE * SIZE * 5 / 4];
    char                 path[sizeof folder + 16];
    for (unsigned i = 0; i < 4 * THREADS; i++)
        coordinates[i] = (float)(random_word(&source) % 1000) / 500;
    for (unsigned i = 0; i < SIZE * SIZE * 5 / 4; i++)
        texels[i] = random_word(&source);
    snprintf(path, sizeof path, "%s/%u", folder, number);
    assert_int_equal(mkdir(path, 0777), 0);
    put(number, "launch.json", launch, sizeof launch - 1);
    put(number, "program.asm", text, strlen(text));
    put(number, "in.bin", coordinates, sizeof coordinates);
    put(number, "texels.bin", texels, sizeof texels);
}

static void remove_made(unsigned number)
{
    char           path[sizeof folder + 16];
    struct dirent *file;
    snprintf(path, sizeof path, "%s/%u", folder, number);
    DIR *const all = opendir(path);
    while (all && (file = readdir(all)))
        unlinkat(dirfd(all), file->d_name, 0);
    if (all)
        closedir(all);
    rmdir(path);
}

static struct wk_machine *machine_for(unsigned number)
{
    char               launch_path[sizeof folder + 32], chip[sizeof launch_path];
    struct wk_launch  *launch;
    struct wk_machine *machine;
    struct wk_options  options = {0};
    if (number < COMPILED)
        snprintf(launch_path, sizeof launch_path, "tb/corpus/llvm-rv770/%s/launch.json", compiled[number]);
    else if (number < MADE)
        snprintf(launch_path, sizeof launch_path, "%s/launch.json", others[number - COMPILED]);
    else
        snprintf(launch_path, sizeof launch_path, "%s/%u/launch.json", folder, number - MADE);
    if (number >= MADE && number - MADE < RANDOM_PROGRAMS) {
        snprintf(chip, sizeof chip, "%s/%u/chip.json", folder, number - MADE);
        options.chip = chip;
    }
    OK(wk_launch_load(launch_path, &launch, &said));
    OK(wk_create(NULL, launch, &options, &machine, &said));
    wk_launch_free(launch);
    return machine;
}

#endif
