/* png_file.h - a picture as the bytes of a PNG file. */
#ifndef TOOLS_PNG_FILE_H
#define TOOLS_PNG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/diag.h"

struct png_picture {
    uint32_t       width, height;
    unsigned       channels; /* grey; grey and alpha; red, green, blue; and alpha */
    unsigned       bits;     /* of each: 8, or 16 with the high byte first */
    const uint8_t *bytes;    /* row after row without padding */
};

/* The caller frees *data. */
bool png_encode(const struct png_picture *picture, char **data, size_t *size, struct diag *diag);

#endif
