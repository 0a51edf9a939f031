#include "pipeline/control/stall.h"

#define STALL(name, waves, key, meaning, source) [STALL_##name] = waves,
const char *const stall_names[STALLS] = {
#include "pipeline/control/stall.def"
};
#undef STALL

#define STALL(name, waves, key, meaning, source) [STALL_##name] = key,
const char *const stall_keys[STALLS] = {
#include "pipeline/control/stall.def"
};
#undef STALL

#define STALL(name, waves, key, meaning, source) [STALL_##name] = meaning,
const char *const stall_meanings[STALLS] = {
#include "pipeline/control/stall.def"
};
#undef STALL

#define STALL(name, waves, key, meaning, source) [STALL_##name] = source,
const char *const stall_sources[STALLS] = {
#include "pipeline/control/stall.def"
};
#undef STALL
