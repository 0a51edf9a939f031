/* parameters.c - docs/parameters.md from the table of chip parameters (rtl_model/r700/chip.def).
 *
 * usage: parameters [--check] docs/parameters.md */
#include <ctype.h>

#include "rtl_model/r700/chip.h"
#include "tb/docs/document.h"

static const struct {
    const char *letter, *meaning;
} confidences[] = {{"D", "documented by the vendor"},
                   {"M", "measured and published"},
                   {"P", "press"},
                   {"I", "inferred"},
                   {"U", "unknown: the default is a modelling choice"},
                   {"X", "an instrument of experiments, which no chip has"}};

static const char *meaning_of(const char *letter)
{
    for (unsigned i = 0; i < sizeof confidences / sizeof confidences[0]; i++)
        if (strcmp(confidences[i].letter, letter) == 0)
            return confidences[i].meaning;
    return "?";
}

/* Sources with the tags of docs/timing.md (a capital and digits, as S20) as links. */
static void print_source(FILE *out, const char *source)
{
    while (*source) {
        size_t length = strcspn(source, " ,;:");
        if (length > 1 && isupper((unsigned char)source[0]) && strspn(source + 1, "0123456789") == length - 1)
            fprintf(out, "[%.*s](timing.md)", (int)length, source);
        else
            fprintf(out, "%.*s", (int)length, source);
        for (source += length; *source && strchr(" ,;:", *source); source++)
            putc(*source, out);
    }
}

static void print_table(FILE *out)
{
    struct chip_config chips[8];
    struct diag        diag;
    fprintf(out, "| parameter | unit |");
    for (unsigned c = 0; c < CHIP_NAMES; c++) {
        fprintf(out, " %s |", chip_names[c]);
        if (!chip_load(chip_names[c], &chips[c], &diag))
            exit(1);
    }
    fprintf(out, " range | C | source | meaning |\n|---|---|");
    for (unsigned c = 0; c < CHIP_NAMES; c++)
        fprintf(out, "---|");
    fprintf(out, "---|---|---|---|\n");
    for (unsigned i = 0; i < CHIP_PARAMETERS; i++) {
        const struct chip_parameter *parameter = &chip_parameters[i];
        fprintf(out, "| `%s` | %s |", parameter->name, parameter->unit);
        for (unsigned c = 0; c < CHIP_NAMES; c++) {
            const uint32_t    value = chip_value(&chips[c], parameter);
            const char *const name = chip_value_name(parameter, value);
            if (name)
                fprintf(out, " %s |", name);
            else
                fprintf(out, " %u |", value);
        }
        fprintf(out, " %u..%u | %s | ", parameter->least, parameter->most, parameter->confidence);
        print_source(out, parameter->source);
        fprintf(out, " | %s |\n", parameter->meaning);
    }
}

/* What the sources of rv770's column do not hold for. */
static void print_differences(FILE *out)
{
    fprintf(out,
            "\n## RV740 and RV790\n\nBoth are `rv770` but for these rows; C and source are those of the rows above "
            "elsewhere.\n\n| chip | parameter | value | rv770 | C | source |\n|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < CHIP_DIFFERENCES; i++) {
        const struct chip_difference *difference = &chip_differences[i];
        const struct chip_parameter  *parameter = chip_parameters;
        struct chip_config            chip, base;
        struct diag                   diag;
        while (strcmp(parameter->name, difference->parameter) != 0)
            parameter++;
        if (!chip_load(difference->chip, &chip, &diag) || !chip_load("rv770", &base, &diag))
            exit(1);
        fprintf(out, "| %s | `%s` | %u | %u | %s | ", difference->chip, parameter->name, chip_value(&chip, parameter),
                chip_value(&base, parameter), difference->confidence);
        print_source(out, difference->source);
        fprintf(out, " |\n");
    }
}

static void print_boards(FILE *out)
{
    fprintf(out,
            "\n## Boards\n\nA cycle is one of the core's: what a run takes in seconds depends on the board.\n\n"
            "| chip | board | year | process | core | memory | GB/s | source |\n|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < CHIP_BOARDS; i++) {
        const struct chip_board *board = &chip_boards[i];
        fprintf(out, "| %s | %s | %u | %u nm | %u MHz | %s | %u.%u | %s |\n", board->chip, board->board, board->year,
                board->nanometres, board->mhz, board->memory, board->gb_s_10 / 10, board->gb_s_10 % 10, board->source);
    }
}

