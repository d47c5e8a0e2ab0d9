"""What the tests of the Python package share: the command, whose answers theirs must be, and puzzles."""

import json
import os
import subprocess

from hypothesis import HealthCheck, settings

P92 = "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."

# What fails prints the blob that makes it fail again (@reproduce_failure).
settings.register_profile(
    "clew",
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("clew")


def command(*arguments, text=""):
    """The JSON lines that the command prints, without the words that asked for them."""
    done = subprocess.run(
        [os.environ["CLEW"], *arguments], input=text, capture_output=True, text=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in answers:
        answer.pop("command", None)
    return answers


def resident():
    """Bytes of memory in use."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
