/* launch_todo.c - what a launch file still has to say: strings that begin with "TODO:", as `wekiva launch` writes them.
 */
#include <string.h>

#include "rtl_model/launch/launch_internal.h"

static const char mark[] = "TODO:";

/* Counts them; with `complain` names the first, whose count of others is `more`.  False when it has. */
static bool walk(const struct launch_reader *reader, const struct launch_node *node, bool complain, unsigned more,
                 unsigned *count)
{
    if (json_is_string(node->value) && strncmp(json_string_value(node->value), mark, sizeof mark - 1) == 0) {
        const char *text = json_string_value(node->value) + sizeof mark - 1;
        ++*count;
        text += strspn(text, " ");
        if (!complain)
            return true;
        return more ? launch_fail(reader, node, "to be filled in: %.400s (and %u more TODO)", text, more)
                    : launch_fail(reader, node, "to be filled in: %.400s", text);
    }
    if (!json_is_object(node->value) && !json_is_array(node->value))
        return true;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!walk(reader, &element, complain, more, count))
            return false;
    return true;
}

bool launch_todo(const struct launch_reader *reader, const struct launch_node *root)
{
    unsigned count = 0;
    walk(reader, root, false, 0, &count);
    return !count || walk(reader, root, true, count - 1, &count);
}
