/* fft16 - the Fourier transform of 16 complex numbers, R0 to R7, in four stages without a loop: ADD, MUL, many GPRs */
#include "shader.h"
#define TURN(a, b, c, s)                                                                     \
    {                                                                                        \
        float2 d = a - b;                                                                    \
        a += b;                                                                              \
        b = (float2)(d.x * (c) - d.y * (s), d.x * (s) + d.y * (c));                          \
    }
void shader(float4 r0, float4 r1, float4 r2, float4 r3, float4 r4, float4 r5, float4 r6, float4 r7)
{
    float2 v0 = r0.xy, v1 = r0.zw;
    float2 v2 = r1.xy, v3 = r1.zw;
    float2 v4 = r2.xy, v5 = r2.zw;
    float2 v6 = r3.xy, v7 = r3.zw;
    float2 v8 = r4.xy, v9 = r4.zw;
    float2 v10 = r5.xy, v11 = r5.zw;
    float2 v12 = r6.xy, v13 = r6.zw;
    float2 v14 = r7.xy, v15 = r7.zw;
    TURN(v0, v8, 1.0f, 0.0f)
    TURN(v1, v9, 0.923879504f, -0.382683426f)
    TURN(v2, v10, 0.707106769f, -0.707106769f)
    TURN(v3, v11, 0.382683426f, -0.923879504f)
    TURN(v4, v12, 0.0f, -1.0f)
    TURN(v5, v13, -0.382683426f, -0.923879504f)
    TURN(v6, v14, -0.707106769f, -0.707106769f)
    TURN(v7, v15, -0.923879504f, -0.382683426f)
    TURN(v0, v4, 1.0f, 0.0f)
    TURN(v1, v5, 0.707106769f, -0.707106769f)
    TURN(v2, v6, 0.0f, -1.0f)
    TURN(v3, v7, -0.707106769f, -0.707106769f)
    TURN(v8, v12, 1.0f, 0.0f)
    TURN(v9, v13, 0.707106769f, -0.707106769f)
    TURN(v10, v14, 0.0f, -1.0f)
    TURN(v11, v15, -0.707106769f, -0.707106769f)
    TURN(v0, v2, 1.0f, 0.0f)
    TURN(v1, v3, 0.0f, -1.0f)
    TURN(v4, v6, 1.0f, 0.0f)
    TURN(v5, v7, 0.0f, -1.0f)
    TURN(v8, v10, 1.0f, 0.0f)
    TURN(v9, v11, 0.0f, -1.0f)
    TURN(v12, v14, 1.0f, 0.0f)
    TURN(v13, v15, 0.0f, -1.0f)
    TURN(v0, v1, 1.0f, 0.0f)
    TURN(v2, v3, 1.0f, 0.0f)
    TURN(v4, v5, 1.0f, 0.0f)
    TURN(v6, v7, 1.0f, 0.0f)
    TURN(v8, v9, 1.0f, 0.0f)
    TURN(v10, v11, 1.0f, 0.0f)
    TURN(v12, v13, 1.0f, 0.0f)
    TURN(v14, v15, 1.0f, 0.0f)
    OUT(0, (float4)(v0, v8));
    OUT(1, (float4)(v4, v12));
    OUT(2, (float4)(v2, v10));
    OUT(3, (float4)(v6, v14));
    OUT(4, (float4)(v1, v9));
    OUT(5, (float4)(v5, v13));
    OUT(6, (float4)(v3, v11));
    OUT(7, (float4)(v7, v15));
}
