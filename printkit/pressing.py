"""Builds for print shops and print-on-demand vendors: a face a page, checked against what they take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from printkit import icc
from printkit.clearance import tight
from printkit.disk import check_writable
from printkit.drawing import Colour, Document, Image, Page, Piece, Text, items_in
from printkit.drawing import Path as Outline
from printkit.errors import Problem, SpecError, quoted, request_error
from printkit.fonts import Fonts
from printkit.geometry import Size
from printkit.layouts import Titles
from printkit.layouts._press import faces
from printkit.pipeline import (
    SIZES,
    Built,
    chosen_assets,
    kept,
    pieces_of,
    prepared_games,
    refuse_unknown,
    unprintable,
)
from printkit.preflight import faults
from printkit.press import VERSIONS, PressProfile, Product, Standard
from printkit.pressproof import faults as proof_faults
from printkit.profile import Margins, Sheet
from printkit.render import png
from printkit.render._press import Intent, finished
from printkit.render.pdf import Press, render_for_press
from printkit.safety import unsafe
from printkit.spec import Asset, Game
from printkit.units import PAPERS, TOLERANCE

if TYPE_CHECKING:
    from PIL import Image as PillowImage

LEAST_MARGIN = 6.4  # mm that sheets which are not cut keep free
FULL = 1.0


class Order(NamedTuple):
    """What is asked for: the profile, the kind of PDF/X, and the ICC profile, where there is one."""

    profile: PressProfile
    standard: Standard
    icc: icc.Icc | None
    is_named: bool = False  # the ICC profile, by the user


def order_of(profile: PressProfile, standard: str | None, icc_path: str | None) -> Order:
    """Return an order; refuses what a profile does not take."""
    if profile.format != "pdf" and (standard is not None or icc_path is not None):
        option = "--pdfx" if standard is not None else "--icc"
        message = f"{option} is for PDFs, and {profile.vendor} takes {profile.format}"
        raise request_error(message, f"leave out {option}")
    chosen = cast(Standard, standard or profile.standard)
    if chosen not in VERSIONS:
        raise request_error(f"found --pdfx {quoted(chosen)}; expected x4 or x1a")
    if profile.format != "pdf":
        return Order(profile, chosen, None)
    found = icc.load(icc_path) if icc_path is not None else icc.find()
    if found is None and chosen == "x4":
        message = "PDF/X-4 needs an ICC profile of CMYK, and none was found"
        raise request_error(message, f"{icc.HINT}, or use --pdfx x1a")
    return Order(profile, chosen, found, icc_path is not None)


# Building


def build(
    games: list[Game], only: tuple[str, ...], order: Order, output: Path, progress: Callable[[str], None]
) -> tuple[list[Built], list[Problem]]:
    """Build games into ``output/GAME/PROFILE/``, and return remarks too; nothing is written before all is made.

    Raises SpecError where a piece is no product of the vendor, or a page has faults.
    """
    refuse_unknown(games, only)
    all_fonts, problems = prepared_games(games, only)
    check_writable(output)
    files: list[tuple[Built, bytes]] = []
    notes: list[Problem] = []
    for game, fonts in zip(games, all_fonts, strict=True):
        notes += [
            p._replace(severity="warning") for p in tight(game, list(game.assets.values())) if p not in problems
        ]
        for asset in chosen_assets(game, only):
            progress(f"{game.spec.game} {asset.name}")
            try:
                pages, told = _laid_out(game, asset, order.profile, fonts)
                title = f"{game.spec.title}: {asset.name}"
                document = Document(title, game.spec.title, game.spec.credit, tuple(page for page, _ in pages))
                made = _rendered(asset, document, [product for _, product in pages], order, fonts)
            except SpecError as error:
                problems.extend(error.problems)
                continue
            notes += told
            folder = output / game.spec.game / order.profile.profile
            number = len(pages) if order.profile.format == "pdf" else 1
            for name, data in zip(_names(asset, document, order.profile), made, strict=True):
                files.append((Built(folder / name, game.spec.game, asset.name, number), data))
    return kept(files, problems), notes


def _names(asset: Asset, document: Document, profile: PressProfile) -> list[str]:
    """Name the files of an asset: one, or one a face by the piece's number and the face."""
    if profile.format == "pdf":
        return [f"{asset.name}.pdf"]
    names = []
    for page in document.pages:
        _, counted, *side = page.label.split()
        number, count = counted.split("/")
        names.append("-".join([asset.name, number.zfill(len(count)), *side]) + ".png")
    return names


def _laid_out(
    game: Game, asset: Asset, profile: PressProfile, fonts: Fonts
) -> tuple[list[tuple[Page, Product | None]], list[Problem]]:
    """Draw an asset with the bleed that is needed, and put its faces on pages; return remarks too."""
    side = max(profile.safe, LEAST_MARGIN)
    sheet = Sheet(profile.sheet.capitalize(), Size(*PAPERS[profile.sheet]), Margins(side, side))
    pieces = pieces_of(game, asset, sheet, fonts)
    bleed = max(_needed(piece, asset, profile) for piece in pieces)
    if getattr(asset.settings, "bleed", bleed) < bleed:
        asset = asset._replace(settings=replace(asset.settings, bleed=bleed))
        pieces = pieces_of(game, asset, sheet, fonts)
    titles = Titles(game.spec.title, asset.name, game.spec.credit, fonts)
    pages = faces(pieces, profile, titles)
    owners = [piece for piece in pieces for _ in range(1 if piece.back is None else 2)]
    products = [profile.product_for(piece.front.size, piece.hex_flats) for piece in owners]
    found = [unsafe(page, piece, profile.safe, fonts) for page, piece in zip(pages, owners, strict=True)]
    return list(zip(pages, products, strict=True)), list(_remarks(asset, pages, found, profile))


