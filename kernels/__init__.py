"""Pure computation: arrays in, arrays out. No files, no names, no logging.

`facts`, `axes` and `generals` are NumPy expressions over small arrays; the modules that import
`compiled` hold the Numba kernels, and are imported only where something is computed in bulk.
"""
