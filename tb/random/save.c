/* save.c - a case as files that `wekiva run` and `wekiva fuzz --replay` take. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "isa/r700/dis/dis.h"
#include "kit/bytes.h"
#include "tb/random/random.h"

static const char scatter_file[] = "scatter.bin", globals_file[] = "globals.bin";

enum { PATH_MOST = 1024 };

static FILE *open_file(const char *folder, const char *name, char path[PATH_MOST], struct diag *diag)
{
    if (snprintf(path, PATH_MOST, "%s/%s", folder, name) >= PATH_MOST) {
        diag_set(diag, folder, 0, "the path is too long");
        return NULL;
    }
    FILE *file = fopen(path, "wb");
    if (!file)
        diag_set(diag, path, 0, "%s", strerror(errno));
    return file;
}

static bool close_file(FILE *file, const char *path, struct diag *diag)
{
    const bool bad = ferror(file) != 0;
    if (fclose(file) != 0 || bad)
        return diag_set(diag, path, 0, "cannot be written: %s", strerror(errno));
    return true;
}

static void put_words(FILE *file, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[4];
        little_put(bytes, sizeof bytes, words[i]);
        fwrite(bytes, 1, sizeof bytes, file);
    }
}

static bool save_program(const struct random_case *program, const char *folder, const char *remark, struct diag *diag)
{
    const struct isa_dis_options options = {.prefer_trans = !program->prefer_vector};
    char                         path[PATH_MOST];
    FILE                        *file = open_file(folder, "program.asm", path, diag);
    bool                         good;
    if (!file)
        return false;
    for (const char *line = remark; *line; line += strcspn(line, "\n"), line += *line == '\n')
        fprintf(file, "; %.*s\n", (int)strcspn(line, "\n"), line);
    good = isa_disassemble(program->dwords, program->dword_count, &options, file, diag);
    return close_file(file, path, diag) && good;
}

static bool save_words(const char *folder, const char *name, const uint32_t *words, size_t count, struct diag *diag)
{
    char  path[PATH_MOST];
    FILE *file = open_file(folder, name, path, diag);
    if (!file)
        return false;
    put_words(file, words, count);
    return close_file(file, path, diag);
}

static bool save_gprs(const struct random_case *program, const char *folder, struct diag *diag)
{
    char  path[PATH_MOST];
    FILE *file = open_file(folder, "gprs.bin", path, diag);
    if (!file)
        return false;
    for (unsigned t = 0; t < program->threads; t++)
        put_words(file, program->gprs[t][0], 4 * (size_t)program->num_gprs);
    return close_file(file, path, diag);
}

/* Raw little-endian dwords; the text is for the reader. */
static bool save_fetch_program(const struct random_case *program, const char *folder, struct diag *diag)
{
    const struct isa_dis_options options = {.prefer_trans = !program->prefer_vector};
    char                         path[PATH_MOST];
    FILE                        *file;
    if (!program->fetch_count)
        return true;
    if (!save_words(folder, "fetch.bin", program->fetch_dwords, program->fetch_count, diag))
        return false;
    file = open_file(folder, "fetch.asm", path, diag);
    if (!file)
        return false;
    const bool good = isa_disassemble(program->fetch_dwords, program->fetch_count, &options, file, diag);
    return close_file(file, path, diag) && good;
}

static void put_resources(const struct random_case *program, FILE *file)
{
    fprintf(file, "  \"vertex_resources\": [");
    for (unsigned i = 0; i < RANDOM_RESOURCES; i++) {
        const struct random_resource *resource = &program->resource[i];
        fprintf(file, "%s\n    { \"id\": %u, \"constant_buffer\": %u, \"offset\": %u, \"words\": [", i ? "," : "",
                resource->id, resource->buffer, resource->offset);
        for (unsigned w = 0; w < 7; w++)
            fprintf(file, "%s%u", w ? ", " : "", resource->word[w]);
        fprintf(file, "] }");
    }
    fprintf(file, " ],\n");
}

static void put_registers(const struct random_case *program, FILE *file)
{
    struct random_register registers[RANDOM_REGISTERS];
    const unsigned         count = random_registers(program, registers);
    fprintf(file, "  \"registers\": { \"SQ_VTX_BASE_VTX_LOC\": %u, \"SQ_VTX_START_INST_LOC\": %u", program->base_vertex,
            program->start_instance);
    for (unsigned i = 0; i < count; i++)
        fprintf(file, ",%s\"0x%x\": %u", i % 4 ? " " : "\n    ", registers[i].offset, registers[i].value);
    fprintf(file, " }\n");
}

