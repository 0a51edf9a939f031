/* put.h - text made piece by piece where names are made by the hundred thousand: printf takes ten times as long. */
#ifndef TRACE_PUT_H
#define TRACE_PUT_H

#include <string.h>

/* Text at `at`, with a '\0' behind it; where that is. */
static inline char *put_text(char *at, const char *text)
{
    const size_t length = strlen(text);
    memcpy(at, text, length + 1);
    return at + length;
}

/* A number in decimal, with zeros in front up to so many digits (10 at most). */
static inline char *put_number(char *at, unsigned number, unsigned digits)
{
    char     reversed[10];
    unsigned count = 0;
    for (; number || count < digits || count == 0; number /= 10)
        reversed[count++] = (char)('0' + number % 10);
    while (count > 0)
        *at++ = reversed[--count];
    *at = '\0';
    return at;
}

/* A number in hexadecimal. */
static inline char *put_hex(char *at, unsigned number)
{
    for (int shift = 28; shift >= 0; shift -= 4)
        if (number >> shift || shift == 0)
            *at++ = "0123456789abcdef"[number >> shift & 15];
    *at = '\0';
    return at;
}

#endif
