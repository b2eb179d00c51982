"""What "to twelve digits" means: one tensor's largest difference against its own largest number."""

import numpy as np


def difference(got: object, wanted: object) -> float:
    """The largest difference over max(1, largest number wanted); inf if shapes or infinities differ."""
    ours, theirs = np.asarray(got, dtype=np.float64), np.asarray(wanted, dtype=np.float64)
    if ours.shape != theirs.shape or np.isnan(ours).any() or np.isnan(theirs).any():
        return np.inf
    if not np.array_equal(np.where(np.isinf(ours), ours, 0), np.where(np.isinf(theirs), theirs, 0)):
        return np.inf
    finite = np.isfinite(theirs)
    largest = np.abs(theirs[finite]).max(initial=1.0)
    return float(np.abs(ours[finite] - theirs[finite]).max(initial=0.0) / largest)


def assert_close(got: object, wanted: object, what: str = "", within: float = 1e-12) -> None:
    far = difference(got, wanted)
    shapes = np.shape(got), np.shape(wanted)
    assert far <= within, f"{what}: off by {far:.2g} (at most {within:g} is allowed), shapes {shapes}"
