/* wires.h - what drives the modules of R580's fragment shader processor; kit/wire.h says how the rows are read. */
#ifndef RTL_MODEL_R580_WIRES_H
#define RTL_MODEL_R580_WIRES_H

#include "kit/wire.h"
#include "rtl_model/r580/fragment.h"

#define NO_ROWS(DRIVE)

/* ---- groups ------------------------------------------------------------------------------------------------------ */

#define DISPATCH_FROM(ONE, ALL, OF, ON, BY) OF(us_sequencer, sequencer, sequencer, 0)
#define DISPATCH_WIRES(DRIVE, WITH) DRIVE(phase, sequencer->phase)
RTL_WIRES(fragment, us_dispatch, dispatch, DISPATCH_FROM, NO_ROWS, DISPATCH_WIRES);

#define SEQUENCER_FROM(ONE, ALL, OF, ON, BY)                                                                           \
    ONE(us_dispatch, dispatch, dispatch, 0)                                                                            \
    ONE(us_flow, flow, flow, 0)                                                                                        \
    ONE(us_texture, texture, texture, 0)                                                                               \
    ONE(us_finish, finish, finish, 0)                                                                                  \
    ONE(us_outputs, outputs, outputs, 0)                                                                               \
    OF(us_store, store, store, 0)                                                                                      \
    OF(us_pixels, pixels, pixels, 0)
#define SEQUENCER_EVENTS(DRIVE)                                                                                        \
    DRIVE(start, dispatch->q.start)                                                                                    \
    DRIVE(decided, flow->q.decided)                                                                                    \
    DRIVE(looked_up, texture->q.looked_up)                                                                             \
    DRIVE(ended, finish->q.ended)                                                                                      \
    DRIVE(drained, outputs->q.drained)
#define SEQUENCER_WIRES(DRIVE, WITH)                                                                                   \
    DRIVE(start_slot, dispatch->q.slot)                                                                                \
    DRIVE(start_group, dispatch->q.group)                                                                              \
    DRIVE(start_pixels, dispatch->q.pixels)                                                                            \
    DRIVE(decided_slot, flow->q.slot)                                                                                  \
    DRIVE(decided_next, flow->q.next)                                                                                  \
    DRIVE(looked_up_slot, texture->q.texel_slot)                                                                       \
    DRIVE(crowded, texture->q.count + texture->q.left > US_FLIGHT - 2 * US_QUADS)                                      \
    DRIVE(release, texture->q.release)                                                                                 \
    DRIVE(ended_slot, finish->q.to_slot)                                                                               \
    DRIVE(drained_place, outputs->q.drain_place)                                                                       \
    DRIVE(words, store->words)                                                                                         \
    DRIVE(written, store->written)                                                                                     \
    DRIVE(active, flow->row_active)                                                                                    \
    DRIVE(present, pixels->present)                                                                                    \
    DRIVE(done, pixels->done)
RTL_WIRES(fragment, us_sequencer, sequencer, SEQUENCER_FROM, SEQUENCER_EVENTS, SEQUENCER_WIRES);

/* ---- flow control ------------------------------------------------------------------------------------------------ */

/* BOOL_ADDR and INT_ADDR of an instruction. */
static inline unsigned boolean_of(const us_words_t *words)
{
    return words->w[3] & 31;
}
static inline unsigned integer_of(const us_words_t *words)
{
    return words->w[3] >> 8 & 31;
}

#define FLOW_FROM(ONE, ALL, OF, ON, BY)                                                                                \
    ONE(us_dispatch, dispatch, dispatch, 0)                                                                            \
    ONE(us_sequencer, sequencer, sequencer, 0)                                                                         \
    OF(us_store, store, store, 0)                                                                                      \
    OF(us_pixels, pixels, pixels, 0)
#define FLOW_EVENTS(DRIVE)                                                                                             \
    DRIVE(start, dispatch->q.start)                                                                                    \
    DRIVE(issue, sequencer->q.fc)
