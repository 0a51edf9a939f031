/* mandelbrot - iterations until the point in R0.xy leaves the circle, at most 256: a loop that lanes leave one by one */
#include "shader.h"
void shader(float4 r0)
{
    float x = 0.0f, y = 0.0f;
    int   i;
    for (i = 0; i < 256; i++) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f)
            break;
        float t = x * y;
        y = t + t + r0.y;
        x = xx - yy + r0.x;
    }
    OUT(0, (float4)((float)i, x, y, 1.0f));
}
