"""Make the book's mathematics font: the characters that a textbook needs, out of STIX Two Math.

`python scripts/math_font.py` fetches the pinned package that carries the font, checks both checksums, keeps
the characters below, and writes overrides/assets/fonts/book-math.woff2. The same input gives the same bytes,
so the file in the repository can be made again and compared. Run it after adding a character; a test names
any that a page uses and the font lacks.

Left out are the hand-drawn script sizes (feature `ssty`): with them the file is twice as large, and the page
looks the same.
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

PACKAGE = "ziamath==0.13"
PACKAGE_SHA256 = "67a9b9714101fc90c2d6d0328e578f3ac311fb007644f2bbb9314ba2bc1c1459"
MEMBER = "ziamath/fonts/STIXTwoMath-Regular.ttf"
FONT_SHA256 = "8f42cb183a85043a4dc3f8e41ac3821eb27bf178d68ace929ba439523622323c"
SIZES = 5  # of a bracket, up to two lines; taller ones are put together from parts
TARGET = Path(__file__).parent.parent / "overrides/assets/fonts/book-math.woff2"


def characters() -> set[int]:
    """The code points kept: ASCII, Greek, italics, and the signs of linear algebra.

    Bold and script letters, which the book does not use, would add a sixth to the size.
    """
    kept = set(range(0x21, 0x7F)) | set(range(0x391, 0x3CA)) - {0x3A2}
    kept |= set(map(ord, "±·×÷¯ˆ˜ϕϵ′…⋯⋮⋱ℎℓ‖‾"))
    kept |= set(map(ord, "←↑→↓↦⇒∂∇∈∉∏∑−∗√∝∞∥∼≈≔≠≤≥≪≫⊕⊗⊙⊤⋅⌈⌉⌊⌋⏞⏟⟨⟩ℝ"))
    kept |= {0x2061, 0x2062, 0x2063, 0x2064, 0x20D7, 0x302, 0x303, 0x304, 0x307, 0x308, 0x338}
    kept |= set(range(0x1D434, 0x1D468)) - {0x1D455}  # italic; its h is U+210E
    kept |= set(range(0x1D6FC, 0x1D71C))  # small Greek italic; capitals are upright
    return kept


def source() -> bytes:
    """The original font, from the pinned package; both checksums must agree."""
    with tempfile.TemporaryDirectory() as folder:
        lock = Path(folder, "lock.txt")
        lock.write_text(f"{PACKAGE} --hash=sha256:{PACKAGE_SHA256}\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
        subprocess.run([*command, "--requirement", str(lock), "--dest", folder], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        font = zipfile.ZipFile(wheel).read(MEMBER)
    if hashlib.sha256(font).hexdigest() != FONT_SHA256:
        raise SystemExit(f"{MEMBER} is not the font that this script knows")
    return font


def narrow_tall_signs(font: TTFont) -> None:
    """Give the tall variants of roots and brackets about the width of the smallest.

    Browsers reserve the width of a sign's widest variant, whichever they draw; the tall ones, which are wide,
    would leave a gap of up to half a character after every root and every bracket.
    """
    variants = font["MATH"].table.MathVariants
    for sign, most in [("√", 1.0), *((bracket, 1.2) for bracket in "()[]{}⟨⟩⌈⌉⌊⌋")]:
        name = font.getBestCmap()[ord(sign)]
        construction = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(name)]
        construction.MathGlyphVariantRecord = construction.MathGlyphVariantRecord[:SIZES]
        names = [record.VariantGlyph for record in construction.MathGlyphVariantRecord]
        if construction.GlyphAssembly:
            names += [part.glyph for part in construction.GlyphAssembly.PartRecords]
        limit = round(most * font["hmtx"][name][0])
        for wide in (n for n in names if font["hmtx"][n][0] > limit):
            glyph = font["glyf"][wide]
            glyph.coordinates.scale((limit / font["hmtx"][wide][0], 1))
            glyph.recalcBounds(font["glyf"])
            font["hmtx"][wide] = (limit, glyph.xMin)


def main() -> None:
    """Write the font."""
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["ccmp", "flac"]
    options.hinting = False
    options.notdef_outline = True
    options.drop_tables += ["DSIG", "FFTM", "meta"]
    with tempfile.NamedTemporaryFile(suffix=".ttf") as file:
        file.write(source())
        file.flush()
        font = subset.load_font(file.name, options)
    narrow_tall_signs(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=sorted(characters()))
    subsetter.subset(font)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(font, str(TARGET), options)
    missing = characters() - set(font.getBestCmap())
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes, {len(font.getGlyphOrder())} glyphs", end="")
    print(f"; not in the source: {''.join(map(chr, sorted(missing)))}" if missing else "")


if __name__ == "__main__":
    main()
