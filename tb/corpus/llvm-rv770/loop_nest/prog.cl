/* loop_nest - loops in a loop, break and continue */
#include "shader.h"
void shader(float4 r0, float4 r1)
{
    int4 k = as_int4(r0);
    uint a = as_uint(r1.x);
    int  c = 0;
    for (int i = 0; i < k.x; i++) {
        for (int j = i; j < k.y; j++) {
            a = a * 1664525u + 1013904223u;
            if ((a >> 28) == 0)
                break;
            if (a & 0x100)
                continue;
            c += j;
        }
        if (a & 0x80000000u)
            c ^= i;
        else {
            int m = 0;
            while (m < k.z && (a & 1)) {
                a = a >> 1;
                m++;
            }
            c += m;
        }
    }
    OUTI(0, (uint4)(a, (uint)c, 0, 1));
}
