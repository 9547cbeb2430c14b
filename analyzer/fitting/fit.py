"""The fit of a model: labels, training in three parts, the measure on held-out hands, the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.fitting import held_out, store
from analyzer.fitting.labels import Heads, Source
from analyzer.fitting.network import Batch, Parameters, Shape, as_network, codes_of, grown, start
from analyzer.fitting.training import (
    BATCH,
    copied,
    corrected,
    level,
    loss_of,
    outputs,
    part_of,
    some_of,
    targets_of,
    train,
)
from sims.exchange import ANY_TRUMP
from sims.instant import BLACKOUT_CALLS, Frames, ModelFile, fingerprint, frames_of, model_from, needs_of
from sims.sources import KERNEL_HASH

Say = Callable[[str], None]
HELD_BACK = 0.15  # share of the labels of the strong player that says when to stop
ROUNDS, PATIENCE = 40, 5  # of the second part: at most so many, and so many without a gain


@dataclass(frozen=True)
class Plan:
    """What a fit takes. weak, strong, level: deals labelled by `rules`, by the player and by the judge; steps: of each
    half of the first part of the training; hands, layouts: held-out hands and the layouts of each that the judge
    plays."""

    game: str
    seed: int | str
    player: str
    judge: str
    weak: int
    strong: int
    level: int
    steps: int
    hands: int
    layouts: int
    threads: int | None = None


PLANS = {
    "two-hundred": Plan(
        "two-hundred", 1, "rollout:20", "rollout:80", 22_000_000, 160_000, 6_000, 6_000, 300, 64
    ),
    "nahanni": Plan("nahanni", 1, "rollout:20", "rollout:80", 10_000_000, 80_000, 8_000, 4_000, 200, 64),
    "fifty-five": Plan(
        "fifty-five", 1, "rollout:20", "rollout:80", 10_000_000, 80_000, 8_000, 4_000, 200, 64
    ),
    "blackout": Plan("blackout", 1, "rollout:20", "rollout:80", 4_000_000, 20_000, 2_000, 4_000, 200, 24),
}
CHUNKS = {"blackout": (50_000, 2_000, 500)}  # deals of a chunk of labels by `rules`, the player, the judge
USUAL_CHUNKS = (500_000, 20_000, 1_000)


def source_of(game: str) -> Source:
    """Where the labels of a game come from."""
    if game == "blackout":
        from analyzer.fitting.blackout import Calls

        return Calls(game)
    from analyzer.fitting.labels import Contracts

    return Contracts(game)


def labels_of(plan: Plan, source: Source, player: str, folder: Path, say: Say) -> store.Labels:
    """The labels of a player, made or found."""
    kind = (store.WEAK, plan.player, plan.judge).index(player)
    deals, most = (plan.weak, plan.strong, plan.level)[kind], CHUNKS.get(plan.game, USUAL_CHUNKS)[kind]
    chunk = min(deals, most)
    chunks = -(-deals // chunk)
    say(f"labels of {player}: {chunks} chunks of {chunk:,} deals in {folder}")
    return store.collect(
        source, plan.game, plan.seed, player, folder, chunks=chunks, chunk=chunk, threads=plan.threads,
        report=lambda done: say(f"  {done} of {chunks}"),
    )  # fmt: skip


def batch_of(source: Source, frames: Frames, labels: store.Labels) -> Batch:
    """What the network sees of some labels."""
    most = int(source.game.hand_size(source.rules))
    codes = codes_of(frames, labels.hands, labels.trumps, most)
    return Batch(codes, labels.places, labels.trumps == ANY_TRUMP, most)


def first_part(
    plan: Plan, source: Source, frames: Frames, heads: Heads, labels: store.Labels, say: Say
) -> Parameters:
    """A network of what `rules` makes of hands: a small one first, which then grows."""
    rng = np.random.default_rng(0)
    bids = len(heads.before)
    small = Shape(frames.widths, 3 if len(frames.kinds) > 4 else 2, source.seats, bids)
    at = start(small, rng, np.repeat([-1.0, 0.0, 0.0], bids))
    batch, target = batch_of(source, frames, labels), targets_of(heads, labels)

    def report(step: int, loss: float) -> None:
        if step % 1_000 == 0:
            say(f"  step {step}: loss {loss:.4f}")

    train(at, heads, batch, target, rng, steps=plan.steps, rate=0.004, near=0.5, report=report)
    at = grown(at, small._replace(lane=64, row=160, middle=96), rng)
    train(at, heads, batch, target, rng, steps=plan.steps, rate=0.003, near=0.5, report=report)
    return at


def second_part(
    at: Parameters, source: Source, frames: Frames, heads: Heads, labels: store.Labels, say: Say
) -> Parameters:
    """What a stronger player makes of them: all layers move a little, as long as that helps on labels held back."""
    rng = np.random.default_rng(1)
    batch = batch_of(source, frames, labels)
    target = corrected(heads, labels, outputs(at, batch))
    n = len(labels.hands)
    kept = round(n * (1 - HELD_BACK))
    seen, aimed = part_of(batch, slice(kept)), some_of(target, slice(kept))
    unseen, wanted = part_of(batch, slice(kept, n)), some_of(target, slice(kept, n))
    best, lowest, since = copied(at), loss_of(at, heads, unseen, wanted), 0
    first = lowest
    for _ in range(ROUNDS):
        train(at, heads, seen, aimed, rng, steps=max(1, kept // BATCH), rate=0.0007)
        loss, since = loss_of(at, heads, unseen, wanted), since + 1
        if loss < lowest:
            best, lowest, since = copied(at), loss, 0
        if since == PATIENCE:
            break
    say(f"  loss on labels held back {first:.5f}, then {lowest:.5f}")
    return best


def third_part(
    at: Parameters, first: Parameters, source: Source, frames: Frames, heads: Heads, labels: store.Labels
) -> None:
    """The level of the judge's hands, from few of them; first: the network of what `rules` makes of hands."""
    batch = batch_of(source, frames, labels)
    level(at, heads, outputs(at, batch), corrected(heads, labels, outputs(first, batch)))


