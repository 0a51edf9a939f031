/* texture_picture.h - textures of a launch, to be viewed: a list, and the texels of one. */
#ifndef RTL_MODEL_R700_TEXTURE_PICTURE_H
#define RTL_MODEL_R700_TEXTURE_PICTURE_H

#include <stdio.h>

#include "rtl_model/picture.h"
#include "rtl_model/r700/setup/setup.h"

/* A line for each texture of the launch's stage: number, size, format, levels, order, bytes. */
bool texture_list(const struct chip_config *chip, const struct launch *launch, FILE *out, struct diag *diag);

/* The caller frees picture->number. */
bool texture_read(const struct chip_config *chip, const struct launch *launch, const struct picture_request *request,
                  struct picture *picture, struct diag *diag);

#endif
