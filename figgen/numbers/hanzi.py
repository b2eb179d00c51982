"""Integers as Chinese number words, and back.

One idea: the positional reading of 0 to 9999 (零, 十二, 一百零五, 二千三百四十).
`spell` writes it, `read` understands every word that `spell` can write, and 两.
"""

from __future__ import annotations

DIGITS = "零一二三四五六七八九"
PLACES = ("", "十", "百", "千")


def spell(number: int) -> str:
    """Return the number word of `number`, -9999 to 9999; ValueError outside."""
    if number < 0:
        return "负" + spell(-number)
    if number > 9999:
        raise ValueError(f"{number} is above 9999, the largest number that is written in Chinese characters")
    if number == 0:
        return DIGITS[0]
    words: list[str] = []
    gap = False
    for place in (3, 2, 1, 0):
        digit = number // 10**place % 10
        if digit == 0:
            gap = bool(words)
            continue
        if gap:
            words.append(DIGITS[0])
            gap = False
        if place == 1 and digit == 1 and not words:
            words.append(PLACES[1])
        else:
            words.append(DIGITS[digit] + PLACES[place])
    return "".join(words)


def read(word: str) -> int | None:
    """Return the integer that `word` spells, or None if it is no number word of 0 to 9999."""
    if word.startswith("负"):
        inner = read(word[1:])
        return None if inner is None else -inner
    plain = word.replace("两", "二").replace("〇", "零")
    total, digit = 0, None
    for character in plain:
        if character in DIGITS:
            digit = DIGITS.index(character)
        elif character in PLACES[1:]:
            total += (1 if digit is None else digit) * 10 ** PLACES.index(character)
            digit = None
        else:
            return None
    total += digit or 0
    return total if plain in (spell(total) if total <= 9999 else "", "一" + spell(total)) else None
