/* skeleton_internal.h - what the parts of the skeleton share. */
#ifndef RTL_MODEL_R700_SKELETON_INTERNAL_H
#define RTL_MODEL_R700_SKELETON_INTERNAL_H

#include <stdio.h>

#include "rtl_model/program/program_report.h"
#include "rtl_model/r700/analysis/survey.h"
#include "rtl_model/skeleton_text.h"

struct chip_config;

struct skeleton {
    const struct chip_config      *chip;
    const struct skeleton_request *request;
    struct survey                  survey;
    enum launch_stage              stage;
    uint32_t                       threads;
    FILE                          *out;
    struct skeleton_text           file; /* its keys */
};

/* A key of the file; the next entry of a list. */
void skeleton_key(struct skeleton *skeleton, enum launch_key key);
void skeleton_next(struct skeleton *skeleton, unsigned *count);

/* skeleton_parts.c: sections that are lists. */
void skeleton_constants(struct skeleton *skeleton);
void skeleton_buffers(struct skeleton *skeleton); /* with vertex_resources and memory_buffers */
void skeleton_textures(struct skeleton *skeleton);

#endif
