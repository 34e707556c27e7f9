"""The corpus as files: contents, contract, same bytes, and no harm to what was there before."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import dingshi
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dingshi import writing
from dingshi.arrow import arrow_table, content_digest
from dingshi.datasets import schema, vocabulary
from dingshi.datasets.casting import nobles, schools

from tests.twins import casting as twin

DINGSHI_COLUMNS = """
    school day ju shift above_stem above_branch
    lesson1_upper lesson2_upper lesson3_upper lesson4_upper
    lesson1_lower lesson2_lower lesson3_lower lesson4_lower
    initial middle final method detail decided_by void1 void2
"""
PLATES_COLUMNS = """
    noble day ju night earth_zi earth_chou earth_yin earth_mao earth_chen earth_si
    earth_wu earth_wei earth_shen earth_you earth_xu earth_hai
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus") / "made"
    dingshi.build(folder)
    return folder


def everything(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_the_columns_that_others_rely_on(corpus: Path) -> None:
    assert set(DINGSHI_COLUMNS.split()) <= set(pq.read_schema(corpus / "dingshi.parquet").names)
    assert set(PLATES_COLUMNS.split()) <= set(pq.read_schema(corpus / "plates.parquet").names)


def test_every_lesson_is_as_the_twin_casts_it(corpus: Path) -> None:
    rows = pq.read_table(corpus / "dingshi.parquet").to_pylist()
    assert len(rows) == 720 * len(schools())
    for row in rows:
        readings = {k: v for k, v in schools()[row["school"]].items() if k != "noble"}
        day, shift = vocabulary.PILLARS.index(row["day"]), row["shift"]
        lesson: Any = twin.cast(day, shift, readings)
        assert row["ju"] == (12 - shift) % 12 + 1
        assert [vocabulary.BRANCHES.index(row[f"lesson{n}_upper"]) for n in (1, 2, 3, 4)] == lesson[
            "uppers"
        ]
        assert row["above_stem"] == row["lesson1_upper"]
        assert row["above_branch"] == row["lesson3_upper"]
        names = "".join(row[name] for name in ("initial", "middle", "final"))
        assert names == "".join(vocabulary.BRANCHES[b] for b in lesson["transmissions"])
        for column in (
            "method",
            "detail",
            "decided_by",
            "below_over_above",
            "above_over_below",
            "lessons_distinct",
        ):
            assert row[column] == lesson[column]
        candidates = [row[f"candidate{n}"] for n in (1, 2, 3, 4)]
        depths = [row[f"depth{n}"] for n in (1, 2, 3, 4)]
        count = len(lesson["candidates"])
        assert candidates == [vocabulary.BRANCHES[b] for b in lesson["candidates"]] + [None] * (
            4 - count
        )
        assert depths == [None if d < 0 else d for d in lesson["depths"]] + [None] * (4 - count)
        voids = [vocabulary.BRANCHES[b] for b in twin.voids(day)]
        assert [row["void1"], row["void2"]] == voids


def test_every_plate_is_as_the_twin_lays_it(corpus: Path) -> None:
    rows = pq.read_table(corpus / "plates.parquet").to_pylist()
    assert len(rows) == len(nobles()) * 1440
    for row in rows:
        stem, shift = vocabulary.PILLARS.index(row["day"]) % 10, (1 - row["ju"]) % 12
        stand = nobles()[row["noble"]][stem][int(row["night"])]
        assert [row[f"earth_{name}"] for name in schema.EARTH] == [
            vocabulary.GENERALS[g] for g in twin.generals(stand, shift)
        ]


def test_each_column_is_described_and_keys_are_never_null(corpus: Path) -> None:
    for table in schema.CORPUS:
        found = pq.read_schema(corpus / table.file)
        assert all(found.field(name).metadata[b"description"] for name in found.names)
        assert not any(found.field(name).nullable for name in table.key)
        metadata = found.metadata
        assert metadata[b"dingshi.licence"] == b"CC-BY-4.0"
        assert metadata[b"dingshi.key"].decode() == ",".join(table.key)
        assert len(metadata[b"dingshi.rule_set"]) == 16


def test_cyclic_columns_have_their_number_and_their_order(corpus: Path) -> None:
    frame = pl.read_parquet(corpus / "dingshi.parquet")
    assert frame.schema["day"] == pl.Enum(vocabulary.PILLARS)
    assert frame["day_id"].to_list() == [vocabulary.PILLARS.index(d) for d in frame["day"]]
    assert frame.sort("school", "day", "ju").equals(frame)


def test_the_manifest_says_what_is_there(corpus: Path) -> None:
    manifest = json.loads((corpus / "manifest.json").read_text(encoding="utf-8"))
    assert list(manifest["files"]) == [table.file for table in schema.CORPUS]
    for name, file in manifest["files"].items():
        data = pq.read_table(corpus / name)
        assert file["rows"] == data.num_rows
        assert file["bytes"] == (corpus / name).stat().st_size
        assert file["content_sha256"] == content_digest(data)
    files = {str(path.relative_to(corpus)) for path in corpus.rglob("*") if path.is_file()}
    assert files == {"manifest.json", *manifest["files"]}


@pytest.mark.parametrize("threads", ["1", "2"])
def test_the_same_bytes_on_any_number_of_threads(
    corpus: Path, tmp_path: Path, threads: str
) -> None:
    names = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "POLARS_MAX_THREADS", "ARROW_NUM_THREADS")
    subprocess.run(
        [sys.executable, "-m", "dingshi", "build", "--out", str(tmp_path / "again")],
        env={**os.environ, **dict.fromkeys(names, threads), "PYTHONHASHSEED": threads},
        check=True,
        capture_output=True,
    )
    assert everything(tmp_path / "again") == everything(corpus)


