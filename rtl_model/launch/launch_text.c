/* launch_text.c - keys of a launch file as text. */
#include <float.h>

#include "rtl_model/launch/launch_row.h"

static void print_names(const struct launch_names *names, FILE *out)
{
    for (unsigned i = 0; i < names->values; i++)
        fprintf(out, "%s%s", i ? ", " : "", names->names[i]);
}

static void print_file(const struct launch_row *row, FILE *out)
{
    if (!row->unit_bytes)
        fputs("a file", out);
    else if (row->low >= row->high)
        fprintf(out, "a file of %.0f %s", row->low, row->unit);
    else
        fprintf(out, "a file of %.0f to %.0f %s of %u bytes", row->low, row->high, row->unit, row->unit_bytes);
}

/* What stands behind a key. */
static void print_form(const struct launch_row *row, FILE *out)
{
    static const char *const plain[] = {
        [BOOLEAN] = "true or false", [PROGRAM] = "a program", [BUFFER] = "a buffer's name", [OBJECT] = "an object"};
    if (row->count && row->type != WORDS && row->type != BITS)
        fprintf(out, "%u of ", row->count);
    if (row->type == NUMBER || row->type == REAL) {
        fprintf(out, "%.15g", row->low);
        if (row->high >= FLT_MAX)
            fputs(" or more", out);
        else if (row->low < row->high)
            fprintf(out, " to %.15g", row->high);
        if (row->step)
            fprintf(out, ", a multiple of %u", row->step);
    } else if (row->type == CHOICE)
        print_names(row->names, out);
    else if (row->type == WORDS)
        fprintf(out, "%u words", row->count);
    else if (row->type == BITS)
        fprintf(out, "a list of 0 to %u", row->count - 1);
    else if (row->type == FILE_NAME)
        print_file(row, out);
    else if (row->type == LIST)
        fprintf(out, "a list of at most %.0f objects", row->high);
    else
        fputs(row->type == OWN ? row->what ? row->what : "" : plain[row->type], out);
}

static void print_preset(const struct launch_row *row, FILE *out)
{
    if (row->needed)
        fputs("; needed", out);
    else if (row->preset > NAN_PRESET && row->type == CHOICE)
        fprintf(out, "; without it %s", row->names->names[(unsigned)row->preset]);
    else if (row->preset > NAN_PRESET)
        fprintf(out, "; without it %g", row->preset);
}

enum { NAME_COLUMN = 18 };

static void print_members(enum launch_section_number section, unsigned depth, FILE *out)
{
    const struct launch_row *row = &launch_rows[launch_sections[section].first];
    for (unsigned i = 0; i < launch_row_count(section); i++, row++) {
        fprintf(out, "%*s%-*s", (int)(2 * depth), "", NAME_COLUMN - (int)(2 * depth), row->name);
        fputc(' ', out);
        print_form(row, out);
        fprintf(out, ": %s", row->meaning);
        print_preset(row, out);
        fputc('\n', out);
        if (row->section)
            print_members(row->section, depth + 1, out);
    }
}

void launch_key_print(enum launch_key key, bool members, FILE *out)
{
    const struct launch_row *row = &launch_rows[key];
    fprintf(out, "%-*s%s: %s", NAME_COLUMN, row->name, row->example, row->meaning);
    if (row->type == NUMBER && row->low < row->high) {
        fputs("; ", out);
        print_form(row, out);
    } else if (row->type == CHOICE) {
        fputs("; ", out);
        print_names(row->names, out);
    } else if (row->type == FILE_NAME || row->type == LIST) {
        fputs("; ", out);
        print_form(row, out);
    }
    print_preset(row, out);
    if (row->machines != (unsigned)LAUNCH_ALL)
        fprintf(out, "; %s", row->machines & LAUNCH_R580 ? "r700, r580" : "r700");
    fputc('\n', out);
    if (members && row->section)
        print_members(row->section, 1, out);
}
