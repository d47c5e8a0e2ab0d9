"""Solutions one after another, and what is true of them together, held to each other and to the command."""

import gc
import threading
import time

import clew
import numpy as np
import pytest

from conftest import P92, command, resident

BIG = clew.Puzzle.blank(clew.Geometry(16))
# Thirteen cells of a row share twelve digits: much to search, nothing to find.
NOTHING = clew.Puzzle.blank(clew.Geometry(25)).with_marks({cell: range(1, 13) for cell in range(13)})


def lines(grids):
    return ["".join(".123456789"[d] for d in grid) for grid in grids]


@pytest.mark.parametrize("engine", ["auto", "search", "sat", "cubes"])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_solution_once(engine, threads):
    found = lines(clew.solutions(P92, engine=engine, threads=threads))
    assert len(found) == len(set(found)) == clew.count(P92).solutions
    answer = command("enumerate", "--json", "--engine", engine, "-", text=P92)
    assert found == [grid for line in answer for grid in line.get("solutions", [line.get("solution")]) if grid]


@pytest.mark.parametrize("block", [1, 5, 12, 13, 100])
def test_blocks_are_the_same_solutions(block):
    listing = clew.solutions(P92, block=block)
    blocks = list(listing)
    assert all(b.dtype == np.uint8 and b.shape[1] == 81 for b in blocks)
    assert all(len(b) == block for b in blocks[:-1]) and 1 <= len(blocks[-1]) <= block
    assert np.array_equal(np.concatenate(blocks), clew.solutions(P92).array())
    assert listing.result.exact and listing.result.solutions == 12


def test_results_say_what_was_handed_out():
    listing = clew.solutions(P92)
    assert (listing.result.solutions, listing.result.exact) == (0, False)
    for n in range(1, 13):
        next(listing)
        assert listing.result.solutions == n
    assert next(listing, None) is None
    assert listing.result.exact and listing.result.ending == "exhausted"
    listing.close()
    assert listing.result.exact
    cut = clew.solutions(P92)
    next(cut)
    cut.close()
    assert list(cut) == []
    assert (cut.result.exact, cut.result.ending) == (False, "interrupted")
    assert cut.result.solutions >= 1
    limited = clew.solutions(P92, limit=7)
    assert len(limited.array()) == 7
    assert (limited.result.exact, limited.result.ending) == (False, "limit reached")
    none = clew.solutions("11" + "." * 79)
    assert none.array().shape == (0, 81) and none.result.exact


def test_an_array_takes_what_is_left():
    every = clew.solutions("." * 81, limit=20_000).array()
    assert len(np.unique(every, axis=0)) == 20_000
    listing = clew.solutions("." * 81, limit=20_000)
    first = [next(listing) for _ in range(300)]
    some = listing.array(9_000)
    rest = listing.array()
    assert np.array_equal(np.concatenate([first, some, rest]), every)


def test_memory_is_bounded():
    listing = clew.solutions("." * 81, block=1000)
    next(listing)
    before = resident()
    for _ in range(2000):  # 162 MB of solutions
        next(listing)
    assert resident() - before < 30_000_000


def test_what_is_dropped_stops():
    threads = len(tasks())
    for _ in range(20):
        next(clew.solutions(BIG))
    gc.collect()
    assert len(tasks()) == threads
    listing = clew.solutions(BIG)
    next(listing)
    assert len(tasks()) == threads + 1
    del listing
    gc.collect()
    assert len(tasks()) == threads


def tasks():
    import os

    return os.listdir("/proc/self/task")


def test_the_time_is_spent_waiting():
    listing = clew.solutions("." * 81, seconds=0.2)
    next(listing)
    time.sleep(0.4)
    assert len([next(listing) for _ in range(10_000)]) == 10_000
    stopped = clew.solutions(NOTHING, engine="search", seconds=0.1)
    stopped.array()
    assert stopped.result.ending == "interrupted" and not stopped.result.exact


def test_many_threads_list_at_once():
    results = []

    def work():
        results.append(len(clew.solutions(P92).array()))

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert results == [12] * 8


def together(work, threads=4):
    """What each of the threads returned; none may wait for ever."""
    answers = []
    workers = [threading.Thread(target=lambda: answers.append(work()), daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=120)
        assert not worker.is_alive(), "a thread waits for ever"
    assert len(answers) == threads  # none has raised
    return answers


def in_blocks(listing, most):
    while len(block := listing.array(most)):
        yield block


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"engine": "sat", "limit": 3000},
        {"block": 7},
        {"block": 5000},
        {"threads": 2},
    ],
    ids=str,
)
def test_threads_that_share_solutions_get_each_once(how):
    for _ in range(3):
        how = {"limit": 20_000, **how}
        listing = clew.solutions("." * 81, **how)
        found = together(lambda listing=listing: [row.tobytes() for got in listing for row in np.atleast_2d(got)])
        every = [grid for some in found for grid in some]
        assert len(every) == len(set(every)) == how["limit"]
        assert listing.result.solutions == how["limit"]
    listing = clew.solutions("." * 81, limit=20_000)
    found = together(lambda: [row.tobytes() for block in in_blocks(listing, 300) for row in block])
    assert len({grid for some in found for grid in some}) == sum(map(len, found)) == 20_000