def test_building_again_changes_nothing(corpus: Path) -> None:
    before = everything(corpus)
    dingshi.build(corpus)
    assert everything(corpus) == before


def test_a_lost_file_is_made_again_and_strangers_in_a_corpus_stay(tmp_path: Path) -> None:
    dingshi.build(tmp_path / "made")
    (tmp_path / "made" / "notes.txt").write_text("mine")
    before = everything(tmp_path / "made")
    (tmp_path / "made" / "plates.parquet").unlink()
    dingshi.build(tmp_path / "made")
    assert everything(tmp_path / "made") == before


@pytest.mark.parametrize("name", ["notes.txt", "manifest.json", "plates.parquet"])
def test_a_folder_of_other_files_is_refused_and_unharmed(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("{}")
    with pytest.raises(dingshi.InputError, match=name):
        dingshi.build(tmp_path)
    assert everything(tmp_path) == {name: b"{}"}


def test_a_stranger_under_one_of_our_names_is_refused(tmp_path: Path) -> None:
    dingshi.build(tmp_path / "made")
    made = tmp_path / "made"
    manifest = json.loads((made / "manifest.json").read_text(encoding="utf-8"))
    del manifest["files"]["plates.parquet"]
    (made / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    pq.write_table(pa.table({"x": [1]}), made / "plates.parquet")
    before = everything(made)
    with pytest.raises(dingshi.InputError, match=r"plates\.parquet is not a file of dingshi"):
        dingshi.build(made)
    assert everything(made) == before


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(dingshi.InputError, match="is a file; give a folder"):
        dingshi.build(tmp_path / "file")
    with pytest.raises(dingshi.InputError, match="give a folder that can be written"):
        dingshi.build(tmp_path / "file" / "below")


def test_two_builds_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    dingshi.build(folder)
    before = everything(folder)
    with (
        writing._locked(folder),
        pytest.raises(dingshi.DingshiError, match="another build is writing"),
    ):
        dingshi.build(folder)
    assert everything(folder) == before


def test_a_race_into_a_new_folder_leaves_one_whole_corpus(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    command = [sys.executable, "-m", "dingshi", "build", "--out", str(folder)]
    racers = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    ends = [(racer.communicate()[1], racer.returncode) for racer in racers]
    assert any(status == 0 for _, status in ends)
    assert all(b"Traceback" not in errors for errors, _ in ends)
    assert everything(folder) == everything(corpus)


def test_a_staging_folder_of_another_is_not_ours(tmp_path: Path) -> None:
    other = tmp_path / ".dingshi-staging-novel"
    other.mkdir()
    (other / "novel.txt").write_text("mine")
    with pytest.raises(dingshi.InputError, match="is no corpus of dingshi"):
        dingshi.build(tmp_path)
    assert (other / "novel.txt").read_text() == "mine"


@pytest.mark.parametrize("files", [None, 3, ["dingshi.parquet"], {"plates.parquet": {}}])
def test_a_forged_manifest_gives_no_right_to_overwrite(tmp_path: Path, files: object) -> None:
    manifest = {"generator": "dingshi", "files": files}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "plates.parquet").write_text("mine")
    before = everything(tmp_path)
    with pytest.raises(dingshi.InputError):
        dingshi.build(tmp_path)
    assert everything(tmp_path) == before


def test_a_link_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    dingshi.build(tmp_path / "made")
    elsewhere = tmp_path / "elsewhere.parquet"
    (tmp_path / "made" / "plates.parquet").rename(elsewhere)
    (tmp_path / "made" / "plates.parquet").symlink_to(elsewhere)
    with pytest.raises(dingshi.InputError, match=r"plates\.parquet is not a file of dingshi"):
        dingshi.build(tmp_path / "made")
    assert (tmp_path / "made" / "plates.parquet").is_symlink()


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_full_disk_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    old = tmp_path / "old"
    dingshi.build(old)
    before = everything(old)

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(pq, "write_table", fail)
    for folder in (old, tmp_path / "new" / "below"):
        with pytest.raises(dingshi.DingshiError, match=os.strerror(code)) as caught:
            dingshi.build(folder)
        assert caught.value.exit_status == 1
    assert everything(old) == before
    assert not (tmp_path / "new").exists()


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: the kernel itself refuses to write more."""
    program = (
        "import resource, signal, dingshi\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        f"dingshi.build({str(tmp_path / 'made')!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False
    )
    assert "DingshiError" in done.stderr
    assert "no existing file was changed" in done.stderr
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_stopped_build_is_finished_by_the_next(
    corpus: Path, tmp_path: Path, signal_number: signal.Signals
) -> None:
    folder = tmp_path / "made"
    program = (
        "import os, signal, sys\n"
        "from dingshi import tables\n"
        "def stop():\n"
        f"    os.kill(os.getpid(), {int(signal_number)})\n"
        "    signal.pause()\n"
        "tables.plates_table = stop\n"
        f"sys.argv = ['dingshi', 'build', '--out', {str(folder)!r}]\n"
        "from dingshi.cli import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    if signal_number == signal.SIGKILL:
        assert done.returncode == -signal.SIGKILL
        assert [path.name[: len(writing.STAGING)] for path in folder.iterdir()] == [writing.STAGING]
    else:
        assert (done.returncode, done.stderr.splitlines()[-1]) == (130, b"dingshi: interrupted")
        assert not folder.exists()
    dingshi.build(folder)
    assert everything(folder) == everything(corpus)


TOY = schema.Table(
    "toy.parquet",
    "a table for tests",
    ("day",),
    (
        schema.Column("day", "pillar", "a day"),
        schema.Column("depth", "int8", "a depth", nullable=True),
    ),
)


def toy(days: list[int], depths: list[int]) -> pa.Table:
    return arrow_table(TOY, {"day": np.array(days), "depth": np.array(depths)})


def test_the_checks_of_a_table_accept_what_is_right() -> None:
    writing.check_table(TOY, toy([0, 1, 59], [3, -1, 0]), toy([0, 1, 59], [3, -1, 0]))
    assert toy([0, 1], [3, -1])["depth"].to_pylist() == [3, None]


@pytest.mark.parametrize(
    ("found", "complaint"),
    [
        (toy([1, 0], [0, 0]), "not sorted by a unique day"),
        (toy([0, 0], [0, 0]), "not sorted by a unique day"),
    ],
)
def test_unsorted_and_repeated_keys_are_rejected(found: pa.Table, complaint: str) -> None:
    with pytest.raises(dingshi.DingshiError, match=complaint):
        writing.check_table(TOY, found, found)


def test_other_values_and_other_schemas_are_rejected() -> None:
    meant = toy([0, 1], [0, 0])
    with pytest.raises(dingshi.DingshiError, match="values read back are not those written"):
        writing.check_table(TOY, toy([0, 1], [0, 1]), meant)
    with pytest.raises(dingshi.DingshiError, match="schema read back is not the one declared"):
        writing.check_table(TOY, meant.drop_columns(["depth"]), meant)
    nulls = pa.array([0, None], pa.int8())
    holed = pa.Table.from_arrays([meant["day"], nulls, meant["depth"]], schema=meant.schema)
    with pytest.raises(dingshi.DingshiError, match="day_id holds nulls"):
        writing.check_table(TOY, holed, holed)


def test_the_digest_does_not_see_chunks_and_sees_everything_else() -> None:
    whole = toy([0, 1, 2], [3, -1, 0])
    parts = pa.concat_tables([whole.slice(0, 1), whole.slice(1)])
    assert content_digest(parts) == content_digest(whole)
    others = [
        toy([0, 1, 3], [3, -1, 0]),
        toy([0, 1, 2], [3, 0, 0]),
        toy([0, 1], [3, -1]),
        whole.rename_columns(["day", "day_id", "deep"]),
        whole.drop_columns(["depth"]),
    ]
    assert content_digest(whole) not in {content_digest(other) for other in others}
    texts = [pa.table({"x": words}) for words in (["ab", "c"], ["a", "bc"], ["ab", None])]
    assert len({content_digest(text) for text in texts}) == 3


def test_a_table_of_several_row_groups_is_written_and_checked(tmp_path: Path) -> None:
    rows = writing.ROW_GROUP + 1
    table = schema.Table("n.parquet", "rows", ("n",), (schema.Column("n", "int32", "a number"),))
    writing.write_parquet(table, arrow_table(table, {"n": np.arange(rows)}), tmp_path / "n.parquet")
    assert pq.read_metadata(tmp_path / "n.parquet").num_row_groups == 2
