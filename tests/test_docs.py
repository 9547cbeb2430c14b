"""The documents say what the program does: commands, output, games, links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sims.games import GAMES
from tests.documents import ROOT, Block, blocks, cells, documents, run, run_cells

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = [block for path in documents() for block in blocks(path)]


def name(block: Block) -> str:
    return f"{block.path.name}: {block.command[-60:]}"


@pytest.mark.parametrize("block", [b for b in SHOWN if b.arguments is not None], ids=name)
def test_output_in_the_documents_is_what_the_program_prints(block: Block) -> None:
    assert block.arguments is not None
    assert run(block.arguments) == block.output


@pytest.mark.parametrize("path", [p for p in documents() if cells(p)], ids=lambda path: path.name)
def test_cells_in_the_documents_print_what_stands_under_them(path: Path) -> None:
    shown = cells(path)
    assert run_cells([cell.code for cell in shown]) == [cell.output for cell in shown]


def test_readme_opens_with_two_commands_that_install_and_test() -> None:
    commands = [block.command for block in blocks(ROOT / "README.md")][:2]
    assert commands[0].startswith("python3 -m venv .venv && .venv/bin/pip install")
    assert " odds " in commands[0]
    assert commands[1].endswith("pytest -q")


def test_readme_shows_the_count_of_passed_tests(request: pytest.FixtureRequest) -> None:
    shown = re.search(
        r"^(\d+) passed, (\d+) deselected in [\d.]+s", blocks(ROOT / "README.md")[1].output, re.MULTILINE
    )
    assert shown is not None
    chosen = [arg for arg in request.config.invocation_params.args if not str(arg).startswith("-")]
    if not chosen and request.config.option.markexpr == "not full" and not request.config.option.keyword:
        assert int(shown[1]) == len(request.session.items)


@pytest.mark.parametrize(
    "command",
    [
        "games",
        "rules",
        "odds",
        "advise",
        "duel",
        "compare",
        "match",
        "merge",
        "trace",
        "check",
        "bench",
        "fit",
        "warmup",
    ],
)
def test_every_command_has_help_and_stands_in_the_readme(command: str) -> None:
    assert f"`bidodds {command}" in README
    lines = run([command, "--help"]).splitlines()
    assert f"bidodds {command}" in lines[0]
    assert len(lines) > 4


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_a_page_with_a_worked_question(game: str) -> None:
    page = ROOT / "docs" / "games" / f"{game}.md"
    assert page.is_file()
    assert any(block.arguments and block.arguments[0] == "odds" for block in blocks(page))


def test_links_between_documents_lead_somewhere() -> None:
    for path in [*documents(), ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_every_switch_stands_in_the_rules_command() -> None:
    for game, module in GAMES.items():
        shown = run(["rules", game, "-f", "csv"])
        for switch in module.SHEET.switches:
            assert switch.name in shown
