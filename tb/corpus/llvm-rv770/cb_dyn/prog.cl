/* cb_dyn - constant buffers by an index known at run time */
#include "shader.h"
void shader(float4 r0)
{
    int4   k = as_int4(r0) & 31;
    float4 s = CBF(0, k.x) + CBF(1, k.y) * CBF(7, k.z) - CBF(13, k.w);
    s += CBF(0, (k.x + k.y) & 31).wxyz;
    int4 j = CBI(3, k.x) & 31;
    s += CBF(4, j.x) + CBF(5, j.y);
    OUT(0, s);
    OUTI(1, CBI(3, j.z));
}
