/* setup_fetch.c - registers of the fetch units read back for a SIMD: resources, samplers and what belongs to them
 * (3D 3, 6, 7, 8, 14). */
#include "rtl_model/r700/setup/setup_internal.h"

static const unsigned resource_words[FETCH_RESOURCE_WORDS] = {
    REGISTER_SQ_TEX_RESOURCE_WORD0_N, REGISTER_SQ_TEX_RESOURCE_WORD1_N, REGISTER_SQ_TEX_RESOURCE_WORD2_N,
    REGISTER_SQ_TEX_RESOURCE_WORD3_N, REGISTER_SQ_TEX_RESOURCE_WORD4_N, REGISTER_SQ_TEX_RESOURCE_WORD5_N,
    REGISTER_SQ_TEX_RESOURCE_WORD6_N};
static const unsigned sampler_words[FETCH_SAMPLER_WORDS] = {
    REGISTER_SQ_TEX_SAMPLER_WORD0_N, REGISTER_SQ_TEX_SAMPLER_WORD1_N, REGISTER_SQ_TEX_SAMPLER_WORD2_N};
/* Of PS, VS and GS, in the order of their samplers. */
static const unsigned borders[FETCH_SAMPLERS / LAUNCH_SAMPLERS][4] = {
    {REGISTER_TD_PS_SAMPLERN_BORDER_RED, REGISTER_TD_PS_SAMPLERN_BORDER_GREEN, REGISTER_TD_PS_SAMPLERN_BORDER_BLUE,
     REGISTER_TD_PS_SAMPLERN_BORDER_ALPHA},
    {REGISTER_TD_VS_SAMPLERN_BORDER_RED, REGISTER_TD_VS_SAMPLERN_BORDER_GREEN, REGISTER_TD_VS_SAMPLERN_BORDER_BLUE,
     REGISTER_TD_VS_SAMPLERN_BORDER_ALPHA},
    {REGISTER_TD_GS_SAMPLERN_BORDER_RED, REGISTER_TD_GS_SAMPLERN_BORDER_GREEN, REGISTER_TD_GS_SAMPLERN_BORDER_BLUE,
     REGISTER_TD_GS_SAMPLERN_BORDER_ALPHA},
};

_Static_assert(REGISTER_SQ_TEX_RESOURCE_WORD0_N + FETCH_RESOURCES - 1 == REGISTER_LAST_SQ_TEX_RESOURCE_WORD0_N,
               "all resources of the register map");
_Static_assert(REGISTER_SQ_TEX_SAMPLER_WORD0_N + FETCH_SAMPLERS - 1 == REGISTER_LAST_SQ_TEX_SAMPLER_WORD0_N,
               "all samplers of it");

static void read_samplers(const struct setup_job *job, struct fetch_state *state)
{
    for (unsigned i = 0; i < FETCH_SAMPLERS; i++) {
        for (unsigned w = 0; w < FETCH_SAMPLER_WORDS; w++)
            state->sampler[i].word[w] = setup_read(job, sampler_words[w] + i);
        for (unsigned e = 0; e < 4; e++)
            state->border[i].element[e] = setup_read(job, borders[i / LAUNCH_SAMPLERS][e] + i % LAUNCH_SAMPLERS);
    }
    for (unsigned i = 0; i < FETCH_KERNELS; i++)
        state->kernel[i] = setup_read(job, REGISTER_TD_PS_SAMPLERN_CLEARTYPE_KERNEL + i) & 0x3f;
}

/* What was not written, or cleared since (clear_semantics), stands for no semantic. */
static void read_semantics(const struct setup_job *job, struct fetch_state *state)
{
    (void)setup_read(job, REGISTER_SQ_VTX_SEMANTIC_CLEAR);
    for (unsigned i = 0; i < FETCH_SEMANTICS; i++) {
        const uint32_t id =
            register_bits(setup_read(job, REGISTER_SQ_VTX_SEMANTIC_N + i), FIELD_SQ_VTX_SEMANTIC_N_SEMANTIC_ID);
        if (register_written(&job->setup->registers, REGISTER_SQ_VTX_SEMANTIC_N + i))
            state->semantic[i] = (uint16_t)(id + 1);
    }
}

void setup_read_fetch_state(struct setup_job *job)
{
    struct fetch_state     *state = &job->setup->fetch_state;
    struct fetch_state_reg *q = &state->q;
    q->resource_base = (uint16_t)job->stage->resource;
    q->alt_resource_base = (uint16_t)job->stage->alt_resource;
    q->sampler_base = (uint8_t)job->stage->sampler;
    q->alt_sampler_base = (uint8_t)job->stage->alt_sampler;
    q->base_vtx_loc = setup_read(job, REGISTER_SQ_VTX_BASE_VTX_LOC);
    q->start_inst_loc = setup_read(job, REGISTER_SQ_VTX_START_INST_LOC);
    q->ta_cntl_aux = setup_read(job, REGISTER_TA_CNTL_AUX);
    q->gb_tiling_config = setup_read(job, REGISTER_GB_TILING_CONFIG);
    state->d = *q;
    for (unsigned w = 0; w < FETCH_RESOURCE_WORDS; w++) {
        if (!register_any_written(&job->setup->registers, resource_words[w], FETCH_RESOURCES))
            continue; /* they are 0 */
        for (unsigned i = 0; i < FETCH_RESOURCES; i++)
            state->resource[i].word[w] = setup_read(job, resource_words[w] + i);
    }
    read_samplers(job, state);
    state->filter4[0] = setup_read(job, REGISTER_TD_FILTER4);
    for (unsigned i = 1; i < FETCH_FILTER4_WORDS; i++)
        state->filter4[i] = setup_read(job, REGISTER_TD_FILTER4_N + i - 1);
    read_semantics(job, state);
    job->setup->simd.fetch_state = state;
}
