/* fcmp_nan - comparisons with NaN, infinities, zeros */
#include "shader.h"
void shader(float4 r0, float4 r1)
{
    OUT(0, (float4)(!(r0.x < r1.x) ? 1.f : 2.f, !(r0.y <= r1.y) ? r0.y : 3.f, !(r0.z > r1.z) ? r1.z : r0.z,
                    (r0.w < r1.w || r0.w > r1.w) ? 1.f : 0.f));
    OUT(1, (float4)(__builtin_isunordered(r0.x, r1.x) ? 5.f : 6.f, (r0.y == r0.y) ? 1.f : 0.f,
                    __builtin_isless(r0.z, r1.z) ? 1.f : -1.f, __builtin_islessgreater(r0.w, r1.w) ? 2.f : 3.f));
}
