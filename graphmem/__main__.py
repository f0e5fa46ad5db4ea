"""`python -m graphmem` is the command line."""

import sys

from graphmem.cli import main

if __name__ == "__main__":
    sys.exit(main())
