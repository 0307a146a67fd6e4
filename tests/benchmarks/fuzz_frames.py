"""Random and damaged frames for a real server process.

    python tests/benchmarks/fuzz_frames.py [--seconds N] [--seed N]

The server must answer every request and every line that is no JSON, once; answer no notification; refuse
wrong arguments; write the file for valid calls only; answer within a limit; and end in order when its input
ends. What it did wrong goes to standard error; each kind of failure is a JSON line on standard output.
"""

import argparse
import json
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import jsonschema
from random_frames import RandomFrames

KINDS = ("ended", "no_answer", "wrong_answer", "wrong_arguments_accepted", "written", "exit")
WAIT_SECONDS = 30
FRAMES_A_SESSION = 2000
LEAST_FRAMES = 20
LARGEST_FILE = 3_000_000
SAMPLE = (
    b'{"type":"entity","name":"Ann","entityType":"person","observations":["likes tea"]}\n'
    b'{"type":"entity","name":"Ben","entityType":"person","observations":[]}\n'
    b'{"type":"relation","from":"Ann","to":"Ben","relationType":"knows"}\n'
)


class Failure(Exception):
    """The server did something wrong; `kind` is one of `KINDS`."""

    def __init__(self, kind, text=""):
        self.kind = kind
        super().__init__(text)


class Server:
    """A server process over a file, with the lines of its answers in a queue."""

    def __init__(self, path):
        self.path = path
        self.log = path.with_name("log")
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "mnemoscope_server", "--memory-file", str(path)]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log
            )
        self._lines = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, data):
        """Write bytes; a server that hangs would let it wait forever, so a thread of its own does it."""
        writer = threading.Thread(target=self._write, args=(data,), daemon=True)
        writer.start()
        writer.join(WAIT_SECONDS)
        if writer.is_alive():
            raise Failure("no_answer", "it does not read its input")

    def receive(self):
        """Return the next message."""
        try:
            line = self._lines.get(timeout=WAIT_SECONDS)
        except queue.Empty:
            raise Failure("no_answer", f"nothing within {WAIT_SECONDS} s") from None
        if line is None:
            raise Failure("ended", self.log.read_text(errors="replace")[-3000:])
        return json.loads(line)

    def finish(self):
        """End the input and wait for the end of the process."""
        self._process.stdin.close()
        try:
            status = self._process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failure("exit", "it does not end") from None
        log = self.log.read_text(errors="replace")
        if status != 0 or "Traceback" in log:
            raise Failure("exit", f"status {status}: {log[-3000:]}")

    def kill(self):
        """End the process, however it is."""
        self._process.kill()
        self._process.wait()

    def _write(self, data):
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except OSError:
            return  # the end of its output says it all

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)


class Session:
    """One server process and what it is asked, until it fails or has been asked enough."""

    def __init__(self, server, chance, is_modern):
        self._server = server
        self._chance = chance
        self._pings = 0
        # Answers that may come besides those that have to.
        self._spare = 0
        if not is_modern:
            client = {"protocolVersion": "2025-06-18", "capabilities": {}}
            client |= {"clientInfo": {"name": "fuzzer", "version": "1"}}
            self._exchange(_line({"id": "first", "method": "initialize", "params": client}), ["first"])
            server.send(_line({"method": "notifications/initialized"}))
        self._schemas = _tool_schemas()
        self._frames = RandomFrames(chance, self._schemas, is_modern)

    def step(self):
        """Send some random frames at once and judge what comes of them; return how many they were."""
        count = self._chance.choice([1, 1, 1, 4])
        data = b"".join(self._frames.next() for _ in range(count))
        messages = [_parsed(line) for line in data.split(b"\n") if line.strip()]
        before = _state(self._server.path)
        keys = [_answer_key(message) for message in messages]
        wanted = [key for key in keys if key not in (_OPTIONAL, _NEVER)]
        self._spare += keys.count(_OPTIONAL)
        try:
            answers = self._exchange(data, wanted)
            self._judge(messages, answers, _state(self._server.path) != before)
        except Failure as failure:
            raise Failure(failure.kind, f"{_short(data)}\n{failure}") from None
        if _size(self._server.path) > LARGEST_FILE:
            _restore(self._server.path)
        return count

    def _exchange(self, data, wanted):
        """Send bytes and a ping after them; return the answers once all that are wanted are there."""
        self._pings += 1
        ping = f"ping {self._pings}"
        self._server.send(data + _line({"id": ping, "method": "ping"}))
        missing = Counter([ping, *wanted])
        answers = []
        while missing:
            message = self._server.receive()
            if "method" in message:
                continue
            key = message["id"]
            if missing[key] > 0:
                missing -= Counter([key])
            elif self._spare > 0:
                self._spare -= 1
            else:
                raise Failure("wrong_answer", f"unasked: {_short(message)}")
            answers.append(message)
        return answers

    def _judge(self, messages, answers, has_written):
        calls = [one for one in messages if isinstance(one, dict) and _is_tool_call(one)]
        by_id = {answer["id"]: answer for answer in answers if answer["id"] is not None}
        valid = [call for call in calls if self._is_valid(call)]
        for call in calls:
            answer = by_id.get(call.get("id"))
            accepted = answer is not None and "result" in answer and not answer["result"].get("isError")
            if accepted and call not in valid:
                raise Failure("wrong_arguments_accepted", _short(answer))
        if has_written and not any("result" in by_id.get(call.get("id"), ()) for call in valid):
            raise Failure("written", _short(answers))

    def _is_valid(self, call):
        schema = self._schemas.get(call["params"]["name"])
        arguments = call["params"].get("arguments")
        checker = jsonschema.Draft202012Validator(schema or False)
        return checker.is_valid({} if arguments is None else arguments)


