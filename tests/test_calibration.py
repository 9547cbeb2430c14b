"""The calibration card: gaps between players without the noise of sampling, and the same card every time."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from analyzer.bracket import made_in_bracket
from analyzer.calibration import main, page
from analyzer.card import Card
from analyzer.duels import kind_of
from analyzer.endings_part import endings
from analyzer.hand_by_hand import gap, made_by_hand
from analyzer.ladder import ladder_of
from sims.games import find_game
from sims.sheets import resolve

EVENT_GAMES = ("blackout", "twenty-five", "da-bai-fen", "one-hundred-one")


def card(game: str, *bids: int, deals: int = 60, hands: int = 6, layouts: int = 20) -> Card:
    module, values = find_game(game)
    rules = resolve(module.SHEET, None, values)
    return Card(
        game=module,
        rules=rules,
        players=("random", "rules"),
        bids=bids or kind_of(rules).goals(module, rules, ()),
        deals=(deals,),
        hands=hands,
        layouts=layouts,
        seed="test",
    )


@pytest.mark.parametrize(("shift", "spread"), [(0.0, 0.0), (0.1, 0.0), (0.0, 0.12), (-0.05, 0.08)])
def test_a_gap_is_free_of_sampling_noise(shift: float, spread: float) -> None:
    """P(make) of two players that differ by a normal amount from hand to hand: root mean square known."""
    rng = np.random.default_rng(5)
    hands, layouts = 4_000, 50
    chance = rng.uniform(0.35, 0.65, hands)
    other = chance + rng.normal(shift, spread, hands).clip(-0.3, 0.3)
    draws = rng.random((hands, layouts))
    found = gap((draws < other[:, None]).astype(np.int64), (draws < chance[:, None]).astype(np.int64))
    assert found.bias == pytest.approx(100 * shift, abs=4 * found.bias_error + 0.05)
    assert found.rms == pytest.approx(100 * float(np.hypot(shift, spread)), abs=1.0)


def test_equal_players_have_no_gap_although_their_samples_differ() -> None:
    rng = np.random.default_rng(6)
    made = rng.random((2, 3_000, 40)) < 0.6
    found = gap(made[0].astype(np.int64), made[1].astype(np.int64))
    assert abs(found.bias) < 4 * found.bias_error
    assert found.rms < 3.5  # the raw root mean square is 11; two standard errors of the square are 2.5


@pytest.mark.parametrize(("game", "bids"), [("nahanni", (20,)), *((game, ()) for game in EVENT_GAMES)])
def test_the_card_is_the_same_on_any_number_of_threads(game: str, bids: tuple[int, ...]) -> None:
    wanted = card(game, *bids)
    assert len({page(wanted, "command", threads) for threads in (1, 2, 3)}) == 1


@pytest.mark.parametrize(("game", "bids"), [("two-hundred", (60,)), *((game, ()) for game in EVENT_GAMES)])
def test_rules_enter_the_ladder_above_random(game: str, bids: tuple[int, ...]) -> None:
    text = page(card(game, *bids, deals=400), "command")
    (row,) = (line for line in text.splitlines() if line.startswith("| rules | random |"))
    assert row.endswith("| yes |")


def test_a_player_who_is_hardly_better_does_not_enter() -> None:
    text = page(replace(card("twenty-five", deals=40), players=("rules", "rollout:1")), "command")
    (row,) = (line for line in text.splitlines() if line.startswith("| rollout:1 | rules |"))
    assert row.endswith("| no |")


def test_every_step_of_the_ladder_has_its_deals() -> None:
    wanted = replace(card("one-hundred-one"), players=("random", "rules", "random", "rules"), deals=(30, 50))
    assert [answer.deals for answer in ladder_of(wanted)] == [30, 50, 50]
    shown = [
        line.split("|")[3].strip() for line in page(wanted, "command").splitlines() if "| random |" in line
    ]
    assert shown[:2] == ["30", "50"]


def test_the_deals_of_the_steps_are_options(capsys: pytest.CaptureFixture[str]) -> None:
    main(
        [
            "one-hundred-one",
            "--players",
            "random,rules,random",
            "--deals",
            "40,60",
            "--hands",
            "2",
            "--layouts",
            "5",
        ]
    )
    out = capsys.readouterr().out
    assert "| rules | random | 40 |" in out
    assert "| random | rules | 60 |" in out
    with pytest.raises(SystemExit):
        main(["one-hundred-one", "--deals", "40,1"])
    with pytest.raises(SystemExit):
        main(["hundred-to-one"])


def test_hands_are_those_of_the_declarers() -> None:
    """A hand that the card asks about makes a low bid more often than a hand of anybody."""
    found = made_by_hand(card("nahanni", 20, hands=20, layouts=50))
    assert found["rules"].shape == (1, 20, 50)
    assert found["rules"].mean() > 0.5


@pytest.mark.parametrize("game", EVENT_GAMES)
def test_layouts_keep_the_hand_and_change_the_rest(game: str) -> None:
    """A hand keeps its chance: the mean over its layouts is that of others of the same hand, and hands differ."""
    made = made_by_hand(card(game, hands=12, layouts=400))["rules"][0].astype(float)
    halves = made[:, :200].mean(axis=1), made[:, 200:].mean(axis=1)
    assert np.corrcoef(*halves)[0, 1] > 0.5
    assert (made.std(axis=1) > 0).sum() > 6


@pytest.mark.parametrize("game", EVENT_GAMES)
def test_self_play_by_hand_has_the_chance_of_self_play(game: str) -> None:
    """Over hands drawn anew the layouts are deals like others: the mean is that of a duel's own side."""
    wanted = card(game, hands=400, layouts=4, deals=1)
    by_hand = made_by_hand(wanted)["random"][0].mean(axis=1)
    kind = kind_of(wanted.rules)(wanted.duel(("random",), wanted.bids, None, 0))
    made = kind.deals(10_000, 11_600, [("random", "random")]).made[:, 0, 0]
    error = np.hypot(by_hand.std() / 20, made.std() / 40)
    assert abs(by_hand.mean() - made.mean()) < 4 * error


def test_a_bracket_holds_the_player_between_those_who_see_everything() -> None:
    wanted = replace(card("nahanni", 20, 25), players=("random", "rules"), bracket=60)
    made = made_in_bracket(wanted)
    assert set(made) == {"rules"}
    low, plain, high = made["rules"]
    assert (low < plain).all()
    assert (plain < high).all()
    text = page(wanted, "command")
    assert "## The bracket (60 deals)" in text
    assert f"| {100 * int(high[0]) / 60:.1f} % (" in text
    assert "The bracket" not in page(replace(wanted, bracket=0), "command")
    assert "The bracket" not in page(replace(card("blackout"), bracket=60), "command")


def test_endings_stand_on_the_card_of_two_hundred() -> None:
    """A row for each number of cards and seat: chances in order, and what is closed of the gap."""
    wanted = replace(card("two-hundred", 60, hands=2, layouts=2), endings=4)
    rows = [line for line in endings(wanted) if re.match(r"\| [34] \| (declarer|defender) \|", line)]
    assert len(rows) == 4
    for row in rows:
        rules, _, _, best = (float(chance) for chance in re.findall(r"(\S+) % \|", row)[:4])
        assert 0 <= rules <= best <= 100
        assert row.count("%") == 6


def test_a_card_says_where_endings_cannot_be_judged() -> None:
    wanted = card("nahanni", 20, hands=2, layouts=2)
    assert endings(wanted) == []
    assert any("too many to list" in line for line in endings(replace(wanted, endings=4)))
