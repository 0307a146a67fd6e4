"""The rules of the house that no other tool checks: the lock, addresses, sizes, package folders."""

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
LONGEST_FILE = 300  # lines
PACKAGE_HOMES = ("shared", "server", "gui")
REGISTRY_ADDRESS = re.compile(r"\b(?:pypi|pythonhosted|anaconda)\.org|\bnpmjs\.(?:org|com)", re.IGNORECASE)


@pytest.fixture(scope="module")
def house() -> list[Path]:
    """List the files that are, or would be, committed."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip(f"git does not list the files: {listing.stderr.strip()}")
    paths = (ROOT / name for name in listing.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


@pytest.fixture(scope="module")
def modules(house: list[Path]) -> list[Path]:
    return [path for path in house if path.suffix == ".py"]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def text_or_nothing(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:  # a picture
        return ""


def pins_answer(requirement: Requirement) -> bool:
    """Whether the lock pins the package, and every pin of it (one for each Python) is a wanted version."""
    name = canonicalize_name(requirement.name)
    pins = re.findall(rf"^{name}==(\S+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    return bool(pins) and all(map(requirement.specifier.contains, pins))


def calls_print(path: Path) -> bool:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    calls = (node.func for node in nodes if isinstance(node, ast.Call))
    return any(isinstance(function, ast.Name) and function.id == "print" for function in calls)


def test_the_lock_holds_no_address_and_no_path():
    header, *lines = lines_of(LOCK)
    rest = [line.replace("--hash=sha256:", "") for line in lines]
    assert header.endswith("by uv via the following command:")
    assert [line for line in rest if set(line) & set("/:@")] == []


def test_every_pin_of_the_lock_has_hashes():
    pins = re.findall(r"^[a-z0-9-]+==.*\n.*", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    assert pins
    assert [pin for pin in pins if not re.search(r"\\\n    --hash=sha256:[0-9a-f]{64}", pin)] == []


def test_the_lock_answers_every_dependency_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = (project["dependencies"], *project["optional-dependencies"].values())
    asked = [Requirement(text) for group in groups for text in group]
    unanswered = [str(one) for one in asked if not pins_answer(one)]
    assert unanswered == [], "run: python3 dev.py lock"


def test_no_file_names_the_address_of_a_registry(house):
    assert [named(path) for path in house if REGISTRY_ADDRESS.search(text_or_nothing(path))] == []


def test_no_python_file_is_longer_than_the_house_allows(modules):
    lengths = {named(path): len(lines_of(path)) for path in modules}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_the_folders_around_the_packages_are_no_packages(modules):
    roots = {ROOT / name for name in (*PACKAGE_HOMES, "packaging")}
    inits = [path for path in modules if path.name == "__init__.py"]
    assert [named(path) for path in inits if path.parent in roots or ROOT / "tests" in path.parents] == []


def test_every_folder_of_modules_in_a_package_is_a_package(modules):
    ours = [path for path in modules if named(path).split("/")[0] in PACKAGE_HOMES]
    folders = {path.parent for path in ours}
    assert sorted(named(one) for one in folders if not (one / "__init__.py").is_file()) == []


def test_the_programs_do_not_print(modules):
    ours = [path for path in modules if named(path).split("/")[0] in PACKAGE_HOMES]
    assert [named(path) for path in ours if calls_print(path)] == []
