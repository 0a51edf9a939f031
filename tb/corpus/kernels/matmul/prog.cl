/* matmul - a row of 16 numbers, R0 to R3, times the 16 x 16 matrix of constant buffer 0: constant cache, MULADD */
#include "shader.h"
#define ROW(a, k) acc0 += a * CBF(0, 4 * (k)); acc1 += a * CBF(0, 4 * (k) + 1); \
                  acc2 += a * CBF(0, 4 * (k) + 2); acc3 += a * CBF(0, 4 * (k) + 3);
void shader(float4 r0, float4 r1, float4 r2, float4 r3)
{
    float4 acc0 = (float4)(0.0f), acc1 = acc0, acc2 = acc0, acc3 = acc0;
    ROW(r0.x, 0) ROW(r0.y, 1) ROW(r0.z, 2) ROW(r0.w, 3)
    ROW(r1.x, 4) ROW(r1.y, 5) ROW(r1.z, 6) ROW(r1.w, 7)
    ROW(r2.x, 8) ROW(r2.y, 9) ROW(r2.z, 10) ROW(r2.w, 11)
    ROW(r3.x, 12) ROW(r3.y, 13) ROW(r3.z, 14) ROW(r3.w, 15)
    OUT(0, acc0); OUT(1, acc1); OUT(2, acc2); OUT(3, acc3);
}
