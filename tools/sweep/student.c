#include "tools/sweep/student.h"

#include <math.h>
#include <stdbool.h>

/* The part of the distribution within +- t, t = sqrt(freedom) tan(angle): the finite sums of Abramowitz and Stegun,
 * Handbook of Mathematical Functions, 26.7.3 and 26.7.4. */
static double part_within(double angle, unsigned freedom)
{
    const double cosine = cos(angle);
    const bool   odd = freedom % 2;
    double       term = odd ? cosine : 1, sum = 0;
    for (unsigned n = odd ? 3 : 2; n <= freedom; n += 2) {
        sum += term;
        term *= cosine * cosine * (n - 1) / n;
    }
    sum *= sin(angle);
    return odd ? (angle + sum) / asin(1) : sum;
}

double student_t(unsigned freedom)
{
    double low = 0, high = asin(1);
    for (unsigned step = 0; step < 60; step++) {
        const double angle = (low + high) / 2;
        if (part_within(angle, freedom) < 0.95)
            low = angle;
        else
            high = angle;
    }
    return sqrt(freedom) * tan(low);
}

struct spread spread_of(const double *values, unsigned count)
{
    struct spread spread = {0, NAN, NAN, NAN};
    double        sum = 0, squares = 0;
    for (unsigned i = 0; i < count; i++)
        if (!isnan(values[i])) {
            sum += values[i];
            spread.count++;
        }
    if (spread.count)
        spread.mean = sum / spread.count;
    for (unsigned i = 0; i < count; i++)
        if (!isnan(values[i]))
            squares += (values[i] - spread.mean) * (values[i] - spread.mean);
    if (spread.count > 1) {
        spread.deviation = sqrt(squares / (spread.count - 1));
        spread.half = student_t(spread.count - 1) * spread.deviation / sqrt(spread.count);
    }
    return spread;
}
