"""Engines: the same bytes from threads, processes and a Dask cluster, whatever becomes of the workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer import __version__
from analyzer.engines import process
from analyzer.engines.process import Lane, Processes
from analyzer.jobs import code_hash, job_of, work_of
from sims.errors import Refused
from tests.conftest import ROOT, Call, environment, spawn
from tests.test_shards import HAND, request

ODDS = f"odds nahanni --hand '{HAND}' --fast -n 900"
DUEL = "duel nahanni rules random -n 300"
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[str]]:
    """The worker processes that are started."""
    started: list[subprocess.Popen[str]] = []
    start = process.start_worker

    def start_worker() -> subprocess.Popen[str]:
        started.append(start())
        return started[-1]

    monkeypatch.setattr(process, "start_worker", start_worker)
    return started


# ---------------------------------------------------------------------------------------------- the same bytes


@pytest.mark.parametrize("line", [ODDS, DUEL], ids=["odds", "duel"])
def test_same_bytes_from_threads_and_processes(
    call: Call, line: str, workers: list[subprocess.Popen[str]]
) -> None:
    one = call(f"{line} --threads 1")
    assert one.code == 0
    assert call(f"{line} --threads 2").out == one.out
    assert call(f"{line} --engine threads").out == one.out
    assert workers == []
    assert call(f"{line} --engine process --workers 2").out == one.out
    assert len(workers) == 2
    assert all(worker.poll() is not None for worker in workers), "none is left behind"


def test_a_shard_is_the_same_from_processes(call: Call) -> None:
    shard = call(f"{ODDS} --shard 2/3")
    assert shard.code == 0
    assert call(f"{ODDS} --shard 2/3 --engine process --workers 1").out == shard.out


def test_a_worker_answers_line_by_line_and_ends_with_its_input() -> None:
    job = job_of(request(40), "bidodds odds")
    done = subprocess.run(
        [sys.executable, "-m", "analyzer.engines.worker"],
        input=f"{job.model_dump_json()}\n0 10\n10 40\n", capture_output=True, text=True, check=True, cwd=ROOT,
        env=environment(),
    )  # fmt: skip
    first, second = (json.loads(line)["sums"] for line in done.stdout.splitlines())
    whole = work_of(job).prepare()(0, 40)
    assert [made + more for made, more in zip(first[0], second[0], strict=True)] == whole[0].tolist()


# ---------------------------------------------------------------------------------------------- workers that die


@POSIX
def test_two_workers_killed_and_one_frozen_change_no_byte(
    call: Call, monkeypatch: pytest.MonkeyPatch, workers: list[subprocess.Popen[str]]
) -> None:
    """Each with a chunk in its hands: a stopped process does not answer, and is then killed, or never thaws."""
    ask, asked, lock = Lane._ask, [], threading.Lock()
    killed: list[int] = []
    frozen: list[int] = []

    def hit(lane: Lane, question: str) -> str:
        with lock:
            if lane._worker is not None:
                asked.append(question)
                pid = lane._worker.pid
                if len(asked) in (2, 5):
                    os.kill(pid, signal.SIGSTOP)
                    threading.Timer(0.1, os.kill, (pid, signal.SIGKILL)).start()
                    killed.append(pid)
                elif len(asked) == 8:
                    os.kill(pid, signal.SIGSTOP)
                    frozen.append(pid)
        return ask(lane, question)

    monkeypatch.setattr(Lane, "_ask", hit)
    done = call(f"{ODDS} --engine process --workers 3")
    assert (len(killed), len(frozen)) == (2, 1)
    assert len(set(killed + frozen)) == 3
    assert len(workers) > 3, "others took their places"
    assert all(worker.poll() == -signal.SIGKILL for worker in workers)
    assert done.code == 0
    assert done.out == call(ODDS).out


@POSIX
def test_workers_that_always_die_end_in_one_line(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def start_worker() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    monkeypatch.setattr(process, "start_worker", start_worker)
    done = call(f"{ODDS} --engine process --workers 2")
    assert (done.code, done.out) == (1, "")
    assert "3 workers died over the deals 0 to 0" in done.talk[-1]


def test_a_worker_of_another_version_refuses_and_names_both() -> None:
    job = job_of(request(40), "bidodds odds")
    other = job.model_copy(update={"version": "0.0.9", "kernel_hash": "0123456789abcdef"})
    with pytest.raises(Refused) as refusal:
        Processes(1).run(other, work_of(job), 0, 40, lambda: None)
    for word in ("the worker ", __version__, code_hash(), "0.0.9", "0123456789abcdef"):
        assert word in str(refusal.value)


def test_a_fault_in_a_worker_is_a_fault_of_the_program() -> None:
    job = job_of(request(40), "bidodds odds")
    other = job.model_copy(update={"asked": {**job.asked, "hand": None}})
    with pytest.raises(Refused, match="--hand is missing"):
        Processes(1).run(other, work_of(job), 0, 40, lambda: None)
    other = job.model_copy(update={"asked": {**job.asked, "nosuch": 1}})
    with pytest.raises(RuntimeError, match=r"TypeError: .*nosuch"):
        Processes(1).run(other, work_of(job), 0, 40, lambda: None)


# ---------------------------------------------------------------------------------------------- Ctrl-C


def test_what_was_played_before_ctrl_c_is_the_answer_for_so_many_deals(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row by row the answer of -n DEALS, as nothing ahead of a gap counts."""

    def press() -> None:
        threading.Event().wait(0.3)
        raise KeyboardInterrupt

    call(ODDS)  # compiled
    monkeypatch.setattr("analyzer.running.load_reports", press)
    done = call(f"{ODDS} -n 4000000 --bid 30 --trump H --threads 2 -f json")
    monkeypatch.undo()
    found = json.loads(done.out)
    assert (done.code, found["interrupted"]) == (130, True)
    assert 0 < found["deals"] < 4_000_000
    again = json.loads(call(f"{ODDS} -n {found['deals']} --bid 30 --trump H -f json").out)
    assert again["rows"] == found["rows"]


