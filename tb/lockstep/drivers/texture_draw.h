/* texture_draw.h - random texture instructions, with the words of their texture and sampler. */
#ifndef TB_LOCKSTEP_TEXTURE_DRAW_H
#define TB_LOCKSTEP_TEXTURE_DRAW_H

#include "mem/fetch_state.h"
#include "pipeline/texture/texture_plan.h"
#include "tb/lockstep/stimulus.h"

enum { TEXTURE_DRAW_WORDS = 3 };

/* Texture 0 and sampler 0, kernels, weights, tiling. */
void texture_draw_state(struct fetch_state *words, struct stimulus *random);
/* TEX_WORD0 to 2 of one that samples, gathers or loads from them. */
void texture_draw_instruction(uint32_t word[TEXTURE_DRAW_WORDS], struct stimulus *random);
/* Coordinates and slopes of its lanes: neighbours, or far from one another; a cube's on a face, LD's integers. */
void texture_draw_quad(struct texture_query *query, struct stimulus *random);

#endif
