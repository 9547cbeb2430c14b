"""Instant odds: what holds by construction, the plain twin, the measured error, the command."""

from __future__ import annotations

import json
from itertools import permutations

import numpy as np
import pytest

from analyzer.notation import parse_cards
from sims.cards import SUITS, mask_of
from sims.deals import deal_batch
from sims.games import GAMES
from sims.instant import MODELS, InstantModel, model_of, place_of, shipped, written
from sims.players import read_weights, rules_block
from sims.sheets import Rules, resolve
from sims.tables import FIXED_TRUMP, IF_MADE, IF_SET, TAKEN, TOTAL, Int64Array
from tests.conftest import Call
from tests.naive import instant as naive


def rules_of(game: str, variant: str | None = None, **switches: str | int) -> Rules:
    return resolve(GAMES[game].SHEET, variant, switches)


def model_for(game: str, variant: str | None = None, **switches: str | int) -> InstantModel:
    model = model_of(GAMES[game], rules_of(game, variant, **switches))
    assert model is not None
    return model


def some_hands(game: str, n: int) -> tuple[Int64Array, Int64Array]:
    rules = rules_of(game)
    if game == "blackout":
        from sims.tricks_tables import pack

        block = pack(rules, read_weights(game))
    else:
        block = rules_block(GAMES[game], rules)
    hands, _, _ = deal_batch(block, 77, 0, n)
    places = np.arange(n) % 4
    return np.ascontiguousarray(hands[:, 0]), places.astype(np.int64)


@pytest.mark.parametrize("game", MODELS)
def test_a_chance_is_a_chance_and_falls_with_the_bid(game: str) -> None:
    model = model_for(game)
    chances, scores = model.both(*some_hands(game, 3_000))
    assert chances.shape == scores.shape == (3_000, model.trumps, len(model.bids))
    assert chances.min() >= 0
    assert chances.max() <= 1
    ladder = chances[..., [i for i, bid in enumerate(model.bids) if bid != "nil"]]
    assert (np.diff(ladder, axis=2) <= 0).all()
    assert (chances.std(axis=0) > 0.001).sum() > 3  # and the hand matters
    most = 50 if game == "blackout" else 2.5 * int(model.bids[-1])
    assert np.abs(scores).max() <= most


@pytest.mark.parametrize("game", MODELS)
def test_the_same_bytes_in_any_company(game: str) -> None:
    model = model_for(game)
    hands, places = some_hands(game, 5_000)
    chances, scores = model.both(hands, places)
    threaded = model.both(hands, places, threads=3)
    assert threaded[0].tobytes() == chances.tobytes()
    assert threaded[1].tobytes() == scores.tobytes()
    backwards = model.both(hands[::-1], places[::-1])[0][::-1]
    assert backwards.tobytes() == chances.tobytes()
    for row in (0, 1, 17, 4_999):
        alone = model.both(hands[row : row + 1], places[row : row + 1])
        assert alone[0].tobytes() == chances[row : row + 1].tobytes()
        assert alone[1].tobytes() == scores[row : row + 1].tobytes()


def renamed(hands: Int64Array, to: tuple[int, ...]) -> Int64Array:
    """The cards of suit s become those of suit to[s]."""
    lane = (1 << 15) - 1
    moved = np.zeros_like(hands)
    for suit in range(4):
        moved |= (hands >> 16 * suit & lane) << 16 * to[suit]
    return moved


def test_any_renaming_of_suits_in_two_hundred() -> None:
    model = model_for("two-hundred")
    hands, places = some_hands("two-hundred", 300)
    chances, scores = model.both(hands, places)
    for to in permutations(range(4)):
        again, worth = model.both(renamed(hands, to), places)
        assert again[:, list(to)].tobytes() == chances.tobytes()
        assert worth[:, list(to)].tobytes() == scores.tobytes()


def test_any_renaming_of_plain_suits_in_blackout() -> None:
    model = model_for("blackout")
    hands, places = some_hands("blackout", 300)
    chances = model.chances(hands, places)
    for to in permutations(range(3)):
        assert model.chances(renamed(hands, (*to, 3)), places).tobytes() == chances.tobytes()


@pytest.mark.parametrize("game", ["nahanni", "fifty-five"])
def test_black_and_red_suits_change_places_by_rank_order(game: str) -> None:
    """With hearts trump the three plain suits differ only in the order of their ranks."""
    model, tables = model_for(game), GAMES[game].tables(rules_of(game))
    hands, places = some_hands(game, 300)
    trump = SUITS.index("H")
    chances = model.chances(hands, places)[:, trump]
    for to in permutations(range(3)):
        moved = np.zeros_like(hands)
        for card in range(64):
            index = int(tables.to_frame[trump, card]).bit_length() - 1
            if index < 0:
                continue
            lane = to[index >> 4] if index < 48 else 3
            moved |= (hands >> card & 1) << int(tables.to_card[trump, 16 * lane + index % 16])
        assert model.chances(moved, places)[:, trump].tobytes() == chances.tobytes()


