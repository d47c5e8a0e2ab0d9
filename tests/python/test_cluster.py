"""Counts on a cluster, which is broken on purpose: a worker is killed, the scheduler is restarted, a result
is delivered twice; the count is exact, nothing is lost and nothing counted twice."""

import json
import os
import signal

import clew
import pytest
from conftest import P92

distributed = pytest.importorskip(
    "distributed", reason="Dask is not installed (package python3-distributed)"
)

# Millions of solutions, by search: no part is over before the next line of the test.
SIX = "1" + "." * 35
SOLUTIONS = 4_700_160
# A tree of 13 176 patterns: P-92 with one clue less.
WIDER = "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7..5...1.....2.."
SPARSE = "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4.........3..7.85...1........"


def cluster():
    return distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        host="127.0.0.1",
        silence_logs=50,
    )


@pytest.fixture(scope="module")
def client():
    with cluster() as there, distributed.Client(there) as one:
        yield one


@pytest.mark.parametrize("by", ["auto", "arrangements", "prefixes"])
def test_the_count_is_that_of_one_machine(client, by):
    told = []
    found = clew.cluster.count(SPARSE, client, shards=5, by=by, progress=told.append)
    assert (found.solutions, found.exact, found.shards) == (clew.count(SPARSE).solutions, True, 5)
    assert [part.done for part in told] == [0, 1, 2, 3, 4, 5]
    assert sorted(part.shard for part in told[1:]) == [f"{k}/5" for k in range(1, 6)]
    assert told[-1].share == pytest.approx(1)


def test_a_worker_that_is_killed_loses_nothing(client, tmp_path):
    pids = list(client.run(os.getpid).values())

    def kill(part):
        if part.done == 1:
            os.kill(pids[0], signal.SIGKILL)

    journal = tmp_path / "journal"
    found = clew.cluster.count(
        SIX, client, shards=10, engine="search", journal=journal, progress=kill
    )
    assert (found.solutions, found.exact, found.repeated) == (SOLUTIONS, True, ())
    shards = [json.loads(line)["shard"] for line in journal.read_text().splitlines()]
    assert sorted(shards) == sorted(f"{k}/10" for k in range(1, 11))


