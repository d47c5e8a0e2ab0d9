#!/usr/bin/env python3
"""What does each family of techniques add? Rule sets for the lab.

    python3 examples/lab/families.py clew DIRECTORY
    clew lab --no-needs --rules DIRECTORY/without-chains.json ... puzzles.txt

Writes, for each family, all structures without it (without-NAME.json) and the basic rules
with it alone (basic-and-NAME.json); all of them (everything.json); and basic.json: singles, locked
candidates, and sets and fish of
two to four. Almost locked sets and fish with fins are families of their own here; rules that rest on
uniqueness are left out.
"""

import json
import os
import re
import subprocess
import sys

BASIC = ("full-house naked-single hidden-single pointing claiming locked-pair locked-triple "
         "naked-pair naked-triple naked-quad hidden-pair hidden-triple hidden-quad x-wing swordfish "
         "jellyfish").split()


def family_of(name, family):
    if name in BASIC:
        return "basic"
    # Chains over almost hidden sets and almost fish pass over almost locked sets as well.
    if name.startswith(("als-", "ahs-", "fish-", "death")):
        return "almost-locked-sets"
    if name.startswith("template"):
        return "templates"
    if name in ("multi-sector-locked-set", "sk-loop"):
        return "patterns"
    return {"related sets": "large-sets", "cover sets": "fish"}.get(family, family.replace(" ", "-"))


def main():
    clew, directory = sys.argv[1:3]
    os.makedirs(directory, exist_ok=True)
    listed = subprocess.run([clew, "steps", "--techniques"], capture_output=True, text=True).stdout
    rules = {}
    for line in listed.splitlines():
        row = re.match(r"(\S+) +.*?, (related sets|cover sets|two houses|many houses|chains|patterns),"
                       r" score .* (\d+) \(clew\)", line)
        if row:
            rules[row[1]] = (family_of(row[1], row[2]), int(row[3]))
    families = sorted({family for family, _ in rules.values()} - {"basic"})

    def write(name, keep):
        chosen = sorted((t for t in rules if rules[t][0] in keep), key=lambda t: rules[t][1])
        with open(f"{directory}/{name}.json", "w", encoding="ascii") as file:
            json.dump({"name": name, "scale": "clew", "rules": chosen}, file)

    write("basic", ["basic"])
    write("everything", ["basic", *families])
    for family in families:
        write(f"basic-and-{family}", ["basic", family])
        write(f"without-{family}", ["basic", *(f for f in families if f != family)])


if __name__ == "__main__":
    main()
