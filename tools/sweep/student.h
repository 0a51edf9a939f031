/* student.h - mean, deviation and confidence of a few measured numbers. */
#ifndef TOOLS_STUDENT_H
#define TOOLS_STUDENT_H

struct spread {
    unsigned count;
    double   mean, deviation; /* NAN of none; of fewer than two */
    double   half;            /* of the confidence interval of the mean, 95 %, by Student's t; NAN of fewer than two */
};

/* Of numbers; NANs are left out. */
struct spread spread_of(const double *values, unsigned count);

/* Student's t that 95 % of differences stay below, either way: 12.706 for one degree of freedom. */
double student_t(unsigned freedom);

#endif
