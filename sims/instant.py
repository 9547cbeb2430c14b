"""Instant odds: the fitted model of a game and its evaluation.

docs/instant.md is the text. A hand is seen in the frame of a trump; each lane's cards, counted from the top, are a
number, and a table of the trump lane, one of the plain lanes and one of the places give it a row each. The rows are
summed, which makes plain suits interchangeable, and two layers of rectified units give for each bid a chance, the
points expected if it is made, and those of the others. A chance is that of the bid before it or less by construction.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sims.games import blackout
from sims.sheets import Rules
from sims.tables import (
    EXCHANGE_BEFORE_TRUMP,
    FIXED_TRUMP,
    HAND,
    IF_MADE,
    IF_SET,
    NEED_POINTS,
    NEED_TRICKS,
    SEATS,
    TAKEN,
    TOTAL,
    Int64Array,
    Tables,
)

Float32Array = NDArray[np.float32]

PLAIN, TRUMP, ANY = range(3)  # kinds of lanes; ANY: a suit as if it were trump, where trump is named later
KINDS = ("plain", "trump", "any")
LEAST_SCORE, MOST_SCORE = blackout.NIL_SET, blackout.NIL_MADE  # of a side for a hand in Blackout
BLACKOUT_CALLS = (*map(str, range(1, 13)), blackout.NIL, blackout.BOARD)
MODELS = ("two-hundred", "nahanni", "fifty-five", "blackout")  # the games that have one
SLICE = 4_096  # hands that one thread takes at a time


class Frames(NamedTuple):
    """How hands are seen. widths: bits of a lane of each kind; places int64[frame, card]: 16 * lane + bit, the
    strongest card of a lane having the highest, -1 for a card that is not in the deck; frames int64[trump, lane]: the
    frame that the lane of a trump is read in, and lanes int64[trump, lane] which lane of it; kinds int64[trump, lane].
    """

    widths: tuple[int, int]
    places: Int64Array
    frames: Int64Array
    lanes: Int64Array
    kinds: Int64Array


def frames_of(tables: Tables) -> Frames:
    """The frames of a game's tables; the last trump is "named later" where the rules have that."""
    fixed = int(tables.settings[FIXED_TRUMP])
    suits = [fixed - 1] if fixed else [0, 1, 2, 3]
    held = np.array(
        [
            [int(np.bitwise_or.reduce(tables.to_frame[s])) >> 16 * lane & 0xFFFF for lane in range(4)]
            for s in suits
        ]
    )
    sizes = np.array([[mask.bit_count() for mask in row] for row in held.tolist()])
    widths = int(sizes[:, :3].max()), int(sizes[:, 3].max())
    places = np.full((len(suits), 64), -1, np.int64)
    for frame, suit in enumerate(suits):
        for card in range(64):
            bit = int(tables.to_frame[suit, card])
            if bit:
                index = bit.bit_length() - 1
                lane, above = index >> 4, int(held[frame, index >> 4]) >> (index & 15) + 1
                places[frame, card] = 16 * lane + widths[int(lane == 3)] - 1 - above.bit_count()
    frames = np.repeat(np.arange(len(suits)), 4).reshape(-1, 4)
    lanes = np.tile(np.arange(4), (len(suits), 1))
    kinds = np.tile([PLAIN, PLAIN, PLAIN, TRUMP], (len(suits), 1))
    if tables.settings[EXCHANGE_BEFORE_TRUMP]:
        frames = np.vstack([frames, np.arange(4)])
        lanes, kinds = np.vstack([lanes, np.full(4, 3)]), np.vstack([kinds, np.full(4, ANY)])
    return Frames(widths, places, frames, lanes, kinds)


def fingerprint(game: ModuleType, rules: Rules) -> str:
    """Hash of all in the rules that decides how a hand is played, but for the bid: tables and partners; in Blackout
    what a side scores."""
    tables = game.tables(rules)
    digest = hashlib.sha256()
    for name, table in tables._asdict().items():
        if name != "ladder":
            digest.update(name.encode() + np.ascontiguousarray(table).tobytes())
    if rules.game == blackout.SHEET.game:
        from sims.tricks_tables import side_scores

        digest.update(side_scores(rules).tobytes() + bytes([blackout.personal_nil(rules)]))
    else:
        table = game.seating(rules)
        digest.update(repr([table.allies(seat) for seat in table.callers]).encode())
    return digest.hexdigest()[:16]


def needs_of(tables: Tables) -> list[tuple[int, int]]:
    """(points, tricks) that each bid asks for."""
    return [(int(row[NEED_POINTS]), int(row[NEED_TRICKS])) for row in tables.ladder]


