"""wekiva - the cycle-accurate model of AMD's R700 shader core, and R580's and NV30's, for Python.

    import wekiva
    with wekiva.Machine('launch.json', simds=1) as machine:
        machine.run()
        print(machine.cycle, machine.exports.floats('PIX0').tolist()[17])

docs/python.md of the project has the rest.
"""
from .inputs import Launch, Program, expand
from .library import BadArgument, Busy, CycleLimit, Error, NoSignal, NotWritable, OutOfRange, Refused, Stopped, version
from .machine import Comparison, Machine
from .results import Figures
from .search import Optimum, optimise, sample
from .signals import Signal
from .sweeps import read_sweep, sweep

__all__ = ['BadArgument', 'Busy', 'Comparison', 'CycleLimit', 'Error', 'Figures', 'Launch', 'Machine', 'NoSignal', 'NotWritable',
           'Optimum', 'OutOfRange', 'Program', 'Refused', 'Signal', 'Stopped', 'expand', 'optimise', 'read_sweep', 'sample', 'sweep']
__version__ = version()
