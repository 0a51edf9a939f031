#!/usr/bin/env python3
"""cells.py - cells of a notebook: each line of the input is one as a JSON string, and the answer, a line too, is what it prints, its
last expression included, as a notebook shows it.  It ends where a cell fails."""
import ast
import contextlib
import io
import json
import sys


def run(cell, names):
    tree, output = ast.parse(cell), io.StringIO()
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(output):
        exec(compile(tree, 'cell', 'exec'), names)  # pylint: disable=exec-used
        value = eval(compile(ast.Expression(last.value), 'cell', 'eval'), names) if last else None  # pylint: disable=eval-used
        if value is not None:
            print(repr(value))
    return output.getvalue()


def main():
    names = {'__name__': '__main__'}
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line), names)), flush=True)


main()
