#include "rtl_model/results_internal.h"

#include <inttypes.h>
#include <string.h>

/* ---- counters, limits, energy ------------------------------------------------------------------------------------ */

static json_t *counter_object(const struct result_counter *counter)
{
    if (counter->known)
        return json_pack("{s:f, s:s}", "value", counter->value, "unit", counter->unit);
    return json_pack("{s:n, s:s, s:s}", "value", "unit", counter->unit, "why", counter->why);
}

json_t *results_counters(const struct result_counter *counters, unsigned count)
{
    json_t *object = json_object();
    bool    ok = object != NULL;
    for (unsigned i = 0; ok && i < count; i++) {
        json_t *place = json_object_get(object, counters[i].path);
        if (!place)
            ok = json_object_set_new(object, counters[i].path, json_object()) == 0;
        place = json_object_get(object, counters[i].path);
        ok = ok && json_object_set_new(place, counters[i].name, counter_object(&counters[i])) == 0;
    }
    if (ok)
        return object;
    json_decref(object);
    return NULL;
}

/* [{"name", "unit", "used", "a_clock", "share"}] */
static json_t *limits_array(const struct result_limit *limits, unsigned count)
{
    json_t *array = json_array();
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && i < count; i++)
        ok = json_array_append_new(array, json_pack("{s:s, s:s, s:f, s:f, s:f}", "name", limits[i].name, "unit",
                                                    limits[i].unit, "used", limits[i].used, "a_clock",
                                                    limits[i].a_clock, "share", limits[i].share)) == 0;
    if (ok)
        return array;
    json_decref(array);
    return NULL;
}

static const char *const confidences[] = {[ENERGY_PUBLISHED] = "published",
                                          [ENERGY_INFERRED] = "inferred",
                                          [ENERGY_GUESSED] = "guessed",
                                          [ENERGY_GIVEN] = "given"};

/* {"events_nj": n, "each_clock_nj": n, "rows": [...]}, of rows with events. */
static json_t *energy_object(const struct energy_row *rows, unsigned count)
{
    json_t *array = json_array();
    double  events = 0, clocks = 0;
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && i < count; i++) {
        *(energy_is_of_event(&rows[i]) ? &events : &clocks) += energy_nj(&rows[i]);
        if (rows[i].events > 0)
            ok = json_array_append_new(array, json_pack("{s:s, s:s, s:f, s:f, s:f, s:s}", "block", rows[i].block,
                                                        "event", rows[i].name, "events", rows[i].events, "pj",
                                                        rows[i].pj, "nj", energy_nj(&rows[i]), "confidence",
                                                        confidences[rows[i].confidence])) == 0;
    }
    if (ok)
        return json_pack("{s:f, s:f, s:o}", "events_nj", events, "each_clock_nj", clocks, "rows", array);
    json_decref(array);
    return NULL;
}

