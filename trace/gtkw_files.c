/* gtkw_files.c - the files beside a waveform: their names, which ones there may be, and that they go with it. */
#include "trace/gtkw_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/beside.h"
#include "trace/gtkw.h"
#include "trace/save_file.h"

bool gtkw_names(struct gtkw_names *names, const char *path)
{
    names->stem = beside_stem(path);
    names->name = names->stem ? beside_name(names->stem) : NULL;
    names->waveform = beside_name(path);
    return names->name && names->waveform;
}

void gtkw_names_free(struct gtkw_names *names)
{
    free(names->stem);
    free(names->name);
    free(names->waveform);
}

static bool has_file(const struct trace_view *view)
{
    return view->kind == VIEW_NAMES || view->kind == VIEW_FILTER || view->idle != IDLE_NEVER;
}

char *gtkw_view_path(const char *stem, const struct trace_view *view)
{
    return view->kind == VIEW_FILTER ? beside_path(stem, ".waves/filter-", view->filter, ".sh")
                                     : beside_path(stem, ".waves/", view->type, ".txt");
}

/* ---- removing ---------------------------------------------------------------------------------------------------- */

static void remove_folder(const char *stem, const struct gtkw_options *options)
{
    for (unsigned i = 0; i < options->view_count; i++) {
        const struct trace_view *view = &options->views[i];
        char                    *path = has_file(view) ? gtkw_view_path(stem, view) : NULL;
        if (path)
            remove(path);
        free(path);
    }
    char *path = beside_path(stem, ".waves", "", "");
    if (path)
        remove(path);
    free(path);
}

bool gtkw_is_there(const char *path)
{
    struct stat status;
    char       *stem = beside_stem(path), *folder = stem ? beside_path(stem, ".waves", "", "") : NULL;
    const bool  there = folder && stat(folder, &status) == 0;
    free(folder);
    free(stem);
    return there;
}

void gtkw_remove(const char *path, const struct gtkw_options *options, const char *saved, bool folder)
{
    char *stem = folder ? beside_stem(path) : NULL;
    if (saved && save_file_is_unchanged(saved))
        remove(saved);
    if (stem)
        remove_folder(stem, options);
    free(stem);
}

/* ---- taking note ------------------------------------------------------------------------------------------------- */

static bool take_files(const struct gtkw_names *names, const struct gtkw_options *options, struct path_set *paths,
                       struct diag *diag)
{
    static const char save[] = "the waveform's save file", view[] = "a file for the waveform viewer";
    char             *path = save_file_name(names->stem, names->waveform, diag);
    bool              good = path && paths_take(paths, PATH_WRITTEN, path, save, diag) &&
                paths_take_beside(paths, PATH_FOLDER, names->stem, ".waves", view, diag);
    free(path);
    for (unsigned i = 0; good && i < options->view_count; i++) {
        const struct trace_view *one = &options->views[i];
        bool                     again = !has_file(one);
        for (unsigned k = 0; k < i; k++) /* types may share a filter */
            again = again || (one->kind == VIEW_FILTER && options->views[k].kind == VIEW_FILTER &&
                              strcmp(one->filter, options->views[k].filter) == 0);
        if (again)
            continue;
        path = gtkw_view_path(names->stem, one);
        good = path ? paths_take(paths, PATH_WRITTEN, path, view, diag)
                    : diag_set(diag, names->stem, 0, "no memory for the viewer's files");
        free(path);
    }
    return good;
}

bool gtkw_take_files(const char *path, const struct gtkw_options *options, struct path_set *paths, struct diag *diag)
{
    struct gtkw_names names;
    const bool        good = gtkw_names(&names, path) ? take_files(&names, options, paths, diag)
                                                      : diag_set(diag, path, 0, "no memory for the viewer's files");
    gtkw_names_free(&names);
    return good;
}
