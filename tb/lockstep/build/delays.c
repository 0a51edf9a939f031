/* delays.c - a walk over the words of Verilog (IEEE 1800-2017, annex A: net_declaration, specify_block,
 * nonblocking event_trigger, clocking_skew). */
#include "tb/lockstep/build/delays.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A word, or a sign, or nothing at the end. */
struct word {
    const char *text;
    size_t      length;
    unsigned    line, column;
};

/* Where the walk is.  `nested` files are open; a new one at the top has all of Verilator's warnings. */
struct walk {
    const char *at, *line_start, *file;
    int         file_length;
    unsigned    line, nested;
    bool        allowed;
};

static bool is_in_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_' || letter == '$' || letter == '.';
}

static bool is(const struct word *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

static bool is_one_of(const struct word *word, const char *const *texts)
{
    while (*texts && !is(word, *texts))
        texts++;
    return *texts;
}

/* ---- between words ---------------------------------------------------------------------------------------------- */

/* `line 12 "FILE" 1: the next line's place; 1 opens a file, 2 goes back. */
static bool take_place(struct walk *walk)
{
    const char *const open = walk->at + strcspn(walk->at, "\"\n"), *const end = walk->at + strcspn(walk->at, "\n");
    unsigned line, way;
    if (*open != '"' || sscanf(walk->at, "`line %u", &line) != 1)
        return false;
    const char *const close = open + 1 + strcspn(open + 1, "\"\n");
    if (*close != '"' || sscanf(close + 1, "%u", &way) != 1)
        return false;
    walk->file = open + 1;
    walk->file_length = (int)(close - open - 1);
    walk->line = line - 1;
    walk->allowed = walk->allowed && !(way == 1 && walk->nested == 0);
    walk->nested += way == 1;
    walk->nested -= way == 2 && walk->nested;
    walk->at = end;
    return true;
}

static void step(struct walk *walk)
{
    if (*walk->at++ != '\n')
        return;
    walk->line++;
    walk->line_start = walk->at;
}

/* What Verilator is told in a comment. */
static void take_comment(struct walk *walk)
{
    static const char off[] = "/*verilator lint_off ASSIGNDLY*/", on[] = "/*verilator lint_on ASSIGNDLY*/";
    const char *const found = strstr(walk->at + 2, "*/");
    if (strncmp(walk->at, off, sizeof off - 1) == 0)
        walk->allowed = true;
    else if (strncmp(walk->at, on, sizeof on - 1) == 0)
        walk->allowed = false;
    const char *const end = found ? found + 2 : walk->at + strlen(walk->at);
    while (walk->at < end)
        step(walk);
}

static void skip(struct walk *walk)
{
    for (;;) {
        if (isspace((unsigned char)*walk->at))
            step(walk);
        else if (walk->at[0] == '/' && walk->at[1] == '*')
            take_comment(walk);
        else if (*walk->at != '`' || !take_place(walk))
            return;
    }
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

/* How much of it is one: an identifier, a number, a string, a sign. */
static size_t length_of(const char *at)
{
    static const char *const signs[] = {"->>", "::", "##"};
    size_t                   length = 0;
    if (*at == '"') {
        for (length = 1; at[length] && at[length] != '"'; length++)
            length += at[length] == '\\' && at[length + 1];
        return length + (at[length] == '"');
    }
    if (*at == '\\')
        return strcspn(at, " \t\r\n\f\v");
    while (is_in_word(at[length]))
        length++;
    for (unsigned i = 0; !length && i < sizeof signs / sizeof signs[0]; i++)
        length = strncmp(at, signs[i], strlen(signs[i])) == 0 ? strlen(signs[i]) : 0;
    return length ? length : *at != '\0';
}

static struct word next(struct walk *walk)
{
    skip(walk);
    const struct word word = {walk->at, length_of(walk->at), walk->line, (unsigned)(walk->at - walk->line_start) + 1};
    for (size_t i = 0; i < word.length; i++)
        step(walk);
    return word;
}

/* ---- delays ----------------------------------------------------------------------------------------------------- */

/* What stands before a #, and the declaration that it is in. */
struct context {
    struct word before;
    bool        net;   /* of nets, before their names */
    unsigned    depth; /* brackets that are open in it */
};

static bool opens(const struct word *word)
{
    static const char *const open[] = {"(", "[", "{", NULL};
    return is_one_of(word, open);
}

static bool closes(const struct word *word)
{
    static const char *const close[] = {")", "]", "}", NULL};
    return is_one_of(word, close);
}

/* Parameters of a class, #(4) of `c#(4)::t`, are no delay.  The walk is a copy. */
static bool is_of_class(struct walk walk)
{
    unsigned depth = 0;
    do {
        const struct word word = next(&walk);
        depth += opens(&word);
        depth -= closes(&word) && depth;
    } while (depth && *walk.at);
    const struct word word = next(&walk);
    return is(&word, "::");
}

/* Why a # is a delay of which Verilator says nothing; NULL: it is none. */
static const char *delay_at(const struct context *context, const struct walk *behind)
{
    static const char *const skewed[] = {"input", "output", "posedge", "negedge", "edge", NULL};
    struct walk              walk = *behind;
    const struct word        value = next(&walk);
    if (is(&context->before, "->>"))
        return "the delay of an event";
    if (is_one_of(&context->before, skewed))
        return is(&value, "1step") ? NULL : "the skew of a clocking block";
    return context->net && context->depth == 0 && !is_of_class(*behind) ? "the delay of a net" : NULL;
}

static void follow(struct context *context, const struct word *word)
{
    static const char *const nets[] = {"wire",  "tri",    "tri0",  "tri1",    "wand",    "wor",          "triand",
                                       "trior", "trireg", "uwire", "supply0", "supply1", "interconnect", NULL};
    static const char *const ends[] = {";", "=", ",", NULL};
    if (is_one_of(word, nets) && !is(&context->before, "default_nettype")) {
        context->net = true;
        context->depth = 0;
    } else if (opens(word)) {
        context->depth++;
    } else if (closes(word)) {
        context->net = context->net && context->depth;
        context->depth -= context->depth != 0;
    } else if (context->depth == 0 && is_one_of(word, ends)) {
        context->net = false;
    }
    context->before = *word;
}

static bool refuse(const struct walk *walk, const struct word *word, const char *what,
                   const struct message_source *source, struct diag *diag)
{
    char file[sizeof diag->file];
    messages_name_file(source, walk->file, walk->file_length, file, sizeof file);
    diag_set(diag, file, word->line, "%s: %s", what, messages_untimed);
    return diag_at(diag, word->column);
}

bool delays_none(const char *text, const struct message_source *source, struct diag *diag)
{
    struct walk    walk = {.at = text, .line_start = text, .file = "", .line = 1};
    struct context context = {.net = false};
    for (;;) {
        const struct word word = next(&walk);
        const char       *what = NULL;
        if (!word.length)
            return true;
        if (is(&word, "specify"))
            what = "a specify block";
        else if (is(&word, "#"))
            what = delay_at(&context, &walk);
        if (what && !walk.allowed)
            return refuse(&walk, &word, what, source, diag);
        follow(&context, &word);
    }
}
