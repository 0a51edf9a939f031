/* idiv - integer division and remainder */
#include "shader.h"
void shader(float4 r0, float4 r1)
{
    int4  a = as_int4(r0) & 0x7fffffff;
    int4  b = as_int4(r1) | 1;
    uint4 u = as_uint4(r0), v = as_uint4(r1) | 1;
    OUTI(0, a / b);
    OUTI(1, a % b);
    OUTI(2, u / v);
    OUTI(3, u % v);
}
