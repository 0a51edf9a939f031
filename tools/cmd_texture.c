/* cmd_texture.c - `wekiva texture`: the textures of a launch, and a level of one as a picture
 * (machine_family.read_texture). */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/chip_choice.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/png_file.h"

enum {
    OPTION_ID,
    OPTION_LEVEL,
    OPTION_SLICE,
    OPTION_SAMPLE,
    OPTION_SAMPLER,
    OPTION_RECT,
    OPTION_SIZE,
    OPTION_CHANNELS,
    OPTION_RANGE,
    OPTION_OUT,
    OPTION_CHIP,
    OPTION_SET
};

enum { SETS_MAX = 32 };

struct texture_job {
    const char            *launch_path, *out_path, *channels;
    const char            *chip_name, *sets[SETS_MAX];
    unsigned               set_count;
    bool                   has_range;
    float                  low, high;
    struct picture_request request;
    struct launch         *launch;
    struct machine_chip    chip;
};

static const struct option_row texture_options[] = {
    [OPTION_ID] = {"id", 'i', "N", "which texture, by its id in the launch file; without it they are listed",
                   OPTION_OWN},
    [OPTION_LEVEL] = {"level", 0, "N", "which level (default: 0)", OPTION_OWN},
    [OPTION_SLICE] = {"slice", 0, "N", "which slice, layer or face (default: 0)", OPTION_OWN},
    [OPTION_SAMPLE] = {"sample", 0, "N", "which sample of a multisampled texture (default: 0)", OPTION_OWN},
    [OPTION_SAMPLER] = {"sampler", 0, "N", "draws what a SAMPLE instruction with this sampler gives", OPTION_OWN},
    [OPTION_RECT] = {"rect", 0, "U,V,U,V",
                     "its coordinates in the picture's corners, upper left and lower right (default: 0,0,1,1)",
                     OPTION_OWN},
    [OPTION_SIZE] = {"size", 0, "WxH", "pixels of that picture (default: as many as texels)", OPTION_OWN},
    [OPTION_CHANNELS] = {"channels", 0, "XYZW",
                         "what becomes grey (one letter), grey and alpha (two), red, green and blue\n"
                         "(three), and alpha (four): of x, y, z, w, 0, 1 (default: xyz, and w when it is stored)",
                         OPTION_OWN},
    [OPTION_RANGE] = {"range", 0, "LOW,HIGH",
                      "the numbers that become black and white (default: the range of the\n"
                      "format; of floats 0,1)",
                      OPTION_OWN},
    [OPTION_OUT] = {"out", 'o', "FILE", "the PNG file to write; - is the standard output",
                    OPTION_TEXT(struct texture_job, out_path)},
    [OPTION_CHIP] = {"chip", 'c', "NAME|FILE", "a preset of R700 or a chip file (default: rv770)",
                     OPTION_TEXT(struct texture_job, chip_name)},
    [OPTION_SET] = {"set", 's', "NAME=VALUE...", "a chip parameter",
                    OPTION_LIST(struct texture_job, sets, set_count, SETS_MAX)},
};

static const struct option_rule rules[] = {
    {NEEDS, "level slice sample sampler rect size channels range out", "id", NULL},
    {NEEDS, "id", "out", NULL},
    {NEEDS, "rect size", "sampler", NULL},
    {NOT_WITH, "sampler", "level sample", NULL},
};

/* ---- picture ---------------------------------------------------------------------------------------------------- */

/* The number of a letter of --channels: X Y Z W, 4 and 5 for 0 and 1. */
static unsigned selected(char letter)
{
    return (unsigned)(strchr("xyzw01", letter) - "xyzw01");
}

/* 0..most, the nearest; what is no number is 0. */
static unsigned scaled(float number, float low, float high, unsigned most)
{
    const float part = (number - low) / (high - low);
    return part >= 1 ? most : part > 0 ? (unsigned)lrintf(part * (float)most) : 0;
}

static void put_pixel(const struct texture_job *job, const struct picture *picture, const float number[4],
                      unsigned bytes, uint8_t **to)
{
    const unsigned most = bytes == 1 ? UINT8_MAX : UINT16_MAX;
    for (const char *letter = job->channels; *letter; letter++) {
        const unsigned                select = selected(*letter);
        const struct picture_channel *channel = &picture->channel[select % 4];
        unsigned                      value = select == 5 ? most : 0;
        if (select < 4)
            value = scaled(number[select], job->has_range ? job->low : channel->low,
                           job->has_range ? job->high : channel->high, most);
        if (bytes == 2)
            *(*to)++ = (uint8_t)(value >> 8);
        *(*to)++ = (uint8_t)value;
    }
}