def fit(plan: Plan, folder: Path, say: Say) -> ModelFile:
    """The model of a game, measured."""
    source = source_of(plan.game)
    heads, tables = source.heads(), source.game.tables(source.rules)
    frames = frames_of(tables)
    weak = labels_of(plan, source, store.WEAK, folder, say)
    say(f"training on {len(weak.hands):,} labels")
    at = first_part(plan, source, frames, heads, weak, say)
    strong = labels_of(plan, source, plan.player, folder, say)
    say(f"training on {len(strong.hands):,} labels of {plan.player}")
    first, at = at, second_part(at, source, frames, heads, strong, say)
    judged = labels_of(plan, source, plan.judge, folder, say)
    third_part(at, first, source, frames, heads, judged)
    contracts = plan.game not in CHUNKS
    about: dict[str, Any] = {
        "game": plan.game,
        "variant": source.rules.variant,
        "fingerprint": fingerprint(source.game, source.rules),
        "bids": [str(bid) for bid in source.game.bids(source.rules)] if contracts else list(BLACKOUT_CALLS),
        "needs": needs_of(tables) if contracts else [],
        "seed": plan.seed,
        "player": plan.player,
        "judge": plan.judge,
        "weak_labels": len(weak.hands),
        "strong_labels": len(strong.hands),
        "judge_labels": len(judged.hands),
        "kernel_hash": KERNEL_HASH,
        "error": [0.0] * len(heads.before),
        "score_error": [0.0] * len(heads.before),
    }
    return measured(plan, source, ModelFile(about, as_network(at, heads.before, heads.floors)), folder, say)


def measured(plan: Plan, source: Source, file: ModelFile, folder: Path, say: Say) -> ModelFile:
    """A model with its error on held-out hands."""
    say(f"held-out hands: {plan.hands}, {plan.layouts} layouts each by {plan.judge}")
    model = model_from(file, source.game, source.rules)
    assert model is not None
    hands, played = held_out.collect(
        source,
        plan.game,
        plan.seed,
        plan.judge,
        folder,
        hands=plan.hands,
        layouts=plan.layouts,
        threads=plan.threads,
    )
    errors = held_out.measure(model, source.columns, hands, played)
    by_bid = source.by_bid([errors[column].stated for column in source.columns])
    of_scores = source.by_bid(
        [max(errors[column].score_rms, errors["all"].score_rms) for column in source.columns]
    )
    shown = {name: asdict(error) for name, error in errors.items()}
    about = {
        **file.about,
        "layouts": plan.layouts,
        "error": by_bid,
        "score_error": of_scores,
        "held_out": shown,
    }
    return ModelFile(about, file.network)