#define FLOW_WIRES(DRIVE, WITH)                                                                                        \
    DRIVE(start_slot, dispatch->q.slot)                                                                                \
    DRIVE(start_pixels, dispatch->q.pixels)                                                                            \
    DRIVE(issue_slot, sequencer->q.slot)                                                                               \
    DRIVE(issue_address, sequencer->q.address)                                                                         \
    DRIVE(words, sequencer->q.word)                                                                                    \
    DRIVE(covered, pixels->covered[sequencer->q.slot])                                                                 \
    DRIVE(done, pixels->done[sequencer->q.slot])                                                                       \
    DRIVE(present, pixels->present[sequencer->q.slot])                                                                 \
    DRIVE(results, pixels->results[sequencer->q.slot])                                                                 \
    DRIVE(fresh, pixels->fresh[sequencer->q.slot])                                                                     \
    DRIVE(predicates, pixels->predicates[sequencer->q.slot])                                                           \
    DRIVE(boolean, store->q.booleans >> boolean_of(&sequencer->q.word) & 1)                                            \
    DRIVE(integer, store->integers[integer_of(&sequencer->q.word)])
RTL_WIRES(fragment, us_flow, flow, FLOW_FROM, FLOW_EVENTS, FLOW_WIRES);

/* ---- what pixels have -------------------------------------------------------------------------------------------- */

#define PIXELS_FROM(ONE, ALL, OF, ON, BY)                                                                              \
    ONE(us_dispatch, dispatch, dispatch, 0)                                                                            \
    ONE(us_sequencer, sequencer, sequencer, 0)                                                                         \
    ONE(us_finish, finish, finish, 0)                                                                                  \
    ONE(us_texture, texture, texture, 0)                                                                               \
    OF(us_flow, flow, flow, 0)
#define PIXELS_EVENTS(DRIVE)                                                                                           \
    DRIVE(start, dispatch->q.start)                                                                                    \
    DRIVE(last, sequencer->q.marked_last)                                                                              \
    DRIVE(flow, sequencer->q.fc)                                                                                       \
    DRIVE(set, finish->q.write)                                                                                        \
    DRIVE(kill, texture->q.kill)
#define PIXELS_WIRES(DRIVE, WITH)                                                                                      \
    DRIVE(start_slot, dispatch->q.slot)                                                                                \
    DRIVE(start_pixels, dispatch->q.pixels)                                                                            \
    DRIVE(last_slot, sequencer->q.slot)                                                                                \
    DRIVE(last_active, flow->row_active[sequencer->q.slot])                                                            \
    DRIVE(set_slot, finish->q.to_slot)                                                                                 \
    DRIVE(set_quad, finish->q.to_quad)                                                                                 \
    DRIVE(set_result, finish->q.flags)                                                                                 \
    DRIVE(result, finish->q.flag)                                                                                      \
    DRIVE(set_predicate, finish->q.predicates)                                                                         \
    DRIVE(predicate, finish->q.compared)                                                                               \
    DRIVE(flow_slot, sequencer->q.slot)                                                                                \
    DRIVE(kill_slot, texture->q.slot)                                                                                  \
    DRIVE(kill_quad, texture->q.kill_quad)                                                                             \
    DRIVE(killed, texture->q.killed)
RTL_WIRES(fragment, us_pixels, pixels, PIXELS_FROM, PIXELS_EVENTS, PIXELS_WIRES);

#define TEMPORARIES_FROM(ONE, ALL, OF, ON, BY)                                                                         \
    ONE(us_dispatch, dispatch, dispatch, 0)                                                                            \
    ONE(us_finish, finish, finish, 0)                                                                                  \
    ONE(us_texture, texture, texture, 0)                                                                               \
    OF(us_setup, setup, setup, 0)
#define TEMPORARIES_EVENTS(DRIVE)                                                                                      \
    DRIVE(load, dispatch->q.load)                                                                                      \
    DRIVE(write, finish->q.write)                                                                                      \
    DRIVE(texel, texture->q.texel)
#define TEMPORARIES_WIRES(DRIVE, WITH)                                                                                 \
    DRIVE(load_first, dispatch->q.first)                                                                               \
    DRIVE(load_slot, dispatch->q.slot)                                                                                 \
    DRIVE(load_group, dispatch->q.group)                                                                               \
    DRIVE(load_pixels, dispatch->q.pixels)                                                                             \
    DRIVE(load_quad, dispatch->q.quad)                                                                                 \
    DRIVE(load_count, dispatch->q.count)                                                                               \
    DRIVE(inputs, setup->inputs)                                                                                       \
    DRIVE(slot, finish->q.to_slot)                                                                                     \
    DRIVE(quad, finish->q.to_quad)                                                                                     \
    DRIVE(count, finish->q.to_count)                                                                                   \
    DRIVE(rgb, finish->q.to_rgb)                                                                                       \
    DRIVE(alpha, finish->q.to_alpha)                                                                                   \
    DRIVE(mask, finish->q.temporaries)                                                                                 \
    DRIVE(results, &finish->q.results)                                                                                 \
    DRIVE(texel_slot, texture->q.texel_slot)                                                                           \
    DRIVE(texel_quad, texture->q.texel_quad)                                                                           \
    DRIVE(texel_register, texture->q.texel_register)                                                                   \
    DRIVE(texel_mask, texture->q.texel_mask)                                                                           \
    DRIVE(texels, &texture->q.texels)
