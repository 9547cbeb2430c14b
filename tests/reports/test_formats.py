"""Table, Markdown, HTML and LaTeX: the same words, each in its markup."""

import ast
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import reports
from reports.glyphs import flat, to_ascii, width
from reports.markup import escape_latex, escape_markdown
from reports.render import FORMATS, render
from reports.schema import EVENTS, ODDS, RULES, empty
from tests.reports.samples import PROVENANCE, bench, event_row, events, games, odds, odds_row, rules

PEOPLE = ("table", "md", "html", "tex")
signs = st.text(st.sampled_from("♠♥♦♣±–—≥≤×…·→½éДві大|\\*_`<>&%$#{}~^[]\"' \t\nab\x1b\x00"), max_size=30)
prose = st.one_of(st.text(max_size=30), signs)


class Reader(HTMLParser):
    """Tags, attributes and the text of every cell."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.cells, self.texts = [""], [], [], {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data):
        tag = self.tags[-1]
        self.texts[tag] = self.texts.get(tag, "") + data
        if tag in ("td", "th") and data != "\n":
            self.cells[-1] += data


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("report", [odds(highlight=0), events(), games(), rules(), bench()])
def test_every_format_ends_with_one_newline_and_is_the_same_twice(fmt, unicode, report):
    text = render(report, fmt, unicode=unicode)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\r" not in text
    assert text == render(replace(report, frame=report.frame.copy()), fmt, unicode=unicode)


@pytest.mark.parametrize("fmt", FORMATS)
def test_every_format_says_game_version_and_seed(fmt):
    header = {"game": "two-hundred", "version": "0.1.0", "seed": 17}
    text = render(odds(header=header), fmt)
    assert "two-hundred" in text
    assert "0.1.0" in text
    assert re.search(r'seed 17|"seed": 17|,17,', text)


@pytest.mark.parametrize("fmt", PEOPLE)
def test_people_read_all_of_the_provenance(fmt):
    text = render(odds(), fmt).replace("\\_", "_")
    for line in PROVENANCE.lines():
        assert line in text


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("schema", [ODDS, EVENTS, RULES])
def test_no_rows_are_a_report_too(fmt, schema):
    text = render(replace(odds(), schema=schema, frame=empty(schema)), fmt)
    assert "two-hundred" in text or (fmt == "csv" and text.count("\n") == 1)


def test_an_unknown_format_is_refused_with_the_list():
    with pytest.raises(ValueError, match="'xml' is not one of table, json, csv, md, html, tex"):
        render(odds(), "xml")


@pytest.mark.parametrize("fmt", PEOPLE)
@settings(max_examples=40, deadline=None)
@given(title=prose, note=prose, text=prose)
def test_without_unicode_all_is_ascii(fmt, title, note, text):
    report = rules(text, title=title, notes=(note,))
    assert render(report, fmt, unicode=False).isascii()
    assert render(odds(odds_row(bid=text), title=title), fmt, unicode=False).isascii()


def test_ascii_forms():
    assert to_ascii("♠A ♥K ♦Q ♣J ± ≥ ≤ – — … é ½") == "SA HK DQ CJ +/- >= <= - - ... e 1/2"
    assert to_ascii("Д") == "?"


def test_flat_text_has_no_control_characters():
    assert flat(" a\tb\r\nc\x1b[2J \x00 d \x00") == "a b c[2J d"


def test_width_counts_columns_of_a_terminal():
    assert [width(text) for text in ("abc", "♠A", "大", "e\u0301")] == [3, 2, 2, 1]


# Table


def test_table_to_the_letter():
    rows = (odds_row(bid="100", ev=-7.04), odds_row(trump="H", bid="60"))
    text = render(odds(*rows, highlight=1, notes=("Precision reached.",)), "table", unicode=False)
    assert text == (
        "Two Hundred: odds for SAT\n"
        "\n"
        "  trump  bid  P(make)  95 % interval  mean taken  expected score +/- s.e.\n"
        "  -----  ---  -------  -------------  ----------  -----------------------\n"
        "  S      100   71.2 %    70.9-71.5 %        64.3             -7.0 +/- 0.3\n"
        "* H       60   71.2 %    70.9-71.5 %        64.3            +43.5 +/- 0.3\n"
        "\n"
        "* highest expected score\n"
        "Precision reached.\n"
        "\n"
        "two-hundred, variant base, rules 3f9a0c1d2e\n"
        "switches changed: all_pass=dealer_must_bid\n"
        "declaring side plays rules, defence plays greedy\n"
        "seed 17, 10,000 deals, wilson-95 intervals, bidodds 0.1.0\n"
    )


def test_table_has_no_margin_without_a_mark_and_a_gap_between_trumps():
    rows = [odds_row(trump=trump, bid=bid) for trump in "SH" for bid in ("50", "55", "60")]
    lines = render(odds(*rows), "table").split("\n")
    assert lines[2].startswith("trump  bid")
    assert lines[3].startswith("─────  ───")
    assert [line[:1] for line in lines[4:11]] == ["♠", "♠", "♠", "", "♥", "♥", "♥"]


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_long_text_is_wrapped_to_the_width_and_stays_whole(columns):
    words = "If all pass the deal is thrown in and the same dealer deals again with the cards shuffled anew"
    text = render(rules(words, title=words), "table", width=columns)
    assert all(len(line) <= columns for line in text.split("\n"))
    title, *_, table, _provenance = text.split("\n\n")
    assert " ".join(title.split()) == words
    heading, _, *lines = table.split("\n")
    start, end = heading.index("text"), heading.index("source")
    assert " ".join(" ".join(line[start:end] for line in lines).split()) == words


def test_numbers_and_commands_are_not_cut():
    command = "bidodds odds two-hundred --hand 'S:AT95 H:K7 D:A C:85' --set all_pass=dealer_must_bid -n 10000"
    report = odds(provenance=replace(PROVENANCE, command=command))
    text = render(report, "table", width=30)
    assert f"\ncommand: {command}\n" in text
    assert "♠       60   71.2 %    70.9–71.5 %        64.3            +43.5 ± 0.3\n" in text


# Markdown


def cells_of(line):
    return re.split(r"(?<!\\)(?:\\\\)*\|", line)


def test_markdown_to_the_letter():
    text = render(events(event_row("win | lose"), notes=("1. First", "> quoted")), "md")
    assert text == (
        "## Twenty-five: odds\n"
        "\n"
        "| event       |      P | 95 % interval | expected score ± s.e. |\n"
        "| ----------- | -----: | ------------: | --------------------: |\n"
        "| win \\| lose | 25.0 % |   24.2–25.9 % |           −1.2 ± <0.1 |\n"
        "\n"
        "- two-hundred, variant base, rules 3f9a0c1d2e\n"
        "- switches changed: all_pass=dealer_must_bid\n"
        "- declaring side plays rules, defence plays greedy\n"
        "- seed 17, 10,000 deals, wilson-95 intervals, bidodds 0.1.0\n"
        "\n"
        "1\\. First\n"
        "\n"
        "\\> quoted\n"
    )


@settings(max_examples=60, deadline=None)
@given(signs)
@example("a\\|b")
@example("a|b\\")
def test_markdown_rows_have_the_columns_of_the_heading(text):
    table = render(rules(text), "md").split("\n\n")[1].split("\n")
    assert len(table) == 3
    assert [len(cells_of(line)) for line in table] == [8, 8, 8]


def test_markdown_escapes_markup_alone():
    assert escape_markdown("a|b *c* `d` <br> [e](f) _g_") == r"a\|b \*c\* \`d\` \<br> \[e](f) \_g\_"
    assert escape_markdown("all_pass <0.1 % [gap] 50 & 60") == "all_pass <0.1 % [gap] 50 & 60"
    assert escape_markdown("&lt;") == r"\&lt;"


# HTML


def test_html_cells_are_those_of_the_table():
    reader = Reader(render(odds(highlight=0), "html"))
    assert reader.cells[:7] == [
        "",
        "trump",
        "bid",
        "P(make)",
        "95 % interval",
        "mean taken",
        "expected score ± s.e.",
    ]
    assert reader.cells[7:14] == ["*", "♠", "60", "71.2 %", "70.9–71.5 %", "64.3", "+43.5 ± 0.3"]
    assert len(reader.cells) == 21
    assert reader.attributes.count(("class", "best")) == 1


@settings(max_examples=40, deadline=None)
@given(prose, prose)
def test_html_texts_are_escaped(title, text):
    title, text = title.replace("\ufeff", ""), text.replace("\ufeff", "")
    reader = Reader(render(rules(text, title=title), "html"))
    assert reader.texts["h1"].strip("\n") == flat(title)
    assert reader.texts["title"].strip("\n") == flat(title)
    assert reader.cells[7] == flat(text)


def test_html_stands_alone():
    page = render(rules("<script src='http://x'>", highlight=0), "html")
    reader = Reader(page.replace("http://x", ""))
    assert page.startswith("<!doctype html>\n")
    assert "script" not in reader.tags
    assert "link" not in reader.tags
    assert {name for name, _ in reader.attributes} <= {"lang", "charset", "name", "content", "class", "scope"}
    page = render(odds(), "html")
    assert not re.search(r"https?:|src=|href=|url\(|@import", page)
    assert "@media print" in page
    assert "width=device-width" in page


def test_long_rows_are_stacked_on_a_narrow_screen():
    reader = Reader(render(rules("If all pass, the same dealer deals again, and so on."), "html"))
    assert ("class", "frame prose") in reader.attributes
    assert ("data-label", "text") in reader.attributes


# LaTeX


def test_latex_to_the_letter():
    text = render(odds(odds_row(), odds_row(trump="H", made=1), highlight=0), "tex")
    assert text == (
        "% Two Hundred: odds for ♠AT\n"
        "% two-hundred, variant base, rules 3f9a0c1d2e\n"
        "% switches changed: all_pass=dealer_must_bid\n"
        "% declaring side plays rules, defence plays greedy\n"
        "% seed 17, 10,000 deals, wilson-95 intervals, bidodds 0.1.0\n"
        "\\noindent\\textbf{Two Hundred: odds for $\\spadesuit$AT}\\par\\smallskip\n"
        "\\noindent\\begin{tabular}{llrrrrr}\n"
        "\\hline\n"
        " & trump & bid & P(make) & 95 \\% interval & mean taken & expected score $\\pm$ s.e. \\\\\n"
        "\\hline\n"
        "{*} & $\\spadesuit$ & 60 & 71.2 \\% & 70.9--71.5 \\% & 64.3 & +43.5 $\\pm$ 0.3 \\\\\n"
        " & $\\heartsuit$ & 60 & $<$0.1 \\% & 70.9--71.5 \\% & 64.3 & +43.5 $\\pm$ 0.3 \\\\\n"
        "\\hline\n"
        "\\end{tabular}\n"
        "\\par\\smallskip\\noindent{\\footnotesize\n"
        "{*} highest expected score.\n"
        "two-hundred, variant base, rules 3f9a0c1d2e.\n"
        "switches changed: all\\_pass=dealer\\_must\\_bid.\n"
        "declaring side plays rules, defence plays greedy.\n"
        "seed 17, 10,000 deals, wilson-95 intervals, bidodds 0.1.0.\n"
        "\\par}\n"
    )


def test_latex_escapes():
    assert escape_latex(r"a_b & 5% $3 #1 {x} ~ ^ \n") == (
        r"a\_b \& 5\% \$3 \#1 \{x\} \textasciitilde{} \textasciicircum{} \textbackslash{}n"
    )
    assert escape_latex("♦♣ ≥ − [gap] --set ---x") == (
        r"$\diamondsuit$$\clubsuit$ $\ge$ $-$ {[}gap] -{}-set -{}-{}-x"
    )


@settings(max_examples=40, deadline=None)
@given(signs)
def test_latex_rows_have_the_columns_of_the_heading(text):
    lines = render(rules(text), "tex").split("\n")
    rows = [line for line in lines if line.endswith(r" \\")]
    assert [len(re.findall(r"(?<!\\)&", row)) for row in rows] == [5, 5]
    for row in rows:
        bare = re.sub(r"\\[&%$#_{}]", "", row)
        assert bare.count("$") % 2 == 0
        assert bare.count("{") == bare.count("}")
        assert "%" not in bare
        assert "#" not in bare


# The package


def test_the_package_prints_nothing_and_knows_no_other():
    for path in Path(reports.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            else:
                modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {module.split(".")[0] for module in modules} & {"analyzer", "sims", "rich", "numba"}
            assert not (isinstance(node, ast.Name) and node.id == "print"), path.name
