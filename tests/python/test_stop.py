"""Long calls: Ctrl-C gives the partial answer, other threads go on, progress is told, time is kept."""

import inspect
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import clew
import pytest

from conftest import P92

BIG = clew.Puzzle.blank(clew.Geometry(16))

# Every function that may take long, with what takes it a minute or more: by itself, or again and again.
CALLS = {
    "count": "clew.count(big)",
    "one thread": "clew.count(big, threads=1)",
    "sat": "clew.count(big, engine='sat')",
    "exact": "clew.count(unlike, engine='exact', threads=1)",
    "verify_with": "clew.count(big, verify_with='sat')",
    "solutions": "next(clew.solutions(big, block=10**7))",
    "density": "clew.density(big)",
    "density, exactly": "clew.density(unlike, engine='exact', threads=1)",
    "sample": "clew.sample(big, 3)",
    "sample, exactly": "clew.sample(unlike, 3, engine='exact', threads=1)",
    "estimate": "clew.estimate(big, 10**12)",
    "unavoidable": "clew.unavoidable(hard, max_size=30)",
    "minimal": "clew.minimal(full, 'all', limit=10**9)",
    "generate": "clew.generate(10**6, seed=1)",
    "tree": "clew.tree(sparse)",
    "diagram": "clew.tree('.' * 81, mode='diagram')",
    "certify": "clew.certify(sparse, folder)",
    "candidates": "while True: clew.candidates(big)",
    "verify": "while True: clew.verify(hard)",
    "solve": "while True: clew.solve(hard)",
    "explain": "while True: clew.explain(hard, rules='all', smallest=True)",
    "hint": "while True: clew.hint(hard, rules='all')",
    "steps": "while True: clew.steps(hard, rules='all')",
    "why": "while True: clew.why(hard, 'r1c1')",
    "rate": "while True: clew.rate(hard)",
    "repair": "while True: clew.repair(wrong)",
    "forecast": "while True: clew.forecast(unlike)",
}
CHILD = """
import json, sys, tempfile
import clew

big = clew.Puzzle.blank(clew.Geometry(16))
unlike = clew.Puzzle.blank().with_marks(
    {c: [d for d in range(1, 10) if d != (7 * c + c // 9 * 5) % 9 + 1] for c in range(81)})
hard = "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."
full = "".join(map(str, clew.solve(hard).solution))
wrong = "7" + hard[1:]
sparse = hard[:40] + 41 * "."
folder = tempfile.mkdtemp() + "/proof"
for name, call in json.load(sys.stdin).items():
    kind = "again"
    while kind == "again":
        try:
            print("ready", flush=True)
            # Compiled before: an interrupt that leaves the text of an exec is what Python ends by, caught or not.
            exec(compile(call, name, "exec"))
            kind, partial = "it ended", ""
        except clew.Interrupted as stopped:
            kind, partial = type(stopped.partial).__name__, str(stopped.partial)
        except KeyboardInterrupt:  # before the call, or between two of a loop
            kind, partial = "loop" if "while" in call else "again", ""
        print(json.dumps([name, kind, partial]), flush=True)
"""


def test_an_interrupt_gives_the_partial_answer():
    child = subprocess.Popen(
        [sys.executable, "-B", "-c", CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    child.stdin.write(json.dumps(CALLS))
    child.stdin.close()
    for name, call in CALLS.items():
        kind = "again"
        while kind == "again":
            assert child.stdout.readline() == "ready\n", name
            time.sleep(0.2)
            child.send_signal(signal.SIGINT)
            told, kind, partial = json.loads(child.stdout.readline())
            assert told == name
        assert kind not in ("it ended", "NoneType"), (name, kind)
        assert partial or "while" in call, name
    assert child.wait(timeout=60) == 0


def test_signals_are_heard_while_a_text_is_read():
    heard = 0

    def hear(*_):
        nonlocal heard
        heard += 1

    keys = "".join(f',\n"k{i}": null' for i in range(500_000))
    text = '{"size": 4, "grid": ' + json.dumps([[{}] * 4] * 4) + keys + "}"
    before = signal.signal(signal.SIGVTALRM, hear)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.01, 0.01)
    try:
        assert len(clew.parse(text)) == 1
        whole = heard
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert whole > 1  # one may wait until the call is over


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
    found = threading.Event()

    def interrupt():
        found.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt) as caught:
        clew.count(BIG, engine="search", progress=lambda p: p.solutions and found.set())
    partial = caught.value.partial
    assert isinstance(partial, clew.CountResult)
    assert partial.solutions > 0 and not partial.exact and partial.ending == "interrupted"
    assert pickle.loads(pickle.dumps(caught.value)).partial == partial


def test_other_threads_go_on():
    """Were the lock kept, another thread would have a turn when the call looks after its progress, and none
    between two looks, however long the call lasts. (How much it does between two is the machine's affair:
    the call goes on until it has done a little.)"""

    class Enough(Exception):
        pass

    ticks = 0
    seen = []
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    def look(progress):
        seen.append(ticks)
        if len(seen) > 1 and seen[-1] - seen[-2] >= 10:
            raise Enough

    other = threading.Thread(target=tick)
    other.start()
    try:
        with pytest.raises(Enough):
            clew.count(BIG, seconds=60, threads=1, progress=look)
    finally:
        done.set()
        other.join()


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

    def tell(progress):
        told.append((progress, threading.get_ident()))
        if len(told) >= 5 and progress.solutions:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(clew.Interrupted) as caught:
        clew.count(BIG, engine="search", progress=tell)
    assert all(ident == threading.get_ident() for _, ident in told)
    solutions = [p.solutions for p, _ in told]
    assert solutions == sorted(solutions) and 0 < solutions[-1] <= caught.value.partial.solutions
    assert all(isinstance(p, clew.Progress) and p.engine == "search" for p, _ in told)
    # At most twenty times a second, by the seconds that are told.
    assert all(b.seconds - a.seconds >= 0.049 for (a, _), (b, _) in zip(told, told[1:]))


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


@pytest.mark.parametrize("name", CALLS)
def test_what_a_progress_function_raises_ends_every_call(name):
    class Enough(Exception):
        pass

    told = 0

    def enough(progress):
        nonlocal told
        told += 1
        raise Enough

    scope = {"enough": enough}
    exec(CHILD[: CHILD.index("for name, call")], scope)
    call = CALLS[name]
    function = call.split("clew.", 1)[1].split("(")[0]
    if "progress" not in inspect.signature(getattr(clew, function)).parameters:
        pytest.skip(f"{function} tells no progress")
    at = call.rindex(")") if name != "solutions" else call.rindex("))")
    once = (call[:at] + ", progress=enough" + call[at:]).replace("while True: ", "")
    try:
        exec(once, scope)
    except Enough:
        assert told == 1
    else:  # one that is over before there is anything to tell
        assert told == 0 and "while True" in call
    assert clew.count(P92).solutions == 12