static void print_counts(FILE *out)
{
    fprintf(out, "\n| C | meaning | parameters |\n|---|---|---|\n");
    for (unsigned k = 0; k < sizeof confidences / sizeof confidences[0]; k++) {
        unsigned count = 0;
        for (unsigned i = 0; i < CHIP_PARAMETERS; i++)
            count += strcmp(chip_parameters[i].confidence, confidences[k].letter) == 0;
        fprintf(out, "| %s | %s | %u |\n", confidences[k].letter, meaning_of(confidences[k].letter), count);
    }
}

#define BOUNDS                                                                                                         \
    "\n## A chip larger than RV770\n\n"                                                                                \
    "[doubled.json](examples/doubled.json) has each of these twice, or its most; results are those of `rv770` "        \
    "(`tb/corpus/test_doubled.py`).\n\n"                                                                               \
    "| parameter | RV770 | most | what bounds it |\n|---|---|---|---|\n"                                               \
    "| `simds` | 10 | 20 | numbers of 5 bits; arrays of the chip |\n"                                                  \
    "| `max_waves` | 248 | 496 | a count of 9 bits; a SIMD has 256 slots, numbers of 8 bits |\n"                       \
    "| `max_stack_entries` | 512 | 1024 | 4096 rows; 512 entries where a wavefront has 32 threads or fewer |\n"        \
    "| `ic_misses` | 8 | 15 | trackers: vectors of 16 words are in waveforms with lanes only |\n"                      \
    "| `vc_misses`, `tc_l1_misses`, `tc_l2_misses` | 64 | 128 | rows of requests of a cache and of a link |\n"         \
    "| `mc_channels` | 8 | 16 | banks and channels of the chip |\n"                                                    \
    "| `tc_l2_kb` | 256 | 4096 | 4096 lines of a bank: 256 KiB for each channel |\n"                                   \
    "| `sx_buffers` | 8 | 15 | reports of the export unit, as trackers |\n\n"                                          \
    "These stay at RV770's value:\n\n"                                                                                 \
    "| parameter | most | what bounds it |\n|---|---|---|\n"                                                           \
    "| `wave_size`, `lanes` | 64, 16 | masks of 64 threads (ISA 2.2), four quarters |\n"                               \
    "| `max_gprs` | 256 | physical rows of 8 bits, in ports of the Verilog twins `gpr_file`, `operand_fetch` |\n"      \
    "| `clause_temporaries` | 4 | GPR numbers 124 to 127 (ISA 2.6.1.2; G6) |\n"                                        \
    "| `alu_places`, `fetch_places` | 12, 8 | each is a module, and the clock's sets of a SIMD's 64 modules are one "  \
    "word |\n"                                                                                                         \
    "| `waterfall_clk_per_index` | 4 | the four read clocks of a rotation |\n"                                         \
    "| `lds_rd_threads_per_clk` | 4 | the four banks of the local data share (ISA 2.6.2) |\n"                          \
    "| `tile_pipes`, `tile_banks`, `tile_row_kb` | 8 | fields of GB_TILING_CONFIG |\n"

int main(int argc, char **argv)
{
    bool            check;
    const char     *path;
    struct document document;
    if (!document_arguments(argc, argv, &check, &path) || !document_open(&document, path))
        return 2;
    fprintf(
        document.file,
        "<!-- made by tb/docs/parameters.c: make docs -->\n# Chip parameters\n\n"
        "What a chip is made of and how long its stages take. `wekiva chips --params` prints the "
        "same table, `wekiva run\n"
        "--set NAME=VALUE` changes one for a run, a chip file changes several. C is the confidence "
        "in the default; tags of\n"
        "sources are those of [timing.md](timing.md). What they come to, latencies and rates of a chip "
        "or of a chip file,\n`wekiva bench-chip` measures beside closed forms: [bench-chip.md](bench-chip.md).\n\n");
    print_table(document.file);
    print_counts(document.file);
    print_differences(document.file);
    print_boards(document.file);
    fprintf(document.file, "\n## Chip files\n\nA chip of your own is a preset and what differs from it:\n\n"
                           "```json\n{ \"wekiva_chip\": 1, \"name\": \"slow\", \"base\": \"rv770\", \"parameters\": { "
                           "\"ic_miss_clk\": 600 } }\n"
                           "```\n\n`wekiva run --launch FILE --chip slow.json`. Values outside the range, unknown "
                           "names and combinations that the\n"
                           "machine cannot have are errors that name the parameter.\n");
    fputs(BOUNDS, document.file);
    return document_close(&document, check) ? 0 : 1;
}
