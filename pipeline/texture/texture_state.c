#include "pipeline/texture/texture_state.h"

static uint32_t unsigned_field(uint32_t word, unsigned high, unsigned low)
{
    return word << (31 - high) >> (31 - high + low);
}

static int32_t signed_field(uint32_t word, unsigned high, unsigned low)
{
    const uint32_t sign = UINT32_C(1) << (high - low);
    return (int32_t)((unsigned_field(word, high, low) ^ sign) - sign);
}

#define FIELD_UNSIGNED unsigned_field
#define FIELD_SIGNED signed_field

void texture_resource_unpack(const uint32_t words[TEXTURE_RESOURCE_WORDS], struct texture_resource *resource)
{
#define TEXTURE_FIELD(NAME, name, word, high, low, sign, doc) resource->name = FIELD_##sign(words[word], high, low);
#include "pipeline/texture/texture_resource.def"
#undef TEXTURE_FIELD
}

void texture_sampler_unpack(const uint32_t words[TEXTURE_SAMPLER_WORDS], struct texture_sampler *sampler)
{
#define TEXTURE_FIELD(NAME, name, word, high, low, sign, doc) sampler->name = FIELD_##sign(words[word], high, low);
#include "pipeline/texture/texture_sampler.def"
#undef TEXTURE_FIELD
}