json_t *results_with_tables(json_t *object, const struct result_run *run)
{
    if (object &&
        ((run->limits && json_object_set_new(object, "limit", limits_array(run->limits, run->limit_count)) != 0) ||
         (run->energy_count &&
          json_object_set_new(object, "energy", energy_object(run->energy, run->energy_count)) != 0))) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/* ---- objects keyed by path -------------------------------------------------------------------------------------- */

/* How a run ended, and when. */
static json_t *ended_object(const json_t *run)
{
    return json_pack("{s:O, s:O, s:O}", "status", json_object_get(run, "status"), "message",
                     json_object_get(run, "message"), "cycles", json_object_get(run, "cycles"));
}

/* {"status": "done", "message": null, "cycles": n, "statistics": {path: {name: value}}, "counters": ...} */
static json_t *keyed_object(const json_t *launch)
{
    json_t *paths = json_object();
    bool    ok = paths != NULL;
    size_t  i;
    json_t *row;
    json_array_foreach(json_object_get(launch, "statistics"), i, row)
    {
        const char *path = json_string_value(json_object_get(row, "path"));
        if (ok && !json_object_get(paths, path))
            ok = json_object_set_new(paths, path, json_object()) == 0;
        ok = ok && json_object_set(json_object_get(paths, path), json_string_value(json_object_get(row, "name")),
                                   json_object_get(row, "value")) == 0;
    }
    json_t *object = ok ? ended_object(launch) : NULL;
    json_object_set_new(object, "statistics", paths);
    if (object && json_object_get(launch, "counters"))
        json_object_set(object, "counters", json_object_get(launch, "counters"));
    return object;
}

static bool put_objects(FILE *file, const json_t *object)
{
    const json_t *launches = json_object_get(object, "launches");
    json_t       *keyed = launches ? ended_object(object) : keyed_object(object);
    bool          ok = keyed && (!launches || json_object_set_new(keyed, "launches", json_array()) == 0);
    size_t        i;
    json_t       *launch;
    json_array_foreach(launches, i, launch) ok =
        ok && json_array_append_new(json_object_get(keyed, "launches"), keyed_object(launch)) == 0;
    ok = ok && json_dumpf(keyed, file, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) == 0 && fputc('\n', file) != EOF;
    json_decref(keyed);
    return ok;
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* One value, whatever it is. */
struct entry {
    const char   *path, *name, *unit, *description;
    const json_t *value; /* a number, a string in hexadecimal, or null */
    bool          counter;
    int           launch; /* -1: there is one alone */
};
typedef void put_entry_t(FILE *file, const struct entry *entry);

static void each_statistic(FILE *file, const json_t *launch, int number, put_entry_t *put)
{
    size_t  i;
    json_t *row;
    json_array_foreach(json_object_get(launch, "statistics"), i, row)
        put(file, &(struct entry){json_string_value(json_object_get(row, "path")),
                                  json_string_value(json_object_get(row, "name")),
                                  json_string_value(json_object_get(row, "unit")),
                                  json_string_value(json_object_get(row, "description")), json_object_get(row, "value"),
                                  false, number});
}

static void each_counter(FILE *file, json_t *launch, int number, put_entry_t *put)
{
    const char *path, *name;
    json_t     *place, *counter;
    json_object_foreach(json_object_get(launch, "counters"), path, place) json_object_foreach(place, name, counter)
        put(file, &(struct entry){path, name, json_string_value(json_object_get(counter, "unit")),
                                  json_string_value(json_object_get(counter, "why")), json_object_get(counter, "value"),
                                  true, number});
}

/* `escape` goes before what of `marked` is in the text. */
static void put_text(FILE *file, const char *text, const char *marked, char escape)
{
    for (const char *c = text ? text : ""; *c; c++) {
        if (strchr(marked, *c))
            fputc(escape, file);
        fputc(*c, file);
    }
}

static void put_value(FILE *file, const json_t *value, const char *none)
{
    if (json_is_integer(value))
        fprintf(file, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        fprintf(file, "%.9g", json_real_value(value));
    else
        fputs(json_is_string(value) ? json_string_value(value) : none, file);
}

static void put_csv(FILE *file, const struct entry *entry)
{
    if (entry->launch >= 0)
        fprintf(file, "%d,", entry->launch);
    fprintf(file, "%s,%s,", entry->path, entry->name);
    put_value(file, entry->value, "n/a");
    fprintf(file, ",%s,\"", entry->unit);
    put_text(file, entry->description, "\"", '"');
    fputs("\"\n", file);
}

static void put_prometheus(FILE *file, const struct entry *entry)
{
    fprintf(file, "wekiva_%s{", entry->counter ? "counter" : "statistic");
    if (entry->launch >= 0)
        fprintf(file, "launch=\"%d\",", entry->launch);
    fputs("path=\"", file);
    put_text(file, entry->path, "\\\"", '\\');
    fputs("\",name=\"", file);
    put_text(file, entry->name, "\\\"", '\\');
    fprintf(file, "\",unit=\"%s\"} ", entry->unit);
    put_value(file, entry->value, "NaN");
    fputc('\n', file);
}

/* All launches, statistics first: what belongs together stands together. */
static void each_entry(FILE *file, json_t *object, put_entry_t *put, const char *counters_head)
{
    const json_t *launches = json_object_get(object, "launches");
    size_t        i;
    json_t       *launch;
    if (!launches)
        each_statistic(file, object, -1, put);
    json_array_foreach(launches, i, launch) each_statistic(file, launch, (int)i, put);
    if (json_object_get(object, "counters") || json_object_get(json_array_get(launches, 0), "counters"))
        fputs(counters_head, file);
    if (!launches)
        each_counter(file, object, -1, put);
    json_array_foreach(launches, i, launch) each_counter(file, launch, (int)i, put);
}

bool results_put_statistics(FILE *file, json_t *object, enum result_format format)
{
    if (format == RESULT_OBJECTS)
        return put_objects(file, object);
    if (format == RESULT_CSV) {
        fprintf(file, "%spath,name,value,unit,description\n", json_object_get(object, "launches") ? "launch," : "");
        each_entry(file, object, put_csv, "");
    } else {
        fprintf(file, "# HELP wekiva_cycles clocks of the run\n# TYPE wekiva_cycles counter\nwekiva_cycles ");
        put_value(file, json_object_get(object, "cycles"), "NaN");
        fputs("\n# HELP wekiva_statistic what modules count (wekiva run --stats)\n# TYPE wekiva_statistic counter\n",
              file);
        each_entry(file, object, put_prometheus,
                   "# HELP wekiva_counter counters of docs/counters.md\n# TYPE wekiva_counter gauge\n");
    }
    return !ferror(file);
}