/* 16 bits for numbers of more than eight. */
static unsigned bits_of(const struct texture_job *job, const struct picture *picture)
{
    for (const char *letter = job->channels; *letter; letter++)
        if (selected(*letter) < 4 && picture->channel[selected(*letter)].bits > 8)
            return 16;
    return 8;
}

static bool save_picture(const struct texture_job *job, const struct picture *picture, struct diag *diag)
{
    struct png_picture png = {.width = picture->width,
                              .height = picture->height,
                              .channels = (unsigned)strlen(job->channels),
                              .bits = bits_of(job, picture)};
    const size_t       pixels = (size_t)png.width * png.height;
    uint8_t *const     bytes = malloc(pixels * png.channels * (png.bits / 8));
    uint8_t           *to = bytes;
    char              *data;
    size_t             size;
    if (!bytes)
        return diag_set(diag, NULL, 0, "not enough memory for the picture");
    for (size_t i = 0; i < pixels; i++)
        put_pixel(job, picture, &picture->number[4 * i], png.bits / 8, &to);
    png.bytes = bytes;
    bool good = png_encode(&png, &data, &size, diag);
    free(bytes);
    if (!good)
        return false;
    good = output_save(job->out_path, data, size, diag);
    free(data);
    return good;
}

static bool draw(struct texture_job *job, struct diag *diag)
{
    struct picture picture;
    if (!machine_read_texture(&job->chip, job->launch, &job->request, &picture, diag))
        return false;
    if (!job->channels)
        job->channels = picture.channel[3].stored ? "xyzw" : "xyz";
    if (picture.unplaced)
        output_say("%s: texture %u: %" PRIu64 " texels lie where nothing was placed; they are 0", job->launch_path,
                   job->request.id, picture.unplaced);
    const bool good = save_picture(job, &picture, diag);
    free(picture.number);
    return good;
}

/* ---- command ---------------------------------------------------------------------------------------------------- */

static bool load(struct texture_job *job, struct diag *diag)
{
    struct path_set paths;
    job->launch = launch_load(job->launch_path, diag);
    if (!job->launch)
        return false;
    if (!machine_launch_chip(job->chip_name, job->launch, &job->chip_name, diag))
        return false;
    bool good = paths_begin(&paths, diag) && chip_take_file(job->chip_name, &paths, diag) &&
                launch_take_files(job->launch, &paths, diag) &&
                (!job->out_path || paths_take(&paths, PATH_WRITTEN, job->out_path, "--out", diag));
    paths_free(&paths);
    return good && (!job->out_path || output_try(job->out_path, diag)) &&
           machine_chip_choose(job->chip_name, NULL, "--set ", job->sets, job->set_count, &job->chip, diag);
}

static int list(const struct texture_job *job, struct diag *diag)
{
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (machine_list_textures(&job->chip, job->launch, out.file, diag))
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    return complain(diag, STATUS_BAD_INPUT);
}

static int run_job(struct texture_job *job)
{
    struct diag diag = {0};
    int         status = STATUS_DONE;
    if (!load(job, &diag) || (job->out_path && !draw(job, &diag)))
        status = complain(&diag, STATUS_BAD_INPUT);
    else if (!job->out_path)
        status = list(job, &diag);
    machine_chip_free(&job->chip);
    if (job->launch)
        launch_free(job->launch);
    return status;
}

/* ---- options ---------------------------------------------------------------------------------------------------- */

/* Numbers with a separator between them and nothing behind. */
static bool read_numbers(const char *text, char separator, float *numbers, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char *end = NULL;
        numbers[i] = strtof(text, &end);
        if (end == text || !isfinite(numbers[i]) || *end != (i + 1 < count ? separator : '\0'))
            return false;
        text = end + 1;
    }
    return true;
}

