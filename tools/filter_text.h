/* filter_text.h - words of a waveform as text: `wekiva filter`, `wekiva view --dump`. */
#ifndef TOOLS_FILTER_TEXT_H
#define TOOLS_FILTER_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct filter_kind {
    const char *name;
    unsigned    digits; /* most hex digits of a word */
    void (*answer)(uint64_t value, unsigned digits, char *text, size_t size);
};
extern const struct filter_kind filter_kinds[];
extern const unsigned           filter_kind_count;

/* The text of a word of so many hex digits by the filter of that name, cut off at `size`; empty without such a filter.
 */
void filter_text(const char *name, uint64_t value, unsigned digits, char *text, size_t size);

#endif
