/* cmd_launch.c - `wekiva launch`: a launch file to begin with (machine_family.skeleton). */
#define _XOPEN_SOURCE 700 /* realpath */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"
#include "tools/output.h"
#include "tools/source.h"
#include "tools/subject.h"

enum { OPTION_OUTPUT, OPTION_STAGE, OPTION_THREADS, OPTION_FETCH, OPTION_KEYS, OPTION_CHIP };

struct launch_job {
    struct subject          subject;
    const char             *fetch_path, *output;
    struct program          fetch;
    struct skeleton_request request;
    char                    name[PATH_MAX + 1], fetch_name[PATH_MAX + 1], chip_name[PATH_MAX + 1];
};

static const struct option_row launch_options[] = {
    [OPTION_OUTPUT] = {"output", 'o', "FILE", "the launch file (default: the standard output)",
                       OPTION_TEXT(struct launch_job, output)},
    [OPTION_STAGE] = {"stage", 0, "ps|vs|gs|es|fs|cs", "default: what the exports say", OPTION_OWN},
    [OPTION_THREADS] = {"threads", 't', "N", "how many (default: those of a wavefront)", OPTION_OWN},
    [OPTION_FETCH] = {"fetch-shader", 0, "FILE", "the fetch program that CALL_FS calls",
                      OPTION_TEXT(struct launch_job, fetch_path)},
    [OPTION_KEYS] = {"keys", 0, NULL, "lists the keys of launch files,\nor those named, with the keys of their objects",
                     OPTION_OWN},
    [OPTION_CHIP] = SUBJECT_CHIP_ROWS(struct launch_job, subject),
};

static const struct option_rule rules[] = {{ONLY_WITH, "keys", "", NULL}};

/* The folder that a file will be in, without links and the like. */
static bool folder_of(const char *file, char folder[PATH_MAX + 1], struct diag *diag)
{
    char              copy[PATH_MAX + 1];
    const char *const slash = strrchr(file, '/');
    snprintf(copy, sizeof copy, "%.*s", slash ? (int)(slash - file) + 1 : 1, slash ? file : ".");
    return realpath(copy, folder) || diag_set(diag, file, 0, "there is no such folder");
}

/* A file as seen from the launch file's folder. */
static bool seen_from(const char *output, const char *path, char seen[PATH_MAX + 1], struct diag *diag)
{
    char   folder[PATH_MAX + 1], whole[PATH_MAX + 1];
    size_t same = 0, used = 0;
    if (!output || strcmp(output, "-") == 0 || path[0] == '/') {
        snprintf(seen, PATH_MAX + 1, "%s", path);
        return true;
    }
    if (!folder_of(output, folder, diag))
        return false;
    if (!realpath(path, whole))
        return diag_set(diag, path, 0, "there is no such file");
    for (size_t i = 0; folder[i] && folder[i] == whole[i]; i++)
        if (whole[i] == '/')
            same = i; /* both have this folder */
    const size_t length = strlen(folder);
    if (strncmp(folder, whole, length) == 0 && whole[length] == '/')
        same = length;
    for (size_t i = same; i < length && used + 3 < PATH_MAX; i++)
        if (folder[i] == '/' && folder[i + 1])
            used += (size_t)snprintf(seen + used, PATH_MAX + 1 - used, "../");
    snprintf(seen + used, PATH_MAX + 1 - used, "%s", whole + same + 1);
    return true;
}

static bool load(struct launch_job *job, struct diag *diag)
{
    const struct subject_file files[] = {{PATH_READ, job->fetch_path, "the fetch program"},
                                         {PATH_WRITTEN, job->output, "--output"}};
    if (!subject_load(&job->subject, files, sizeof files / sizeof files[0], diag))
        return false;
    job->request.program = &job->subject.program;
    if (strcmp(job->subject.program_path, "-") != 0) {
        if (!seen_from(job->output, job->subject.program_path, job->name, diag))
            return false;
        job->request.path = job->name;
    }
    job->request.chip = job->subject.chip_name;
    if (job->request.chip && !machine_preset(job->request.chip)) {
        if (!seen_from(job->output, job->request.chip, job->chip_name, diag))
            return false;
        job->request.chip = job->chip_name;
    }
    if (!job->fetch_path)
        return true;
    job->request.fetch = &job->fetch;
    job->request.fetch_path = job->fetch_name;
    return source_load(job->subject.chip_name, job->fetch_path, &job->fetch, diag) &&
           seen_from(job->output, job->fetch_path, job->fetch_name, diag);
}

