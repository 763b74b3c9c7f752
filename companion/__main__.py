"""``python -m companion`` is the same as the console script."""

import sys

from companion.cli import main

sys.exit(main())
