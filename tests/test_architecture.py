"""Imports run one way, and the repository keeps its few house rules."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "kernels": ("dingshi.kernels",),
    "datasets": ("dingshi.datasets",),
}


def sources(house: str) -> list[Path]:
    return sorted((ROOT / house).rglob("*.py"))


def imports(source: str) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def offences(house: str, source: str) -> set[str]:
    return {
        name
        for name in imports(source)
        if name.startswith(("dingshi", ".")) and not name.startswith(ALLOWED[house])
    }


@pytest.mark.parametrize("house", list(ALLOWED))
def test_imports_run_one_way(house: str) -> None:
    assert sources(house)
    for path in sources(house):
        assert not offences(house, path.read_text(encoding="utf-8")), path


def test_the_check_of_imports_sees_an_offence() -> None:
    assert offences("kernels", "from dingshi.datasets import casting") == {"dingshi.datasets"}
    assert offences("datasets", "import dingshi.chart") == {"dingshi.chart"}
    assert offences("kernels", "from . import rules") == {"."}


def test_numba_is_named_in_one_place() -> None:
    users = {
        str(path.relative_to(ROOT))
        for house in ("kernels", "datasets", "pipelines")
        for path in sources(house)
        if any(name.split(".")[0] == "numba" for name in imports(path.read_text(encoding="utf-8")))
    }
    assert users == {"kernels/compiled.py"}


def test_every_package_folder_is_shipped() -> None:
    listed = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for house in ("kernels", "datasets", "pipelines"):
        for folder in {path.parent for path in sources(house)}:
            assert f'"{folder.relative_to(ROOT)}"' in listed, folder
