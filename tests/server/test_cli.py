"""The commands for the terminal, in processes of their own where the process matters."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mnemoscope_server.app import main
from mnemoscope_server.cli import COMMANDS
from mnemoscope_shared.store.lock import WriteLock

ANN = b'{"type":"entity","name":"Ann","entityType":"person","observations":[]}\n'
DAMAGED = ANN + b"nonsense\n" + ANN.strip() + ANN
SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples"


@pytest.fixture
def run(capsys):
    """Call the program; return its exit status, its output and what it complained of."""

    def run(*arguments):
        try:
            status = main([*map(str, arguments)])
        except SystemExit as end:
            status = end.code
        return (status, *capsys.readouterr())

    return run


def run_process(*arguments, **options):
    command = [sys.executable, "-m", "mnemoscope_server", *map(str, arguments)]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, check=False, **options)


def entries(folder):
    return sorted(one.name for one in folder.iterdir() if not one.name.startswith(".~lock."))


def test_a_usable_file_is_summed_up_and_the_status_is_0(run, path):
    path.write_bytes(ANN)
    status, output, complaint = run("check", path)
    assert (status, complaint) == (0, "")
    assert output == f"1 entity, 0 relations, 0 other lines, 71 bytes\n{path} can be used.\n"


def test_a_damaged_file_is_described_the_remedy_is_named_and_the_status_is_1(run, path):
    path.write_bytes(DAMAGED)
    status, output, complaint = run("check", path)
    assert (status, complaint) == (1, "")
    assert output.splitlines()[:2] == [
        "line 2, column 1: is not valid JSON (expecting value)",
        "line 3, column 71: has more after its object, as when two lines run together",
    ]
    assert output.endswith(f"See what can be mended: mnemoscope-server check --repair {path}\n")


def test_many_findings_of_a_kind_are_folded(run, path):
    path.write_bytes(b"".join(b"[%d]\n" % number for number in range(217)))
    output = run("check", path)[1].splitlines()
    assert output[:4] == [
        "line 1, column 1: is [0], not an object",
        "line 2, column 1: is [1], not an object",
        "line 3, column 1: is [2], not an object",
        "  and 214 more like these",
    ]
    assert len(output) == 6


def test_a_repair_is_shown_first_and_done_when_told_to(run, path):
    path.write_bytes(DAMAGED)
    status, output, _ = run("check", "--repair", path)
    assert status == 1
    assert output.splitlines() == [
        "line 2, column 1: is not valid JSON (expecting value): put aside",
        "line 3, column 71: has more after its object, as when two lines run together: split into 2 lines",
        f"A repair would give: 1 line unchanged, 2 lines mended, 1 line put aside in {path}.rejected.",
        f"Nothing was written. To do it: mnemoscope-server check --repair --yes {path}",
    ]
    assert entries(path.parent) == [path.name]
    assert path.read_bytes() == DAMAGED
    status, output, _ = run("check", "--repair", "--yes", path)
    assert status == 0
    assert path.read_bytes() == ANN * 3
    (backup,) = path.parent.glob("memory.jsonl.backup-*")
    assert output.splitlines()[2:] == [
        f"{path} is repaired: 1 line unchanged, 2 lines mended, 1 line put aside in {path}.rejected.",
        f"The old version is in {backup}.",
    ]
    for arguments in (["--repair"], ["--repair", "--yes"]):
        assert run("check", *arguments, path) == (0, f"There is nothing to repair in {path}.\n", "")


def test_a_conversion_is_shown_first_and_done_when_told_to(run, path):
    path.write_bytes(b'{"directed": true, "nodes": [{"name": "Ann", "entityType": "person"}]}')
    assert run("check", path)[:2] == (
        1,
        "line 1: begins a JSON document; a memory file has one JSON object on each line\n"
        f"{path} cannot be used as it is. "
        f"See what it would be: mnemoscope-server check --convert {path}\n",
    )
    status, output, _ = run("check", "--convert", path)
    assert status == 1
    assert output.splitlines() == [
        "directed: no part of the graph, kept in an object of its own",
        "It would become 1 entity, 0 relations and 1 other object, beginning so:",
        f"  {ANN.decode().strip()}",
        '  {"type":"_converted","key":"directed","value":true}',
        f"Nothing was written. To do it: mnemoscope-server check --convert --yes {path}",
    ]
    assert entries(path.parent) == [path.name]
    status, output, _ = run("check", "--convert", "--yes", path)
    assert status == 0
    assert f"{path} is converted to 1 entity, 0 relations and 1 other object.\n" in output
    assert path.read_bytes().startswith(ANN)
    assert run("check", "--convert", path)[0] == run("check", "--convert", "--yes", path)[0] == 0


def test_a_document_is_not_repaired_and_damage_not_converted(run, path):
    path.write_bytes(b'{"entities":[]}')
    assert "check --convert" in run("check", "--repair", path)[2]
    path.write_bytes(DAMAGED)
    assert "check --repair" in run("check", "--convert", path)[2]


def test_text_in_a_memory_cannot_command_the_terminal(run, path):
    name = r"\u001b]0;gotcha\u0007\u202e\u009b31m\ud800"
    path.write_text(f'{{"name":"Ann","entityType":"t","{name}":1}}\n"\x7f\x9b2J"\n', encoding="utf-8")
    for arguments in ([], ["--repair"]):
        _, output, complaint = run("check", *arguments, path)
        assert all(line.isprintable() for line in (output + complaint).split("\n"))
        assert r"\x7f\x9b2J" in output + complaint


def test_a_path_with_a_space_is_quoted_for_the_shell(run, tmp_path):
    path = tmp_path / "my memory.jsonl"
    path.write_bytes(DAMAGED)
    quote = '"' if os.name == "nt" else "'"
    assert f"check --repair {quote}{path}{quote}\n" in run("check", path)[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "--yes", "x"],
        ["check", "--repair", "--convert", "x"],
        ["mend", "x"],
        ["check", "x", "y"],
    ],
)
def test_bad_usage_is_status_2(run, arguments):
    status, output, complaint = run(*arguments)
    assert (status, output) == (2, "")
    assert "usage: mnemoscope-server" in complaint


@pytest.mark.parametrize(
    "arguments", [[], ["--repair"], ["--repair", "--yes"], ["--convert"], ["--convert", "--yes"]]
)
def test_a_missing_file_and_a_folder_are_named_with_status_1(run, tmp_path, arguments):
    status, output, complaint = run("check", *arguments, tmp_path / "none" / "memory.jsonl")
    assert (status, output) == (1, "")
    assert complaint.startswith("mnemoscope-server: There is no file ")
    status, output, complaint = run("check", *arguments, tmp_path)
    assert (status, output) == (1, "")
    assert complaint.startswith(f"mnemoscope-server: {tmp_path} is not a file.")
    assert list(tmp_path.iterdir()) == []


def test_the_help_of_the_program_names_every_command(run):
    status, output, _ = run("--help")
    assert status == 0
    assert all(command.name in output for command in COMMANDS)
    assert all(run(command.name, "--help")[0] == 0 for command in COMMANDS)


def test_a_reader_that_stops_reading_is_no_accident(path):
    path.write_bytes(DAMAGED)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run_process("check", path, stdout=writer)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_an_answer_that_cannot_be_written_is_named(path):
    path.write_bytes(ANN)
    with Path("/dev/full").open("wb") as full:
        done = run_process("check", path, stdout=full)
    assert done.returncode == 1
    assert done.stderr.startswith("mnemoscope-server: The answer cannot be written: ")


@pytest.mark.skipif(shutil.which("sh") is None or os.name != "posix", reason="needs a POSIX shell")
def test_on_a_full_disk_nothing_is_changed(path):
    path.write_bytes(DAMAGED + ANN * 100)
    before = path.read_bytes()
    script = 'ulimit -f 4; exec "$0" -m mnemoscope_server check --repair --yes "$1"'
    done = subprocess.run(
        ["sh", "-c", script, sys.executable, path], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "was not changed: File too large. Free some space on its disk" in done.stderr
    assert "Traceback" not in done.stderr
    assert entries(path.parent) == [path.name]
    assert path.read_bytes() == before


def test_while_another_program_holds_the_lock_the_repair_says_so(path, run, monkeypatch):
    path.write_bytes(DAMAGED)
    monkeypatch.setattr("mnemoscope_server.check_command.LOCK_TIMEOUT_SECONDS", 0.05)
    with WriteLock(path, 1).held():
        status, output, complaint = run("check", "--repair", "--yes", path)
    assert (status, output) == (1, "")
    assert "memory.jsonl was not changed: " in complaint
    assert path.read_bytes() == DAMAGED


def test_output_that_cannot_hold_a_character_gets_its_escape(path):
    path.write_bytes('{"type":"entity","name":"é→","entityType":"t","observations":[],"n":1}\n'.encode() * 2)
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = run_process("check", path, stdout=subprocess.PIPE, env=environment, encoding="latin-1")
    assert done.returncode == 0
    assert r"has the name \u201cé\u2192\u201d of line 1 again" in done.stdout


def test_the_server_starts_without_the_commands():
    script = (
        "import sys, mnemoscope_server.app; print([name for name in sys.modules if name.endswith('cli')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("crlf.jsonl", 0),
        ("extra-fields.jsonl", 0),
        ("marker-line.jsonl", 0),
        ("mixed-dangling.jsonl", 0),
        ("other-relation-keys.jsonl", 0),
        ("pretty-printed.json", 1),
    ],
)
def test_the_samples_are_what_they_are(run, tmp_path, name, status):
    if not (SAMPLES / name).exists():
        pytest.skip(f"the sample files are not at {SAMPLES}")
    path = tmp_path / name
    path.write_bytes((SAMPLES / name).read_bytes())
    assert run("check", path)[0] == status
    run("check", "--repair", "--yes", path)
    assert path.read_bytes() == (SAMPLES / name).read_bytes()
    run("check", "--convert", "--yes", path)
    assert run("check", path)[0] == 0
