"""The page of a build: every asset with its picture, its file, what to print it on and what to do then.

It is one file of HTML without scripts, and asks nothing of the network; its pictures and links are relative.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from printkit.errors import counted
from printkit.instructions import AT_100, Shelf, Shown, sheets_by_paper

GENERATOR = "printkit"
MARK = f'<meta name="generator" content="{GENERATOR}">'  # by which a page is known to be printkit's

STYLE = """
:root { color-scheme: light; --ink: #111; --soft: #555; --line: #d4d4d4; --paper: #fff; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 76rem; padding: 2.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 "Fira Sans", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1, h2, h3, p, ul, dl, dd, table, figure { margin: 0; padding: 0; }
ul { list-style: none; }
h1, h2 { font-weight: 700; letter-spacing: -0.01em; line-height: 1.15; }
h1 { font-size: 2.25rem; }
h2 { font-size: 1.75rem; }
h3 { font-size: 1.125rem; line-height: 1.3; }
a { color: inherit; text-decoration-color: #999; text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-color: currentColor; }
a:focus-visible { outline: 2px solid var(--ink); outline-offset: 3px; }
.soft { color: var(--soft); }
header { display: grid; gap: 2rem 4rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
header > div { display: grid; gap: 1rem; align-content: start; max-width: 34rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 700; padding-bottom: 0.5rem; }
th, td { border-top: 1px solid var(--line); padding: 0.4rem 0; font-weight: 400; text-align: left;
  vertical-align: top; }
td { text-align: right; white-space: nowrap; padding-left: 1.5rem; }
tfoot th, tfoot td { border-top: 2px solid var(--ink); font-weight: 700; }
section { border-top: 2px solid var(--ink); margin-top: 3rem; padding-top: 1.25rem; }
main > section:first-child { margin-top: 2.5rem; }
.credit { margin-top: 0.35rem; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0.25rem 2rem; }
.assets { display: grid; gap: 0 2.5rem; margin-top: 2rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
.assets > li { display: grid; grid-template-rows: subgrid; grid-row: span 3; row-gap: 0.75rem; min-width: 0;
  margin-bottom: 3rem; align-content: start; }
.picture { align-self: end; }
.picture a { display: block; width: fit-content; max-width: 100%; }
img { display: block; width: auto; height: auto; max-width: 100%; max-height: 19.5rem; background: #fff;
  border: 1px solid #c8c8c8; box-shadow: 0 1px 2px rgb(0 0 0 / 8%), 0 4px 14px rgb(0 0 0 / 8%); }
dl { display: grid; align-content: start; grid-template-columns: 3.6rem 1fr; gap: 0.3rem 0.75rem;
  font-size: 0.9375rem; line-height: 1.45; }
dt { color: var(--soft); }
@media (max-width: 40rem) {
  body { padding-top: 1.5rem; }
  h1 { font-size: 1.875rem; }
  img { max-height: 24rem; }
}
@media print {
  @page { margin: 15mm; }
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  h1 { font-size: 20pt; } h2 { font-size: 15pt; } h3 { font-size: 11pt; }
  nav { display: none; }
  a { text-decoration: none; }
  section { margin-top: 10mm; }
  .head, .credit { break-after: avoid; }
  .assets { grid-template-columns: repeat(3, 1fr); gap: 0 6mm; margin-top: 5mm; }
  .assets > li { break-inside: avoid; row-gap: 2mm; margin-bottom: 7mm; }
  img { max-height: 45mm; box-shadow: none; }
  dl { font-size: 8pt; grid-template-columns: 3.4em 1fr; gap: 0.5mm 2mm; }
}
"""


def web_page(shelves: Sequence[Shelf], paper: str) -> str:
    """Write the page of a build on a paper, the same text for the same values."""
    titles = [shelf.title for shelf in shelves]
    number = sum(len(shelf.assets) for shelf in shelves)
    what = counted(number, "asset") if len(shelves) == 1 else f"{counted(number, 'asset')} of {len(shelves)} games"
    title = f"{', '.join(titles)}: what to print"
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f"<title>{escape(title)}</title>",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            MARK,
            '<link rel="icon" href="data:,">',
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            "<header>",
            "<div>",
            "<h1>What to print</h1>",
            f'<p class="soft">{what}, laid out on {escape(paper)}</p>',
            f"<p>{AT_100}</p>",
            *_links(shelves),
            "</div>",
            *_totals(shelves, paper),
            "</header>",
            "<main>",
            *(line for shelf in shelves for line in _section(shelf)),
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


def _links(shelves: Sequence[Shelf]) -> list[str]:
    """Lead to the games, where there are several."""
    if len(shelves) == 1:
        return []
    entries = (f'<li><a href="#{quote(shelf.game)}">{escape(shelf.title)}</a></li>' for shelf in shelves)
    return ['<nav aria-label="Games">', "<ul>", *entries, "</ul>", "</nav>"]


def _totals(shelves: Sequence[Shelf], paper: str) -> list[str]:
    """Say how many sheets all of it takes, by kind of paper."""
    sheets = sheets_by_paper(asset.told for shelf in shelves for asset in shelf.assets)
    rows = (f'<tr><th scope="row">{escape(kind)}</th><td>{n}</td></tr>' for kind, n in sheets.items())
    return [
        "<table>",
        f"<caption>Sheets of {escape(paper)} for one of each</caption>",
        *("<tbody>", *rows, "</tbody>"),
        f'<tfoot><tr><th scope="row">in all</th><td>{sum(sheets.values())}</td></tr></tfoot>',
        "</table>",
    ]


def _section(shelf: Shelf) -> list[str]:
    facts = f"{counted(len(shelf.assets), 'asset')}, {counted(shelf.sheets, 'sheet')}"
    return [
        f'<section id="{quote(shelf.game)}">',
        f'<div class="head"><h2>{escape(shelf.title)}</h2><p class="soft">{facts}</p></div>',
        f'<p class="credit soft">{escape(shelf.credit)}</p>',
        '<ul class="assets">',
        *(line for asset in shelf.assets for line in _asset(shelf, asset)),
        "</ul>",
        "</section>",
    ]


def _asset(shelf: Shelf, asset: Shown) -> list[str]:
    told = asset.told
    width, height = asset.size
    seen = "the sheets joined" if asset.is_joined else "first page" if told.pages > 1 else "the page"
    alt = escape(f"{shelf.title}, {told.name}: {seen}")
    first = _reference(asset.files[0], asset.first_page)
    size = told.told_size if told.pieces == 1 else f"{told.told_size} each"
    paper = f"{counted(told.sheets, 'sheet')}: {told.paper}"
    picture = (
        f'<img src="{quote(asset.thumbnail_file)}" alt="{alt}" width="{width}" height="{height}" loading="lazy">'
    )
    rows = [
        ("What", f"{told.counted_pieces}, {size}"),
        ("Paper", paper),
        ("Sides", told.sides),
        ("Then", " ".join(told.steps)),
    ]
    return [
        "<li>",
        f'<div class="picture"><a href="{first}" tabindex="-1">{picture}</a></div>',
        f'<h3><a href="{first}">{escape(told.name)}</a></h3>',
        "<dl>",
        *(f"<dt>{word}</dt><dd>{escape(text)}</dd>" for word, text in rows),
        *_further(asset),
        "</dl>",
        "</li>",
    ]


def _further(asset: Shown) -> list[str]:
    """Lead to the pages of an asset that is in several files."""
    if len(asset.files) == 1:
        return []
    links = (f'<a href="{_reference(file)}">{n}</a>' for n, file in enumerate(asset.files, 1))
    return [f"<dt>Pages</dt><dd>{', '.join(links)}</dd>"]


def _reference(file: str, page: int = 1) -> str:
    """Quote a path for a link, with the page of the file that it leads to."""
    return quote(file) if page == 1 else f"{quote(file)}#page={page}"
