#include "tools/chip_peaks.h"

#include <ctype.h>
#include <string.h>

struct speed {
    unsigned    mhz;
    const char *board; /* NULL: the clock was given, or none is known */
};

static struct speed speed_of(const struct machine_chip *chip, unsigned mhz)
{
    struct speed speed = {mhz, NULL};
    if (!mhz && chip->family->board)
        speed.board = chip->family->board(chip->of, &speed.mhz);
    return speed;
}

/* The parameter whose name begins there, as a whole word; NULL: none. */
static const struct chip_parameter *parameter_at(const struct chip_table *table, const char *text)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    for (unsigned p = 0; length && p < table->parameter_count; p++)
        if (strlen(table->parameters[p].name) == length && strncmp(table->parameters[p].name, text, length) == 0)
            return &table->parameters[p];
    return NULL;
}

/* Each input of a formula in its order. */
typedef void input_t(void *context, const char *name, uint32_t value);
static void  each_input(const struct machine_chip *chip, const struct machine_peak *peak, input_t *input, void *context)
{
    const char *before = " ";
    for (const char *at = peak->formula; *at; before = at++) {
        const struct chip_parameter *parameter = *before == ' ' ? parameter_at(chip->family->chips, at) : NULL;
        if (parameter)
            input(context, parameter->name, machine_chip_value(chip, parameter));
    }
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

static void print_input(void *context, const char *name, uint32_t value)
{
    fprintf(context, "  %s = %u", name, value);
}

static void count_input(void *context, const char *name, uint32_t value)
{
    (void)name, (void)value;
    ++*(unsigned *)context;
}

static void print_peak(FILE *out, const struct machine_chip *chip, const struct machine_peak *peak, unsigned mhz)
{
    fprintf(out, "%-21s %10.6g %-10s", peak->name, peak->a_clock, peak->unit);
    if (mhz)
        fprintf(out, " %10.6g %-10s", peak_rate(peak, mhz), peak->rate);
    fprintf(out, "  %s\n", peak->formula);
    unsigned inputs = 0;
    each_input(chip, peak, count_input, &inputs);
    if (inputs) {
        fputs("   ", out);
        each_input(chip, peak, print_input, out);
        fputc('\n', out);
    }
    fprintf(out, "    %s\n", peak->meaning);
}

void chip_peaks_print(FILE *out, const struct machine_chip *chip, unsigned mhz)
{
    struct machine_peak peaks[MACHINE_PEAKS];
    struct diag         lacking = {0};
    const unsigned      count = machine_peaks(chip, peaks, &lacking);
    const struct speed  speed = speed_of(chip, mhz);
    if (!count) {
        fprintf(out, "%s\n\n", lacking.what);
        return;
    }
    fprintf(out, "%s", chip->name);
    if (speed.mhz)
        fprintf(out, " at %u MHz", speed.mhz);
    fprintf(out, "%s%s\n", speed.board ? ", as on " : "", speed.board ? speed.board : "");
    fprintf(out, "%-21s %10s %-10s", "peak", "a clock", "");
    fprintf(out, speed.mhz ? " %10s %-10s  formula\n" : "  formula\n", "a second", "");
    for (unsigned i = 0; i < count; i++)
        print_peak(out, chip, &peaks[i], speed.mhz);
    fputc('\n', out);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static void add_input(void *context, const char *name, uint32_t value)
{
    json_object_set_new(context, name, json_integer(value));
}

static json_t *peak_object(const struct machine_chip *chip, const struct machine_peak *peak, unsigned mhz)
{
    json_t *const inputs = json_object();
    each_input(chip, peak, add_input, inputs);
    json_t *const object =
        json_pack("{s:s, s:s, s:f, s:s, s:o, s:s}", "name", peak->name, "unit", peak->unit, "a_clock", peak->a_clock,
                  "formula", peak->formula, "inputs", inputs, "meaning", peak->meaning);
    if (mhz) {
        json_object_set_new(object, "a_second", json_real(peak_rate(peak, mhz)));
        json_object_set_new(object, "rate", json_string(peak->rate));
    }
    return object;
}

json_t *chip_peaks_json(const struct machine_chip *chip, unsigned mhz)
{
    struct machine_peak peaks[MACHINE_PEAKS];
    struct diag         lacking = {0};
    const unsigned      count = machine_peaks(chip, peaks, &lacking);
    const struct speed  speed = speed_of(chip, mhz);
    json_t *const       rows = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(rows, peak_object(chip, &peaks[i], speed.mhz));
    json_t *const object =
        json_pack("{s:s, s:s, s:o}", "name", chip->name, "family", chip->family->name, "peaks", rows);
    if (speed.mhz)
        json_object_set_new(object, "mhz", json_integer(speed.mhz));
    if (speed.board)
        json_object_set_new(object, "board", json_string(speed.board));
    return object;
}
