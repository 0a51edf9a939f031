/* blocks.c - the block diagrams of a SIMD, of R580's fragment processor and of an NV30 as graphviz draws them, from the
 * rows that drive their wires: an arrow for each source whose changes can wake a member, in the smaller machines a
 * dashed one for each that is read.
 *
 *   blocks FOLDER            writes wiring.dot, wiring-r580.dot and wiring-nv30.dot
 *   blocks --check FOLDER    0 when the files are what would be written */
#include "tb/docs/document.h"
#include "tb/docs/machines.h"

static void print_member(FILE *out, const struct docs_member *member)
{
    char times[16] = "";
    if (member->count > 1)
        snprintf(times, sizeof times, " x %u", member->count);
    fprintf(out, "    %s [label=\"%s%s\"%s];\n", member->name, member->label, times,
            member->net ? ", shape=ellipse, style=dashed" : "");
}

static bool is_member(const struct docs_machine *machine, const char *name)
{
    for (unsigned m = 0; m < machine->member_count; m++)
        if (machine->members[m].drawn && strcmp(machine->members[m].name, name) == 0)
            return true;
    return false;
}

/* Of the sources up to `last` one is the same member, drawn alike. */
static bool drawn_before(const struct rtl_wiring *wiring, unsigned last)
{
    const struct rtl_source *source = &wiring->sources[last];
    for (unsigned s = 0; s < wiring->source_count; s++) {
        const struct rtl_source *other = &wiring->sources[s];
        if (strcmp(other->member, source->member) == 0 &&
            ((s < last && other->wakes == source->wakes) || (other->wakes && !source->wakes)))
            return true;
    }
    return false;
}

/* Several instances may name a member by several names; one arrow says it. */
static void print_sources(FILE *out, const struct docs_machine *machine, const struct docs_member *member)
{
    const struct rtl_wiring *wiring = member->wiring;
    for (unsigned s = 0; wiring && s < wiring->source_count; s++) {
        const struct rtl_source *source = &wiring->sources[s];
        if (strcmp(source->member, member->name) == 0 || drawn_before(wiring, s))
            continue;
        if (source->wakes)
            fprintf(out, "    %s -> %s;\n", source->member, member->name);
        else if (machine->data && is_member(machine, source->member))
            fprintf(out, "    %s -> %s [style=dashed, color=gray40];\n", source->member, member->name);
    }
}

static void print(FILE *out, const struct docs_machine *machine)
{
    fprintf(
        out,
        "// made by tb/docs/blocks.c: make docs.  Boxes are modules, dashed ones nets; an arrow: changes can wake%s.\n"
        "digraph %s {\n    %s\n    node [shape=box, fontname=\"sans-serif\", fontsize=11];\n",
        machine->data ? ", a dashed one: it is read" : "", machine->drawn_as, machine->layout);
    for (unsigned m = 0; m < machine->member_count; m++)
        if (machine->members[m].drawn)
            print_member(out, &machine->members[m]);
    for (unsigned m = 0; m < machine->member_count; m++)
        if (machine->members[m].drawn)
            print_sources(out, machine, &machine->members[m]);
    fputs("}\n", out);
}

int main(int argc, char **argv)
{
    bool        check, good = true;
    const char *folder;
    if (!document_arguments(argc, argv, &check, &folder))
        return 2;
    const struct docs_machine *const machines[] = {docs_r700(), docs_r580(), docs_nv30()};
    for (unsigned i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        char            path[512];
        struct document document;
        if (!machines[i])
            return 2;
        snprintf(path, sizeof path, "%s/%s.dot", folder, machines[i]->drawing);
        if (!document_open(&document, path))
            return 2;
        print(document.file, machines[i]);
        good = document_close(&document, check) && good;
    }
    return good ? 0 : 1;
}
