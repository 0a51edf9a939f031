#include "rtl_model/peak.h"

#include <string.h>

double peak_rate(const struct machine_peak *peak, double mhz)
{
    return peak->a_clock * mhz / 1000;
}

/* The last part of a path is the module: as it stands, or, where a * ends it, with digits behind it. */
static bool is_module(const char *path, const char *module, size_t length)
{
    const char *const dot = strrchr(path, '.'), *const name = dot ? dot + 1 : path;
    const bool   several = module[length - 1] == '*';
    const size_t stem = length - several;
    if (strncmp(name, module, stem) != 0)
        return false;
    return several ? name[stem] && strspn(name + stem, "0123456789") == strlen(name + stem) : !name[stem];
}

static bool is_counted(const struct result_statistic *row, const char *word, size_t length)
{
    const size_t module = strcspn(word, "."), name = length - module - 1;
    return strlen(row->name) == name && strncmp(row->name, word + module + 1, name) == 0 &&
           is_module(row->path, word, module);
}

double peak_used(const struct machine_peak *peak, const struct result_statistic *statistics, unsigned count)
{
    double sum = 0;
    for (const char *word = peak->used; *word; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        for (unsigned i = 0; i < count; i++)
            if (statistics[i].scope != RESULT_SUM && is_counted(&statistics[i], word, length))
                sum += (double)statistics[i].value;
        word += length;
    }
    return sum * peak->each;
}
