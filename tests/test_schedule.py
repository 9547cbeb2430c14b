"""Chunks: every deal once, whoever dies, comes late or is interrupted."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import pool, schedule
from analyzer.pool import drive, sum_chunks
from analyzer.schedule import COMPILES, DEATHS, PATIENCE, Chunk, Schedule, WorkerLost
from sims.tables import Int64Array

LONG = 600.0  # seconds that no test waits for


def tally(low: int, high: int) -> list[Int64Array]:
    """Deals, the sum of their numbers, and that of the squares: three sums that tell which deals were counted."""
    deals = np.arange(low, high)
    return [np.array([len(deals), deals.sum()]), np.array([[(deals**2).sum()]])]


def right(low: int, high: int) -> list[list[int]]:
    return [part.ravel().tolist() for part in tally(low, high)]


def flat(sums: list[Int64Array]) -> list[list[int]]:
    return [part.ravel().tolist() for part in sums]


class Clock:
    """The seconds that a schedule sees."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        patch.setattr(schedule, "time", SimpleNamespace(monotonic=lambda: self.now))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def chunks(plan: Schedule, seconds_a_deal: float) -> Iterator[Chunk]:
    """All chunks in turn, done one by one at a pace."""
    while (chunk := plan.take()) is not None:
        yield chunk
        plan.give(chunk, tally(*chunk), seconds_a_deal * (chunk.high - chunk.low))


# ---------------------------------------------------------------------------------------------- every deal once


@given(st.integers(0, 50), st.integers(1, 300), st.integers(1, 5), st.data())
def test_every_deal_counts_once_in_any_order(low: int, deals: int, lanes: int, data: st.DataObject) -> None:
    """Lanes end in any order, and some of them are lost; the deals done without a gap are known at any time."""
    plan = Schedule(low, low + deals, lanes)
    out: list[Chunk] = []
    lost: dict[Chunk, int] = {}
    counted: set[int] = set()
    while not plan.wait(0):
        if len(out) < lanes and len(counted) + sum(c.high - c.low for c in out) < deals:
            chunk = plan.take()
            assert chunk is not None
            out.append(chunk)
            continue
        chunk = out.pop(data.draw(st.integers(0, len(out) - 1)))
        if lost.get(chunk, 0) < DEATHS - 1 and data.draw(st.booleans()):
            lost[chunk] = lost.get(chunk, 0) + 1
            plan.lost(chunk)
            continue
        plan.give(chunk, tally(*chunk), data.draw(st.sampled_from((1e-4, 0.1, 3.0))))
        assert not counted & set(range(*chunk))
        counted |= set(range(*chunk))
        done, sums = plan.result()
        assert plan.done() == len(counted)
        assert done == next((k for k in range(deals + 1) if low + k not in counted), deals)
        assert flat(sums) == (right(low, low + done) if done else [])
    assert plan.take() is None
    assert flat(plan.result()[1]) == right(low, low + deals)


@given(st.integers(0, 200), st.integers(1, 4), st.none() | st.integers(1, 50))
def test_threads_add_up_any_deals(deals: int, threads: int, chunk: int | None) -> None:
    done, sums = sum_chunks(tally, deals, first=7, threads=threads, chunk=chunk)
    assert done == deals
    assert flat(sums) == (right(7, 7 + deals) if deals else [])


def test_the_sums_of_a_tally_are_not_written_to() -> None:
    """A tally may give the same array each time."""
    ones = np.ones(1, np.int64)
    done, (total,) = sum_chunks(lambda low, high: [ones], 10, threads=2, chunk=1)
    assert (done, total.tolist(), ones.tolist()) == (10, [10], [1])


def test_a_long_run_keeps_as_many_stretches_as_lanes_wait_for() -> None:
    plan = Schedule(0, 10_000, 3, chunk=1)
    late = plan.take()
    for number in range(9_000):
        chunk = plan.take()
        assert chunk is not None
        plan.give(chunk, tally(*chunk), 0.1)
        assert len(plan._by_low) == 1, number
    assert plan.result() == (0, [])
    assert late is not None
    plan.give(late, tally(*late), 0.1)
    assert plan.result()[0] == 9_001


# ---------------------------------------------------------------------------------------------- sizes


