/* results_values.c - values of the JSON texts of a result. */
#include "rtl_model/results_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bits.h"

json_t *results_text(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    char *plain = strdup(text);
    if (!plain)
        return NULL;
    for (char *c = plain; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    value = json_string(plain);
    free(plain);
    return value;
}

json_t *results_hex(uint64_t value, int digits)
{
    char text[24];
    snprintf(text, sizeof text, "0x%0*" PRIx64, digits, value);
    return json_string(text);
}

json_t *results_integer(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : results_hex(value, 16);
}

json_t *results_word(uint32_t word)
{
    const float value = as_float(word);
    json_t     *number = isnan(value)   ? json_string("nan")
                         : isinf(value) ? json_string(value > 0 ? "inf" : "-inf")
                                        : json_real((double)value);
    return json_pack("{s:o, s:o}", "hex", results_hex(word, 8), "float", number);
}

bool results_append(json_t *array, json_t *value)
{
    return value && json_array_append_new(array, value) == 0;
}

json_t *results_whole(json_t *value, bool ok)
{
    if (ok)
        return value;
    json_decref(value);
    return NULL;
}
