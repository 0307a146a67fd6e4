"""Another program that writes a memory file over and over: python outside_storm.py FILE [--seconds 5]

Twenty times a second it replaces the file atomically with one in which a hundred records differ: 50 entities
have another observation, 15 are new, each with a relation, and as many are deleted with theirs.
"""

import argparse
import json
import random
import time
from pathlib import Path

_OBSERVED = 50
_REPLACED = 15


class Storm:
    """The records of the file, and how they change."""

    def __init__(self, path):
        self._path = path
        self._random = random.Random(11)
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        self._entities = {one["name"]: one for one in records if one["type"] == "entity"}
        self._relations = [one for one in records if one["type"] == "relation"]

    def write(self, number):
        """Make the changes of one write, and write."""
        self._observe(number)
        self._delete()
        self._create(number)
        lines = (json.dumps(one, ensure_ascii=False) for one in (*self._entities.values(), *self._relations))
        beside = self._path.with_name(f"{self._path.name}.storm")
        beside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        beside.replace(self._path)

    def _observe(self, number):
        for name in self._random.sample(list(self._entities), _OBSERVED):
            self._entities[name]["observations"][-1:] = [f"seen in write {number}"]

    def _delete(self):
        gone = set(self._random.sample(list(self._entities), _REPLACED))
        self._entities = {name: one for name, one in self._entities.items() if name not in gone}
        self._relations = [one for one in self._relations if not gone & {one["from"], one["to"]}]

    def _create(self, number):
        for place in range(_REPLACED):
            name, neighbour = f"storm {number}.{place}", self._random.choice(list(self._entities))
            self._entities[name] = {
                "type": "entity",
                "name": name,
                "entityType": "task",
                "observations": ["new"],
            }
            relation = {"type": "relation", "from": name, "to": neighbour, "relationType": "follows"}
            self._relations.append(relation)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--writes-a-second", type=float, default=20)
    options = parser.parse_args()
    storm = Storm(options.file)
    begun = time.monotonic()
    count = round(options.seconds * options.writes_a_second)
    for number in range(count):
        time.sleep(max(0, begun + number / options.writes_a_second - time.monotonic()))
        storm.write(number)
    print(json.dumps({"writes": count, "seconds": round(time.monotonic() - begun, 2)}))


if __name__ == "__main__":
    main()