/* The bytes at addresses, in files of their own. */
static bool save_ranges(const struct random_case *program, const char *folder, struct diag *diag)
{
    struct random_range ranges[RANDOM_RANGES];
    const unsigned      count = random_ranges(program, ranges);
    for (unsigned i = 0; i < count; i++) {
        char name[32], path[PATH_MOST];
        snprintf(name, sizeof name, "memory%u.bin", i);
        FILE *file = open_file(folder, name, path, diag);
        if (!file)
            return false;
        fwrite(ranges[i].data, 1, ranges[i].bytes, file);
        if (!close_file(file, path, diag))
            return false;
    }
    return true;
}

static void put_ranges(const struct random_case *program, FILE *file)
{
    struct random_range ranges[RANDOM_RANGES];
    const unsigned      count = random_ranges(program, ranges);
    fprintf(file, "  \"memory\": [");
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%s { \"address\": \"0x%llx\", \"file\": \"memory%u.bin\" }", i ? "," : "",
                (unsigned long long)ranges[i].address, i);
    fprintf(file, " ],\n");
}

static bool save_scatter(const struct random_case *program, const char *folder, struct diag *diag)
{
    uint32_t words[RANDOM_SCATTER_WORDS];
    random_scatter(program, words);
    return !program->memory || save_words(folder, scatter_file, words, RANDOM_SCATTER_WORDS, diag);
}

static bool save_globals(const struct random_case *program, const char *folder, struct diag *diag)
{
    uint32_t words[REF_LANES * RANDOM_GLOBALS * 4];
    random_globals(program, words);
    return !program->globals || save_words(folder, globals_file, words, (size_t)REF_LANES * program->globals * 4, diag);
}

static void put_memory(const struct random_case *program, FILE *file)
{
    struct random_memory memory[LAUNCH_TARGETS];
    const unsigned       count = random_memory(program, memory);
    if (!count)
        return;
    fprintf(file, "  \"buffers\": [");
    for (unsigned i = 0; i < count; i++)
        if (memory[i].words)
            fprintf(file, "%s\n    { \"name\": \"%s\", \"file\": \"%s\" }", i ? "," : "", memory[i].name, scatter_file);
        else
            fprintf(file, "%s\n    { \"name\": \"%s\", \"bytes\": %u }", i ? "," : "", memory[i].name, memory[i].bytes);
    fprintf(file, " ],\n  \"memory_buffers\": [");
    for (unsigned i = 0; i < count; i++) {
        fprintf(file, "%s\n    { \"target\": \"%s\", \"buffer\": \"%s\"", i ? "," : "", memory[i].name, memory[i].name);
        if (memory[i].item)
            fprintf(file, ", \"%s\": %u", memory[i].target <= LAUNCH_STREAM3 ? "stride_dwords" : "item_dwords",
                    memory[i].item);
        fprintf(file, " }");
    }
    fprintf(file, " ],\n");
}

static bool save_launch(const struct random_case *program, const char *folder, struct diag *diag)
{
    char        path[PATH_MOST];
    const char *comma = "";
    FILE       *file = open_file(folder, "launch.json", path, diag);
    if (!file)
        return false;
    fprintf(file, "{\n  \"wekiva\": 1,\n  \"chip\": \"chip.json\",\n  \"program\": \"program.asm\",%s\n",
            program->fetch_count ? "\n  \"fetch_shader\": \"fetch.bin\"," : "");
    fprintf(file,
            "  \"stage\": \"%s\",\n  \"threads\": %u,\n"
            "  \"num_gprs\": %u,\n  \"stack_size\": %u,\n"
            "  \"gprs\": { \"first\": 0, \"count\": %u, \"file\": \"gprs.bin\" },\n  \"constant_buffers\": [",
            launch_stage_name(program->stage), program->threads, program->num_gprs, program->stack_size,
            program->num_gprs);
    for (unsigned b = 0; b < 2 * RANDOM_BUFFERS; b++, comma = ",")
        fprintf(file, "%s { \"bank\": %u, %s\"file\": \"cb%u.bin\" }", comma, b % RANDOM_BUFFERS,
                b < RANDOM_BUFFERS ? "" : "\"alternate\": true, ", random_buffer(b));
    fprintf(file, " ],\n%s  \"bool_constants\": [",
            random_exports(program) ? "  \"alu_constants\": { \"first\": 0, \"file\": \"constants.bin\" },\n" : "");
    comma = "";
    for (unsigned i = 0; i < REF_FLOW_CONSTANTS; i++)
        if (program->booleans >> i & 1) {
            fprintf(file, "%s %u", comma, i);
            comma = ",";
        }
    fprintf(file, " ],\n  \"loop_constants\": [");
    comma = "";
    for (unsigned i = 0; i < REF_FLOW_CONSTANTS; i++, comma = ",")
        fprintf(file, "%s\n    { \"index\": %u, \"count\": %u, \"start\": %d, \"step\": %d }", comma, i,
                program->loop[i].count, program->loop[i].start, program->loop[i].step);
    fprintf(file, " ],\n");
    if (program->group_size)
        fprintf(file, "  \"lds\": { \"group_size\": %u, \"dwords_per_thread\": %u },\n", program->group_size,
                program->share_dwords);
    if (program->globals)
        fprintf(file, "  \"global_gprs\": { \"first\": 0, \"count\": %u, \"file\": \"%s\" },\n", program->globals,
                globals_file);
    put_memory(program, file);
    put_ranges(program, file);
    put_resources(program, file);
    put_registers(program, file);
    fprintf(file, "}\n");
    return close_file(file, path, diag);
}

