"""Makes renderer/ui/styles/plain-zero.woff2: the tabular zero of Atkinson Hyperlegible Next without its slash.

The package's font has no plain zero. The counter is whole again by symmetry: its lower left quarter is mirrored, in every
weight. Needs fonttools and brotli:

    python3 scripts/fonts/plain-zero.py
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "node_modules/@fontsource-variable/atkinson-hyperlegible-next/files"
SOURCE = PACKAGE / "atkinson-hyperlegible-next-latin-wght-normal.woff2"
TARGET = ROOT / "renderer/ui/styles/plain-zero.woff2"

# SIL Open Font License: a modified version has a name of its own.
FAMILY = "Comanda Plain Zero"
# The tabular zero is made of the proportional one.
ZERO, TABULAR_ZERO = "zero", "zero.tf"
# Points of the source's zero, clockwise from the bottom: the outer contour, and a quarter of the counter.
OUTER = range(16)
QUARTER = (16, 26, 25, 24, 23)
BOTTOM, LEFT = 0, 4
PHANTOMS = 4


def counter(points):
    """The whole counter, counter-clockwise, from its lower left quarter, mirrored at the middle of the outer contour."""
    middle_x, middle_y = points[BOTTOM][0], points[LEFT][1]
    quarter = [points[index] for index in QUARTER]
    across = [(2 * middle_x - x, y) for x, y in quarter]
    left = quarter + [(x, 2 * middle_y - y) for x, y in reversed(quarter[:-1])]
    right = across + [(x, 2 * middle_y - y) for x, y in reversed(across[:-1])]
    return right + list(reversed(left[1:-1]))


def plain(points):
    """The points of the zero without its slash; of a variation, their movements."""
    return [points[index] for index in OUTER] + counter(points)


def main():
    font = TTFont(SOURCE)
    glyph = font["glyf"][ZERO]
    points, flags = list(glyph.coordinates), list(glyph.flags)
    quarter_flags = [flags[index] for index in QUARTER]
    left_flags = quarter_flags + list(reversed(quarter_flags[:-1]))
    counter_flags = left_flags + left_flags[1:-1]

    for variation in font["gvar"].variations[ZERO]:
        moves = [(0, 0) if move is None else move for move in variation.coordinates]
        variation.coordinates = plain(moves) + moves[-PHANTOMS:]
    glyph.coordinates = GlyphCoordinates(plain(points))
    glyph.flags = bytearray([flags[index] for index in OUTER] + counter_flags)
    glyph.numberOfContours = 2
    glyph.endPtsOfContours = [len(OUTER) - 1, len(glyph.coordinates) - 1]
    glyph.removeHinting()

    for table in font["cmap"].tables:
        table.cmap = {0x30: TABULAR_ZERO}
    options = Options(layout_features=[], hinting=False, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], flavor="woff2")
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[0x30])
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4):
            record.string = FAMILY
        if record.nameID in (3, 6):
            record.string = FAMILY.replace(" ", "") + "-Regular"
    font.flavor = "woff2"
    font.save(TARGET)


main()