@pytest.mark.parametrize("block", [None, 10])
def test_threads_that_wait_for_solutions_end_when_these_are_closed(block):
    waits = threading.Event()
    listing = clew.solutions(NOTHING, engine="search", block=block, progress=lambda p: waits.set())

    def close():
        assert waits.wait(timeout=120)
        listing.close()

    closer = threading.Thread(target=close)
    closer.start()
    assert together(lambda: next(listing, None)) == [None] * 4
    closer.join()
    assert (listing.result.exact, listing.result.ending) == (False, "interrupted")


def test_a_progress_function_may_close_the_solutions_but_not_ask_for_them():
    listing = clew.solutions(NOTHING, engine="search", progress=lambda p: listing.close())
    assert list(listing) == []
    again = clew.solutions(NOTHING, engine="search", progress=lambda p: next(again))
    with pytest.raises(ValueError, match="at work"):
        next(again)


def test_threads_that_share_a_file_get_each_puzzle_once(tmp_path):
    lines = [str(n).zfill(5).translate(str.maketrans("0", ".")) + "." * 76 for n in range(3000)]
    path = tmp_path / "many.sdm"
    path.write_text("\n".join(lines))
    puzzles = clew.read(path)
    found = together(lambda: [puzzle.line for puzzle in puzzles])
    assert sorted(line for some in found for line in some) == sorted(lines)


def test_verify_and_solve():
    verdict = clew.verify(P92)
    answer = command("verify", "--json", "-", text=P92)[0]
    assert verdict.validity == answer["validity"] == "several"
    assert lines(verdict.witnesses) == answer["witnesses"]
    assert [f"r{c // 9 + 1}c{c % 9 + 1}" for c in verdict.differ] == answer["differ"]
    assert clew.verify("11" + "." * 79).validity == "none"
    assert clew.verify("11" + "." * 79).witnesses.shape == (0, 81)
    assert verdict.conflict is None
    none = command("verify", "--json", "-", text="11" + "." * 79)[0]
    assert clew.verify("11" + "." * 79).conflict == none["conflict"]
    assert none["conflict"]["clues"] == ["r1c1", "r1c2"]
    one = clew.Puzzle(P92).with_givens({"r1c2": 6})
    assert clew.verify(one).validity == "unique" and clew.verify(one).differ.size == 0
    assert np.array_equal(clew.verify(one).witnesses[0], clew.solve(one).solution)
    assert clew.find_fault(one, clew.solve(one).solution) is None
    assert clew.find_fault(P92, clew.solve("." * 81).solution)
    assert clew.verify(BIG, max_nodes=1, engine="search").validity == "unknown"
    with pytest.raises(ValueError, match="exact"):
        clew.solutions(P92, engine="exact")
    with pytest.raises(ValueError):
        clew.solutions(P92, block=0)
    with pytest.raises(ValueError):
        clew.find_fault(P92, [1] * 80)


def test_densities_are_counts_of_the_listing():
    every = clew.solutions(P92).array()
    density = clew.density(P92)
    expected = np.array([[int((every[:, c] == d + 1).sum()) for d in range(9)] for c in range(81)])
    assert density.counts.dtype == object and density.counts.shape == (81, 9)
    assert np.array_equal(density.counts.astype(int), expected)
    assert density.total == 12 and type(density.counts[0, 0]) is int
    assert np.array_equal(density.possible, expected > 0)
    assert np.allclose(density.share, expected / 12)
    assert np.allclose(density.entropy[density.backbone > 0], 0) and density.entropy.max() > 1
    assert np.array_equal(clew.density(P92, counts=False).possible, density.possible)
    assert np.array_equal(clew.candidates(P92).possible, density.possible)
    assert np.array_equal(clew.candidates(P92).backbone, density.backbone)
    assert {f"r{c // 9 + 1}c{c % 9 + 1}": str(density.backbone[c]) for c in np.flatnonzero(density.backbone)} == command(
        "density", "--json", "-", text=P92
    )[0]["backbone"]


def test_densities_beyond_machine_words_are_exact():
    density = clew.density("." * 81)
    assert (density.counts * 9 == density.total).all()
    assert density.total > 2**64
    assert np.allclose(density.entropy, np.log2(9))


def test_what_is_not_known_is_not_said():
    density = clew.density(BIG, max_nodes=1000)
    assert density.counts is None and density.total is None and density.ending != "exhausted"
    with pytest.raises(ValueError):
        density.share
    none = clew.density("11" + "." * 79)
    assert none.total == 0 and not none.possible.any() and not none.backbone.any()
    assert not none.entropy.any()


def test_samples_are_solutions_and_repeat():
    drawn = clew.sample(P92, 500, seed=3)
    assert drawn.total == 12 and drawn.grids.shape == (500, 81)
    assert np.array_equal(drawn.grids, clew.sample(P92, 500, seed=3).grids)
    assert not np.array_equal(drawn.grids, clew.sample(P92, 500, seed=4).grids)
    assert set(lines(drawn.grids)) == set(lines(clew.solutions(P92)))
    assert lines(clew.sample(P92, 5).grids) == command(
        "sample", "--json", "-n", "5", "-", text=P92
    )[0]["solutions"]
    assert clew.sample("11" + "." * 79, 5).grids.shape == (0, 81)
    blank = clew.Puzzle.blank()
    for grid in clew.sample(blank, 20).grids:
        assert clew.find_fault(blank, grid) is None