class Scoring(NamedTuple):
    """score = chance * made + (1 - chance) * unmade + chance * taken * share + theirs * others; float32[bid] each."""

    made: Float32Array
    unmade: Float32Array
    taken: Float32Array
    others: Float32Array


def scoring_of(game: ModuleType, rules: Rules) -> Scoring:
    """How the scores of a game are put together from what its model gives."""
    if rules.game == blackout.SHEET.game:
        ones = np.ones(len(BLACKOUT_CALLS), np.float32)
        spread = MOST_SCORE - LEAST_SCORE
        return Scoring(-LEAST_SCORE * ones, 0 * ones, MOST_SCORE * ones, -spread * ones)
    tables = game.tables(rules)
    total, ladder = int(tables.settings[TOTAL]), tables.ladder
    as_taken = ladder[:, IF_MADE] == TAKEN
    others = len(game.seating(rules).sides) - 1
    return Scoring(
        np.where(as_taken, 0, ladder[:, IF_MADE]).astype(np.float32),
        ladder[:, IF_SET].astype(np.float32),
        np.where(as_taken, total, 0).astype(np.float32),
        np.full(len(ladder), -total / others, np.float32),
    )


class Network(NamedTuple):
    """The arrays of a model. For each kind of lane first[kind] float32[width, units], shift[kind] float32[units] and
    second[kind] float32[units, row] make the rows of its table; place float32[place, row]; middle float32[row, units],
    middle_shift; last float32[units, 3 * bids], last_shift: for each bid how the chance is reached, points if made,
    points of the others; before int64[bid]: the bid whose chance is an upper bound, -1 for none; floors float32[bid]:
    the least share of the points with which a bid is made."""

    first: tuple[Float32Array, ...]
    shift: tuple[Float32Array, ...]
    second: tuple[Float32Array, ...]
    place: Float32Array
    middle: Float32Array
    middle_shift: Float32Array
    last: Float32Array
    last_shift: Float32Array
    before: Int64Array
    floors: Float32Array


def lane_tables(network: Network, size: int) -> tuple[tuple[Float32Array, ...], Int64Array]:
    """(the table of each kind of lane, float32[mask, row]; int64[kind]: where in one array of all rows it begins)."""
    from sims.instant_kernel import fill_table

    parts = []
    for first, shift, second in zip(network.first, network.shift, network.second, strict=True):
        table = np.zeros((1 << len(first), second.shape[1]), np.float32)
        fill_table(first, shift, second, size, table)
        parts.append(table)
    starts = np.cumsum([0, *(len(part) for part in parts)])[:3]
    return tuple(parts), np.pad(starts, (0, 3 - len(starts))).astype(np.int64)


@dataclass(frozen=True)
class InstantModel:
    """P(make) and expected score of any hand, at once.

    bids: the bids of the rules, in order; trumps: suits C D H S and, where trump is named after the kitty, a fifth
    one for that (index `sims.exchange.ANY_TRUMP`); one trump where it is fixed. error: root mean square error of the
    chances of each bid on held-out hands, as a share of 1; score_error: that of the scores; about: what the model
    file says of its fit.
    """

    game: str
    bids: tuple[str, ...]
    trumps: int
    error: NDArray[np.float64]
    score_error: NDArray[np.float64]
    about: Mapping[str, Any]
    network: Network
    frames: Frames
    rows: Float32Array
    starts: Int64Array
    columns: Int64Array
    scoring: Scoring

    def chances(self, hands: Int64Array, places: Int64Array, *, threads: int = 1) -> Float32Array:
        """P(make), float32[n, trump, bid], of natural masks int64[n] held at places int64[n]: 0 is left of the
        dealer, the last one the dealer."""
        return self.both(hands, places, threads=threads)[0]

    def scores(self, hands: Int64Array, places: Int64Array, *, threads: int = 1) -> Float32Array:
        """Expected score of the bidder's side less the (mean of the) others', float32[n, trump, bid]."""
        return self.both(hands, places, threads=threads)[1]

    def both(
        self, hands: Int64Array, places: Int64Array, *, threads: int = 1
    ) -> tuple[Float32Array, Float32Array]:
        """`chances` and `scores` in one pass; the same bytes for any number of threads or hands."""
        from sims.instant_kernel import evaluate

        net, n = self.network, len(hands)
        hands, places = np.ascontiguousarray(hands, np.int64), np.ascontiguousarray(places, np.int64)
        chances = np.zeros((n, self.trumps, len(self.bids)), np.float32)
        scores = np.zeros_like(chances)

        def run(low: int) -> None:
            part = slice(low, low + SLICE)
            evaluate(
                hands[part], places[part], self.frames.places, self.frames.frames, self.frames.lanes,
                self.frames.kinds, self.rows, self.starts, net.place, net.middle, net.middle_shift, net.last,
                net.last_shift, net.before, net.floors, self.columns, self.scoring, chances[part], scores[part],
            )  # fmt: skip

        if threads == 1 or n <= SLICE:
            for low in range(0, n, SLICE):
                run(low)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(run, range(0, n, SLICE)))
        return chances, scores


