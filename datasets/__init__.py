"""Facts as rows with their sources, closed vocabularies, column schemas and their loaders.

Nothing here imports the rest of the package; tables travel to kernels as arguments.
"""
