"""Archives and PDF: read as what they hold, refused early by what really comes out of them, with nothing left on disk."""

from __future__ import annotations

import json
import os
import struct
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest

from graphmem.errors import InvalidArgument
from graphmem.ingest.connectors import archive
from graphmem.ingest.formats import pdf_text
from graphmem.ingest.reading import MAX_BYTES, Unreadable, read_bytes
from graphmem.workspace import Workspace
from tests.integration.test_ingest import vault

MEGABYTES = 1_000_000


def packed(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries.items():
            made.writestr(name, data)
    return path


def pdf(*pages: str) -> bytes:
    """A PDF as programs write it: objects, a compressed stream a page, a table of where each object lies."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]  # fmt: skip
    for n, text in enumerate(pages):
        drawn = zlib.compress(f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET".encode("latin-1"))
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {5 + 2 * n} 0 R/Resources<</Font<</F1 3 0 R>>>>>>".encode()
        )
        objects.append(f"<</Filter/FlateDecode/Length {len(drawn)}>>stream\n".encode() + drawn + b"\nendstream")
    made, places = bytearray(b"%PDF-1.5\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = len(made)
    made += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    made += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    made += f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(made)


async def test_a_pdf_is_a_document(workspace: Workspace, tmp_path: Path) -> None:
    """The text of every page is found by search; a broken and an empty PDF cost the others nothing."""
    folder = vault(tmp_path / "v", Note="See the report.")
    (folder / "Report.pdf").write_bytes(pdf("The heron report of spring.", "Herons returned to the weir."))
    (folder / "Broken.pdf").write_bytes(pdf("lost")[:200])
    (folder / "None.pdf").write_bytes(b"")
    found = await workspace.ingest(str(folder))
    assert (found.counts["new"], sorted((f.document, f.code) for f in found.failed)) == (
        2, [("v/Broken.pdf", "UNREADABLE"), ("v/None.pdf", "UNREADABLE")]
    )  # fmt: skip
    hits = (await workspace.search("herons at the weir", kinds=["chunk"])).hits
    assert "heron report of spring" in hits[0].snippet
    assert "returned to the weir" in hits[0].snippet


def test_a_pdf_that_a_program_made() -> None:
    """What a plotting library writes is read as well."""
    import io

    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure

    figure, made = Figure(), io.BytesIO()
    figure.text(0.1, 0.5, "Herons returned to the weir.")
    FigureCanvasPdf(figure).print_pdf(made)
    assert "Herons returned to the weir." in pdf_text(made.getvalue()).text


def test_a_pdf_that_unfolds() -> None:
    """A page of a few kilobytes that unfolds to a hundred megabytes is refused, and memory stays bounded."""
    bomb = pdf("x" * 5).replace(b"/F1 12", b"/F1 12")
    drawn = zlib.compress(b" " * 100 * MEGABYTES, 9)
    begins = bomb.index(b"<</Filter")
    ends = bomb.index(b"endstream", begins)
    bomb = bomb[:begins] + f"<</Filter/FlateDecode/Length {len(drawn)}>>stream\n".encode() + drawn + b"\n" + bomb[ends:]
    assert len(bomb) < MEGABYTES
    with pytest.raises(Unreadable):
        pdf_text(bomb)


async def test_an_archive_is_the_folder_that_it_holds(workspace: Workspace, tmp_path: Path) -> None:
    """A packed vault gives the documents that the folder would; again nothing changes; nothing is unpacked to disk."""
    notes = {
        "a/One.md": b"(a:object) -[depends_on]-> (b:object)",
        "Two.txt": b"Herons wade.",
        "a/pic.png": b"\x89PNG",
        ".git/x.md": b"no",
    }
    path = packed(tmp_path / "v.zip", notes | {"../Up.md": b"out", "__MACOSX/One.md": b"no", "Bad.md": b"\xff\xfe\x00"})
    before = sorted(os.listdir(tmp_path))
    found = await workspace.ingest(str(path))
    assert (found.counts["new"], [(f.document, f.code) for f in found.failed]) == (2, [("v.zip/Bad.md", "NO_TEXT")])
    assert [d.entity.name for d in (await workspace.impact("b")).dependents] == ["a"]
    assert sorted(os.listdir(tmp_path)) == before
    assert (await workspace.ingest(str(path))).counts["unchanged"] == 2


async def test_an_export_that_is_packed(workspace: Workspace, tmp_path: Path) -> None:
    """The archive in which conversations are exported is taken as it comes."""
    told = [{"title": "Birds", "messages": [{"role": "user", "content": "Where do herons wade?"}]}]
    path = packed(tmp_path / "export.zip", {"conversations.json": json.dumps(told).encode(), "user.json": b"{}"})
    assert (await workspace.ingest(str(path))).counts["messages"] == 1
    assert (await workspace.search("herons", kinds=["message"])).hits


@pytest.fixture(scope="module")
def bombs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Archives that are more than they say, and files that are none."""
    folder = tmp_path_factory.mktemp("bombs")
    zeros = bytes(100 * MEGABYTES)
    made = {
        "TOO_LARGE": packed(folder / "note.zip", {"A.md": zeros}),
        "TOO_MANY_FILES": packed(folder / "many.zip", {f"{n}.md": b"" for n in range(archive.MOST_ENTRIES + 1)}),
    }
    lying = bytearray(packed(folder / "lying.zip", {"A.md": b"x" * 1_000}).read_bytes())
    place = lying.index(b"PK\x01\x02")
    struct.pack_into("<I", lying, place + 24, 10)  # the size that the directory declares
    (folder / "lying.zip").write_bytes(lying)
    cut = folder / "cut.zip"
    cut.write_bytes(made["TOO_LARGE"].read_bytes()[:5_000])
    return made | {"lying": folder / "lying.zip", "cut": cut}


async def test_ing_15_archives_that_unfold(workspace: Workspace, bombs: dict[str, Path]) -> None:
    """An entry that unfolds, too many entries, a false size and a cut archive are refused by what comes out, with the limit named."""
    unfolding = await workspace.ingest(str(bombs["TOO_LARGE"]))
    assert [(f.code, f"{MAX_BYTES:,}" in f.message) for f in unfolding.failed] == [("TOO_LARGE", True)]
    with pytest.raises(InvalidArgument, match=f"at most {archive.MOST_ENTRIES:,}"):
        await workspace.ingest(str(bombs["TOO_MANY_FILES"]))
    lying = await workspace.ingest(str(bombs["lying"]))
    assert [f.code for f in lying.failed] == ["UNREADABLE"]
    with pytest.raises(InvalidArgument, match="no archive"):
        await workspace.ingest(str(bombs["cut"]))
    assert {d.state for d in (await workspace.documents()).documents} == {"failed"}


async def test_ing_15_all_entries_together(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries that are each within the limit and together beyond it are refused as a whole, and nothing of them is stored."""
    monkeypatch.setattr(archive, "MOST_UNPACKED", 10 * MEGABYTES)
    path = packed(tmp_path / "v.zip", {f"N{n}.md": bytes(3 * MEGABYTES) for n in range(4)})
    with pytest.raises(InvalidArgument, match="10,000,000"):
        await workspace.ingest(str(path))
    assert (await workspace.documents()).documents == ()


def test_ing_15_memory_is_bounded(bombs: dict[str, Path], tmp_path: Path) -> None:
    """A file of half a gigabyte and an entry of a hundred megabytes are left at the limit: no more of them is ever in memory."""
    huge = tmp_path / "huge.md"
    with huge.open("wb") as file:
        file.truncate(500 * MEGABYTES)  # the file system need not hold what is never read
    tracemalloc.start()
    try:
        with pytest.raises(Unreadable, match="20,000,000"):
            read_bytes(huge)
        assert [code for _, code, _ in archive.list_archive(bombs["TOO_LARGE"], "v").failed] == ["TOO_LARGE"]
        assert tracemalloc.get_traced_memory()[1] < 4 * MAX_BYTES
    finally:
        tracemalloc.stop()


async def test_ing_15_an_office_file_is_not_unfolded(workspace: Workspace, tmp_path: Path) -> None:
    """An office file, which is an archive too, is no text: it is refused as it is, and a folder leaves it out."""
    path = packed(tmp_path / "x.docx", {"word/document.xml": bytes(50 * MEGABYTES)})
    found = await workspace.ingest(str(path))
    assert [f.code for f in found.failed] == ["NO_TEXT"]
    assert (await workspace.ingest(str(tmp_path), source="all")).counts["documents"] == 0
