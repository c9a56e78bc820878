"""What reportlab leaves out of PDF/X: output intent, metadata, and the name of the standard (pikepdf)."""

from __future__ import annotations

import uuid
from io import BytesIO
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from printkit.press import NAMES, VERSIONS, Standard

REGISTRY = "http://www.color.org"


class Intent(NamedTuple):
    """The printing that a file is meant for: an ICC profile, or None where its name alone is enough."""

    condition: str  # such as FOGRA39
    told: str
    icc: bytes | None = None


def finished(data: bytes, standard: Standard, intent: Intent) -> bytes:
    """Make a PDF/X of a PDF in CMYK."""
    with pikepdf.open(BytesIO(data)) as pdf:
        entry = Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFX,
            OutputConditionIdentifier=String(intent.condition),
            OutputCondition=String(intent.told),
            Info=String(intent.told),
            RegistryName=String(REGISTRY),
        )
        if intent.icc is not None:
            profile = pikepdf.Stream(pdf, intent.icc)
            profile["/N"] = 4
            profile["/Alternate"] = Name.DeviceCMYK
            entry["/DestOutputProfile"] = pdf.make_indirect(profile)
        pdf.Root["/OutputIntents"] = Array([pdf.make_indirect(entry)])
        info = pdf.docinfo
        known = Dictionary({str(key): value for key, value in info.items() if key != "/Trapped"})
        info["/Trapped"] = Name("/False")
        info["/GTS_PDFXVersion"] = String(NAMES[standard])
        with pdf.open_metadata(set_pikepdf_as_editor=False) as meta:
            meta.load_from_docinfo(known)
            meta["pdf:Trapped"] = "False"
            meta["pdfxid:GTS_PDFXVersion"] = NAMES[standard]
            meta["xmpMM:DocumentID"] = f"uuid:{_uuid(data)}"
            meta["xmpMM:VersionID"] = "1"
            meta["xmpMM:RenditionClass"] = "default"
        buffer = BytesIO()
        is_old = standard == "x1a"
        pdf.save(
            buffer,
            force_version="{}.{}".format(*VERSIONS[standard]),
            object_stream_mode=pikepdf.ObjectStreamMode.disable if is_old else pikepdf.ObjectStreamMode.generate,
            deterministic_id=True,
        )
    return buffer.getvalue()


def _uuid(data: bytes) -> str:
    """Name a document by what it holds, so that the same input gives the same bytes."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, data.hex()))
