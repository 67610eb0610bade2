"""How many tokens a digest has beside the dump that it is made of.

A token is four ASCII characters or one other, for both. The folder has dumps and interface files, whatever their format:

    digests.py PROGRAM FOLDER
"""

import pathlib
import statistics
import subprocess
import sys


def tokens(text):
    ascii_characters = sum(character < "\x80" for character in text)
    return (ascii_characters + 3) // 4 + len(text) - ascii_characters


def measured(program, file):
    """The tokens of a file and of its digest; None where it is no dump, or holds nothing to read or touch."""
    done = subprocess.run([program, "inspect", "--format", "digest", file], capture_output=True, text=True, timeout=60)
    if done.returncode != 0 or "Nothing to read or touch." in done.stdout:
        return None
    return tokens(file.read_text(encoding="utf-8", errors="replace")), tokens(done.stdout)


def main(program, folder):
    kinds = {}
    for file in sorted(pathlib.Path(folder).rglob("*")):
        if file.is_file() and file.suffix in (".xml", ".json", ".txt", ".storyboard", ".xib"):
            if pair := measured(program, file):
                kinds.setdefault(file.suffix[1:], []).append(pair)
    print("| files | number | tokens, median | digest, median | 95th percentile | share, median |\n|---|---|---|---|---|---|")
    for kind, pairs in sorted(kinds.items()):
        digests = sorted(digest for _, digest in pairs)
        last = digests[min(len(digests) - 1, len(digests) * 95 // 100)]
        share = statistics.median(digest / source for source, digest in pairs)
        source = statistics.median(source for source, _ in pairs)
        print(f"| {kind} | {len(pairs)} | {source:.0f} | {statistics.median(digests):.0f} | {last} | {share:.3f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