@pytest.mark.parametrize("game", MODELS)
def test_the_kernel_does_what_the_plain_steps_do(game: str) -> None:
    rules = rules_of(game)
    model, tables = model_for(game), GAMES[game].tables(rules)
    hands, places = some_hands(game, 12)
    chances, scores = model.both(hands, places)
    fixed = int(tables.settings[FIXED_TRUMP])
    network = {
        name: [part.tolist() for part in value] if isinstance(value, tuple) else value.tolist()
        for name, value in model.network._asdict().items()
    }
    others = 1 if fixed else len(GAMES[game].seating(rules).sides) - 1
    for n, hand in enumerate(hands.tolist()):
        cards = {card for card in range(64) if hand >> card & 1}
        for axis in range(model.trumps):
            trump = fixed - 1 if fixed else axis if axis < 4 else None
            p, points, theirs = naive.answer(network, tables.to_card.tolist(), cards, int(places[n]), trump)
            np.testing.assert_allclose(chances[n, axis], p, atol=2e-4)
            if fixed:
                own = [p[b] * 40 * points[b] - 10 * (1 - p[b]) for b in range(14)]
                worth = [own[b] - (50 * theirs[b] - 10) for b in range(14)]
            else:
                total = int(tables.settings[TOTAL])
                worth = [
                    p[b] * (total * points[b] if row[IF_MADE] == TAKEN else row[IF_MADE])
                    + (1 - p[b]) * row[IF_SET]
                    - total * theirs[b] / others
                    for b, row in enumerate(tables.ladder.tolist())
                ]
            np.testing.assert_allclose(scores[n, axis], worth, atol=0.05)


def test_a_score_pays_what_the_rules_pay() -> None:
    """A switch that pays 200 for 100 moves the score of that bid by 100 times its chance, and nothing else."""
    plain, double = model_for("two-hundred"), model_for("two-hundred", hundred_for_200="on")
    hands, places = some_hands("two-hundred", 50)
    chances, scores = plain.both(hands, places)
    again, worth = double.both(hands, places)
    assert again.tobytes() == chances.tobytes()
    assert worth[..., :-1].tobytes() == scores[..., :-1].tobytes()
    np.testing.assert_allclose(worth[..., -1] - scores[..., -1], 100 * chances[..., -1], atol=0.01)


def test_rules_with_other_bids_have_the_columns_of_theirs() -> None:
    base, long = model_for("two-hundred"), model_for("two-hundred", "to-300")
    assert long.bids == base.bids[2:]
    hands, places = some_hands("two-hundred", 50)
    assert long.chances(hands, places).tobytes() == base.chances(hands, places)[..., 2:].tobytes()


@pytest.mark.parametrize(
    ("game", "variant", "switches"),
    [
        ("two-hundred", "kitty", {}),
        ("two-hundred", "cut-throat", {}),
        ("two-hundred", "base", {"min_bid": 45}),
        ("nahanni", "base", {"plain_follow": "follow_or_trump"}),
        ("nahanni", "base", {"plain_ace": "one"}),
        ("fifty-five", "base", {"players": 5}),
        ("fifty-five", "base", {"lead": "bidder_left"}),
        ("blackout", "as-translated", {}),
        ("blackout", "mayes", {"set": -20}),
        ("twenty-five", None, {}),
    ],
)
def test_other_rules_have_no_model(game: str, variant: str | None, switches: dict[str, str | int]) -> None:
    assert model_of(GAMES[game], rules_of(game, variant, **switches)) is None


@pytest.mark.parametrize(
    ("game", "switches"),
    [
        ("two-hundred", {"target": 500, "loss_limit": -500, "must_bid_at_100": "off"}),
        ("nahanni", {"target": 150, "at_100": "no_points"}),
        ("fifty-five", {"target": 220, "bidder_cap": "on"}),
        ("blackout", {"target": 200}),
    ],
)
def test_what_does_not_touch_the_play_keeps_the_model(game: str, switches: dict[str, str | int]) -> None:
    assert model_of(GAMES[game], rules_of(game, None, **switches)) is not None


def test_places_count_from_the_left_of_the_dealer() -> None:
    assert [place_of(seat, 3, 4) for seat in range(4)] == [0, 1, 2, 3]
    assert [place_of(seat, 0, 4) for seat in range(4)] == [3, 0, 1, 2]


