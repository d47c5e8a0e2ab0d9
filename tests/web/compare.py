"""compare.py CLEW FOLDER: the same fixed questions to `CLEW serve` and to the npm package in FOLDER.

Every answer must be the same but for the engine that gave it, within ten seconds each; at most ten may be partial, which
are not compared. Says what differs and which took longest; fails if anything does.
"""

import json
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
SEVERAL = "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."
ONE = "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
NONE = "99" + SEVERAL[2:]
WRONG_CLUE = ONE.replace("31", "41", 1)
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

plain = {"several": SEVERAL, "one": ONE, "hard": HARD, "none": NONE, "wrong": WRONG_CLUE, "easy": EASY,
         "blank": "." * 81, "4x4": "1...............", "6x6": "1....2" + "." * 30}
ruled = {name: (EXAMPLES / f"{name}.json").read_text()
         for name in ("arrows", "killer", "sandwich", "thermometers", "x")}
others = {"jigsaw": (EXAMPLES / "jigsaw.txt").read_text(), "six": (EXAMPLES / "six.sdk").read_text(),
          "sixteen": (EXAMPLES / "sixteen.sdk").read_text(),
          "marks": (EXAMPLES / "p92-after-singles.hodoku").read_text(),
          "iss": ".Shape~6x6.~R1C3_5.Whisper~3~R1C1~R1C2~R2C2.NFA~QPeP-A~R1C1"}
bad = {"short": "123", "letters": SEVERAL[:-1] + "x", "json": "{\"size\": 9", "iss": ".Shape~4x4.Or.Thermo~R1C1~R1C2.End",
       "nothing": "", "drawn": '{"size":4,"grid":[[{},{},{},{}]],"text":[{"cells":["R1C1"],"value":"A"}]}'}


def questions():
    every = {**plain, **ruled, **others}
    for puzzle in [*every.values(), *bad.values()]:
        yield "read", {"puzzle": puzzle}
    for puzzle in every.values():
        yield "board", {"puzzle": puzzle}
        yield "count", {"puzzle": puzzle, "limit": 100_000}
        yield "verify", {"puzzle": puzzle}
    for puzzle in plain.values():
        yield "density", {"puzzle": puzzle, "true_only": True}
        yield "density", {"puzzle": puzzle}
        yield "solutions", {"puzzle": puzzle, "limit": 5}
        yield "rate", {"puzzle": puzzle}
        yield "hint", {"puzzle": puzzle}
    for puzzle in (*ruled.values(), *others.values()):
        yield "hint", {"puzzle": puzzle}
        yield "density", {"puzzle": puzzle, "true_only": True}
        for to in ("json", "fpuzzles", "iss", "line"):
            yield "convert", {"puzzle": puzzle, "to": to}
    for puzzle in (SEVERAL, ONE, HARD, EASY, plain["6x6"], ruled["x"]):
        yield "steps", {"puzzle": puzzle}
        yield "walk", {"puzzle": puzzle}
    for puzzle in (SEVERAL, ONE, plain["4x4"], NONE, WRONG_CLUE):
        yield "repair", {"puzzle": puzzle, "top": 5}
        yield "unavoidable", {"puzzle": puzzle, "size": 6}
        yield "minimal", {"puzzle": puzzle, "one": True, "seed": 3}
        yield "differ", {"puzzle": puzzle}
    for candidate in ("r1c1=1", "r9c9=5", "r5c5=9", "r1c2=4", "r0c1=1"):
        yield "why", {"puzzle": SEVERAL, "candidate": candidate}
    yield "judge", {"puzzle": SEVERAL, "steps": "r1c2=4\nr1c1=3\nr7c5=7: row 7"}
    for scale in ("se", "hodoku", "methods", "needs", "paris", "human"):
        yield "rate", {"puzzle": ONE, "scale": scale}
    for seed in range(4):
        yield "generate", {"seed": seed}
    yield "generate", {"seed": 1, "size": 6, "symmetry": "half-turn"}
    for mode in ("paris", "alternates", "lean"):
        yield "tree", {"puzzle": SEVERAL, "mode": mode}
    yield "tree/export", {"puzzle": SEVERAL, "mode": "lean", "as": "dot"}
    yield "techniques", {}
    yield "nothing", {}
    yield "count", {"puzzle": ONE, "limit": -1}
    yield "count", {"puzzle": ONE, "wrong": 1}


def served(program, asked):
    server = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        root = server.stdout.readline().strip()
        for question, body in asked:
            request = urllib.request.Request(f"{root}api/{question}", json.dumps(body).encode(),
                                             {"Content-Type": "application/json"})
            try:
                with urllib.request.urlopen(request, timeout=100) as reply:
                    yield 200, json.load(reply)
            except urllib.error.HTTPError as error:
                yield error.code, {**json.load(error), "status": error.code}
    finally:
        server.terminate()
        server.wait(timeout=10)
        server.stdout.close()


def alone(folder, asked):
    text = "".join(json.dumps({"question": question, "body": body}) + "\n" for question, body in asked)
    done = subprocess.run(["node", pathlib.Path(__file__).with_name("ask.mjs"), folder], input=text,
                          capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def plainly(value):
    """Without what may differ: who answered, and what is proved by SAT alone."""
    if isinstance(value, dict):
        return {key: plainly(inner) for key, inner in value.items() if key not in ("engine", "unsat")}
    return [plainly(inner) for inner in value] if isinstance(value, list) else value


def difference(one, other, path=""):
    """Where two values differ first, and what stands there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if found := difference(one.get(key), other.get(key), f"{path}.{key}"):
                return found
        return None
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return next((found for i, pair in enumerate(zip(one, other, strict=True))
                     if (found := difference(*pair, f"{path}[{i}]"))), None)
    return None if one == other else f"{path}: {json.dumps(one)[:300]} and {json.dumps(other)[:300]}"


def is_partial(said):
    return said.get("ending") in ("interrupted", "out of budget") or "stopped_by" in said


def main():
    program, folder = sys.argv[1:]
    asked = list(questions())
    answers = alone(folder, asked)
    partial, differ, slow = [], [], []
    for (question, body), (status, said), mine in zip(asked, served(program, asked), answers, strict=True):
        name = f"{question} {json.dumps(body)[:150]}"
        if mine["ms"] > 11_000:
            slow.append(f"{name}: {mine['ms']} ms")
        if is_partial(mine["said"]) and not is_partial(said):
            partial.append(name)
        elif (status, plainly(said)) != (mine["status"], plainly(mine["said"])):
            differ.append(f"{name}\n  {difference([status, plainly(said)], [mine['status'], plainly(mine['said'])])}")
    longest = sorted(zip((answer["ms"] for answer in answers), asked, strict=True), key=lambda pair: -pair[0])[:5]
    print(f"{len(asked)} questions: {len(differ)} answered otherwise, {len(partial)} partial, {len(slow)} over time; "
          f"longest: {', '.join(f'{question} {ms} ms' for ms, (question, _) in longest)}")
    for kind, lines in (("otherwise", differ), ("partial", partial), ("over time", slow)):
        for line in lines:
            print(f"{kind}: {line}")
    return 0 if len(asked) >= 200 and not differ and not slow and len(partial) <= 10 else 1


if __name__ == "__main__":
    sys.exit(main())