RTL_WIRES(fragment, us_temporaries_file, temporaries, TEMPORARIES_FROM, TEMPORARIES_EVENTS, TEMPORARIES_WIRES);

/* ---- the ALU ----------------------------------------------------------------------------------------------------- */

#define OPERANDS_FROM(ONE, ALL, OF, ON, BY)                                                                            \
    ONE(us_sequencer, sequencer, sequencer, 0)                                                                         \
    OF(us_flow, flow, flow, 0)                                                                                         \
    OF(us_pixels, pixels, pixels, 0)                                                                                   \
    OF(us_temporaries_file, temporaries, temporaries, 0)                                                               \
    OF(us_store, store, store, 0)
#define OPERANDS_EVENTS(DRIVE) DRIVE(start, sequencer->q.alu)
#define OPERANDS_WIRES(DRIVE, WITH)                                                                                    \
    DRIVE(start_slot, sequencer->q.slot)                                                                               \
    DRIVE(start_pixels, sequencer->q.pixels)                                                                           \
    DRIVE(start_group, sequencer->q.group)                                                                             \
    DRIVE(start_address, sequencer->q.address)                                                                         \
    DRIVE(start_words, sequencer->q.word)                                                                              \
    DRIVE(start_ends, sequencer->q.ends)                                                                               \
    DRIVE(start_place, sequencer->q.place)                                                                             \
    DRIVE(start_active, flow->row_active[sequencer->q.slot])                                                           \
    DRIVE(start_present, pixels->present[sequencer->q.slot])                                                           \
    DRIVE(start_al, flow->row_al[sequencer->q.slot])                                                                   \
    DRIVE(start_has_al, flow->row_has_al[sequencer->q.slot])                                                           \
    DRIVE(rows, temporaries->rows)                                                                                     \
    DRIVE(constants, store->constants)                                                                                 \
    DRIVE(predicates, pixels->predicates)
RTL_WIRES(fragment, us_operands, operands, OPERANDS_FROM, OPERANDS_EVENTS, OPERANDS_WIRES);

#define UNIT_FROM(ONE, ALL, OF, ON, BY) ONE(us_operands, operands, operands, 0)
#define UNIT_EVENTS(DRIVE) DRIVE(valid, operands->q.valid)
#define UNIT_WIRES(DRIVE, WITH)                                                                                        \
    DRIVE(count, operands->q.count)                                                                                    \
    DRIVE(words, operands->q.words)                                                                                    \
    DRIVE(sources, &operands->q.sources)
RTL_WIRES(fragment, us_rgb, rgb, UNIT_FROM, UNIT_EVENTS, UNIT_WIRES);
RTL_WIRES(fragment, us_alpha, alpha, UNIT_FROM, UNIT_EVENTS, UNIT_WIRES);

#define BESIDE_WIRES(DRIVE, WITH)                                                                                      \
    DRIVE(slot, operands->q.slot)                                                                                      \
    DRIVE(group, operands->q.group)                                                                                    \
    DRIVE(address, operands->q.address)                                                                                \
    DRIVE(words, operands->q.words)                                                                                    \
    DRIVE(quad, operands->q.quad)                                                                                      \
    DRIVE(count, operands->q.count)                                                                                    \
    DRIVE(ends, operands->q.ends)                                                                                      \
    DRIVE(place, operands->q.place)                                                                                    \
    DRIVE(writes, operands->q.writes)                                                                                  \
    DRIVE(predicated, operands->q.predicated)                                                                          \
    DRIVE(rgb_register, operands->q.rgb_register)                                                                      \
    DRIVE(alpha_register, operands->q.alpha_register)
RTL_WIRES(fragment, us_beside, beside, UNIT_FROM, UNIT_EVENTS, BESIDE_WIRES);

#define FINISH_FROM(ONE, ALL, OF, ON, BY)                                                                              \
    ONE(us_beside, beside, beside, 0)                                                                                  \
    OF(us_rgb, rgb, rgb, 0)                                                                                            \
    OF(us_alpha, alpha, alpha, 0)
