#!/bin/sh
# Fetches the W3C's checker of HTML to the file named, where Java and npm are at hand. Where they are not, or the
# registry cannot be reached, it says so and the test that needs the checker is skipped.
set -eu
target="$1"
version=26.9.27
sum=22f15dd39a33bed929d2a5c0cddf5946849a647eca9272bf4d5d00bc7e7a4d47
[ "$target" -nt "$0" ] && exit 0
for program in java npm; do
    command -v "$program" >/dev/null 2>&1 || { echo "no $program here: the check of the pages' HTML will be skipped"; exit 0; }
done
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
echo "fetching the checker of HTML, vnu-jar $version"
(cd "$folder" && npm pack --silent --ignore-scripts "vnu-jar@$version" >/dev/null 2>&1 && tar -xzf ./*.tgz) || {
    echo "vnu-jar $version could not be fetched: the check of the pages' HTML will be skipped"
    exit 0
}
jar="$folder/package/build/dist/vnu.jar"
digest='const [, file, sum] = process.argv; const bytes = require("fs").readFileSync(file);
process.exit(require("crypto").createHash("sha256").update(bytes).digest("hex") === sum ? 0 : 1)'
node -e "$digest" "$jar" "$sum" || { echo "vnu-jar $version is not the file that this book knows" >&2; exit 1; }
java -jar "$jar" --version >/dev/null 2>&1 || { echo "this Java cannot run vnu-jar $version: the check of the pages' HTML will be skipped"; exit 0; }
mkdir -p "$(dirname "$target")"
mv "$jar" "$target"
touch "$target"
