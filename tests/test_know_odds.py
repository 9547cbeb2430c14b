"""odds --know in every game: the hidden cards fit and the answer repeats the text."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from analyzer.choice import choose_rules
from analyzer.faces import face_of
from analyzer.knowing import known
from analyzer.odds import block_of
from analyzer.request import OddsRequest
from sims import blocks, sets_blocks, shedding_tables
from sims.cards import names_of
from sims.deals import deal_batch
from sims.fitting import with_knowledge
from sims.knowledge import compile_knowledge
from sims.players import read_weights
from tests.conftest import Call

NINE, FIVE, THIRTEEN, TWELVE = "AT95.AK.T8.7", "5H JH KH QS 3C", "AKQ5.AK32.T87.96", "AKQ5.AK32.T87.9"
DEALS = 300
Hands = dict[Any, list[str]]  # by seat; "kitty" and "stock"


def question_of(game: str, hand: str, know: str, *, variant: str | None = None, **more: Any) -> Any:
    module, rules = choose_rules(game, variant, more.pop("set", None), None, more.pop("players", None))
    request = OddsRequest(
        game=module, rules=rules, hand=hand, trumps=more.pop("trumps", ()), bids=(), seat=more.pop("seat", None),
        dealer=None, score=None, policy="rules", defence="rules", seed=3, deals=DEALS, threads=1, command="",
        unicode=False, say=lambda text: None, know=know, extras=more,
    )  # fmt: skip
    return face_of(rules).question_of(request)


def dealt(question: Any) -> list[Hands]:
    """The hidden cards of some deals of a question."""
    game = question.game.SHEET.game if hasattr(question, "game") else question.request.rules.game
    if game == "da-bai-fen":
        return sets_dealt(question)
    if game == "one-hundred-one":
        return shedding_dealt(question)
    if game == "twenty-five":
        from analyzer.faces.race import rules_block, task_of, turn

        rules = question.request.rules
        block = rules_block(rules)
        task = task_of(
            rules, question.table, own=0, dealer=0, scores=question.scores, players=("rules", "rules")
        )
        turn(block, task, question.turn_up)
    elif game == "blackout":
        from sims.tricks_tables import pack

        block = pack(question.request.rules, read_weights(game))
    if game in ("twenty-five", "blackout"):
        block = with_knowledge(block, question.known.knowledge, blocks.KNOWLEDGE, blocks.DEAL_KNOWN)
    else:
        block = block_of(question)
    hands, kitties, stocks = deal_batch(block, 3, 0, DEALS)
    return [
        {
            **{seat: names_of(hand) for seat, hand in enumerate(row)},
            "kitty": names_of(kitty),
            "stock": names_of(sum(1 << c for c in stock)),
        }
        for row, kitty, stock in zip(hands.tolist(), kitties.tolist(), stocks.tolist(), strict=True)
    ]


def sets_dealt(question: Any) -> list[Hands]:
    from sims.games import da_bai_fen
    from sims.sets_calls import PLAN_SIZE, calls_of

    rules = question.request.rules
    block = sets_blocks.pack(da_bai_fen.set_rules(rules), read_weights(rules.game))
    block = with_knowledge(block, question.known.knowledge, sets_blocks.KNOWLEDGE, sets_blocks.DEAL_KNOWN)
    calls = calls_of(block, 3, 0, DEALS, np.zeros(PLAN_SIZE, np.int64))
    return [
        {
            **{seat: names_of(hand) for seat, hand in enumerate(row)},
            "kitty": names_of(sum(1 << c for c in talon)),
        }
        for row, talon in zip(calls.hands.tolist(), calls.talon.tolist(), strict=True)
    ]


def shedding_dealt(question: Any) -> list[Hands]:
    from analyzer.faces.shedding import rules_block, task_of
    from sims.shedding import log_hand

    t, rules = shedding_tables, question.request.rules
    players = ["rules"] * len(question.scores)
    block, task = rules_block(rules, *players), task_of(rules, question.dealer, players, question)
    block = with_knowledge(block, question.known.knowledge, t.KNOWLEDGE, t.DEAL_KNOWN)
    found, work = [], np.zeros(t.WORK_SIZE, np.int64)
    for deal in range(DEALS):
        log_hand(np.uint64(3), deal, block, task, work)
        hands = {seat: names_of(int(work[t.DEALT + seat])) for seat in range(len(players))}
        turned = names_of(1 << int(work[t.START]))
        found.append({**hands, "turned": turned, "stock": names_of(int(work[blocks.UNDEALT]))})
    return found


def suit(cards: list[str], letter: str) -> int:
    return sum(card[1] == letter and card[1:] != "J" and card not in ("RJ", "BJ") for card in cards)


def points(cards: list[str]) -> int:
    return sum({"A": 10, "T": 10, "5": 5}.get(card[0], 0) for card in cards)


def fives(cards: list[str], trump: str) -> int:
    """Trumps of the forty-fives family: the suit and the ace of hearts."""
    return sum(card[1] == trump or card == "AH" for card in cards)


CASES: list[tuple[str, str, str, dict[str, Any], Callable[[Hands], bool]]] = [
    (
        "two-hundred", NINE, "partner: S>=2, KS; left: no H; right: points>=20", {},
        lambda d: suit(d[2], "S") >= 2 and "KS" in d[2] and not suit(d[1], "H") and points(d[3]) >= 20,
    ),
    (
        "two-hundred", NINE, "left: S=3; right: not QH QD", {"seat": 2},  # neighbours of seat 2: 3 and 1
        lambda d: suit(d[3], "S") == 3 and not {"QH", "QD"} & set(d[1]),
    ),
    (
        "two-hundred", NINE, "kitty: KS, no D; opponents: C 1-3", {"variant": "kitty"},
        lambda d: "KS" in d["kitty"] and not suit(d["kitty"], "D") and all(1 <= suit(d[s], "C") <= 3 for s in (1, 3)),
    ),
    (
        "two-hundred", NINE, "left: H>=4; played: KS", {"variant": "two-handed"},
        lambda d: suit(d[1], "H") >= 4 and "KS" in d["stock"],
    ),
    (
        "two-hundred", "AT95.AK.T8.", "right: C=0; partner: KS; seat 1: H<=1", {"variant": "five-shadow"},
        lambda d: not suit(d[4], "C") and "KS" in d[2] and suit(d[1], "H") <= 1,
    ),
    (
        "two-hundred", "AT95.AK.T.7", "partner: S>=3; kitty: points>=20; opponents: not KS", {"variant": "six-at-once"},
        lambda d: suit(d[3], "S") >= 3 and points(d["kitty"]) >= 20 and not any("KS" in d[s] for s in (1, 2, 4, 5)),
    ),
    (
        "nahanni", FIVE, "partner: trump>=2, no H; kitty: 2S; played: AC", {"trumps": ("S",)},
        lambda d: fives(d[2], "S") >= 2 and not suit(d[2], "H") and "2S" in d["kitty"] and "AC" in d["stock"],
    ),
    (
        "fifty-five", FIVE, "opponents: trump<=1, D<=2; kitty: AH", {"players": "9", "trumps": ("C",)},
        lambda d: all(fives(d[s], "C") <= 1 and suit(d[s], "D") <= 2 for s in range(1, 9)) and "AH" in d["kitty"],
    ),
    (
        "twenty-five", FIVE, "left: trump>=2; right: no C; played: AH", {"turn_up": "2D"},
        lambda d: fives(d[1], "D") >= 2 and not suit(d[3], "C") and "AH" in d["stock"] and not d["kitty"],
    ),
    (
        "twenty-five", FIVE, "partner: 5S; opponents: S<=1", {"players": "6", "set": ["sides=pairs"]},
        lambda d: "5S" in d[3] and all(suit(d[s], "S") <= 1 for s in (1, 2, 4, 5)) and len(d["kitty"]) == 1,
    ),
    (
        "blackout", THIRTEEN, "partner: trump>=3, H 1-4, not QH; left: no D, C>=5", {},
        lambda d: suit(d[2], "S") >= 3 and 1 <= suit(d[2], "H") <= 4 and "QH" not in d[2]
        and not suit(d[1], "D") and suit(d[1], "C") >= 5,
    ),
    (
        "da-bai-fen", TWELVE, "left: RJ, C>=3; right: trump>=5; kitty: 5C, no H", {"trumps": ("S",)},
        lambda d: "RJ" in d[3] and suit(d[3], "C") >= 3 and "5C" in d["kitty"] and not suit(d["kitty"], "H")
        and sum(c in ("RJ", "BJ") or c[0] == "2" or c[1] == "S" for c in d[1]) >= 5,
    ),
    (
        "da-bai-fen", TWELVE, "partner: points>=45; played: RJ BJ", {"variant": "as-translated", "trumps": ("S",)},
        lambda d: sum({"K": 10, "T": 10, "5": 5}.get(c[0], 0) for c in d[2]) >= 45 and {"RJ", "BJ"} < set(d["kitty"]),
    ),
    (
        "one-hundred-one", "AS KS 9H 7D 6C", "left: 9S, points>=20; right: H>=2", {"players": "3"},
        lambda d: "9S" in d[1] and suit(d[2], "H") >= 2 and len(d[2]) == 4
        and sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(c[0]) or int(c[0]) % 9 for c in d[1]) >= 20,
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "hand", "know", "more", "fits"), CASES, ids=[f"{c[0]}: {c[2]}" for c in CASES]
)
def test_every_deal_fits(
    game: str, hand: str, know: str, more: dict[str, Any], fits: Callable[[Hands], bool]
) -> None:
    question = question_of(game, hand, know, **more)
    assert question.known.text == know.replace("C=0", "no C")
    deals = dealt(question)
    whole = sorted(card for cards in deals[0].values() for card in cards)
    assert len(set(whole)) == len(whole)
    for deal in deals:
        assert fits(deal), deal
        assert sorted(card for cards in deal.values() for card in cards) == whole
        assert set(deal[getattr(question, "seat", 0)]) == set(question.hand)
    assert len({tuple(map(tuple, deal.values())) for deal in deals}) > DEALS // 2


# ---------------------------------------------------------------------------------------------- the answer

LINES = [
    f"odds 200 --hand {NINE} --trump S --bid 60",
    "odds 200 --variant bank --hand AT95.AK.T.7 --trump S --bid 60 --score 400:300:200",
    f"odds 25 --hand '{FIVE}' --turn-up 2H",
    f"odds blackout --hand {THIRTEEN}",
    f"odds dbf --hand {TWELVE} --trump S",
    "odds 101 --hand 'AS KS 9H 7D 6C'",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_the_answer_repeats_the_text_and_does_not_depend_on_threads(call: Call, line: str) -> None:
    asked = f"{line} --fast -n 200 --quiet"
    plain = json.loads(call(f"{asked} -f json").out)
    assert "know" not in plain
    pages = {
        call(f"{asked} -f json --threads {threads}", "--know", "left:no  d;right:C<4").out
        for threads in (1, 2)
    }
    assert len(pages) == 1
    answer = json.loads(pages.pop())
    assert answer["know"] == "left: no D; right: C<=3"
    assert list(answer)[: list(answer).index("know")] == list(plain)[: list(answer).index("know")]
    assert answer["rows"] != plain["rows"]
    header, *rows = call(f"{asked} -f csv", "--know", "left: no D; right: C<=3").out.splitlines()
    assert "know" in header.split(",")
    assert all("left: no D; right: C<=3" in row for row in rows)


def test_the_text_as_understood_and_the_share_are_said(call: Call) -> None:
    done = call(f"{LINES[0]} --fast -n 100", "--know", "partner: spades>=5")
    assert done.code == 0
    assert "bidodds: known partner: S>=5: 0.2 % of all deals fit" in done.err or "one in" in done.err
    assert "known: partner: S>=5; only deals that fit are dealt" in done.out


def test_all_cards_known_leave_one_deal(call: Call) -> None:
    know = "partner: S:KQJ8 H:TQ D:AK C:A; left: S:7 H:J985 D:J C:K98"
    answer = json.loads(call(f"odds 200 --hand {NINE} --fast -n 64 -f json", "--know", know).out)
    assert {row["made"] for row in answer["rows"]} == {0, 64}
    assert all(row["mean_taken"] % 5 == 0 for row in answer["rows"])


def test_searching_players_and_the_bracket_take_it_too(call: Call) -> None:
    line = "odds nahanni --hand '5H JH KH QS 3C' --trump H --bid 30 -n 8 --policy rollout:2 --bracket -f json"
    answer = json.loads(call(line, "--know", "left: no H, not AH; right: no H").out)
    assert answer["know"] == "left: no H, not AH; right: no H"
    assert answer["rows"][0]["bracket_high"] >= answer["rows"][0]["bracket_low"]


# ---------------------------------------------------------------------------------------------- drawing again


def test_conditions_kept_by_drawing_again_are_said_beforehand(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "compile_knowledge", partial(compile_knowledge, most=0))
    done = call(f"{LINES[0]} --fast -n 50 -f json", "--know", "left: H<=1; partner: KS")
    assert done.code == 0
    assert "of all deals fit" in done.err
    assert "kept by drawing again: 'left: H<=1'; " in done.err
    assert "% of what is drawn fits, which takes less than a second of one core" in done.err
