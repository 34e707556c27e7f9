"""Text files of other people: compression, encoding, and lines that no file can make too long."""

import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

from dingshi.datasets import validation
from dingshi.datasets.vocabulary import BRANCHES, GENERALS, METHODS, RELATIONS, STEMS
from dingshi.errors import InputError
from dingshi.parsing import shown

SAMPLE: Final = 1 << 20
CHUNK: Final = 1 << 18
LONGEST_LINE: Final = 1 << 20  # characters; the rest of a longer line is passed over
BOMS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
# Code page 950 is the Big5 that is found in files; GB18030 holds GBK and GB2312.
ENCODINGS: Final = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "utf-8-sig": "utf-8-sig",
    "utf-16": "utf-16",
    "big5": "cp950",
    "cp950": "cp950",
    "big5-hkscs": "big5hkscs",
    "gb18030": "gb18030",
    "gbk": "gb18030",
    "gb2312": "gb18030",
    "cp936": "gb18030",
}
SPOILT: Final = re.compile("[\x00\udc80-\udcff]")


class TruncatedError(Exception):
    """A file ends in the middle or is damaged: what came before can be judged."""


def codec_of(name: str) -> str:
    """Return Python's name of an encoding; raise InputError for one that is not offered."""
    codec = ENCODINGS.get(name.strip().lower().replace("_", "-"))
    if codec is None:
        raise InputError(
            f"encoding {shown(name)} is not offered; allowed: {', '.join(sorted(ENCODINGS))}"
        )
    return codec


def compression_of(head: bytes) -> str | None:
    """Return gzip or zstd by the first bytes of a file, whatever its name."""
    if head.startswith(b"\x1f\x8b"):
        return "gzip"
    return "zstd" if head.startswith(b"\x28\xb5\x2f\xfd") else None


def _gunzip(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes within gzip; several streams may follow each other in one file."""
    unpacker = zlib.decompressobj(31)
    packed = file.read(CHUNK)
    while packed:
        try:
            yield unpacker.decompress(packed, CHUNK)
        except zlib.error as error:
            raise TruncatedError("the gzip data is damaged") from error
        packed = unpacker.unconsumed_tail
        if unpacker.eof:
            packed = unpacker.unused_data or file.read(CHUNK)
            unpacker = zlib.decompressobj(31)
            if not packed:
                return
        packed = packed or file.read(CHUNK)
    raise TruncatedError("the gzip data is cut off")


def _unzstd(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes within zstd, in small pieces: the piece in which it breaks is lost."""
    import pyarrow as pa  # noqa: PLC0415

    with pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd") as stream:
        while True:
            try:
                piece = stream.read(1024)
            except OSError as error:
                raise TruncatedError("the zstd data is cut off or damaged") from error
            if not piece:
                return
            yield piece


class _Pieces(io.RawIOBase):
    """Pieces of bytes as a stream."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._ready = piece
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for reading, decompressed. Damage raises TruncatedError when it is reached."""
    with path.open("rb") as file:
        kind = compression_of(file.read(4))
        file.seek(0)
        if kind is None:
            yield file
        else:
            unpack = _gunzip if kind == "gzip" else _unzstd
            yield io.BufferedReader(_Pieces(unpack(file)), CHUNK)


@cache
def _expected() -> frozenset[str]:
    """Return the characters that a table of charts is made of."""
    words = [*STEMS, *BRANCHES, *GENERALS, *METHODS, *RELATIONS, *validation.methods()]
    words += [name for column in validation.columns().values() for name in column.names]
    return frozenset(validation.fold("".join(words)))


def _likeness(sample: bytes, codec: str) -> float:
    """Return which part of the characters beyond ASCII are those of a table of charts."""
    text = sample.decode(codec, "surrogateescape")
    foreign = [character for character in text if ord(character) > 127]
    known = sum(validation.fold(character) in _expected() for character in foreign)
    return known / len(foreign) if foreign else 1.0


def head_of(file: IO[bytes], size: int) -> bytes:
    """Return the first bytes of a stream, or what there is of them before it breaks."""
    head = b""
    try:
        while len(head) < size and (piece := file.read1(size - len(head))):  # type: ignore[attr-defined]
            head += piece
    except TruncatedError:
        pass
    return head


def detect_encoding(path: Path, asked: str | None = None) -> str:
    """Return the codec of a text file: by its mark, else UTF-8 if it is, else Big5 or GB18030.

    Big5 and GB18030 are told apart by what the text says. Raises InputError when none of them fits
    or both do, and when `asked` contradicts the mark at the beginning of the file.
    """
    with opened(path) as file:
        sample = head_of(file, SAMPLE)
    marked = next((codec for mark, codec in BOMS if sample.startswith(mark)), None)
    if asked is not None:
        codec = codec_of(asked)
        if marked and codec.removesuffix("-sig") != marked.removesuffix("-sig"):
            raise InputError(
                f"{path}: begins with the mark of {marked.removesuffix('-sig').upper()}, "
                f"but {asked} was asked for"
            )
        return marked or codec
    if marked:
        return marked
    # A character cut in two by the end of the sample is no fault: cut at the last line instead.
    sample = sample[: sample.rfind(b"\n") + 1] or sample
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8"
    likeness = {codec: _likeness(sample, codec) for codec in ("utf-8", "cp950", "gb18030")}
    ranked = sorted(likeness, key=lambda codec: -likeness[codec])
    best, second = (likeness[codec] for codec in ranked[:2])
    if best < 0.3 or best < second + 0.2:
        raise InputError(
            f"{path}: the encoding is not UTF-8, and the text does not tell Big5 from GB18030; "
            "give --encoding"
        )
    return ranked[0]


class Lines:
    """The lines of a text file, each at most LONGEST_LINE long; `faults` tells what is wrong.

    Bytes that the codec does not have, and NUL bytes, stay in the line and are noted under its
    number (1 for the first), so that no such row is taken for what it is not.
    """

    def __init__(self, file: IO[bytes], codec: str) -> None:
        """Read `file` from where it stands."""
        self._text = io.TextIOWrapper(
            file,
            codec,
            "surrogateescape" if not codec.startswith("utf-16") else "replace",
            newline="",
        )
        self._codec = codec
        self.number = 0
        self.characters = 0
        self.faults: dict[int, str] = {}

    def __iter__(self) -> Iterator[str]:
        """Yield the lines with their ends."""
        return self

    def __next__(self) -> str:
        """Return the next line."""
        line = self._text.readline(LONGEST_LINE)
        if not line:
            raise StopIteration
        self.number += 1
        self.characters += len(line)
        if len(line) == LONGEST_LINE and line[-1] not in "\r\n":
            self.faults[self.number] = f"the line is longer than {LONGEST_LINE:,} characters"
            rest = line
            while rest and rest[-1] not in "\r\n":
                rest = self._text.readline(LONGEST_LINE)
        spoilt = SPOILT.search(line)
        if spoilt and self.number not in self.faults:
            self.faults[self.number] = (
                "it holds a NUL byte"
                if spoilt.group() == "\0"
                else f"byte 0x{ord(spoilt.group()) - 0xDC00:02X} is not {self._codec.upper()}"
            )
        return line

    def fault(self, first: int, last: int) -> str | None:
        """Return the complaint about the lines `first` to `last`, and forget it."""
        if not self.faults:
            return None
        found = [self.faults.pop(n) for n in sorted(self.faults) if first <= n <= last]
        return found[0] if found else None
