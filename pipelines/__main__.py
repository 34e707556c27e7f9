"""`python -m dingshi`."""

from dingshi.cli import main

main()
