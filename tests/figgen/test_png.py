"""PNG files whose bytes no compression library decides: readers of PNG must still agree with the pixels."""

from __future__ import annotations

import hashlib
import io
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from figgen.png import deflated, png

RUNS = st.lists(st.tuples(st.integers(0, 255), st.integers(1, 600)), max_size=20)


@given(RUNS)
@settings(max_examples=200, deadline=None)
def test_runs_of_every_length_come_out_of_zlib_as_they_were(runs: list[tuple[int, int]]) -> None:
    data = b"".join(bytes([byte]) * count for byte, count in runs)
    assert zlib.decompress(deflated(data)) == data


@pytest.mark.parametrize("length", range(1, 520))
def test_a_run_of_each_length_is_whole(length: int) -> None:
    data = b"\x07" + b"\xc8" * length
    assert zlib.decompress(deflated(data)) == data


def test_another_reader_of_png_sees_the_same_pixels() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (17, 23, 3), dtype=np.uint8)
    pixels[5:9] = pixels[5, 0]
    image = Image.open(io.BytesIO(png(pixels)))
    assert (image.format, image.mode) == ("PNG", "RGB")
    assert np.array_equal(np.asarray(image), pixels)


def test_the_bytes_are_these_on_every_machine() -> None:
    pixels = np.zeros((40, 30, 3), np.uint8)
    pixels[10:20, 5:25] = (31, 95, 168)
    digest = hashlib.sha256(png(pixels)).hexdigest()
    assert digest == "2612c8f0fa5c22be3a07b44f49a8663b40700fc9014ad5ff07d871e72ce47710"
