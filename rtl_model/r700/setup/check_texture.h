/* check_texture.h - what can be seen of a texture instruction before the run: its resource and sampler do not change.
 */
#ifndef RTL_MODEL_R700_CHECK_TEXTURE_H
#define RTL_MODEL_R700_CHECK_TEXTURE_H

#include "isa/r700/isa.h"
#include "rtl_model/r700/setup/setup.h"

/* False, and a diagnosis without file and line, for state that no sampling can come of: registers that the program
 * does not have; no texture, or no sampler; a field with a reserved value, or one that does not fit the others; a
 * surface of which a part lies nowhere.  It names the resource or sampler, by the instruction and among all, and the
 * field. */
bool check_texture(const struct gpu_setup *setup, enum isa_fetch_id op, const uint32_t dwords[4], struct diag *diag);

#endif
