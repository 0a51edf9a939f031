#include "tb/lockstep/contract.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "kit/walk.h"

#define RANGE(module, port, low, high) {#module, #port, CONTRACT_RANGE, NULL, NULL, low, high, 0, 0, 0, 0},
#define BELOW(module, port, with, more) {#module, #port, CONTRACT_BELOW, #with, NULL, more, 0, 0, 0, 0, 0},
#define AT_MOST(module, port, with) {#module, #port, CONTRACT_AT_MOST, #with, NULL, 0, 0, 0, 0, 0, 0},
#define FIELD(module, port, bit, width, low, high)                                                                     \
    {#module, #port, CONTRACT_FIELD, NULL, NULL, low, high, bit, width, 0, low},
#define FIELD_OR(module, port, bit, width, low, high, other)                                                           \
    {#module, #port, CONTRACT_FIELD, NULL, NULL, low, high, bit, width, 0, other},
#define WORD(module, port, number, bit, width, low, high)                                                              \
    {#module, #port, CONTRACT_FIELD, NULL, NULL, low, high, bit, width, (number) + 1, low},
#define SUBSET(module, port, with) {#module, #port, CONTRACT_SUBSET, #with, NULL, 0, 0, 0, 0, 0, 0},
#define DISTINCT(module, port) {#module, #port, CONTRACT_DISTINCT, NULL, NULL, 0, 0, 0, 0, 0, 0},
#define SAME(module, port, with) {#module, #port, CONTRACT_SAME, #with, NULL, 0, 0, 0, 0, 0, 0},
#define BIT(module, port, with, event) {#module, #port, CONTRACT_BIT, #with, #event, 0, 0, 0, 0, 0, 0},
#define ROW(module, port, with, event, low, high) {#module, #port, CONTRACT_ROW, #with, #event, low, high, 0, 0, 0, 0},
#define IF_ROW(module, port, with, at, low, high) {#module, #port, CONTRACT_IF_ROW, #with, #at, low, high, 0, 0, 0, 0},
#define WHILE(module, port, with) {#module, #port, CONTRACT_WHILE, #with, NULL, 1, UINT64_MAX, 0, 0, 0, 0},
#define WHILE_IS(module, port, with, low, high) {#module, #port, CONTRACT_WHILE, #with, NULL, low, high, 0, 0, 0, 0},
#define WHILE_LESS(module, port, with, than) {#module, #port, CONTRACT_WHILE_LESS, #with, #than, 0, 0, 0, 0, 0, 0},
#define EXCEPT(module, port, value, with) {#module, #port, CONTRACT_EXCEPT, #with, NULL, value, value, 0, 0, 0, 0},
#define NOT_WITH(module, port, with) {#module, #port, CONTRACT_NOT_WITH, #with, NULL, 0, 0, 0, 0, 0, 0},
static const struct contract_row all[] = {
#include "tb/lockstep/contracts.def"
};
enum { ROWS = sizeof all / sizeof all[0] };

unsigned contract_rows(const struct lockstep_module *module, const struct contract_row **rows)
{
    unsigned count = 0;
    for (unsigned i = 0; i < ROWS; i++)
        if (strcmp(all[i].module, module->signals->name) == 0 && count++ == 0)
            *rows = &all[i];
    return count;
}

/* Ports whose rows are narrower than what neighbours give them: what keeps the default stimulus simple. */
static const char *const narrow[][2] = {{"alu_issue", NULL},
                                        {"texture_data", "push_mark"},
                                        {"alu_wide", "op"},
                                        {"place_table", "group_waves"},
                                        {"alu_clause", "consumed"},
                                        {"wave_table", "cf_phase"},
                                        {"vertex_requests", "taken"},
                                        {"read_requests", "taken"},
                                        {"l2_bank", "found"},
                                        {"fetch_clause", "returned"},
                                        {"us_temporaries_file", NULL},
                                        {"us_rgb", "count"},
                                        {"us_alpha", "count"},
                                        {"us_beside", "count"},
                                        {"us_finish", "count"},
                                        {"us_operands", NULL},
                                        {"us_outputs", "quad"}};

bool contract_binds(const struct contract_row *row)
{
    for (size_t i = 0; i < sizeof narrow / sizeof narrow[0]; i++)
        if (strcmp(narrow[i][0], row->module) == 0 && (!narrow[i][1] || strcmp(narrow[i][1], row->port) == 0))
            return false;
    return true;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

static const struct rtl_signal *signal_of(const struct rtl_module *list, const char *name)
{
    const struct rtl_signal *signal = rtl_find(list, name);
    for (unsigned f = 0; !signal && f < list->far_count; f++)
        signal = strcmp(list->far[f].name, name) == 0 ? &list->far[f] : NULL;
    assert(signal && "contracts.def names a signal of the module");
    return signal;
}

static unsigned elements(const struct rtl_signal *signal)
{
    return signal->count * signal->rows;
}

/* Of a memory its rows, of a vector its elements. */
static unsigned rows_of(const struct rtl_signal *signal)
{
    return signal->rows > 1 ? signal->rows : signal->count;
}

static uint64_t get_row(const struct rtl_signal *signal, const void *state, unsigned row)
{
    return signal->rows > 1 ? rtl_read(signal, state, row, 0) : rtl_read(signal, state, 0, row);
}

static uint64_t get(const struct rtl_signal *signal, const void *state, unsigned element)
{
    return rtl_read(signal, state, element / signal->count, element % signal->count);
}

static void put(const struct rtl_signal *signal, void *state, unsigned element, uint64_t value)
{
    const unsigned bytes = RTL_ELEMENT_BYTES(signal->bits);
    unsigned char *to = (unsigned char *)(uintptr_t)rtl_place(signal, state);
    memcpy(to + (size_t)element * bytes, &value, bytes); /* little-endian host */
}

static void clear(const struct rtl_signal *signal, void *state)
{
    for (unsigned e = 0; e < elements(signal); e++)
        put(signal, state, e, 0);
}

/* The largest element. */
static uint64_t value_of(const struct rtl_signal *signal, const void *state)
{
    uint64_t most = 0;
    for (unsigned e = 0; e < elements(signal); e++)
        most = get(signal, state, e) > most ? get(signal, state, e) : most;
    return most;
}

static bool is_within(const struct contract_row *row, uint64_t value)
{
    return value >= row->low && value <= row->high;
}

static uint64_t into(uint64_t value, uint64_t low, uint64_t high)
{
    return value < low || value > high ? low + value % (high - low + 1) : value;
}

static uint64_t ones(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* ---- one row ---------------------------------------------------------------------------------------------------- */

/* The value with its field made right. */
static uint64_t right_field(const struct contract_row *row, uint64_t value)
{
    const uint64_t mask = ones(row->width), field = value >> row->at_bit & mask;
    const bool     has_other = !is_within(row, row->other);
    uint64_t       right = field;
    if (field != row->other)
        right = into(field, row->low, row->high + has_other);
    if (has_other && right == row->high + 1)
        right = row->other;
    return (value & ~(mask << row->at_bit)) | right << row->at_bit;
}

struct rule {
    const struct contract_row *row;
    const struct rtl_signal   *port, *with, *at;
};

/* The value that the element must have for the row, which may be the one that it has. */
static uint64_t right(const struct rule *rule, const void *state, unsigned element)
{
    const struct contract_row *row = rule->row;
    const uint64_t             value = get(rule->port, state, element);
    const uint64_t             most = rule->with ? value_of(rule->with, state) : 0;
    switch (row->rule) {
    case CONTRACT_RANGE:
        return into(value, row->low, row->high);
    case CONTRACT_BELOW:
        return most + row->low ? into(value, 0, most + row->low - 1) : 0;
    case CONTRACT_AT_MOST:
        return into(value, 0, most);
    case CONTRACT_FIELD:
        return row->element && row->element != element + 1 ? value : right_field(row, value);
    case CONTRACT_SUBSET:
        return value & get(rule->with, state, element);
    case CONTRACT_DISTINCT: {
        uint64_t other = value;
        for (unsigned e = 0; e < element; e++)
            if (get(rule->port, state, e) == other) {
                other = (other + 1) & ones(rule->port->bits);
                e = UINT32_MAX;
            }
        return other;
    }
    case CONTRACT_SAME:
        return get(rule->with, state, element);
    case CONTRACT_IF_ROW: {
        const uint64_t at = value_of(rule->at, state);
        return at < rows_of(rule->with) && is_within(row, get_row(rule->with, state, (unsigned)at)) ? value : 0;
    }
    case CONTRACT_WHILE:
        return is_within(row, most) ? value : 0;
    case CONTRACT_WHILE_LESS:
        return most < value_of(rule->at, state) ? value : 0;
    case CONTRACT_EXCEPT:
        return !most && value == row->low ? value + 1 : value;
    case CONTRACT_NOT_WITH:
        return most ? 0 : value;
    case CONTRACT_BIT:
    case CONTRACT_ROW:
        break;
    }
    return value;
}

static bool is_bit(const struct rule *rule, const void *state, uint64_t number)
{
    const unsigned bits = rule->with->bits;
    return number / bits < elements(rule->with) &&
           get(rule->with, state, (unsigned)(number / bits)) >> number % bits & 1;
}

static bool is_row(const struct rule *rule, const void *state, uint64_t number)
{
    return number < rows_of(rule->with) && is_within(rule->row, get_row(rule->with, state, (unsigned)number));
}

static bool is_one(const struct rule *rule, const void *state, uint64_t number)
{
    return rule->row->rule == CONTRACT_BIT ? is_bit(rule, state, number) : is_row(rule, state, number);
}

/* The next allowed number from some place on; without one there is no event. */
static void choose(const struct rule *rule, void *state, struct stimulus *random)
{
    const unsigned numbers =
        rule->row->rule == CONTRACT_BIT ? rule->with->bits * elements(rule->with) : rows_of(rule->with);
    const unsigned start = stimulus_below(random, numbers);
    if (is_one(rule, state, get(rule->port, state, 0)))
        return;
    for (unsigned n = 0; n < numbers; n++)
        if (is_one(rule, state, (start + n) % numbers)) {
            put(rule->port, state, 0, (start + n) % numbers);
            return;
        }
    clear(rule->at, state);
    clear(rule->port, state);
}

static struct rule rule_of(const struct contract_row *row, const struct rtl_module *list)
{
    return (struct rule){row, signal_of(list, row->port), row->with ? signal_of(list, row->with) : NULL,
                         row->at ? signal_of(list, row->at) : NULL};
}

static enum contract_of of_rule(const struct rule *rule, const struct rtl_module *list)
{
    return rule->port->kind == RTL_STRAP                                         ? CONTRACT_STRAPS
           : rule->port >= list->far && rule->port < list->far + list->far_count ? CONTRACT_FAR
                                                                                 : CONTRACT_WIRES;
}

void contract_keep(const struct contract_row *row, const struct rtl_module *list, void *state, enum contract_of of,
                   struct stimulus *random)
{
    const struct rule rule = rule_of(row, list);
    if (of_rule(&rule, list) != of)
        return;
    if (row->rule == CONTRACT_BIT || row->rule == CONTRACT_ROW)
        choose(&rule, state, random);
    else
        for (unsigned e = 0; e < elements(rule.port); e++)
            put(rule.port, state, e, right(&rule, state, e));
}

const struct rtl_signal *contract_event(const struct rtl_signal *port, const struct rtl_module *list)
{
    for (unsigned s = 0; s < list->signal_count; s++) {
        const struct rtl_signal *const event = &list->signals[s];
        const size_t                   length = strlen(event->name);
        if (event->kind == RTL_EN && strncmp(port->name, event->name, length) == 0 && port->name[length] == '_')
            return event;
    }
    return NULL;
}

/* With an event of a bit for each element, elements without it mean nothing. */
static bool means(const struct rule *rule, const struct rtl_signal *event, const void *state, unsigned element)
{
    return !event || (event->bits > 1 && event->bits == rule->port->count ? get(event, state, 0) >> element & 1
                                                                          : value_of(event, state) != 0);
}

static bool are_distinct(const struct rule *rule, const struct rtl_signal *event, const void *state)
{
    for (unsigned e = 0; e < elements(rule->port); e++)
        for (unsigned other = 0; other < e; other++)
            if (means(rule, event, state, e) && means(rule, event, state, other) &&
                get(rule->port, state, e) == get(rule->port, state, other))
                return false;
    return true;
}

bool contract_is_kept(const struct contract_row *row, const struct rtl_module *list, const void *state)
{
    const struct rule rule = rule_of(row, list);
    if (of_rule(&rule, list) != CONTRACT_WIRES)
        return true;
    if (row->rule == CONTRACT_BIT || row->rule == CONTRACT_ROW)
        return value_of(rule.at, state) == 0 || is_one(&rule, state, get(rule.port, state, 0));
    const struct rtl_signal *const event = contract_event(rule.port, list);
    if (row->rule == CONTRACT_DISTINCT)
        return are_distinct(&rule, event, state);
    for (unsigned e = 0; e < elements(rule.port); e++)
        if (means(&rule, event, state, e) && right(&rule, state, e) != get(rule.port, state, e))
            return false;
    return true;
}

/* ---- in words --------------------------------------------------------------------------------------------------- */

static void print_range(FILE *out, const struct contract_row *row)
{
    if (row->low == row->high)
        fprintf(out, "%" PRIu64, row->low);
    else if (row->high == UINT64_MAX)
        fputs(row->low == 1 ? "not 0" : "large", out);
    else
        fprintf(out, "%" PRIu64 " to %" PRIu64, row->low, row->high);
}

static void print_name(FILE *out, const struct rtl_signal *signal)
{
    fprintf(out, "%s%s", rtl_prefix(signal), signal->name);
}

void contract_print(FILE *out, const struct contract_row *row, const struct rtl_module *list)
{
    static const char *const text[] = {[CONTRACT_RANGE] = ": ",
                                       [CONTRACT_BELOW] = ": less than ",
                                       [CONTRACT_AT_MOST] = ": at most ",
                                       [CONTRACT_FIELD] = "",
                                       [CONTRACT_SUBSET] = ": bits of ",
                                       [CONTRACT_DISTINCT] = ": its elements differ",
                                       [CONTRACT_SAME] = ": as ",
                                       [CONTRACT_BIT] = ": the number of a bit that is set in ",
                                       [CONTRACT_ROW] = ": a row that holds ",
                                       [CONTRACT_IF_ROW] = ": 0 unless it is ",
                                       [CONTRACT_WHILE] = ": 0 unless ",
                                       [CONTRACT_WHILE_LESS] = ": 0 unless ",
                                       [CONTRACT_EXCEPT] = ": not ",
                                       [CONTRACT_NOT_WITH] = ": 0 together with "};
    const struct rule        rule = rule_of(row, list);
    print_name(out, rule.port);
    if (row->element)
        fprintf(out, "[%u]", row->element - 1);
    if (row->rule == CONTRACT_FIELD)
        fprintf(out, "[%u:%u]: ", row->at_bit + row->width - 1, row->at_bit);
    fputs(text[row->rule], out);
    if (row->rule == CONTRACT_ROW || row->rule == CONTRACT_IF_ROW) {
        print_range(out, row);
        fputs(" in ", out);
    }
    if (row->rule == CONTRACT_EXCEPT)
        fprintf(out, "%" PRIu64 " while 0 is in ", row->low);
    if (rule.with)
        print_name(out, rule.with);
    if (row->rule == CONTRACT_BELOW && row->low)
        fprintf(out, " + %" PRIu64, row->low);
    if (row->rule == CONTRACT_IF_ROW) {
        fputs(" at row ", out);
        print_name(out, rule.at);
    }
    if (row->rule == CONTRACT_WHILE_LESS) {
        fputs(" is less than ", out);
        print_name(out, rule.at);
    }
    if (row->rule == CONTRACT_WHILE)
        fputs(" is ", out);
    if (row->rule == CONTRACT_WHILE || row->rule == CONTRACT_RANGE || row->rule == CONTRACT_FIELD)
        print_range(out, row);
    if (row->rule == CONTRACT_FIELD && !is_within(row, row->other))
        fprintf(out, " or %" PRIu64, row->other);
}
