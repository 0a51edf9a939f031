#!/usr/bin/env python3
"""notebook.py - the notebooks of the guides show what happens: all cells are run by nbconvert, and what they print is what stands in
the file; the same cells have pictures, which are not compared.

usage: notebook.py [--write] WEKIVA NOTEBOOK...      (from the project's root, after `make python`; --write: puts the real outputs
       into a file where words differ)

Skipped, with a line, where python3-nbconvert, python3-ipykernel or python3-matplotlib is not installed.
"""
import importlib.util
import os
import sys
import tempfile

NEEDS = ('nbconvert', 'ipykernel', 'matplotlib', 'pandas')
PICTURES = ('image/png', 'image/svg+xml')


def executed(path, wekiva, nbformat):
    """As it is after a run, in a folder that looks like the project's root."""
    from nbconvert.preprocessors import ExecutePreprocessor  # pylint: disable=import-outside-toplevel
    notebook = nbformat.read(path, as_version=4)
    os.environ['PYTHONPATH'] = os.path.join(os.path.dirname(os.path.abspath(wekiva)), 'python')
    os.environ['PYDEVD_DISABLE_FILE_VALIDATION'] = '1'
    os.environ['MPLBACKEND'] = 'module://matplotlib_inline.backend_inline'
    with tempfile.TemporaryDirectory() as folder:
        os.environ['IPYTHONDIR'] = folder + '/ipython'
        os.symlink(os.path.abspath('tb'), folder + '/tb')
        os.makedirs(folder + '/docs/guides')
        ExecutePreprocessor(timeout=300, kernel_name='python3').preprocess(notebook, {'metadata': {'path': folder + '/docs/guides'}})
    for cell in notebook.cells:
        cell.metadata.pop('execution', None)  # times
    return notebook


def shown(cell):
    """What a reader sees of a cell: its words, and which kinds of pictures."""
    outputs = cell.get('outputs', [])
    words = ''.join(output.get('text', '') for output in outputs)
    return words, [kind for output in outputs for kind in PICTURES if kind in output.get('data', {})]


def main():
    arguments = sys.argv[1:]
    write = arguments[:1] == ['--write']
    wekiva, *paths = arguments[write:]
    missing = [name for name in NEEDS if not importlib.util.find_spec(name)]
    if missing:
        print('notebook: skipped, for there is no python3-%s (make deps-docs)\nnotebook: 0 passed, 0 failed' % ', python3-'.join(missing))
        return
    import nbformat  # pylint: disable=import-outside-toplevel
    failed = cells = 0
    for path in paths:
        old, real = nbformat.read(path, as_version=4), executed(path, wekiva, nbformat)
        wrong = [number for number, pair in enumerate(zip(old.cells, real.cells)) if shown(pair[0]) != shown(pair[1])]
        cells += len(old.cells)
        if write and wrong:
            nbformat.write(real, path)
            continue
        failed += len(wrong)
        for number in wrong:
            print('FAILED: %s: cell %d shows\n%s\nand not\n%s' % (path, number, shown(real.cells[number]), shown(old.cells[number])))
    print('notebook: %d passed, %d failed' % (cells - failed, failed))
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
