"""Pixels as a PNG file, the same bytes everywhere.

Compression libraries differ between machines and versions in the bytes that they write. This one writes the
runs of equal bytes that pictures of plain areas are made of (RFC 1950 and 1951, fixed codes), and no more.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_right
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
EXTRA = [0] * 8 + [bits for bits in range(1, 6) for _ in range(4)]
"""Extra bits of the codes for lengths, from code 257 on; the last length has a code of its own."""
FIRST = [3, *accumulate((1 << bits for bits in EXTRA), initial=3)][1:-1]
LONGEST = 258


def png(pixels: Pixels) -> bytes:
    """Return a PNG file of pixels (height, width, 3)."""
    height, width, _ = pixels.shape
    lines = pixels.reshape(height, width * 3)
    above = np.vstack([np.zeros_like(lines[:1]), lines[:-1]])
    filtered = np.hstack([np.full((height, 1), 2, np.uint8), lines - above])  # each line minus the one above
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", deflated(filtered.tobytes())), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def deflated(data: bytes) -> bytes:
    """Return a zlib stream of the data: single bytes, and runs of a byte as copies of the byte before."""
    bits = _Bits()
    bits.put(0b011, 3)  # the last block, with fixed codes
    array = np.frombuffer(data, np.uint8)
    starts = [0, *(np.flatnonzero(array[1:] != array[:-1]) + 1).tolist(), len(data)]
    for start, end in pairwise(starts if data else []):
        literal = LITERALS[data[start]]
        bits.put(*literal)
        whole, left = divmod(end - start - 1, LONGEST)
        for _ in range(whole):
            bits.put(*REPEATS[LONGEST])
        if left in REPEATS:
            bits.put(*REPEATS[left])
        else:
            for _ in range(left):
                bits.put(*literal)
    bits.put(0, 7)
    return b"\x78\x01" + bits.whole() + struct.pack(">I", zlib.adler32(data))


class _Bits:
    """Bits, the lowest of each byte first."""

    def __init__(self) -> None:
        self.done, self.held, self.count = bytearray(), 0, 0

    def put(self, value: int, count: int) -> None:
        """Append a number, its lowest bit first."""
        self.held |= value << self.count
        self.count += count
        while self.count >= 8:
            self.done.append(self.held & 255)
            self.held >>= 8
            self.count -= 8

    def whole(self) -> bytes:
        """The bytes; the last one is filled with zeros."""
        return bytes(self.done) + (bytes([self.held]) if self.count else b"")


def _code(value: int, count: int) -> tuple[int, int]:
    """A code with its highest bit first, as a number with its lowest bit first."""
    return int(f"{value:0{count}b}"[::-1], 2), count


def _literal(byte: int) -> tuple[int, int]:
    return _code(0x30 + byte, 8) if byte < 144 else _code(0x190 + byte - 144, 9)


def _repeat(length: int) -> tuple[int, int]:
    """The byte before, so many times again: its length's code and extra bits, 5 zeros for the distance."""
    place = len(FIRST) if length == LONGEST else bisect_right(FIRST, length) - 1
    code, count = _code(place + 1, 7) if place < 23 else _code(0xC0 + place - 23, 8)
    if length == LONGEST:
        return code, count + 5
    return code | (length - FIRST[place]) << count, count + EXTRA[place] + 5


LITERALS = [_literal(byte) for byte in range(256)]
REPEATS = {length: _repeat(length) for length in range(FIRST[0], LONGEST + 1)}
