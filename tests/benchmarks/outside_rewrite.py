"""Another program that writes a memory file once: python outside_rewrite.py FILE NUMBER

The memory keeps its size: ten entities say something else in their last observation, and five are replaced by
others of another name with the same observations and relations. Each number gives other changes.
"""

import argparse
import json
import random
from pathlib import Path

from memory_files import WORDS

_OBSERVED, _REPLACED = 10, 5


def rewritten(records, number):
    """Return the records of a memory after the write of that number."""
    source = random.Random(number)
    entities = [one for one in records if one["type"] == "entity"]
    for entity in source.sample(entities, _OBSERVED):
        entity["observations"][-1:] = [f"{' '.join(source.choices(WORDS, k=8))} {number}"]
    gone = [one["name"] for one in source.sample(entities, _REPLACED)]
    names = {name: f"{source.choice(WORDS)}_{number}_{place}" for place, name in enumerate(gone)}
    keys = ("name", "from", "to")
    return [
        {key: names.get(value, value) if key in keys else value for key, value in one.items()}
        for one in records
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("number", type=int)
    options = parser.parse_args()
    records = [json.loads(line) for line in options.file.read_text(encoding="utf-8").splitlines()]
    lines = (json.dumps(one, ensure_ascii=False) for one in rewritten(records, options.number))
    beside = options.file.with_name(f"{options.file.name}.outside")
    beside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    beside.replace(options.file)


if __name__ == "__main__":
    main()
