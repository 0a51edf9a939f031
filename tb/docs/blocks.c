/* blocks.c - the block diagrams of R700 in two levels, parts and the modules of each, of R580's fragment processor and
 * of an NV30 as graphviz draws them, from the rows that drive their wires: an arrow for each source whose changes can
 * wake a member, in the smaller machines a dashed one for each that is read.
 *
 *   blocks FOLDER            writes wiring.dot, wiring-PART.dot, wiring-r580.dot and wiring-nv30.dot
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

static void print_head(FILE *out, const struct docs_machine *machine, const char *boxes, const char *layout)
{
    fprintf(out,
            "// made by tb/docs/blocks.c: make docs.  %s; an arrow: changes can wake%s.\ndigraph %s {\n    %s\n"
            "    node [shape=box, fontname=\"sans-serif\", fontsize=11];\n",
            boxes, machine->data ? ", a dashed one: it is read" : "", machine->drawn_as, layout);
}

static void print_whole(FILE *out, const struct docs_machine *machine)
{
    print_head(out, machine, "Boxes are modules, dashed ones nets", machine->layout);
    for (unsigned m = 0; m < machine->member_count; m++)
        if (machine->members[m].drawn)
            print_member(out, &machine->members[m]);
    for (unsigned m = 0; m < machine->member_count; m++)
        if (machine->members[m].drawn)
            print_sources(out, machine, &machine->members[m]);
    fputs("}\n", out);
}

/* ---- a machine in parts ------------------------------------------------------------------------------------------ */

/* Another member that wakes it, of the machine; NULL: the source is none, or was there before. */
static const struct docs_member *waker(const struct docs_machine *machine, const struct docs_member *member, unsigned s)
{
    const struct rtl_source *source = &member->wiring->sources[s];
    if (!source->wakes || strcmp(source->member, member->name) == 0 || drawn_before(member->wiring, s))
        return NULL;
    for (unsigned m = 0; m < machine->member_count; m++)
        if (strcmp(machine->members[m].name, source->member) == 0)
            return &machine->members[m];
    return NULL;
}

/* Whether a member of one part wakes a member of the other, the named one where a name is given. */
static bool wakes(const struct docs_machine *machine, const char *from, const char *from_name, const char *to,
                  const char *to_name)
{
    for (unsigned m = 0; m < machine->member_count; m++) {
        const struct docs_member *member = &machine->members[m];
        if (strcmp(member->part, to) != 0 || (to_name && strcmp(member->name, to_name) != 0))
            continue;
        for (unsigned s = 0; member->wiring && s < member->wiring->source_count; s++) {
            const struct docs_member *source = waker(machine, member, s);
            if (source && strcmp(source->part, from) == 0 && (!from_name || strcmp(source->name, from_name) == 0))
                return true;
        }
    }
    return false;
}

static void print_overview(FILE *out, const struct docs_machine *machine)
{
    print_head(out, machine, "Boxes are parts with their modules", "rankdir=LR; nodesep=0.3; ranksep=0.6;");
    for (const char *const *part = machine->parts; *part; part++) {
        unsigned wide = 0;
        fprintf(out, "    part_%s [label=\"%s\\n", *part, *part);
        for (unsigned m = 0; m < machine->member_count; m++) {
            const struct docs_member *member = &machine->members[m];
            if (strcmp(member->part, *part) == 0 && !member->net)
                fprintf(out, "%s%s", wide++ % 4 ? " " : "\\n", member->name);
        }
        fputs("\"];\n", out);
    }
    for (const char *const *from = machine->parts; *from; from++)
        for (const char *const *to = from + 1; *to; to++) {
            const bool there = wakes(machine, *from, NULL, *to, NULL), back = wakes(machine, *to, NULL, *from, NULL);
            if (there || back)
                fprintf(out, "    part_%s -> part_%s%s;\n", there ? *from : *to, there ? *to : *from,
                        there && back ? " [dir=both]" : "");
        }
    fputs("}\n", out);
}

/* The members of a part; other parts are a folder each. */
static void print_part(FILE *out, const struct docs_machine *machine, const char *part)
{
    print_head(out, machine, "Boxes are modules, dashed ones nets, folders other parts", machine->layout);
    for (unsigned m = 0; m < machine->member_count; m++)
        if (strcmp(machine->members[m].part, part) == 0)
            print_member(out, &machine->members[m]);
    for (const char *const *other = machine->parts; *other; other++)
        if (strcmp(*other, part) != 0 &&
            (wakes(machine, *other, NULL, part, NULL) || wakes(machine, part, NULL, *other, NULL)))
            fprintf(out, "    part_%s [label=\"%s\", shape=folder];\n", *other, *other);
    for (unsigned m = 0; m < machine->member_count; m++) {
        const struct docs_member *member = &machine->members[m];
        if (strcmp(member->part, part) != 0)
            continue;
        for (unsigned s = 0; member->wiring && s < member->wiring->source_count; s++) {
            const struct docs_member *source = waker(machine, member, s);
            if (source && strcmp(source->part, part) == 0)
                fprintf(out, "    %s -> %s;\n", source->name, member->name);
        }
        for (const char *const *other = machine->parts; *other; other++) {
            if (strcmp(*other, part) == 0)
                continue;
            if (wakes(machine, *other, NULL, part, member->name))
                fprintf(out, "    part_%s -> %s;\n", *other, member->name);
            if (wakes(machine, part, member->name, *other, NULL))
                fprintf(out, "    %s -> part_%s;\n", member->name, *other);
        }
    }
    fputs("}\n", out);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* 0: as it would be written, or written; 1: another one is there; 2: it cannot be written. */
static int make(const char *folder, const struct docs_machine *machine, const char *part, bool check)
{
    char            path[512];
    struct document document;
    snprintf(path, sizeof path, "%s/%s%s%s.dot", folder, machine->drawing, part ? "-" : "", part ? part : "");
    if (!document_open(&document, path))
        return 2;
    if (part)
        print_part(document.file, machine, part);
    else if (machine->parts)
        print_overview(document.file, machine);
    else
        print_whole(document.file, machine);
    return document_close(&document, check) ? 0 : 1;
}

int main(int argc, char **argv)
{
    bool        check;
    const char *folder;
    int         status = 0;
    if (!document_arguments(argc, argv, &check, &folder))
        return 2;
    const struct docs_machine *const machines[] = {docs_r700(), docs_r580(), docs_nv30()};
    for (unsigned i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        if (!machines[i])
            return 2;
        int done = make(folder, machines[i], NULL, check);
        status = done > status ? done : status;
        for (const char *const *part = machines[i]->parts; part && *part; part++) {
            done = make(folder, machines[i], *part, check);
            status = done > status ? done : status;
        }
    }
    return status;
}
