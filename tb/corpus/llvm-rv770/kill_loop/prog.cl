/* kill_loop - a kill in a loop */
#include "shader.h"
void shader(float4 r0, float4 r1)
{
    float4 s = r0;
    int    n = as_int(r1.x) & 7;
    for (int i = 0; i < n; i++) {
        s = s * 0.5f + CBF(0, (as_int(r1.y) + i) & 7);
        kill_if_negative(s.x + 1.f);
    }
    OUT(0, s);
}