@POSIX
def test_ctrl_c_ends_the_workers_too() -> None:
    """The terminal's signal reaches the command alone; its workers end with it."""
    process = spawn(f"odds nahanni --hand '{HAND}' --fast -n 40000000 -f json --engine process --workers 2")
    try:
        assert process.stderr is not None
        process.stderr.readline()
        children = None
        for _ in range(600):
            children = children_of(process.pid)
            if len(children) == 2:
                break
            threading.Event().wait(0.1)
        assert len(children or ()) == 2
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert err.decode().splitlines()[-1] == "bidodds: interrupted"
    assert not any(Path(f"/proc/{pid}").exists() for pid in children or ())


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(child) for child in tasks.read_text().split()]
    return found


# ---------------------------------------------------------------------------------------------- Dask


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        yield local


@pytest.mark.filterwarnings("default")
def test_same_bytes_from_a_dask_cluster(call: Call, cluster: Any) -> None:
    for line in (ODDS, DUEL, f"{ODDS} --shard 2/3"):
        assert call(f"{line} --engine dask --scheduler {cluster.scheduler_address}").out == call(line).out


@POSIX
@pytest.mark.filterwarnings("default")
def test_a_dask_worker_killed_changes_no_byte(
    call: Call, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker dies over its second chunk; a nanny starts another one."""
    from analyzer.engines import dask

    more, hits = dask.Cluster.more, []

    def lanes(self: dask.Cluster) -> list[Any]:
        def struck(lane: Any) -> Any:
            def tally(low: int, high: int) -> Any:
                if low and not hits:
                    hits.append(low)
                    pid = next(iter(cluster.workers.values())).pid
                    os.kill(pid, signal.SIGSTOP)
                    threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
                return lane(low, high)

            return tally

        return [struck(lane) for lane in more(self)]

    monkeypatch.setattr(dask.Cluster, "more", lanes)
    done = call(f"{ODDS} --engine dask --scheduler {cluster.scheduler_address}")
    assert len(hits) == 1
    assert done.out == call(ODDS).out


@pytest.mark.filterwarnings("default")
def test_a_dask_worker_of_another_version_refuses(cluster: Any) -> None:
    from analyzer.engines.dask import Dask

    job = job_of(request(40), "bidodds odds")
    other = job.model_copy(update={"kernel_hash": "0123456789abcdef"})
    with pytest.raises(Refused, match=f"{code_hash()}, the job is of {__version__} with 0123456789abcdef"):
        Dask(cluster.scheduler_address).run(other, work_of(job), 0, 40, lambda: None)


# ---------------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ("--engine thread", 2, "the engines are threads, process, dask; did you mean 'threads'?"),
        ("--workers 2", 2, "--workers is for --engine process, and the engine is threads"),
        ("--engine process --threads 2", 2, "--threads is for --engine threads, and the engine is process"),
        ("--engine process --workers 0", 2, "--workers takes a whole number"),
        ("--engine process --scheduler tcp://h:1", 2, "--scheduler is for --engine dask"),
        ("--engine dask", 2, "--engine dask takes --scheduler tcp://HOST:8786"),
    ],
)
def test_refused_in_one_sentence(call: Call, options: str, code: int, words: str) -> None:
    for line in (ODDS, DUEL):
        done = call(f"{line} {options}")
        assert (done.code, done.out, len(done.err.splitlines())) == (code, "", 1)
        assert words in done.err


def test_without_dask_a_sentence_says_how_to_get_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "analyzer.engines.dask", raising=False)
    done = call(f"{ODDS} --engine dask --scheduler tcp://127.0.0.1:1")
    assert (done.code, done.out) == (3, "")
    assert done.talk == [
        "bidodds: --engine dask needs the package distributed: install it with pip install 'bidodds[dask]'"
    ]
