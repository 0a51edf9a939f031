/* machine_lists.c - rows of results that machines have in the same form. */
#include "kit/walk.h"
#include "rtl_model/machine.h"

unsigned machine_parameters(const struct chip_table *table, const void *chip, struct result_parameter *rows,
                            unsigned limit)
{
    const struct chip_head *head = chip;
    if (limit)
        rows[0] = (struct result_parameter){"chip", 0, head->name, "", "--chip"};
    for (unsigned p = 0; p < table->parameter_count && p + 1 < limit; p++) {
        const struct chip_parameter *row = &table->parameters[p];
        const uint32_t               value = chip_table_value(chip, row);
        rows[p + 1] = (struct result_parameter){row->name, value, chip_table_value_name(table, row, value), row->unit,
                                                row->source};
    }
    return table->parameter_count + 1;
}

unsigned machine_statistics(const struct rtl_instance *instances, unsigned instance_count,
                            struct result_statistic *rows, unsigned limit, unsigned count)
{
    for (const struct rtl_instance *instance = instances; instance < instances + instance_count; instance++)
        for (unsigned s = 0; s < instance->module->signal_count; s++) {
            const struct rtl_signal *signal = &instance->module->signals[s];
            if (signal->statistic && count < limit)
                rows[count] = (struct result_statistic){.path = instance->path,
                                                        .name = signal->statistic,
                                                        .value = rtl_read(signal, instance->state, 0, 0),
                                                        .unit = signal->unit,
                                                        .description = signal->doc};
            count += signal->statistic != NULL;
        }
    return count;
}