#define FINISH_EVENTS(DRIVE) DRIVE(valid, beside->q.now)
#define FINISH_WIRES(DRIVE, WITH)                                                                                      \
    DRIVE(slot, beside->q.at_slot)                                                                                     \
    DRIVE(group, beside->q.at_group)                                                                                   \
    DRIVE(words, beside->q.at_words)                                                                                   \
    DRIVE(quad, beside->q.at_quad)                                                                                     \
    DRIVE(count, beside->q.at_count)                                                                                   \
    DRIVE(ends, beside->q.at_ends)                                                                                     \
    DRIVE(place, beside->q.at_place)                                                                                   \
    DRIVE(writes, beside->q.at_writes)                                                                                 \
    DRIVE(predicated, beside->q.at_predicated)                                                                         \
    DRIVE(rgb_register, beside->q.at_rgb)                                                                              \
    DRIVE(alpha_register, beside->q.at_alpha)                                                                          \
    DRIVE(rgb_values, &rgb->q.values)                                                                                  \
    DRIVE(rgb_bits, &rgb->q.bits)                                                                                      \
    DRIVE(alpha_values, &alpha->q.values)                                                                              \
    DRIVE(alpha_bits, &alpha->q.bits)
RTL_WIRES(fragment, us_finish, finish, FINISH_FROM, FINISH_EVENTS, FINISH_WIRES);

/* ---- textures and outputs ---------------------------------------------------------------------------------------- */

#define TEXTURE_FROM(ONE, ALL, OF, ON, BY)                                                                             \
    ONE(us_sequencer, sequencer, sequencer, 0)                                                                         \
    OF(us_flow, flow, flow, 0)                                                                                         \
    OF(us_pixels, pixels, pixels, 0)                                                                                   \
    OF(us_temporaries_file, temporaries, temporaries, 0)                                                               \
    OF(us_sampler, sampler, sampler, 0)
#define TEXTURE_EVENTS(DRIVE) DRIVE(start, sequencer->q.tex)
#define TEXTURE_WIRES(DRIVE, WITH)                                                                                     \
    DRIVE(start_slot, sequencer->q.slot)                                                                               \
    DRIVE(start_pixels, sequencer->q.pixels)                                                                           \
    DRIVE(start_group, sequencer->q.group)                                                                             \
    DRIVE(start_address, sequencer->q.address)                                                                         \
    DRIVE(start_words, sequencer->q.word)                                                                              \
    DRIVE(start_active, flow->row_active[sequencer->q.slot])                                                           \
    DRIVE(start_present, pixels->present[sequencer->q.slot])                                                           \
    DRIVE(start_al, flow->row_al[sequencer->q.slot])                                                                   \
    DRIVE(start_has_al, flow->row_has_al[sequencer->q.slot])                                                           \
    DRIVE(rows, temporaries->rows)                                                                                     \
    DRIVE(covered, pixels->covered)                                                                                    \
    DRIVE(predicates, pixels->predicates)                                                                              \
    DRIVE(sampler, sampler)
RTL_WIRES(fragment, us_texture, texture, TEXTURE_FROM, TEXTURE_EVENTS, TEXTURE_WIRES);

#define OUTPUTS_FROM(ONE, ALL, OF, ON, BY)                                                                             \
    ONE(us_finish, finish, finish, 0)                                                                                  \
    OF(us_pixels, pixels, pixels, 0)
#define OUTPUTS_EVENTS(DRIVE)                                                                                          \
    DRIVE(write, finish->q.write && finish->q.outputs)                                                                 \
    DRIVE(finish, finish->q.ended)
#define OUTPUTS_WIRES(DRIVE, WITH)                                                                                     \
    DRIVE(place, finish->q.to_place)                                                                                   \
    DRIVE(quad, finish->q.to_quad)                                                                                     \
    DRIVE(rgb_target, finish->q.rgb_target)                                                                            \
    DRIVE(alpha_target, finish->q.alpha_target)                                                                        \
    DRIVE(mask, finish->q.targets)                                                                                     \
    DRIVE(depth_mask, finish->q.depth)                                                                                 \
    DRIVE(results, &finish->q.results)                                                                                 \
    DRIVE(end_group, finish->q.to_group)                                                                               \
    DRIVE(end_place, finish->q.to_place)                                                                               \
    DRIVE(end_covered, pixels->covered[finish->q.to_slot])                                                             \
    DRIVE(end_present, pixels->present[finish->q.to_slot])
RTL_WIRES(fragment, us_outputs, outputs, OUTPUTS_FROM, OUTPUTS_EVENTS, OUTPUTS_WIRES);

#endif
