/* sin_cos - sine and cosine */
#include "shader.h"
void shader(float4 r0)
{
    OUT(0, (float4)(m_sin(r0.x), m_cos(r0.y), m_sin(r0.z) * m_sin(r0.z) + m_cos(r0.z) * m_cos(r0.z), m_sin(r0.w)));
    OUT(1, (float4)(m_sin(r0.x + r0.y), m_cos(m_abs(r0.z)), m_sin(-r0.x), m_cos(r0.w * 0.25f)));
}
