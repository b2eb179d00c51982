"""An example that would give other numbers in another run is refused, at the line where it looks outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.running.outside import outside
from tests.figgen import books

CLOCK = "reads the clock, which says something else in every run; declare the number with given(…)"
MACHINE = "reads the machine, which is another one elsewhere; declare what it needs with given(…)"
CHANCE = "gives other numbers in every run; use a generator with a seed, np.random.default_rng(1)"
NETWORK = "reaches for the network; put its data into a file of the book"


@pytest.mark.parametrize(
    ("source", "place", "said"),
    [
        ("import time\nx = time.time()\n", "2:5", f"time.time {CLOCK}"),
        ("import time as t\nx = t.perf_counter()\n", "2:5", f"t.perf_counter {CLOCK}"),
        ("from datetime import datetime\n名 = datetime.now()\n", "2:5", f"datetime.now {CLOCK}"),
        ("import datetime\nx = datetime.date.today()\n", "2:5", f"datetime.date.today {CLOCK}"),
        ("import os\nx = os.environ['HOME']\n", "2:5", f"os.environ {MACHINE}"),
        ("import os\nx = os.cpu_count()\n", "2:5", f"os.cpu_count {MACHINE}"),
        ("import platform\n", "1:1", f"import platform {MACHINE}"),
        ("from pathlib import Path\nx = Path.home()\n", "2:5", f"Path.home {MACHINE}"),
        ("import uuid\nx = uuid.uuid4()\n", "2:5", f"uuid.uuid4 {CHANCE}"),
        ("import random\nx = random.Random()\n", "2:5", f"random.Random() {CHANCE}"),
        ("import numpy as np\nx = np.random.RandomState(None)\n", "2:5", f"np.random.RandomState() {CHANCE}"),
        ("from numpy.random import PCG64\nx = PCG64()\n", "2:5", f"PCG64() {CHANCE}"),
        ("import urllib.request\n", "1:1", f"import urllib.request {NETWORK}"),
        ("import requests\n", "1:1", f"import requests {NETWORK}"),
    ],
)
def test_what_reads_from_outside_the_book_is_refused(source: str, place: str, said: str) -> None:
    assert str(next(outside(source, "docs/x.py"))) == f"docs/x.py:{place}: {said}"


@pytest.mark.parametrize(
    "source",
    [
        "import random\nx = random.Random(1)\n",
        "import numpy as np\nx = np.random.default_rng(int(seed))\n",
        "import numpy as np\nx = np.random.RandomState(seed=1)\n",
        "import datetime\nx = datetime.date(2017, 6, 12)\n",
        "from pathlib import Path\nx = Path(__file__).with_name('facts.toml').read_text()\n",
        "import os.path\nx = os.path.join('a', 'b')\n",
        "time = given(3)\nx = time.sum()\n",
        "import sys\nx = sys.path\n",
    ],
)
def test_seeds_files_of_the_book_and_plain_names_are_fine(source: str) -> None:
    assert list(outside(source, "docs/x.py")) == []


def test_the_build_stops_at_it(tmp_path: Path) -> None:
    example = "import time\n\nfrom figgen import given\n\nn = given(3)\n_now = time.strftime('%Y')\n"
    project = books.make_book(tmp_path, {"page.md": "@{n}\n", "page.py": example})
    assert books.build_mistakes(project) == [f"docs/page.py:6:8: time.strftime {CLOCK}"]


def test_a_clock_read_through_a_module_of_the_book_is_refused_while_the_example_runs(tmp_path: Path) -> None:
    helper = "import time\n\n\ndef now():\n    return time.time()\n"
    example = "from docs.helper import now\n\nx = now()\n"
    project = books.make_book(tmp_path, {"page.md": "页\n", "page.py": example, "helper.py": helper})
    assert books.build_mistakes(project) == [
        "docs/page.py:3: time.time says something else in every run; declare the number with given(…)"
    ]