static bool read_range(const struct command *command, struct texture_job *job)
{
    float ends[2];
    job->has_range = read_numbers(optarg, ',', ends, 2) && ends[0] < ends[1] && isfinite(ends[1] - ends[0]);
    if (!job->has_range) {
        usage_error(command, "--range %s: expected two numbers, the lower one first", optarg);
        return false;
    }
    job->low = ends[0];
    job->high = ends[1];
    return true;
}

static bool read_rect(const struct command *command, struct texture_job *job)
{
    float corners[4];
    if (!read_numbers(optarg, ',', corners, 4)) {
        usage_error(command, "--rect %s: expected four numbers, such as 0,0,1,1", optarg);
        return false;
    }
    memcpy(job->request.from, corners, sizeof job->request.from);
    memcpy(job->request.to, corners + 2, sizeof job->request.to);
    return true;
}

static bool read_size(const struct command *command, struct texture_job *job)
{
    enum { MOST = 8192 };
    float size[2];
    if (!read_numbers(optarg, 'x', size, 2) || !(size[0] >= 1 && size[0] <= MOST && size[1] >= 1 && size[1] <= MOST) ||
        size[0] != floorf(size[0]) || size[1] != floorf(size[1])) {
        usage_error(command, "--size %s: expected WIDTHxHEIGHT, each 1 to %d", optarg, MOST);
        return false;
    }
    job->request.width = (uint32_t)size[0];
    job->request.height = (uint32_t)size[1];
    return true;
}

static bool read_channels(const struct command *command, struct texture_job *job)
{
    const size_t length = strlen(optarg);
    job->channels = optarg;
    if (length <= 4 && strspn(optarg, "xyzw01") == length)
        return true;
    usage_error(command, "--channels %s: expected one to four of x, y, z, w, 0, 1", optarg);
    return false;
}

static bool read_own(const struct command *command, int option, void *into)
{
    struct texture_job   *job = into;
    static const unsigned most[] = {LAUNCH_RESOURCES + LAUNCH_FS_RESOURCES - 1, 15, 8191 * 8 + 5, 7,
                                    LAUNCH_SAMPLERS - 1};
    unsigned *const       numbers[] = {&job->request.id, &job->request.level, &job->request.slice, &job->request.sample,
                                       &job->request.sampler};
    uint64_t              number;
    switch (option) {
    case OPTION_CHANNELS:
        return read_channels(command, job);
    case OPTION_RANGE:
        return read_range(command, job);
    case OPTION_RECT:
        return read_rect(command, job);
    case OPTION_SIZE:
        return read_size(command, job);
    default:
        if (!option_number(command, command->options[option].name, optarg, 0, most[option], &number))
            return false;
        *numbers[option] = (unsigned)number;
        return true;
    }
}

static int texture_run(const struct command *command, int argc, char **argv)
{
    struct texture_job job = {.request = {.to = {1, 1}}};
    int                status;
    option_set_t       given = 0;
    if (!options_read(command, argc, argv, &given, read_own, &job, &status))
        return status;
    if (argc - optind != 1)
        return usage_error(command, "expected one LAUNCH, got %d operands", argc - optind);
    job.request.sampled = given >> OPTION_SAMPLER & 1;
    job.launch_path = argv[optind];
    return run_job(&job);
}

const struct command texture_command = {
    .name = "texture",
    .operands = "LAUNCH [--id N --out FILE [--slice N] [--level N | --sampler N]] [OPTION]...",
    .summary = "lists the textures of a launch, or draws one as a PNG file",
    .text = "A texture's line: id, dimension, size, format, levels, how it lies in memory, its bytes.\n"
            "A picture has the texels of a level and slice, swizzled, sRGB as it is stored; with --sampler what a\n"
            "SAMPLE instruction gives for the pixels of a rectangle: filtered, of the levels that fit, sRGB made\n"
            "linear.  It has 8 bits a channel, 16 when the texture's have more.\n"
            "\n"
            "examples:\n"
            "  wekiva texture launch.json\n"
            "  wekiva texture launch.json --id 3 --out picture.png\n"
            "  wekiva texture launch.json --id 3 --sampler 0 --rect -1,-1,2,2 --size 256x256 --out tiles.png\n"
            "  wekiva texture launch.json --id 3 --level 2 --slice 5 --channels x --range 0.9,1 --out depth.png\n",
    .options = texture_options,
    .option_count = sizeof texture_options / sizeof texture_options[0],
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = texture_run,
};