_NOT_JSON = object()
_OPTIONAL = object()
_NEVER = object()


def fuzz(seconds, seed):
    """Ask servers for so long; return the number of frames and the failures by kind."""
    chance, failures, frames = random.Random(seed), Counter(), 0
    end, is_modern = time.monotonic() + seconds, False
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "memory.jsonl"
            path.write_bytes(SAMPLE)
            server, asked = Server(path), 0
            try:
                session = Session(server, chance, is_modern)
                # However slowly the server starts, each is asked something.
                while asked < FRAMES_A_SESSION and (asked < LEAST_FRAMES or time.monotonic() < end):
                    asked += session.step()
                server.finish()
            except Failure as failure:
                failures[failure.kind] += 1
                print(f"{failure.kind}: {failure}\n", file=sys.stderr)
            finally:
                server.kill()
                frames += asked
        is_modern = not is_modern
    return frames, failures


def _tool_schemas():
    from mnemoscope_server.tools import toolset

    return {name: tool.definition.input_schema for name, tool in toolset().items()}


def _line(message):
    return json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n"


def _parsed(line):
    try:
        return json.loads(line.decode("utf-8-sig", "surrogatepass"))
    except (ValueError, RecursionError):
        return _NOT_JSON


def _answer_key(message):
    """Return the id that an answer must have, or the mark for what may be or must not be answered."""
    if message is _NOT_JSON:
        return None
    if not isinstance(message, dict) or not _is_well_formed(message):
        return _OPTIONAL
    if "id" not in message:
        return _NEVER
    # Such a call is answered when its subscription ends.
    return _OPTIONAL if message["method"] == "subscriptions/listen" else message["id"]


def _is_well_formed(message):
    request_id = message.get("id", 0)
    return (
        message.get("jsonrpc") == "2.0"
        and isinstance(message.get("method"), str)
        and isinstance(message.get("params", {}), dict)
        and (isinstance(request_id, str) or type(request_id) is int)
    )


def _is_tool_call(message):
    if not _is_well_formed(message) or message["method"] != "tools/call":
        return False
    return isinstance(message.get("params", {}).get("name"), str)


def _state(path):
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _size(path):
    return path.stat().st_size if path.exists() else 0


def _restore(path):
    """Begin anew, as another program would: nobody sees the file half written."""
    temporary = path.with_name("temporary")
    temporary.write_bytes(SAMPLE)
    temporary.replace(path)
    path.with_name("memory.history.jsonl").unlink(missing_ok=True)


def _short(value):
    text = repr(value)
    return text if len(text) < 1500 else f"{text[:900]} … {text[-500:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = time.monotonic()
    frames, failures = fuzz(options.seconds, options.seed)
    rate = round(frames / (time.monotonic() - started))
    for kind in KINDS:
        row = {"name": f"fuzz.frames.{kind}", "value": failures[kind], "target": 0, "better": "lower"}
        print(json.dumps(row | {"executions": frames, "executions_per_second": rate, "seed": options.seed}))


if __name__ == "__main__":
    main()
