/* stalls.c - docs/stalls.md from the list of reasons (pipeline/control/stall.def).
 *
 * usage: stalls [--check] docs/stalls.md */
#include "pipeline/control/stall.h"
#include "tb/docs/document.h"

int main(int argc, char **argv)
{
    bool            check;
    const char     *path;
    struct document document;
    if (!document_arguments(argc, argv, &check, &path) || !document_open(&document, path))
        return 2;
    fprintf(document.file,
            "<!-- made by tb/docs/stalls.c: make docs -->\n# Why nothing was issued\n\n"
            "What becomes of an arbiter's chance to issue something, by reason: `o_stall` in waveforms, a counter for "
            "each in\n`wekiva run --stats` (architecture.md says what [a chance](architecture.md#arbiters) is). "
            "Sources with a letter are those of\n[timing.md](timing.md).\n\n"
            "| waveforms, summary | counter | meaning | source |\n|---|---|---|---|\n");
    for (unsigned s = 0; s < STALLS; s++)
        fprintf(document.file, "| %s | `%s` | %s | %s |\n", stall_names[s], stall_keys[s], stall_meanings[s],
                stall_sources[s]);
    return document_close(&document, check) ? 0 : 1;
}
