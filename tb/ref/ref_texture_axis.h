/* ref_texture_axis.h - one axis of a filter: the texels that a coordinate meets, and their weights. */
#ifndef TB_REF_REF_TEXTURE_AXIS_H
#define TB_REF_REF_TEXTURE_AXIS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    REF_WRAP,
    REF_MIRROR,
    REF_LAST_TEXEL,
    REF_HALF_BORDER = 4,
    REF_BORDER = 6
}; /* odd ones from 3 on: mirrored once */
enum ref_filter { REF_POINT, REF_LINEAR, REF_CUBIC, REF_TEXT, REF_GATHER /* the texels of LINEAR */ };
enum { REF_AXIS_TAPS = 8 };

struct ref_axis {
    int             size;   /* texels */
    double          scale;  /* texels of a coordinate of 1.0 */
    unsigned        clamp;  /* CLAMP_X, ... */
    enum ref_filter filter; /* TEXT: `width` texels */
    unsigned        width;
    unsigned        bits;    /* of places between texels */
    double          offset;  /* texels */
    double          start;   /* the coordinate of the first texel's edge */
    bool            nearest; /* GATHER of integers: begins at the nearest texel (MESA) */
    bool            halves;  /* fractions are 0 or a half */
    const uint32_t *filter4; /* CUBIC: the words of this direction */
};

struct ref_axis_taps {
    unsigned count;
    int      texel[REF_AXIS_TAPS]; /* as the filter counts them: outside of the texture, too */
    double   weight[REF_AXIS_TAPS];
};

/* COORD_TYPE and POINT_SAMPLING_CLAMP. */
unsigned ref_clamp_that_counts(unsigned clamp, bool normalised, bool point, bool point_sampling_clamp);
void     ref_axis_taps(const struct ref_axis *axis, double coordinate, struct ref_axis_taps *taps);
/* The texel that is there; false: border. */
bool ref_axis_texel(const struct ref_axis *axis, int *texel);

/* How far beyond its first texel. */
double ref_axis_fraction(const struct ref_axis *axis, double coordinate);

#endif
