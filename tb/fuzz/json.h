/* json.h - JSON files for the fuzzer: one change that makes any of them wrong, and chip files with random values. */
#ifndef TB_FUZZ_JSON_H
#define TB_FUZZ_JSON_H

#include <inttypes.h>

#include "tb/fuzz/subjects.h"

/* A change that no JSON file with checked keys survives; false when it finds no place. */
static inline bool break_json(struct fuzz *fuzz, struct bytes *input)
{
    const char *const text = (const char *)input->data;
    const size_t      end = (size_t)(strrchr(text, '}') - text);
    switch (random_below(&fuzz->random, 4)) {
    case 0: /* cut off */
        input->size = random_below(&fuzz->random, end + 1);
        input->data[input->size] = 0;
        return true;
    case 1: /* something behind the end */
        bytes_splice(input, end + 1, 0, "x", 1);
        return true;
    case 2: { /* a key twice */
        const char *const key = strstr(text, "\"wekiva\"") ? "\"wekiva\": 1," : "\"wekiva_chip\": 1,";
        bytes_splice(input, (size_t)(strchr(text, '{') - text) + 1, 0, key, strlen(key));
        return true;
    }
    default:; /* an unknown key */
        const char *colon = strchr(text + random_below(&fuzz->random, end), ':');
        while (colon && !(colon > text + 2 && colon[-1] == '"' && colon[-2] >= 'a' && colon[-2] <= 'z'))
            colon = strchr(colon + 1, ':');
        if (!colon)
            return false;
        input->data[colon - 2 - text] = 'q';
        return true;
    }
}

/* A chip file with random values in their ranges, except for `wrong`. */
static inline void put_chip(struct fuzz *fuzz, struct bytes *input, unsigned wrong)
{
    char line[160];
    snprintf(line, sizeof line, "{\"wekiva_chip\": 1, \"name\": \"fuzz\", \"base\": \"%s\", \"parameters\": {",
             chip_names[random_below(&fuzz->random, CHIP_NAMES)]);
    bytes_set(input, line, strlen(line));
    bool first = true;
    for (unsigned p = 0; p < CHIP_PARAMETERS; p++) {
        const struct chip_parameter *parameter = &chip_parameters[p];
        const uint32_t               span = parameter->most - parameter->least + 1;
        int64_t                      value = (int64_t)parameter->least + (int64_t)random_below(&fuzz->random, span);
        if (p != wrong && (!strcmp(parameter->name, "lanes") || !strcmp(parameter->name, "wave_size") ||
                           random_below(&fuzz->random, 3)))
            continue;
        if (p == wrong)
            value = random_below(&fuzz->random, 2) ? (int64_t)parameter->most + 1 : (int64_t)parameter->least - 1;
        snprintf(line, sizeof line, "%s\"%s\": %" PRId64, first ? "" : ", ", parameter->name, value);
        bytes_splice(input, input->size, 0, line, strlen(line));
        first = false;
    }
    bytes_splice(input, input->size, 0, "}}\n", 3);
}

#endif
