/* contract_sva.c - rows of a contract as SystemVerilog assumptions over a block's ports. */
#include <inttypes.h>
#include <string.h>

#include "kit/ports.h"
#include "kit/walk.h"
#include "tb/lockstep/contract.h"

enum { NAME = PORT_NAME + 16, TEXT = 16 * NAME };

/* A signal that every block has as a port, or NULL. */
static const struct rtl_signal *port_of(const struct rtl_module *list, const char *name)
{
    const struct rtl_signal *const signal = name ? rtl_find(list, name) : NULL;
    return signal && signal->rows == 1 && (rtl_is_wire(signal->kind) || rtl_is_output(signal->kind)) ? signal : NULL;
}

static const char *name_of(const struct rtl_signal *signal, unsigned element, char name[NAME])
{
    const int length = snprintf(name, NAME, "%s%.100s", rtl_prefix(signal), signal->name);
    if (signal->count > 1)
        snprintf(name + length, NAME - (size_t)length, "[%u]", element);
    return name;
}

static const char *range_of(const struct contract_row *row, const char *what, unsigned bits, char text[TEXT])
{
    const uint64_t most = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    if (row->low == 1 && row->high >= most)
        snprintf(text, TEXT, "%s != 0", what);
    else if (row->low == row->high)
        snprintf(text, TEXT, "%s == %u'd%" PRIu64, what, bits, row->low);
    else if (row->low == 0)
        snprintf(text, TEXT, "%s <= %u'd%" PRIu64, what, bits, row->high);
    else
        snprintf(text, TEXT, "%s >= %u'd%" PRIu64 " && %s <= %u'd%" PRIu64, what, bits, row->low, what, bits,
                 row->high < most ? row->high : most);
    return text;
}

static void field_of(const struct contract_row *row, const char *field, char text[TEXT])
{
    const size_t length = strlen(range_of(row, field, row->width, text));
    if (row->other < row->low || row->other > row->high)
        snprintf(text + length, TEXT - length, " || %s == %u'd%" PRIu64, field, row->width, row->other);
}

/* Of the elements whose bit of the event is set. */
static bool distinct(const struct rtl_signal *port, const struct rtl_signal *event, unsigned e, char text[TEXT])
{
    enum { MOST = 4 };
    char       one[NAME], other[NAME], name[NAME] = "";
    int        length = snprintf(text, TEXT, "%s", e ? "" : "1'b1");
    const bool by_bit = event && event->bits == port->count && event->count == 1;
    if (port->count > MOST || (event && !by_bit))
        return false;
    if (event)
        name_of(event, 0, name);
    for (unsigned o = 0; o < e; o++) {
        length += snprintf(text + length, TEXT - (size_t)length, "%s(", o ? " && " : "");
        if (event)
            length += snprintf(text + length, TEXT - (size_t)length, "!%s[%u] || !%s[%u] || ", name, e, name, o);
        length +=
            snprintf(text + length, TEXT - (size_t)length, "%s != %s)", name_of(port, e, one), name_of(port, o, other));
    }
    return length < TEXT;
}

/* What an element keeps; false: it is more than ports tell. */
static bool expression(const struct contract_row *row, const struct rtl_module *list, unsigned e, char text[TEXT])
{
    const struct rtl_signal *port = port_of(list, row->port), *with = port_of(list, row->with),
                            *at = port_of(list, row->at);
    char port_name[NAME], with_name[NAME], field[2 * NAME], range[TEXT];
    name_of(port, e, port_name);
    if (with)
        name_of(with, with->count > 1 ? e : 0, with_name);
    switch (row->rule) {
    case CONTRACT_RANGE:
        range_of(row, port_name, port->bits, text);
        return true;
    case CONTRACT_FIELD:
        snprintf(field, sizeof field, "%s[%u:%u]", port_name, row->at_bit + row->width - 1, row->at_bit);
        if (row->element && row->element != e + 1)
            snprintf(text, TEXT, "1'b1");
        else
            field_of(row, field, text);
        return true;
    case CONTRACT_AT_MOST:
        snprintf(text, TEXT, "%s <= %s", port_name, with ? with_name : "");
        return with && with->count == 1;
    case CONTRACT_SUBSET:
        snprintf(text, TEXT, "(%s & ~%s) == 0", port_name, with ? with_name : "");
        return with && with->bits == port->bits && with->count == port->count;
    case CONTRACT_SAME:
        snprintf(text, TEXT, "%s == %s", port_name, with ? with_name : "");
        return with && with->count == port->count;
    case CONTRACT_BIT:
        snprintf(text, TEXT, "!(|%s%.100s) || %s[%s]", at ? rtl_prefix(at) : "", at ? at->name : "",
                 with ? with_name : "", port_name);
        return with && at && with->count == 1 && with->bits == 1u << port->bits;
    case CONTRACT_WHILE:
        snprintf(text, TEXT, "%s == 0 || %s", port_name, with ? range_of(row, with_name, with->bits, range) : "");
        return with && with->count == 1;
    case CONTRACT_NOT_WITH:
        snprintf(text, TEXT, "%s == 0 || %s == 0", port_name, with ? with_name : "");
        return with && with->count == 1;
    case CONTRACT_DISTINCT:
        return distinct(port, contract_event(port, list), e, text);
    default:
        return false;
    }
}

static bool all_expressions(const struct contract_row *row, const struct rtl_module *list, FILE *out)
{
    const struct rtl_signal *const port = port_of(list, row->port);
    const struct rtl_signal *const event = port ? contract_event(port, list) : NULL;
    char                           text[TEXT], name[NAME];
    for (unsigned e = 0; port && e < port->count; e++) {
        if (!expression(row, list, e, text))
            return false;
        if (out && strcmp(text, "1'b1") != 0)
            fprintf(out, "    assume property (@(posedge clk) disable iff (rst) %s%s%s%s);\n", event ? "!(|" : "",
                    event ? name_of(event, 0, name) : "", event ? ") || " : "", text);
    }
    return port;
}

void contract_print_sva(FILE *out, const struct contract_row *row, const struct rtl_module *list)
{
    const bool can = contract_binds(row) && all_expressions(row, list, NULL);
    fputs("    // ", out);
    contract_print(out, row, list);
    fputs(can ? "\n" : contract_binds(row) ? " (not told by ports)\n" : " (of the default stimulus alone)\n", out);
    if (can)
        all_expressions(row, list, out);
}
