"""Pure computation: arrays in, arrays out. No files, no names, no logging.

`axes`, `rules`, `facts` and `generals` are NumPy over small arrays; the modules that import
`compiled` hold the Numba kernels, and are imported only where something is computed in bulk.
"""
