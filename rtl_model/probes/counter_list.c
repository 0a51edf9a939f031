#include "rtl_model/probes/counter_list.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void add(struct counter_list *list, const struct result_counter *row)
{
    if (list->count < list->limit)
        list->rows[list->count] = *row;
    list->count++;
}

static void add_ratio(struct counter_list *list, const char *path, const struct counter_row *row,
                      const struct counter_ratio *ratio)
{
    struct result_counter counter = {.path = path, .name = row->name, .unit = row->unit, .description = row->meaning};
    counter.known = ratio->has && ratio->below > 0;
    counter.value = counter.known ? ratio->above / ratio->below : 0;
    counter.lacking = !ratio->has;
    counter.why = counter.known ? NULL : ratio->has ? "there was nothing to count" : row->why;
    add(list, &counter);
}

void counter_list_ratios(struct counter_list *list, const struct counter_table *table, const uint64_t *sums,
                         const void *chip, const char *path, bool whole)
{
    struct counter_ratio ratio[COUNTER_ROWS];
    assert(table->row_count <= COUNTER_ROWS);
    table->evaluate(sums, chip, ratio);
    for (unsigned i = 0; i < table->row_count; i++)
        if (whole || !table->rows[i].of_chip)
            add_ratio(list, path, &table->rows[i], &ratio[i]);
}

void counter_list_chances(struct counter_list *list, const char *path, const uint64_t *chances,
                          const char *const *names, const char *const *meanings, unsigned count)
{
    uint64_t all = 0;
    for (unsigned s = 0; s < count; s++)
        all += chances[s];
    for (unsigned s = 0; s < count; s++)
        add(list, &(struct result_counter){.path = path,
                                           .name = names[s],
                                           .known = all != 0,
                                           .value = all ? 100 * (double)chances[s] / (double)all : 0,
                                           .unit = "%",
                                           .description = meanings[s],
                                           .why = all ? NULL : "there was no chance"});
}

/* ---- statistics -------------------------------------------------------------------------------------------------- */

/* Whether an instance is that of a row: "l2_lines*" also "l2_lines3", below its place. */
static bool is_named(const char *path, const char *place, const char *name, size_t length)
{
    const size_t below = strlen(place);
    const bool   many = length && name[length - 1] == '*';
    if (strncmp(path, place, below) != 0 || path[below] != '.' || strncmp(path + below + 1, name, length - many) != 0)
        return false;
    const char *rest = path + below + 1 + length - many;
    return many ? isdigit((unsigned char)*rest) && rest[strspn(rest, "0123456789")] == '\0' : *rest == '\0';
}

static bool add_term(struct counter_terms *terms, const struct rtl_instance *instance, const char *statistic,
                     size_t length, uint64_t *to)
{
    const struct rtl_module *module = instance->module;
    for (unsigned s = 0; s < module->signal_count; s++) {
        const struct rtl_signal *signal = &module->signals[s];
        if (!signal->statistic || strlen(signal->statistic) != length ||
            strncmp(signal->statistic, statistic, length) != 0)
            continue;
        struct counter_term *all = realloc(terms->all, (terms->count + 1) * sizeof *terms->all);
        if (!all)
            return false;
        terms->all = all;
        all[terms->count++] =
            (struct counter_term){signal, instance->state, to, (uint32_t)rtl_read(signal, instance->state, 0, 0)};
    }
    return true;
}

bool counter_terms_add(struct counter_terms *terms, const struct rtl_instance *instances, unsigned instance_count,
                       const char *place, const char *names, uint64_t *to)
{
    for (const char *name = names; *name; name += strspn(name, " ")) {
        const size_t length = strcspn(name, "."), whole = strcspn(name, " ");
        for (unsigned i = 0; i < instance_count; i++)
            if (is_named(instances[i].path, place, name, length) &&
                !add_term(terms, &instances[i], name + length + 1, whole - length - 1, to))
                return false;
        name += whole;
    }
    return true;
}

void counter_terms_take(struct counter_terms *terms)
{
    for (unsigned i = 0; i < terms->count; i++) {
        struct counter_term *term = &terms->all[i];
        const uint32_t       now = (uint32_t)rtl_read(term->signal, term->state, 0, 0);
        *term->to += (uint32_t)(now - term->before);
        term->before = now;
    }
}

void counter_terms_free(struct counter_terms *terms)
{
    free(terms->all);
}
