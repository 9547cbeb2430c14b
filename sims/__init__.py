"""The deal-and-playout core: arrays in, arrays out. Knows no data frame, prints nothing.

Importing the package is cheap; numba is loaded by the kernel modules alone.
"""