def _needed(piece: Piece, asset: Asset, profile: PressProfile) -> float:
    """Return the bleed that a piece needs, in mm; refuses a piece that is no product."""
    size = piece.front.size
    product = profile.product_for(size, piece.hex_flats)
    if profile.products and product is None:
        raise SpecError([_no_product(piece, asset, profile)])
    page = profile.page_of(product, size)
    return max(page.width - size.width, page.height - size.height) / 2


def _no_product(piece: Piece, asset: Asset, profile: PressProfile) -> Problem:
    """Make the problem for a piece of a size that is not sold, with the nearest one that is."""
    size, flats = piece.front.size, piece.hex_flats
    what = f"a hex of {flats:g} mm across flats" if flats is not None else f"{size.width:g} × {size.height:g} mm"
    message = f"{asset.name}: {what} is none of the sizes of {profile.vendor}"
    nearest = profile.nearest(size, flats)
    keys = [key for key in SIZES if hasattr(asset.settings, key)]
    place = asset.place(keys[0] if keys else "kind")
    if nearest is None:
        listed = ", ".join(product.name for product in profile.products)
        hint = f"they sell {listed}; build the rest at home, and here with --only what they sell"
        return place.problem("fit", message, hint)
    width, height = nearest.trim
    hint = f"the nearest is the {nearest.name}, {width:g} × {height:g} mm"
    if flats is not None and keys[:1] == ["across_flats"]:
        hint += f": --set {asset.name}.across_flats='{height:g} mm'"
    elif keys[:1] == ["size"]:
        hint += f": --set {asset.name}.size='{width:g} mm × {height:g} mm'"
    else:
        hint += "; build the rest at home, and here with --only what they sell"
    return place.problem("fit", message, hint)


def _remarks(
    asset: Asset, pages: Sequence[Page], found: Sequence[list[tuple[str, float]]], profile: PressProfile
) -> Iterator[Problem]:
    """Give one remark on all that stands outside the safe area, with what stands out most."""
    every = [
        (page.label, what, excess) for page, things in zip(pages, found, strict=True) for what, excess in things
    ]
    if every:
        label, what, excess = max(every, key=lambda entry: entry[2])
        where = len({name for name, _, _ in every})
        message = (
            f"{asset.name}: on {where} of {len(pages)} faces something stands outside the safe area, "
            f"{profile.safe:.1f} mm inside the trim; most of all {what} on {label}, by {excess:.1f} mm"
        )
        yield asset.place("kind").problem("safe-area", message)._replace(severity="warning")


def _rendered(
    asset: Asset, document: Document, products: Sequence[Product | None], order: Order, fonts: Fonts
) -> tuple[bytes, ...]:
    profile = order.profile
    wrong = list(faults(document, fonts))
    if profile.format == "png":
        if not wrong:
            sizes = [product.pixels for product in products if product is not None and product.pixels is not None]
            return png.at_pixels(sizes, profile.dpi)(document, fonts)
    else:
        to_cmyk = icc.to_cmyk(order.icc)
        images = _images(document)
        most = max(_inks(document), default=0.0)
        most = max([most, *(_most_in(image, to_cmyk) for image in images)])
        if most > profile.ink_limit + TOLERANCE:
            wrong.append(
                f"{100 * most:.0f} % of ink lie in one place; the limit is {100 * profile.ink_limit:.0f} %"
            )
        if not wrong:
            press = Press(VERSIONS[order.standard], most + FULL <= profile.ink_limit + TOLERANCE, to_cmyk)
            data = finished(
                render_for_press(document, fonts, press), order.standard, _intent(order, has_images=bool(images))
            )
            least = min(
                min(page.trim.left - page.bleed.left, page.trim.top - page.bleed.top) for page in document.pages
            )
            wrong = list(proof_faults(data, order.standard, min(least, profile.bleed or least)))
            if not wrong:
                return (data,)
    raise unprintable(asset.name, asset.place("kind"), wrong)


def _intent(order: Order, *, has_images: bool) -> Intent:
    """Return what a file is meant for; a profile by which pixels were separated is in the file as well."""
    if order.icc is not None and (order.standard == "x4" or has_images or order.is_named):
        return Intent(order.icc.condition, order.icc.told, order.icc.data)
    return Intent(order.profile.condition, f"Printing condition {order.profile.condition}")


def _inks(document: Document) -> Iterator[float]:
    """Give how much ink each colour of the pieces takes; 1 is a full layer of one ink."""
    for item in _items(document):
        if isinstance(item, Text):
            yield sum(item.colour.cmyk)
        elif isinstance(item, Outline) and item.role != "cut":
            yield 0.0 if item.fill is None else sum(item.fill.cmyk)
            yield 0.0 if item.stroke is None else sum(item.stroke.colour.cmyk)


def _images(document: Document) -> list[Image]:
    return list({id(item.data): item for item in _items(document) if isinstance(item, Image)}.values())


def _items(document: Document) -> Iterator[Outline | Text | Image]:
    """Give all that is drawn on the faces of a document, without its marks."""
    for item, _ in items_in(chain.from_iterable(page.pieces for page in document.pages)):
        yield item


def _most_in(image: Image, to_cmyk: Callable[[bytes, Colour], PillowImage.Image]) -> float:
    """Return the most ink that lies on one pixel of an image, to 2 %."""
    from PIL import ImageChops  # noqa: PLC0415 (only pictures of pixels need it)

    cyan, magenta, yellow, black = to_cmyk(image.data, image.ground).split()
    half = ImageChops.add(cyan, magenta, scale=2), ImageChops.add(yellow, black, scale=2)
    return max(ImageChops.add(*half, scale=2).tobytes()) * 4 / 255
