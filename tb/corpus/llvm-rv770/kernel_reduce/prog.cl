/* kernel_reduce - kernel with arguments */
#include "shader.h"
__kernel void shader(int n, uint seed, float s)
{
    uint   a = seed + tid_x();
    float4 acc = (float4)(0.f);
    for (int j = 0; j < n; j++) {
        a = a * 1664525u + 1013904223u;
        uint   k = (a >> 16) & 63u;
        float4 v = CBF(2, k);
        if (v.x > s)
            acc += v;
        else
            acc.w += 1.f;
    }
    OUT(0, acc);
    OUTI(1, (int4)((int)a, n, 0, 0));
}
