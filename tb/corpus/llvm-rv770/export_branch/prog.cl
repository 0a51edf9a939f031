/* export_branch - one export in each branch */
#include "shader.h"
void shader(float4 r0, float4 r1)
{
    if (r0.x > 0.f)
        OUT(0, r0 + CBF(0, as_int(r1.x) & 7));
    else
        OUT(0, r0 * CBF(0, as_int(r1.y) & 7));
}
