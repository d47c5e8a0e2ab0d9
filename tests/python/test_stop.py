"""Long calls: Ctrl-C gives the partial answer, other threads go on, progress is told, time is kept."""

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import clew
import pytest

from conftest import P92

BIG = clew.Puzzle.blank(clew.Geometry(16))

# Each prints "ready", is sent a signal, and prints what was caught.
CALLS = {
    "count": "clew.count(big)",
    "one thread": "clew.count(big, threads=1)",
    "sat": "clew.count(big, engine='sat')",
    "exact": "clew.count('.' * 81, engine='exact', threads=1) and clew.count(big)",
    "verify_with": "clew.count(big, verify_with='sat')",
    "solutions": "next(clew.solutions(big, block=10**7))",
    "density": "clew.density(big)",
    "sample": "clew.sample(big, 3)",
    "estimate": "clew.estimate(big, 10**12)",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_an_interrupt_gives_the_partial_answer(call):
    script = textwrap.dedent(
        f"""
        import clew
        big = clew.Puzzle.blank(clew.Geometry(16))
        print('ready', flush=True)
        try:
            {call}
            print('whole')
        except clew.Interrupted as stopped:
            print(stopped.partial)
        """
    )
    child = subprocess.Popen(
        [sys.executable, "-B", "-c", script], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    printed, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    assert printed.strip() not in ("", "whole", "None")


def test_an_interrupt_of_a_loop_ends_the_loop():
    script = f"import clew\nprint('ready', flush=True)\nwhile True: clew.count('{P92}')"
    child = subprocess.Popen(
        [sys.executable, "-B", "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in said or "Interrupted" in said
    assert child.returncode != 0


def test_the_partial_answer_is_marked():
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt) as caught:
        clew.count(BIG, engine="search")
    partial = caught.value.partial
    assert isinstance(partial, clew.CountResult)
    assert partial.solutions > 0 and not partial.exact and partial.ending == "interrupted"
    assert pickle.loads(pickle.dumps(caught.value)).partial == partial


def test_other_threads_go_on():
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    clew.count(BIG, seconds=0.5, threads=1)
    during = ticks
    done.set()
    other.join()
    assert during > 50  # none, if the lock were kept


def test_counts_in_threads_are_those_of_one():
    answers = []
    workers = [
        threading.Thread(target=lambda: answers.append(clew.count(P92).solutions)) for _ in range(8)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert answers == [12] * 8


def test_progress_is_told_by_the_calling_thread():
    told = []
    result = clew.count(
        BIG, seconds=0.5, progress=lambda p: told.append((p, threading.get_ident()))
    )
    assert told and all(ident == threading.get_ident() for _, ident in told)
    solutions = [p.solutions for p, _ in told]
    assert solutions == sorted(solutions) and solutions[-1] <= result.solutions
    assert all(isinstance(p, clew.Progress) and p.engine == "search" for p, _ in told)
    assert len(told) <= 11  # 20 a second


def test_what_a_progress_function_raises_is_raised():
    class Enough(Exception):
        pass

    def enough(progress):
        raise Enough(progress.solutions)

    with pytest.raises(Enough):
        clew.count(BIG, progress=enough)
    with pytest.raises(Enough):
        clew.solutions(BIG, block=10**7, progress=enough).__next__()
    with pytest.raises(TypeError):
        clew.count(P92, progress=3)