@pytest.mark.parametrize("seconds_a_deal", [1e-5, 1e-3, 0.1, 7.0])
def test_chunks_take_the_same_time_and_shrink_towards_the_end(seconds_a_deal: float) -> None:
    plan = Schedule(0, 100_000 if seconds_a_deal < 0.01 else 300, 2, seconds=0.2)
    sizes = [chunk.high - chunk.low for chunk in chunks(plan, seconds_a_deal)]
    assert max(sizes) <= max(1, 0.2 / seconds_a_deal)
    grown = sizes[sizes.index(max(sizes)) :]
    assert grown == sorted(grown, reverse=True)
    assert sizes[-1] <= max(1, max(sizes) // 16)


def test_one_slow_deal_makes_the_next_chunks_small_and_they_grow_again() -> None:
    """The first chunk compiles."""
    plan = Schedule(0, 1_000_000, 1)
    sizes = []
    for number in range(12):
        chunk = plan.take()
        assert chunk is not None
        sizes.append(chunk.high - chunk.low)
        plan.give(chunk, tally(*chunk), 20.0 if number == 0 else sizes[-1] * 1e-5)
    assert sizes == [1, 1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 20_000, 20_000, 20_000]


# ---------------------------------------------------------------------------------------------- lost and late


def test_nobody_begins_before_the_first_chunk_is_done_where_one_compiles_for_all() -> None:
    plan = Schedule(0, 100, 2, alone=True)
    first = plan.take()
    taken = threading.Event()

    def second() -> None:
        plan.take()
        taken.set()

    threading.Thread(target=second, daemon=True).start()
    assert not taken.wait(0.2)
    assert first is not None
    plan.give(first, tally(*first), 1.0)
    assert taken.wait(LONG)


def test_a_first_worker_that_is_frozen_does_not_keep_the_others_waiting_for_ever(clock: Clock) -> None:
    plan = Schedule(0, 3, 2, seconds=0.01, again=True, alone=True)
    frozen = plan.take()
    clock.now = COMPILES
    second = plan.take()
    assert (frozen, second) == ((0, 1), (1, 2))
    assert second is not None
    plan.give(second, tally(*second), 1.0)
    assert plan.take() == frozen


def test_a_chunk_that_takes_ten_times_the_median_goes_to_another_lane_too(clock: Clock) -> None:
    plan = Schedule(0, 40, 2, chunk=10, seconds=0.5, again=True)
    frozen = plan.take()
    assert frozen == (0, 10)
    for _ in range(2):
        other = plan.take()
        assert other is not None
        plan.give(other, tally(*other), 3.0)
    clock.now = PATIENCE * 3.0
    last = plan.take()
    assert last == (30, 40), "not late yet"
    clock.now += 0.1
    again = plan.take()
    assert again == frozen
    plan.give(again, tally(*again), 3.0)
    assert plan.result()[0] == 30
    plan.give(frozen, tally(5, 25), 100.0)  # thawed: too late to count
    plan.give(last, tally(*last), 3.0)
    assert flat(plan.result()[1]) == right(0, 40)


def test_a_worker_that_dies_after_its_chunk_went_to_another_changes_nothing(clock: Clock) -> None:
    plan = Schedule(0, 20, 2, chunk=10, seconds=0.5, again=True)
    frozen, other = plan.take(), plan.take()
    assert frozen is not None
    assert other is not None
    plan.give(other, tally(*other), 1.0)
    clock.now = 11.0
    assert plan.take() == frozen
    plan.lost(frozen)  # the one; the other still plays
    plan.give(frozen, tally(*frozen), 1.0)
    plan.lost(frozen)
    assert plan.wait(0)
    assert flat(plan.result()[1]) == right(0, 20)


def test_a_chunk_over_which_workers_die_ends_the_run_by_name() -> None:
    def dies(low: int, high: int) -> list[Int64Array]:
        if low <= 7 < high:
            raise WorkerLost
        return tally(low, high)

    with pytest.raises(WorkerLost, match="3 workers died over the deals 7 to 7"):
        drive(Schedule(0, 20, 2, chunk=1), [dies, dies])


def test_a_fault_in_a_lane_is_the_fault_of_the_run() -> None:
    def faulty(low: int, high: int) -> list[Int64Array]:
        if high > 50:
            raise ZeroDivisionError("here")
        return tally(low, high)

    with pytest.raises(ZeroDivisionError, match="here"):
        sum_chunks(faulty, 100, threads=2, chunk=10)


def test_lanes_that_come_up_later_take_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PAUSE", 0.01)
    came = threading.Event()

    def waits(low: int, high: int) -> list[Int64Array]:
        assert low == 5 or came.wait(LONG)
        return tally(low, high)

    def late(low: int, high: int) -> list[Int64Array]:
        came.set()
        return tally(low, high)

    done, sums = drive(Schedule(0, 10, 1, chunk=1), [waits], more=lambda: [late])
    assert done == 10
    assert flat(sums) == right(0, 10)


# ---------------------------------------------------------------------------------------------- Ctrl-C


def test_ctrl_c_waits_for_nobody_and_keeps_the_deals_before_the_first_gap() -> None:
    slow, ahead, over = threading.Event(), threading.Event(), threading.Event()

    def lane(low: int, high: int) -> list[Int64Array]:
        if low == 20:
            slow.set()
            over.wait(LONG)
        elif low == 60:
            ahead.set()
            over.wait(LONG)
        return tally(low, high)

    def press() -> None:
        assert slow.wait(LONG)
        assert ahead.wait(LONG)
        raise KeyboardInterrupt

    done, sums = sum_chunks(lane, 1_000, threads=2, chunk=10, while_running=press)
    over.set()  # if anybody had waited for the lanes, it would have been for ten minutes
    assert done == 20
    assert flat(sums) == right(0, 20)