@pytest.mark.parametrize("game", MODELS)
def test_a_model_file_is_small_and_says_how_it_was_made(game: str) -> None:
    file = shipped(game)
    assert file is not None
    assert len(written(file)) < 300_000
    about = file.about
    assert {"seed", "kernel_hash", "strong_labels", "weak_labels", "judge", "held_out"} <= about.keys()
    assert len(about["error"]) == len(about["score_error"]) == len(about["bids"])
    assert all(0 < error < (0.15 if game == "blackout" else 0.06) for error in about["error"])
    assert written(file) == written(file)


# What simulations of rollout:20 in self-play gave: (game, hand, trump axis, {bid: P(make)}, deals).
SIMULATED = [
    ("two-hundred", "AT95.AK.T8.7", 3, {"50": 0.908, "60": 0.8, "70": 0.562, "80": 0.338}, 400),
    ("nahanni", "5H JH KH QS 3C", 2, {"25": 0.875, "30": 0.623}, 1466),
    ("fifty-five", "JS AS AH 4D 9C", 3, {"15": 0.952, "20": 0.861, "25": 0.62, "60": 0.495}, 440),
    ("blackout", "AK94.KQ5.A843.72", 0, {"4": 0.952, "5": 0.843}, 600),
    ("fifty-five", "JS AS AH 4D 9C", 4, {"15": 0.973, "20": 0.9, "25": 0.72, "60": 0.552}, 440),
]


@pytest.mark.parametrize(("game", "hand", "axis", "known", "deals"), SIMULATED)
def test_simulation_lies_within_the_stated_error(
    game: str, hand: str, axis: int, known: dict[str, float], deals: int
) -> None:
    model = model_for(game)
    cards = mask_of(parse_cards(hand, GAMES[game].deck(rules_of(game))))
    chances = model.chances(np.array([cards]), np.array([0]))[0, axis]
    for bid, share in known.items():
        column = model.bids.index(bid)
        spread = np.sqrt(model.error[column] ** 2 + share * (1 - share) / deals)
        assert chances[column] == pytest.approx(share, abs=2.6 * spread)


# -------------------------------------------------------------------------------------------------- the command

HAND = "AT95.AK.T8.7"


def test_the_command_answers_with_the_error_of_the_model(call: Call) -> None:
    done = call(f"odds two-hundred --hand {HAND} --instant --trump S --bid 60 --bid 80 -f json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["method"] == "instant"
    assert found["interval"] == "held-out-95"
    assert found["deals"] == 0
    assert [row["bid"] for row in found["rows"]] == ["60", "80"]
    model = model_for("two-hundred")
    cards = mask_of(found["hand"])
    chances = model.chances(np.array([cards]), np.array([0]))[0, SUITS.index("S")]
    for row, column in zip(found["rows"], (2, 6), strict=True):
        assert row["p_make"] == float(chances[column])
        half = 1.96 * model.error[column]
        assert row["ci_low"] == pytest.approx(max(0, row["p_make"] - half), abs=1e-4)
        assert row["ci_high"] == pytest.approx(min(1, row["p_make"] + half), abs=1e-4)
        assert row["mean_taken"] is None
        assert (row["deals"], row["made"]) == (0, 0)
    shown = call(f"odds two-hundred --hand {HAND} --instant").out
    assert "a model's answer, no simulation" in shown
    assert "deals" not in shown.split("\n\n")[1]


def test_every_game_that_has_a_model_answers(call: Call) -> None:
    for game, hand, rows in (
        ("nahanni", "5H JH KH QS 3C", 4 * 3),
        ("fifty-five", "5H JH KH QS 3C", 5 * 5),
        ("blackout", "AKQ5.K832.AQ4.97", 14),
    ):
        done = call(f"odds {game} --hand '{hand}' --instant --seat 1 --dealer 2 -f json")
        assert done.code == 0, done.err
        assert len(json.loads(done.out)["rows"]) == rows


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"two-hundred --hand {HAND} --bracket", "takes no --bracket"),
        (f"two-hundred --hand {HAND} -n 100", "takes no -n"),
        (f"two-hundred --hand {HAND} --know 'partner: AH'", "takes no --know"),
        (f"two-hundred --hand {HAND} --score 100:50", "takes no --score"),
        (f"two-hundred --hand {HAND} --policy rules", "takes no --policy"),
        (f"two-hundred --hand {HAND} --variant cut-throat", "for other rules than these"),
        ("blackout --hand AKQ5.K832.AQ4.97 --partner-bid 3", "takes no --partner-bid"),
        ("blackout --hand AKQ5.K832.AQ4.97 --bid 13", "is no call of blackout"),
        ("twenty-five --hand '5H JH KH QS 3C'", "twenty-five has no instant odds"),
        ("two-hundred", "--hand is missing"),
    ],
)
def test_what_a_model_cannot_answer_is_refused(call: Call, line: str, why: str) -> None:
    done = call(f"odds {line} --instant")
    assert done.code == 3
    assert why in done.err