def test_a_part_whose_time_is_over_leaves_the_rest_to_others(client, tmp_path):
    journal = tmp_path / "journal"
    told = []
    # No time at all: every part hands on what it has not counted by then.
    found = clew.cluster.count(
        SPARSE, client, shards=2, by="prefixes", part_seconds=0, journal=journal, progress=told.append
    )
    whole = clew.count(SPARSE).solutions
    assert (found.solutions, found.exact, found.repeated) == (whole, True, ())
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    rests = [line for line in lines if "rest" in line]
    assert rests and found.shards == len(lines) > 2
    assert [part.done for part in told] == list(range(len(lines) + 1))
    shares = [part.share for part in told]
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1)
    assert told[-1].of == len(lines) and any("." in part.shard for part in told)
    # A journal that lost its end, one that has a line twice.
    text = journal.read_text().splitlines(keepends=True)
    for kept in (text[:1], text[: len(text) // 2], text + [text[-1], text[0]]):
        journal.write_text("".join(kept))
        again = clew.cluster.count(SPARSE, client, part_seconds=0, journal=journal)
        assert (again.solutions, again.exact) == (whole, True)
    # A line of the middle that is gone: what it left belongs to nothing.
    first = next(i for i, line in enumerate(lines) if "rest" in line)
    journal.write_text("".join(text[:first] + text[first + 1 :]))
    if len(text) > first + 2:
        with pytest.raises(clew.ClewInputError, match="another count"):
            clew.cluster.count(SPARSE, client, shards=2, by="prefixes", journal=journal)


def test_a_part_of_a_tree_whose_time_is_over_leaves_the_rest_to_others(client, tmp_path):
    journal = tmp_path / "journal"
    # No time at all: every part expands one pattern and hands on what is below it.
    found = clew.cluster.tree(P92, client, shards=2, part_seconds=0, prove=False, journal=journal)
    assert found.to_json() == clew.tree(P92, prove=False).to_json()
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    assert len(lines) > 100 and any("rest" in line for line in lines)


class Stop(Exception):
    pass


def stop_at(done):
    def stop(part):
        if part.done == done:
            raise Stop

    return stop


def test_a_scheduler_that_is_restarted_goes_on_with_what_was_written(client, tmp_path):
    journal = tmp_path / "journal"
    with cluster() as there, distributed.Client(there, set_as_default=False) as first:
        with pytest.raises(Stop):
            clew.cluster.count(
                SIX, first, shards=10, engine="search", journal=journal, progress=stop_at(3)
            )
    lines = journal.read_text().splitlines()
    assert len(lines) == 3
    # The machine went down in the middle of a line, and a result is delivered again.
    with open(journal, "a") as file:
        file.write(lines[1] + "\n" + lines[2][:40])
    told = []
    found = clew.cluster.count(SIX, client, engine="search", journal=journal, progress=told.append)
    assert (found.solutions, found.exact) == (SOLUTIONS, True)
    assert found.repeated == (json.loads(lines[1])["shard"],)
    assert (told[0].done, told[0].shard, len(told)) == (3, "", 8)
    # Whoever asks again needs no cluster.
    assert clew.cluster.count(SIX, None, journal=journal) == found


def test_a_journal_of_something_else_is_refused(client, tmp_path):
    journal = tmp_path / "journal"
    clew.cluster.count(SPARSE, client, shards=3, journal=journal)
    with pytest.raises(clew.ClewInputError, match="another count") as caught:
        clew.cluster.count("." * 81, client, journal=journal)
    assert caught.value.line == 1
    text = journal.read_text()
    at = text.index('"count":"') + 9
    journal.write_text(text[:at] + "9" + text[at + 1 :])
    with pytest.raises(clew.ClewInputError, match="changed"):
        clew.cluster.count(SPARSE, client, journal=journal)


@pytest.mark.parametrize(
    "text", [b"a line of notes", b"notes\nmore", b"{}\n", b'{"schema"\n', b"\xff\n", b'{"schema":"x/1"}\n{']
)
def test_a_file_that_is_no_journal_is_left_as_it_is(tmp_path, text):
    journal = tmp_path / "notes"
    journal.write_bytes(text)
    with pytest.raises(clew.ClewInputError) as refused:
        clew.cluster.count(SPARSE, None, shards=3, journal=journal)
    assert (refused.value.source, refused.value.line) == (str(journal), 1)
    with pytest.raises(clew.ClewInputError):
        clew.cluster.map("count", [SPARSE], None, block=1, journal=journal)
    assert journal.read_bytes() == text


def test_what_cannot_be_is_an_ordinary_exception(client):
    with pytest.raises(ValueError, match="by"):
        clew.cluster.count(SPARSE, client, by="luck")
    with pytest.raises(ValueError, match="plain 9x9"):
        clew.cluster.count(SIX, client, by="arrangements")

    def fails(puzzle):
        raise ZeroDivisionError("of my own")

    with pytest.raises(ZeroDivisionError, match="of my own"):
        clew.cluster.map(fails, [SIX], client, retries=0)


def test_map_answers_in_order_and_goes_on(client, tmp_path):
    puzzles = [SIX, SPARSE, "." * 81, SIX[::-1]] * 5
    counts = clew.cluster.map("count", puzzles, client, limit=3, block=2)
    assert counts == [clew.count(puzzle, limit=3, threads=1) for puzzle in puzzles]
    found = clew.cluster.map("verify", "examples/two.sdm", client)
    assert [f.validity for f in found] == [
        clew.verify(p).validity for p in clew.read("examples/two.sdm")
    ]

    def givens(puzzle):
        return puzzle.given_count

    journal = tmp_path / "journal"
    with pytest.raises(Stop):
        clew.cluster.map(
            givens, puzzles, client, block=2, journal=journal, progress=stop_at(4)
        )
    told = []
    answers = clew.cluster.map(givens, puzzles, client, journal=journal, progress=told.append)
    assert answers == [clew.Puzzle(p).given_count for p in puzzles]
    assert (told[0].done, told[-1].done) == (4, 10)
    with pytest.raises(clew.ClewInputError, match="not an answer"):
        clew.cluster.map(givens, puzzles[1:], client, journal=journal)


@pytest.mark.parametrize("options", [{}, {"mode": "lean", "rules": "sudokujm", "marks": "carried"}])
def test_a_tree_in_parts_is_that_of_one_machine(client, options):
    told = []
    found = clew.cluster.tree(WIDER, client, shards=5, prove=False, progress=told.append, **options)
    whole = clew.tree(WIDER, prove=False, **options)
    assert found.to_json() == whole.to_json() and found.to_dot() == whole.to_dot()
    assert [part.done for part in told] == [0, 1, 2, 3, 4, 5]


def test_a_tree_survives_a_worker_a_scheduler_and_a_part_delivered_twice(client, tmp_path):
    journal = tmp_path / "journal"
    with cluster() as there, distributed.Client(there, set_as_default=False) as first:
        pids = list(first.run(os.getpid).values())

        def break_it(part):
            if part.done == 1:
                os.kill(pids[0], signal.SIGKILL)
            if part.done == 4:
                raise Stop

        with pytest.raises(Stop):
            clew.cluster.tree(WIDER, first, shards=8, journal=journal, progress=break_it)
    lines = journal.read_text().splitlines()
    assert len(lines) == 4
    with open(journal, "a") as file:
        file.write(lines[1] + "\n" + lines[2][:400])
    told = []
    found = clew.cluster.tree(WIDER, client, journal=journal, progress=told.append)
    assert (told[0].done, len(told)) == (4, 5)
    assert found.to_json() == clew.tree(WIDER).to_json() and found.complete
    # Whoever asks again needs no cluster, and nobody gets another's.
    assert clew.cluster.tree(WIDER, None, journal=journal).to_json() == found.to_json()
    with pytest.raises(clew.ClewInputError, match="another tree"):
        clew.cluster.tree(WIDER, None, journal=journal, mode="lean")
    text = journal.read_text()
    at = text.index('"patterns":["') + 13
    journal.write_text(text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1 :])
    with pytest.raises(clew.ClewInputError):
        clew.cluster.tree(WIDER, None, journal=journal)


def test_what_fails_now_and_then_is_tried_again(client, tmp_path):
    marker = tmp_path / "tries"

    def fails_twice(puzzle):
        with open(marker, "a") as file:
            file.write("x")
        if marker.stat().st_size < 3:
            raise OSError("a disk that is full for a moment")
        return puzzle.given_count

    assert clew.cluster.map(fails_twice, [SIX], client, retries=2) == [1]
    marker.write_text("")
    with pytest.raises(OSError):
        clew.cluster.map(fails_twice, [SIX], client, retries=1)


def test_the_dashboard_names_the_tasks(client):
    seen = set()

    def look(part):
        seen.update(client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.task_prefixes)))

    clew.cluster.count(SPARSE, client, shards=3, by="prefixes", progress=look)
    clew.cluster.tree(P92, client, shards=3, progress=look)
    clew.cluster.map("count", [SIX, SPARSE], client, block=1, limit=2, progress=look)
    assert {"clew-count", "clew-tree"} <= seen


def test_walks_and_trees_come_back_from_workers(client):
    (walk,) = clew.cluster.map("explain", [P92], client)
    assert walk.text() == clew.explain(P92).text()
    (tree,) = clew.cluster.map("tree", [P92], client)
    assert tree.to_dot() == clew.tree(P92).to_dot()