static int write_launch(struct launch_job *job)
{
    struct diag   diag = {0};
    struct output out;
    int           status = STATUS_DONE;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (!load(job, &diag) || !machine_skeleton(&job->subject.chip, &job->request, out.file, &diag)) {
        output_drop(&out);
        status = complain(&diag, STATUS_BAD_INPUT);
    } else if (!job->output) {
        status = output_print(&out, STATUS_DONE);
    } else {
        const bool whole = fclose(out.file) == 0 || diag_set(&diag, job->output, 0, "not enough memory");
        if (!whole || !output_save(job->output, out.text, out.size, &diag))
            status = complain(&diag, STATUS_BAD_INPUT);
        free(out.text);
    }
    subject_free(&job->subject);
    program_free(&job->fetch);
    return status;
}

/* A stage by its name; false after a message. */
static bool take_stage(const struct command *command, struct launch_job *job)
{
    for (enum launch_stage stage = 0; stage < LAUNCH_STAGE_COUNT; stage++)
        if (strcmp(launch_stage_name(stage), optarg) == 0) {
            job->request.stage = stage;
            job->request.stage_known = true;
            return true;
        }
    usage_error(command, "--stage: expected ps, vs, gs, es, fs or cs, got '%s'", optarg);
    return false;
}

/* One option; false after a message. */
static bool take_own(const struct command *command, int option, void *into)
{
    struct launch_job *job = into;
    uint64_t           number;
    if (option == OPTION_STAGE)
        return take_stage(command, job);
    if (option == OPTION_KEYS)
        return true;
    if (!option_number(command, "threads", optarg, 1, LAUNCH_THREADS_MAX, &number))
        return false;
    job->request.threads = (uint32_t)number;
    return true;
}

static const char *key_name(const void *context, unsigned i)
{
    (void)context;
    return i < LAUNCH_KEY_COUNT ? launch_key_name((enum launch_key)i) : NULL;
}

/* All keys, a line each, or those named, with the keys of their objects. */
static int list_keys(const struct command *command, int count, char **words)
{
    struct output out;
    bool          asked[LAUNCH_KEY_COUNT] = {false};
    for (int i = 0; i < count; i++) {
        enum launch_key key = 0;
        while (key < LAUNCH_KEY_COUNT && strcmp(launch_key_name(key), words[i]) != 0)
            key++;
        if (key == LAUNCH_KEY_COUNT) {
            const char *near = nearest_name(words[i], key_name, NULL);
            return usage_error(command, "--keys: no key '%s'%s%s", words[i], near ? ", did you mean " : "",
                               near ? near : "");
        }
        asked[key] = true;
    }
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    for (enum launch_key key = 0; key < LAUNCH_KEY_COUNT; key++)
        if (!count || asked[key])
            launch_key_print(key, count, out.file);
    return output_print(&out, STATUS_DONE);
}

static int launch_run(const struct command *command, int argc, char **argv)
{
    struct launch_job job = {.output = NULL};
    int               status;
    option_set_t      given = 0;
    if (!options_read(command, argc, argv, &given, take_own, &job, &status))
        return status;
    if (given >> OPTION_KEYS & 1)
        return list_keys(command, argc - optind, argv + optind);
    if (!subject_operands(command, &job.subject, argc - optind, argv + optind))
        return STATUS_BAD_INPUT;
    if (job.fetch_path && strcmp(job.fetch_path, "-") == 0)
        return usage_error(command, "--fetch-shader: expected a file");
    return write_launch(&job);
}

const struct command launch_command = {
    .name = "launch",
    .operands = "PROGRAM [-o FILE] [OPTION]...\n       wekiva launch [KEY]... --keys",
    .summary = "writes a launch file to begin with",
    .text = "The stage is that of the program's exports; registers that it reads before it writes them,\n"
            "constant buffers, loop and boolean constants, textures, samplers, vertex resources, buffers and\n"
            "expected exports are the ones it names.  A value that the program does not determine begins with\n"
            "\"TODO:\" and says what is to stand there; wekiva run names the first one that is left.\n"
            "\n"
            "examples:\n"
            "  wekiva launch prog.o -o launch.json\n"
            "  wekiva launch vs.hex --fetch-shader fs.hex --threads 300 -o launch.json\n",
    .options = launch_options,
    .option_count = sizeof launch_options / sizeof launch_options[0],
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = launch_run,
};
