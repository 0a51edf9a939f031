/* profile_energy.c - the energy of a profile: by line, by wavefront, and what is neither's. */
#include <inttypes.h>
#include <stdlib.h>

#include "tools/profile.h"

/* ---- sums ------------------------------------------------------------------------------------------------------- */

/* Of a line or a wavefront, in nJ; its rows, of which there are none when it has no event. */
static double owner_nj(const struct profile_energy *energy, const struct machine_observer *observer,
                       enum energy_owner of, uint32_t number, struct energy_row rows[ENERGY_ROWS], unsigned *count)
{
    double nj = 0;
    *count = run_energy_rows_of(energy->table, observer, of, number, rows);
    for (unsigned i = 0; i < *count; i++)
        nj += energy_nj(&rows[i]);
    return nj;
}

static void add_owners(struct profile_energy *energy, const struct machine_observer *observer, enum energy_owner of)
{
    struct energy_row rows[ENERGY_ROWS];
    for (uint32_t number = 0; number < observer->owners(observer, of); number++) {
        const unsigned count = run_energy_rows_of(energy->table, observer, of, number, rows);
        for (unsigned i = 0; i < count; i++)
            energy->owned[of][i] += rows[i].events;
    }
}

bool profile_energy_make(struct profile *profile, struct profile_energy *energy, const struct run_energy *table,
                         struct diag *diag)
{
    const struct machine_observer *const observer = profile->observer;
    struct energy_row                    rows[ENERGY_ROWS];
    *energy = (struct profile_energy){.table = table, .line = calloc(profile->line_count + 1, sizeof *energy->line)};
    if (!energy->line)
        return diag_set(diag, NULL, 0, "not enough memory for the profile");
    energy->count = run_energy_rows(table, observer, energy->all);
    for (unsigned i = 0; i < energy->count; i++)
        energy->nj += energy_is_of_event(&energy->all[i]) ? energy_nj(&energy->all[i]) : 0;
    for (unsigned of = 0; of < ENERGY_OWNERS; of++)
        add_owners(energy, observer, (enum energy_owner)of);
    for (unsigned i = 0; i < profile->line_count; i++) {
        unsigned count;
        if (profile->lines[i].has)
            energy->line[i] = owner_nj(energy, observer, ENERGY_LINES, profile->lines[i].address, rows, &count);
    }
    profile->energy = energy;
    return true;
}

void profile_energy_free(struct profile_energy *energy)
{
    free(energy->line);
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

/* Events of a row that no line, or no wavefront, has. */
static double rest_of(const struct profile_energy *energy, enum energy_owner of, unsigned row)
{
    return energy->all[row].events - energy->owned[of][row];
}

static double per_cent(double part, double of)
{
    return of > 0 ? 100 * part / of : 0;
}

/* Each event that has happened and is of no line, as the table of `wekiva run --energy` names it. */
static void put_rest(const struct profile_energy *energy, FILE *out)
{
    double nj = 0;
    for (unsigned i = 0; i < energy->count; i++)
        nj += energy_is_of_event(&energy->all[i]) ? rest_of(energy, ENERGY_LINES, i) * energy->all[i].pj / 1000 : 0;
    fprintf(out, "energy: %.6g nJ of events; not attributed to a line: %.6g nJ, %.1f %% (docs/energy.md)\n", energy->nj,
            nj, per_cent(nj, energy->nj));
    for (unsigned i = 0; i < energy->count; i++) {
        const struct energy_row *const row = &energy->all[i];
        const double                   rest = rest_of(energy, ENERGY_LINES, i);
        if (rest > 0 && energy_is_of_event(row))
            fprintf(out, "  %-16s %-24s %12.0f %12.6g nJ %6.1f %%\n", row->block, row->name, rest,
                    rest * row->pj / 1000, per_cent(rest * row->pj / 1000, energy->nj));
    }
}

static void put_waves(const struct profile_energy *energy, const struct machine_observer *observer, FILE *out)
{
    struct energy_row rows[ENERGY_ROWS];
    double            least = 0, most = 0, all = 0;
    uint32_t          waves = 0, least_wave = 0, most_wave = 0;
    for (uint32_t wave = 0; wave < observer->owners(observer, ENERGY_WAVES); wave++) {
        unsigned     count;
        const double nj = owner_nj(energy, observer, ENERGY_WAVES, wave, rows, &count);
        if (!count)
            continue;
        if (!waves || nj < least)
            least = nj, least_wave = wave;
        if (!waves || nj > most)
            most = nj, most_wave = wave;
        all += nj;
        waves++;
    }
    fprintf(out,
            "energy of wavefronts: %" PRIu32 ", %.6g nJ each on average; least %.6g, wavefront %" PRIu32
            "; most %.6g, wavefront %" PRIu32 "\n",
            waves, waves ? all / waves : 0, least, least_wave, most, most_wave);
}

void profile_energy_print(const struct profile *profile, FILE *out)
{
    put_rest(profile->energy, out);
    put_waves(profile->energy, profile->observer, out);
}

/* ---- CSV -------------------------------------------------------------------------------------------------------- */

static void put_row(FILE *out, const char *owner, uint32_t number, const struct energy_row *row, double events)
{
    if (events != 0)
        fprintf(out, "%s,%" PRIu32 ",%s,%s,%.0f,%.9g,%.9g\n", owner, number, row->block, row->name, events, row->pj,
                events * row->pj / 1000);
}

static void put_owner(const struct profile *profile, enum energy_owner of, const char *owner, FILE *out)
{
    const struct machine_observer *const observer = profile->observer;
    const struct profile_energy *const   energy = profile->energy;
    struct energy_row                    rows[ENERGY_ROWS];
    for (uint32_t number = 0; number < observer->owners(observer, of); number++) {
        const unsigned count = run_energy_rows_of(energy->table, observer, of, number, rows);
        for (unsigned i = 0; i < count; i++)
            put_row(out, owner, number, &rows[i], rows[i].events);
    }
    for (unsigned i = 0; i < energy->count; i++) {
        static const char *const none[ENERGY_OWNERS] = {[ENERGY_LINES] = "no line", [ENERGY_WAVES] = "no wavefront"};
        put_row(out, none[of], 0, &energy->all[i], rest_of(energy, of, i));
    }
}

void profile_energy_csv(const struct profile *profile, FILE *out)
{
    fputs("owner,number,block,event,events,pj,nj\n", out);
    put_owner(profile, ENERGY_LINES, "line", out);
    put_owner(profile, ENERGY_WAVES, "wavefront", out);
}
