/* skeleton_text.h - the text of a launch file to begin with (`wekiva launch`): what is the same for every machine, and
 * the whole of it for machines whose threads are pixels. */
#ifndef RTL_MODEL_SKELETON_TEXT_H
#define RTL_MODEL_SKELETON_TEXT_H

#include <stdio.h>

#include "rtl_model/program/program_report.h"

/* Of the keys of an object, or the entries of a list, so many are written. */
struct skeleton_text {
    FILE    *out;
    unsigned count;
};

void skeleton_text_string(FILE *out, const char *text);
/* A key of the file, before its value. */
void skeleton_text_key(struct skeleton_text *file, enum launch_key key);
/* The keys that all begin with: version, chip, program. */
void skeleton_text_head(struct skeleton_text *file, const struct skeleton_request *request);
/* The next entry of a list. */
void skeleton_text_next(FILE *out, unsigned *count);
void skeleton_text_bools(struct skeleton_text *file, uint32_t bools);
void skeleton_text_loops(struct skeleton_text *file, uint32_t loops);
void skeleton_text_sampler(FILE *out, unsigned id, unsigned *count);

/* ---- pixels ----------------------------------------------------------------------------------------------------- */

enum { SKELETON_TEXTURES = 16 };

struct skeleton_pixels {
    const struct skeleton_request *request;
    uint32_t                       threads;  /* when the request says none */
    unsigned                       num_gprs; /* 0: the file does not say it */
    unsigned                       input_first, input_count;
    const char                    *inputs;         /* what is read of them, for a reader */
    unsigned                       constant_count; /* from 0 on; 0: none */
    uint32_t                       bools, loops;
    const char                    *registers;                   /* the text of "registers", or NULL */
    bool                           textures[SKELETON_TEXTURES]; /* with a sampler of the same number */
    enum launch_dim                dims[SKELETON_TEXTURES];
    bool                           dims_known;
    uint64_t                       exports; /* pixel n, a bit each */
};

/* False: the request asks for what such a machine does not have. */
bool skeleton_pixels(const struct skeleton_pixels *pixels, FILE *out, struct diag *diag);

#endif