/* Every parameter of the chip, so that the case runs at the same clocks. */
static bool save_chip(const struct random_judge *judge, const struct random_case *program, const char *folder,
                      struct diag *diag)
{
    struct chip_config chip;
    char               path[PATH_MOST];
    FILE              *file = open_file(folder, "chip.json", path, diag);
    if (!file)
        return false;
    random_chip(program, &judge->chip, &chip);
    fprintf(file, "{\n  \"wekiva_chip\": 1,\n  \"name\": \"case\",\n  \"base\": \"rv770\",\n  \"parameters\": {");
    for (unsigned i = 0; i < CHIP_PARAMETERS; i++)
        fprintf(file, "%s\n    \"%s\": %u", i ? "," : "", chip_parameters[i].name,
                chip_value(&chip, &chip_parameters[i]));
    fprintf(file, "\n  }\n}\n");
    return close_file(file, path, diag);
}

/* The name of a file of a case, in no order; NULL behind the last one. */
static const char *file_name(unsigned number, char name[32])
{
    static const char *const names[] = {"program.asm", "fetch.bin", "fetch.asm",  "gprs.bin",  "constants.bin",
                                        "launch.json", "chip.json", scatter_file, globals_file};
    enum { NAMES = sizeof names / sizeof names[0] };
    if (number >= NAMES + RANDOM_BUFFERS + RANDOM_RANGES)
        return NULL;
    if (number < NAMES)
        return names[number];
    if (number < NAMES + RANDOM_BUFFERS)
        snprintf(name, 32, "cb%u.bin", number - NAMES);
    else
        snprintf(name, 32, "memory%u.bin", number - NAMES - RANDOM_BUFFERS);
    return name;
}

bool random_take_files(const char *folder, struct path_set *paths, struct diag *diag)
{
    char        room[32];
    const char *name;
    bool        good = paths_take(paths, PATH_FOLDER, folder, "--out", diag);
    for (unsigned i = 0; good && (name = file_name(i, room)); i++)
        good = paths_take_in(paths, PATH_WRITTEN, folder, name, "a file of --out", diag);
    return good;
}

/* Half a case is none. */
static void remove_files(const char *folder, bool made)
{
    char        room[32], path[PATH_MOST];
    const char *name;
    for (unsigned i = 0; (name = file_name(i, room)); i++)
        if (snprintf(path, PATH_MOST, "%s/%s", folder, name) < PATH_MOST)
            unlink(path);
    if (made)
        rmdir(folder);
}

static bool save_files(const struct random_judge *judge, const struct random_case *program, const char *folder,
                       const char *remark, struct diag *diag)
{
    char name[32];
    for (unsigned b = 0; b < RANDOM_BUFFERS; b++) {
        snprintf(name, sizeof name, "cb%u.bin", b);
        if (!save_words(folder, name, program->buffer[b][0], 4 * RANDOM_VECTORS, diag))
            return false;
    }
    return save_program(program, folder, remark, diag) && save_fetch_program(program, folder, diag) &&
           save_gprs(program, folder, diag) && save_ranges(program, folder, diag) &&
           save_scatter(program, folder, diag) && save_globals(program, folder, diag) &&
           save_words(folder, "constants.bin", program->file[0], sizeof program->file / 4, diag) &&
           save_launch(program, folder, diag) && save_chip(judge, program, folder, diag);
}

bool random_save(const struct random_judge *judge, const struct random_case *program, const char *folder,
                 const char *remark, struct diag *diag)
{
    const bool made = mkdir(folder, 0777) == 0;
    if (!made && errno != EEXIST)
        return diag_set(diag, folder, 0, "%s", strerror(errno));
    const bool good = save_files(judge, program, folder, remark, diag);
    if (!good)
        remove_files(folder, made);
    return good;
}
