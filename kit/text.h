/* text.h - what text files of some editors begin with; text that a terminal or a file of lines takes as it is; names
 * with a number. */
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

/* The bytes of a control character at the start of a text: of ASCII, or of U+0080 to U+009F in UTF-8; else 0. */
static inline unsigned text_control(const char *text)
{
    const unsigned char c = (unsigned char)text[0], next = c ? (unsigned char)text[1] : 0;
    return c == 0xc2 && next >= 0x80 && next < 0xa0 ? 2 : c && (c < ' ' || c == 0x7f);
}

/* Control characters become \xNN, for a terminal obeys them and a line ends with one; what has no room is cut off.
 * Returns `to`. */
static inline char *text_visible(char *to, size_t size, const char *from)
{
    static const char digits[] = "0123456789abcdef";
    size_t            at = 0;
    for (unsigned left = 0; *from && at + 1 < size; from++) {
        left = left ? left : text_control(from);
        if (left && at + 4 >= size)
            break;
        if (left) {
            const unsigned char c = (unsigned char)*from;
            const char          text[] = {'\\', 'x', digits[c >> 4], digits[c & 15]};
            memcpy(to + at, text, sizeof text);
            at += sizeof text;
            left--;
        } else {
            to[at++] = *from;
        }
    }
    to[at] = '\0';
    return to;
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
