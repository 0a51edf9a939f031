/* launch_formats.c - DATA_FORMAT of texture and vertex resources by name and by number (isa/r700/data_formats.def). */
#include "rtl_model/launch/launch_internal.h"

#include <string.h>

enum { FORMATS = 64, FIXED = false, FLOAT = true };

static const struct launch_format formats[FORMATS] = {
#define DATA_FORMAT(number, name, kind, x, y, z, w) {#name, number, ((x) + (y) + (z) + (w)) / 8, 1, 1, kind},
#define DATA_FORMAT_TEXELS(number, name, kind, bytes, width, height) {#name, number, bytes, width, height, kind},
#define DATA_FORMAT_NAME(number, name)
#include "isa/r700/data_formats.def"
#undef DATA_FORMAT
#undef DATA_FORMAT_TEXELS
#undef DATA_FORMAT_NAME
};

const struct launch_format *launch_format_find(const char *name)
{
    for (size_t i = 0; i < FORMATS && formats[i].name; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

const struct launch_format *launch_format_number(unsigned data_format)
{
    for (size_t i = 0; i < FORMATS && formats[i].name; i++)
        if (formats[i].number == data_format)
            return &formats[i];
    return NULL;
}

bool launch_read_format(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    const char *names[FORMATS];
    unsigned    choice;
    for (size_t i = 0; i < FORMATS; i++)
        names[i] = formats[i].name;
    if (!launch_choice(reader, node, &(struct launch_names){names, FORMATS, FORMATS}, &choice))
        return false;
    *(const struct launch_format **)field = &formats[choice];
    return formats[choice].block_bytes ||
           launch_fail(reader, node, "the layout of %s is not known; give the resource as \"words\"",
                       formats[choice].name);
}
