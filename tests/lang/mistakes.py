"""mistakes.py PROGRAM FOLDER WORK: see test_mistakes.sh. An entry of FOLDER/*.txt:

    NAME in PLACE
      what is told: its code, its message, and behind " // " its help
      | the mistake, in place of the line "#PLACE" of the frame
      > as it should be

With TERRANE_GOLDEN=write what is told now is written down: read it."""
import os, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

program, folder, work = sys.argv[1:]
frame = open(f"{folder}/frame.game").read().split("\n")


def put_in(place, lines):
    """The frame with these lines in that place, and the number of the first of them."""
    out, at = [], 0
    for line in frame:
        bare = line.strip()
        if bare == "#" + place:
            at = len(out) + 1
            out += [line[: len(line) - len(bare)] + text for text in lines]
        else:
            out.append("" if re.fullmatch(r"#\w+", bare) else line)
    return "\n".join(out), at


def told(text, name):
    """What `check` says first: the line, then code, message and help; and whether there is an error."""
    path = f"{work}/{name}.game"
    open(path, "w").write(text)
    done = subprocess.run([program, "check", path], capture_output=True, text=True)
    said = done.stdout + done.stderr
    first = re.search(r"^\S*:(\d+):\d+: (?:error|warning)\[(\w+)\]: (.*)$((?:\n +.*)*)", said, re.M)
    if not first:
        return 0, "nothing", False
    hint = re.search(r"help: (.*)$", first[4], re.M)
    return int(first[1]), f"{first[2]} {first[3]}" + (f" // {hint[1]}" if hint else ""), "error[" in said


def judge(entry):
    name, place, wanted, wrong, right = entry
    text, at = put_in(place, wrong)
    line, said, _ = told(text, name)
    faults = []
    if not at <= line < at + len(wrong):
        faults.append(f"is told of line {line}, not {at}: {said}")
    elif said != wanted:
        faults.append(f"wanted: {wanted}\n    told:   {said}")
    _, cured, bad = told(put_in(place, right)[0], name + "-cured")
    if bad or not right:
        faults.append(f"what should be right is not: {cured}")
    return said, faults


def read(path):
    for block in open(path).read().split("\n\n"):
        rows = [row for row in block.split("\n") if row and not row.startswith("#")]
        if not rows:
            continue
        name, place = rows[0].split(" in ")
        part = lambda sign: [row[4:] for row in rows if row.startswith("  " + sign)]
        yield name, place, rows[1].strip(), part("|"), part(">")


failed = total = 0
for file in sorted(os.listdir(folder)):
    if not file.endswith(".txt"):
        continue
    entries = list(read(f"{folder}/{file}"))
    total += len(entries)
    with ThreadPoolExecutor(2) as pool:
        judged = list(pool.map(judge, entries))
    for entry, (said, faults) in zip(entries, judged):
        for fault in faults:
            print(f"FAILED: {file}: {entry[0]}: {fault}")
        failed += len(faults) > 0
    if os.environ.get("TERRANE_GOLDEN") == "write":
        text = open(f"{folder}/{file}").read()
        for entry, (said, _) in zip(entries, judged):
            head = f"\n{entry[0]} in {entry[1]}\n  "
            text = text.replace(f"{head}{entry[2]}\n", f"{head}{said}\n")
        open(f"{folder}/{file}", "w").write(text)
if total < 100:
    print(f"FAILED: there are only {total} mistakes")
    failed += 1
sys.exit(failed > 0)
