"""A program that changes a memory file as the reference server does: it knows of no lock.

Usage: outsider_program.py FILE rename|in-place PREFIX COUNT PAUSE

It reads the whole file, adds an entity and writes the whole file, COUNT times with PAUSE seconds between; it
prints a line for each write that is done.
"""

import json
import sys
import time
from pathlib import Path


def read(path: Path) -> bytes:
    while not (data := path.read_bytes()):  # another outsider has just emptied it
        pass
    return data


def main() -> None:
    path, way, prefix = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    for number in range(int(sys.argv[4])):
        name = f"{prefix}-{number}"
        line = json.dumps({"type": "entity", "name": name, "entityType": "t", "observations": []})
        data = read(path).rstrip(b"\n") + b"\n" + line.encode()
        if way == "rename":
            beside = path.with_name("outsider")
            beside.write_bytes(data)
            beside.replace(path)
        else:
            with path.open("wb", buffering=0) as file:  # as Node's fs.writeFile: emptied, then filled
                file.write(data)
        print(name, flush=True)
        time.sleep(float(sys.argv[5]))


if __name__ == "__main__":
    main()
