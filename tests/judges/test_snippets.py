"""The book's PyTorch programs, run by PyTorch, give the book's numbers; and NumPy's say the same."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from figgen.deriving.derived import Derived, load  # noqa: E402
from figgen.project import Project  # noqa: E402
from tests.workbench import ROOT  # noqa: E402

CHAPTERS = Project(ROOT).chapters()


@pytest.fixture(scope="module", params=CHAPTERS)
def derived(request: pytest.FixtureRequest) -> Derived:
    if not (Project(ROOT).build / "derivations" / f"{request.param}.json").is_file():
        pytest.skip("the book is not built here; `python -m figgen build` first")
    return load(Project(ROOT), request.param)


def run(program: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "snippet"}
    exec(compile(program, "snippet.py", "exec"), names)
    return dict(names["results"])


def test_pytorch_and_numpy_agree_on_every_published_array_of_a_chapter(derived: Derived) -> None:
    ours, theirs = (run(derived.document["snippets"][library]) for library in ("numpy", "torch"))
    assert list(ours) == list(theirs) and len(ours) > 2
    for name, array in ours.items():
        other = theirs[name]
        assert isinstance(other, torch.Tensor), name
        assert other.dtype == torch.float64, name
        numbers = np.asarray(array, dtype=float)
        largest = np.abs(numbers[np.isfinite(numbers)]).max(initial=1)
        np.testing.assert_allclose(other.numpy(), numbers, rtol=0, atol=1e-12 * largest, err_msg=name)
