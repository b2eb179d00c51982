#!/bin/sh
# Finds, or on Debian as root installs, Chromium and a Chinese font. Says what to do where it can do neither.
set -eu
wanted=""
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || [ -n "${CHROMIUM:-}" ] || wanted="chromium"
if ! command -v fc-list >/dev/null 2>&1 || [ -z "$(fc-list :lang=zh-cn family 2>/dev/null)" ]; then wanted="$wanted fontconfig fonts-noto-cjk"; fi
[ -n "$wanted" ] || exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing:$(printf ' %s' $wanted)"
    apt-get update -qq >/dev/null
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $wanted >/dev/null
else
    echo "The browser tests need:$(printf ' %s' $wanted). On Debian or Ubuntu: sudo apt-get install$(printf ' %s' $wanted)." >&2
    echo "Another Chromium or Chrome can be named with the variable CHROMIUM." >&2
    exit 1
fi
