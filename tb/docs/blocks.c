/* blocks.c - the block diagram of a SIMD as graphviz draws it, from the rows that drive its wires: an arrow for each
 * source whose changes can wake a member.
 *
 *   blocks FILE.dot            writes it
 *   blocks --check FILE.dot    0 when the file is what would be written */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/wire.h"
#include "rtl_model/r700/simd.h"

static const struct member {
    const char *name;
    unsigned    first, count;
    bool        net;
} members[] = {
#define NETS(type, member, count, ...) {#member, AT_##member, count, true},
#define BITS(type, member, of, name) {#member, AT_##member, 1, true},
#define MASKS(type, member, of, name) {#member, AT_##member, 1, true},
#define MODULE(type, member, name) {#member, AT_##member, 1, false},
#define MODULES(type, member, count, ...) {#member, AT_##member, count, false},
#define PASSIVE(type, member, name) {#member, AT_##member, 1, false},
#include "rtl_model/r700/simd.def"
};
enum { MEMBERS = sizeof members / sizeof members[0] };

static void print_member(FILE *out, const struct member *member)
{
    char times[16] = "";
    if (member->count > 1)
        snprintf(times, sizeof times, " x %u", member->count);
    fprintf(out, "    %s [label=\"%s%s\"%s];\n", member->name, member->name, times,
            member->net ? ", shape=ellipse, style=dashed" : "");
}

/* Several instances may name a member by several names; one arrow says it. */
static void print_sources(FILE *out, const struct member *member)
{
    const struct rtl_wiring *wiring = simd_wiring(member->first);
    for (unsigned s = 0; wiring && s < wiring->source_count; s++) {
        bool again = false;
        for (unsigned before = 0; before < s; before++)
            again |=
                wiring->sources[before].wakes && strcmp(wiring->sources[before].member, wiring->sources[s].member) == 0;
        if (wiring->sources[s].wakes && !again && strcmp(wiring->sources[s].member, member->name) != 0)
            fprintf(out, "    %s -> %s;\n", wiring->sources[s].member, member->name);
    }
}

static void print(FILE *out)
{
    fputs("// made by tb/docs/blocks.c: make docs.  Boxes are modules, dashed ones nets; an arrow: changes can wake.\n"
          "digraph simd {\n    rankdir=LR;\n    node [shape=box, fontname=\"sans-serif\", fontsize=11];\n",
          out);
    for (unsigned m = 0; m < MEMBERS; m++)
        print_member(out, &members[m]);
    for (unsigned m = 0; m < MEMBERS; m++)
        print_sources(out, &members[m]);
    fputs("}\n", out);
}

static bool same(FILE *left, FILE *right)
{
    int a, b;
    do {
        a = getc(left);
        b = getc(right);
    } while (a == b && a != EOF);
    return a == b;
}

int main(int argc, char **argv)
{
    const bool check = argc == 3 && strcmp(argv[1], "--check") == 0;
    if (argc != 2 && !check) {
        fputs("usage: blocks [--check] FILE.dot\n", stderr);
        return 2;
    }
    FILE *file = fopen(argv[argc - 1], check ? "r" : "w"), *wanted = check ? tmpfile() : file;
    if (!file || !wanted) {
        perror(argv[argc - 1]);
        return 2;
    }
    print(wanted);
    rewind(wanted);
    const bool good = !check || same(file, wanted);
    if (!good)
        printf("%s is stale: make docs\n", argv[argc - 1]);
    return fclose(file) == 0 && good ? 0 : 1;
}
