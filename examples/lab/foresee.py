#!/usr/bin/env python3
"""Can the rules that a puzzle needs be told beforehand? K. Gromley's question, put to a list.

    clew generate -n 3000 --seed 337 > puzzles.txt
    python3 examples/lab/foresee.py clew puzzles.txt

Each puzzle needs the first of `template`, `methods`, `gromley`, `structures`, `all` that solves it.
A decision tree learns from two of every three puzzles what that will be, by what can be counted
before any rule but singles is tried; the others say how often it is right.
"""

import json
import subprocess
import sys
from collections import Counter

LADDER = ["template", "methods", "gromley", "structures", "all"]
FEATURES = ["clues", "cells open", "candidates left", "cells with two candidates",
            "digits with two places in a house"]


def walks(clew, rules, puzzles):
    run = subprocess.run([clew, "explain", "-q", "--json", "--uniqueness", "off", "--rules", rules, "-"],
                         input="\n".join(puzzles) + "\n", capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def counted(walk):
    """The features of a puzzle after singles."""
    marks = walk["state"]["candidates"]
    houses = [[9 * r + c for c in range(9)] for r in range(9)]
    houses += [[9 * r + c for r in range(9)] for c in range(9)]
    houses += [[9 * (3 * (b // 3) + i // 3) + 3 * (b % 3) + i % 3 for i in range(9)] for b in range(9)]
    opened = [m for m, p in zip(marks, walk["state"]["placed"]) if p == "."]
    pairs = sum(sum(d in marks[c] for c in house) == 2 for house in houses for d in "123456789")
    return [sum(c in "123456789" for c in walk["puzzle"]), len(opened), sum(map(len, opened)),
            sum(len(m) == 2 for m in opened), pairs]


def impurity(rows):
    counts = Counter(need for _, need in rows)
    return len(rows) - sum(n * n for n in counts.values()) / len(rows) if rows else 0.0


def grow(rows, depth):
    """A node is the most frequent need, or a feature, a limit and two nodes."""
    best = (impurity(rows) - 1e-9, None)
    if depth > 0 and len(rows) >= 60:
        for f in range(len(FEATURES)):
            for limit in sorted({x[f] for x, _ in rows})[1:]:
                low = [r for r in rows if r[0][f] < limit]
                high = [r for r in rows if r[0][f] >= limit]
                if min(len(low), len(high)) >= 20:
                    best = min(best, (impurity(low) + impurity(high), (f, limit)),
                               key=lambda split: split[0])
    if best[1] is None:
        return Counter(need for _, need in rows).most_common(1)[0][0]
    f, limit = best[1]
    return (f, limit, grow([r for r in rows if r[0][f] < limit], depth - 1),
            grow([r for r in rows if r[0][f] >= limit], depth - 1))


def foresee(node, x):
    while not isinstance(node, str):
        node = node[2] if x[node[0]] < node[1] else node[3]
    return node


def told(node, indent=""):
    if isinstance(node, str):
        print(indent + node)
        return
    print(f"{indent}{FEATURES[node[0]]} below {node[1]}:")
    told(node[2], indent + "  ")
    print(f"{indent}otherwise:")
    told(node[3], indent + "  ")


def main():
    clew, path = sys.argv[1:3]
    with open(path, encoding="ascii") as file:
        puzzles = [line.strip() for line in file if line[:1] in "123456789."]
    rows = [[None, None] for _ in puzzles]
    left = list(range(len(puzzles)))
    for rules in LADDER:
        stuck = []
        for i, walk in zip(left, walks(clew, rules, [puzzles[i] for i in left])):
            if rules == LADDER[0]:
                rows[i][0] = counted(walk)
            if walk["status"] == "solved":
                rows[i][1] = rules
            else:
                stuck.append(i)
        left = stuck
    for i in left:
        rows[i][1] = "none"
    learnt = [r for i, r in enumerate(rows) if i % 3 != 2]
    tried = [r for i, r in enumerate(rows) if i % 3 == 2]
    tree = grow(learnt, 4)
    told(tree)
    table = Counter((need, foresee(tree, x)) for x, need in tried)
    names = [n for n in LADDER + ["none"] if any(n in pair for pair in table)]
    width = max(map(len, names)) + 2
    print("\nneeds \\ foreseen".ljust(18) + "".join(n.rjust(width) for n in names))
    for need in names:
        print(need.ljust(17) + "".join(str(table[need, seen]).rjust(width) for seen in names))
    right = sum(n for (need, seen), n in table.items() if need == seen)
    most = max(Counter(need for _, need in tried).values())
    print(f"right {right} of {len(tried)}; always the most frequent need: {most}")


if __name__ == "__main__":
    main()
