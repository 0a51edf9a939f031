#include "tools/png_file.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

/* libpng must not return from an error. */
static void fail(png_structp png, png_const_charp message)
{
    diag_set(png_get_error_ptr(png), NULL, 0, "cannot make a PNG file: %s", message);
    longjmp(png_jmpbuf(png), 1);
}

static void warn(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

static bool write_picture(png_structp png, png_infop info, const struct png_picture *picture, FILE *file)
{
    static const int colors[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                 PNG_COLOR_TYPE_RGB_ALPHA};
    const size_t     row_bytes = (size_t)picture->width * picture->channels * (picture->bits / 8);
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_init_io(png, file);
    png_set_IHDR(png, info, picture->width, picture->height, (int)picture->bits, colors[picture->channels],
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < picture->height; y++)
        png_write_row(png, picture->bytes + y * row_bytes);
    png_write_end(png, NULL);
    return true;
}

bool png_encode(const struct png_picture *picture, char **data, size_t *size, struct diag *diag)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, diag, fail, warn);
    png_infop   info = png ? png_create_info_struct(png) : NULL;
    FILE       *file = info ? open_memstream(data, size) : NULL;
    bool        good = file || diag_set(diag, NULL, 0, "not enough memory for a PNG file");
    good = good && write_picture(png, info, picture, file);
    const bool whole = file && !ferror(file);
    if (file && (fclose(file) != 0 || !whole) && good)
        good = diag_set(diag, NULL, 0, "not enough memory for a PNG file");
    png_destroy_write_struct(&png, &info);
    if (!good && file) {
        free(*data);
        *data = NULL;
    }
    return good;
}
