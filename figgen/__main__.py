"""`python -m figgen`."""

import sys

from figgen.cli import main

sys.exit(main())
