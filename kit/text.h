/* text.h - what text files of some editors begin with; names with a number. */
#ifndef KIT_TEXT_H
#define KIT_TEXT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The number of bytes in front of the text: those of a UTF-8 byte order mark, or 0. */
static inline size_t text_mark(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* A name's pattern with its number, if it has one: below 100, in place of %u or %02u.  What snprintf does, for the
 * names that every machine has. */
static inline void text_numbered(char *to, size_t size, const char *pattern, unsigned number)
{
    const size_t before = strcspn(pattern, "%");
    assert(strlen(pattern) < size);
    memcpy(to, pattern, before);
    to += before;
    pattern += before;
    if (*pattern) {
        const bool two = pattern[1] == '0';
        assert(number < 100 && strncmp(pattern, two ? "%02u" : "%u", two ? 4 : 2) == 0);
        if (two || number >= 10)
            *to++ = (char)('0' + number / 10);
        *to++ = (char)('0' + number % 10);
        pattern += two ? 4 : 2;
    }
    strcpy(to, pattern);
}

#endif
