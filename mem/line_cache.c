#include "mem/line_cache.h"

RTL_TABLE(line_cache, LINE_CACHE_SIGNALS);

#define LINE_CACHE line_cache
#define LINE_CACHE_IN line_cache_in
#define LINE_CACHE_REG line_cache_reg
#define LINE_CACHE_IS(name) line_cache_##name
#include "mem/line_cache_code.h"
