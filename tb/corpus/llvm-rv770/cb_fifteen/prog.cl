/* cb_fifteen - fifteen constant buffers */
#include "shader.h"
void shader(float4 r0)
{
    float4 s = r0;
    s += CBF(0, 0) * CBF(1, 3);
    s += CBF(2, 17) * CBF(3, 1);
    s += CBF(4, 15);
    s -= CBF(5, 16).wzyx;
    s += CBF(6, 31) * CBF(7, 2);
    s += CBF(8, 0) - CBF(9, 40);
    s *= CBF(10, 1);
    s += CBF(11, 2) + CBF(12, 3) + CBF(13, 4) + CBF(14, 60);
    OUT(0, s);
}
