"""How the almanac was made and how it is compared: for those who rebuild it, never at run time.

Needs the extra `almanac`, and two ephemerides; see datasets/almanac/README.md.
"""