class ModelFile(NamedTuple):
    """A model as it lies in its file; about: the fit, with `fingerprint`, `bids`, `needs` and `error` by bid."""

    about: Mapping[str, Any]
    network: Network


def written(model: ModelFile) -> bytes:
    """The bytes of a model file, a pure function of the model."""
    arrays: dict[str, Any] = {}
    for name, value in model.network._asdict().items():
        if isinstance(value, tuple):
            arrays |= {f"{name}_{kind}": part for kind, part in zip(KINDS, value, strict=False)}
        else:
            arrays[name] = value
    arrays["about"] = np.frombuffer(json.dumps(model.about, sort_keys=True).encode(), np.uint8)
    file = BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def parsed(content: bytes) -> ModelFile:
    """A model from the bytes of its file."""
    with np.load(BytesIO(content)) as file:
        arrays = {name: file[name] for name in file.files}
    about = json.loads(arrays.pop("about").tobytes())
    kinds = [kind for kind in KINDS if f"first_{kind}" in arrays]
    whole: dict[str, Any] = {
        name: arrays[name] if name in arrays else tuple(arrays[f"{name}_{kind}"] for kind in kinds)
        for name in Network._fields
    }
    return ModelFile(about, Network(**whole))


@cache
def shipped(game: str) -> ModelFile | None:
    """The model file that comes with the package."""
    path = resources.files("sims") / "models" / f"{game}.npz"
    return parsed(path.read_bytes()) if path.is_file() else None


@cache
def _rows(game: str, size: int) -> tuple[Float32Array, Int64Array]:
    model = shipped(game)
    assert model is not None
    parts, starts = lane_tables(model.network, size)
    return np.concatenate(parts), starts


def model_from(file: ModelFile, game: ModuleType, rules: Rules) -> InstantModel | None:
    """A model for some rules; None where it was fitted for others."""
    return _bound(file, game, rules, None)


def model_of(game: ModuleType, rules: Rules) -> InstantModel | None:
    """The shipped model for some rules; None where there is none or it was fitted for others.

    It holds where all that decides the play is the same, and every bid asks for what one of the model's bids asks
    for. Targets, limits and what a bid scores may differ, but in Blackout.
    """
    file = shipped(rules.game)
    return None if file is None else _bound(file, game, rules, rules.game)


def _bound(file: ModelFile, game: ModuleType, rules: Rules, shared: str | None) -> InstantModel | None:
    tables = game.tables(rules)
    if file.about["fingerprint"] != fingerprint(game, rules):
        return None
    if rules.game == blackout.SHEET.game:
        names, columns = BLACKOUT_CALLS, list(range(len(BLACKOUT_CALLS)))
    else:
        names, known = tuple(map(str, game.bids(rules))), [tuple(need) for need in file.about["needs"]]
        if any(need not in known for need in needs_of(tables)):
            return None
        columns = [known.index(need) for need in needs_of(tables)]
    size, frames = int(tables.settings[HAND]), frames_of(tables)
    if shared is None:
        parts, starts = lane_tables(file.network, size)
        rows = np.concatenate(parts)
    else:
        rows, starts = _rows(shared, size)
    return InstantModel(
        game=rules.game,
        bids=names,
        trumps=len(frames.kinds),
        error=np.array(file.about["error"], float)[columns],
        score_error=np.array(file.about["score_error"], float)[columns],
        about=file.about,
        network=file.network,
        frames=frames,
        rows=rows,
        starts=starts,
        columns=np.array(columns, np.int64),
        scoring=scoring_of(game, rules),
    )


def place_of(seat: int, dealer: int, seats: int) -> int:
    """The place of a seat: 0 is left of the dealer."""
    return (seat - dealer - 1) % seats


def seats_of(game: ModuleType, rules: Rules) -> int:
    """How many play a deal."""
    return int(game.tables(rules).settings[SEATS])
