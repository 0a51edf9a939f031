#include "tools/run/run_energy.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/key_place.h"
#include "tools/options.h"
#include "tools/output.h"

enum { FILE_BYTES_MAX = 1 << 20, KEY_BYTES = 64 };

/* ---- the user's table ------------------------------------------------------------------------------------------- */

/* Inputs, then events: "volts", "ALU product". */
struct names {
    struct energy_input input[ENERGY_INPUTS];
    struct energy_row   row[ENERGY_ROWS];
    char                key[ENERGY_ROWS][KEY_BYTES];
    unsigned            inputs, rows;
};

static void list_names(struct names *names, const struct machine_observer *observer)
{
    names->inputs = observer->energy_inputs(observer, names->input);
    names->rows = observer->energy(observer, names->input, names->row);
    for (unsigned i = 0; i < names->rows; i++)
        snprintf(names->key[i], KEY_BYTES, "%s %s", names->row[i].block, names->row[i].name);
}

static const char *name_at(const void *context, unsigned i)
{
    const struct names *const names = context;
    if (i < names->inputs)
        return names->input[i].name;
    return i < names->inputs + names->rows ? names->key[i - names->inputs] : NULL;
}

static bool read_key(struct run_energy *energy, const struct names *names, const char *path, const char *key,
                     const json_t *value, struct diag *diag)
{
    const char *name;
    unsigned    at = 0;
    while ((name = name_at(names, at)) && strcmp(name, key) != 0)
        at++;
    if (!name) {
        const char *const near = nearest_name(key, name_at, names);
        return diag_set(diag, path, 0, "unknown key '%.100s', %s%s%s", key,
                        near ? "did you mean "
                             : "expected an input or an event of `wekiva run --energy`, as ALU product",
                        near ? near : "", near ? "?" : ""),
               diag_at_key(diag, key);
    }
    const double number = json_number_value(value);
    const bool   input = at < names->inputs;
    if (!json_is_number(value) || !isfinite(number) || number < 0 || (input && number == 0))
        return diag_set(diag, path, 0, "%s: expected a number %s 0", key, input ? "above" : "not below"),
               diag_at_key(diag, key);
    *(input ? &energy->input[at] : &energy->pj[at - names->inputs]) = number;
    *(input ? &energy->has_input[at] : &energy->has_pj[at - names->inputs]) = true;
    return true;
}

static bool load(struct run_energy *energy, const char *path, const struct machine_observer *observer,
                 struct diag *diag)
{
    json_t *root = input_json(path, FILE_BYTES_MAX, diag);
    if (!root)
        return false;
    struct names names;
    const char  *key;
    json_t      *value;
    bool         good = json_is_object(root) ||
                diag_set(diag, path, 0, "expected an object of numbers, as {\"volts\": 1.1, \"ALU product\": 5}");
    list_names(&names, observer);
    json_object_foreach(root, key, value)
    {
        good = good && read_key(energy, &names, path, key, value, diag);
    }
    json_decref(root);
    return good;
}

/* Launches at once share the chip's own modules. */
bool run_energy_open(struct run_energy *energy, bool wanted, const char *path, const struct rtl_machine *machine,
                     const struct machine_observer *observer, struct diag *diag)
{
    const struct launch *const launch = machine->launch;
    if (wanted && launch->together)
        return diag_set(diag, launch->path, launch->line[launch_several_key(launch)],
                        "%s: expected launches one after the other, with --energy",
                        launch_key_name(launch_several_key(launch)));
    return !path || load(energy, path, observer, diag);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void take_inputs(const struct run_energy *energy, const struct machine_observer *observer,
                        struct energy_input inputs[ENERGY_INPUTS])
{
    const unsigned count = observer->energy_inputs(observer, inputs);
    for (unsigned i = 0; i < count; i++)
        if (energy->has_input[i])
            inputs[i].value = energy->input[i];
}

static void take_pj(const struct run_energy *energy, struct energy_row *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (energy->has_pj[i]) {
            rows[i].pj = energy->pj[i];
            rows[i].confidence = ENERGY_GIVEN;
        }
}

unsigned run_energy_rows(const struct run_energy *energy, const struct machine_observer *observer,
                         struct energy_row rows[ENERGY_ROWS])
{
    struct energy_input inputs[ENERGY_INPUTS];
    take_inputs(energy, observer, inputs);
    const unsigned count = observer->energy(observer, inputs, rows);
    take_pj(energy, rows, count);
    return count;
}

unsigned run_energy_rows_of(const struct run_energy *energy, const struct machine_observer *observer,
                            enum energy_owner of, uint32_t number, struct energy_row rows[ENERGY_ROWS])
{
    struct energy_input inputs[ENERGY_INPUTS];
    take_inputs(energy, observer, inputs);
    const unsigned count = observer->energy_of(observer, of, number, inputs, rows);
    take_pj(energy, rows, count);
    return count;
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

static double per_cent(double part, double of)
{
    return of > 0 ? 100 * part / of : 0;
}

/* A block's rows are neighbours. */
static double block_nj(const struct energy_row *rows, unsigned count, unsigned first)
{
    double nj = 0;
    for (unsigned i = first; i < count && strcmp(rows[i].block, rows[first].block) == 0; i++)
        nj += energy_nj(&rows[i]);
    return nj;
}

static double all_nj(const struct energy_row *rows, unsigned count, bool of_events)
{
    double nj = 0;
    for (unsigned i = 0; i < count; i++)
        nj += energy_is_of_event(&rows[i]) == of_events ? energy_nj(&rows[i]) : 0;
    return nj;
}

/* Shares are those of events. */
static void put_nj(FILE *out, const struct energy_row *row, double nj, double of)
{
    if (energy_is_of_event(row))
        fprintf(out, " %12.6g %6.1f %%\n", nj, per_cent(nj, of));
    else
        fprintf(out, " %12.6g\n", nj);
}

void run_energy_print(FILE *out, const struct energy_row *rows, unsigned count, unsigned threads, bool sources)
{
    const double events = all_nj(rows, count, true), clocks = all_nj(rows, count, false);
    fprintf(out, "energy: %.6g nJ of events, %.6g pJ a thread; %.6g nJ with that of each clock (docs/energy.md)\n",
            events, threads ? 1000 * events / threads : 0, events + clocks);
    fprintf(out, "  %-26s %14s %12s   %12s %8s\n", "block, event", "events", "pJ of one", "nJ", "share");
    for (unsigned i = 0; i < count; i++) {
        const bool   begins = i == 0 || strcmp(rows[i].block, rows[i - 1].block) != 0;
        const double block = begins ? block_nj(rows, count, i) : 0;
        if (block > 0) {
            fprintf(out, "  %-26s %14s %12s  ", rows[i].block, "", "");
            put_nj(out, &rows[i], block, events);
        }
        if (rows[i].events > 0) {
            fprintf(out, "    %-24s %14.0f %12.4g %c", rows[i].name, rows[i].events, rows[i].pj,
                    energy_letter(rows[i].confidence));
            put_nj(out, &rows[i], energy_nj(&rows[i]), events);
            if (sources)
                fprintf(out, "      %s = %s; pJ = %s: %s\n", rows[i].event, rows[i].events_formula, rows[i].pj_formula,
                        rows[i].source);
        }
    }
}
