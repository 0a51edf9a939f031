/* textures.h - the textures and samplers of a launch, read by R700's texture functions: texture unit n has texture n
 * and sampler n. */
#ifndef RTL_MODEL_NV30_TEXTURES_H
#define RTL_MODEL_NV30_TEXTURES_H

#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/launch/launch.h"
#include "rtl_model/nv30/stage.h"
#include "rtl_model/picture.h"

struct nv30_textures;

/* Textures of the units that a program reads, with the target of each in `targets`.  NULL: one is not there, or of
 * another kind. */
struct nv30_textures *nv30_textures_open(const struct launch *launch, const uint8_t targets[NV30_UNITS],
                                         struct diag *diag);
/* NULL is allowed. */
void nv30_textures_free(struct nv30_textures *textures);
/* A texture read of a quad, at coordinates that are fractions of the texture; nothing without a target. */
void nv30_textures_read(const struct nv30_textures *textures, const struct nv30_read *read,
                        const nv30_triple_t *coordinate, nv30_vector_t *texel);

/* `wekiva texture`: as R700 does it. */
bool nv30_textures_list(const struct launch *launch, FILE *out, struct diag *diag);
bool nv30_textures_picture(const struct launch *launch, const struct picture_request *request, struct picture *picture,
                           struct diag *diag);

#endif
