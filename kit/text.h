/* text.h - what text files of some editors begin with. */
#ifndef KIT_TEXT_H
#define KIT_TEXT_H

#include <stddef.h>
#include <string.h>

/* The number of bytes in front of the text: those of a UTF-8 byte order mark, or 0. */
static inline size_t text_mark(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

#endif
