"""Runs the conformance suite in this folder: see README.md.

Usage: run.py [--save NAME VERSION LANGUAGE] COMMAND [ARGUMENT...]

Asks a program about every case. FILE, AGENT and URL among its arguments are replaced. Exit status 0 means "allowed",
1 "disallowed", anything else no answer. In Python, call `score` with a function.
"""

from __future__ import annotations

import argparse
import base64
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

HERE = Path(__file__).resolve().parent
LIMIT = 4.0

Answer = Callable[[bytes, str, str], Optional[bool]]


def rows(name: str) -> List[Dict[str, Any]]:
    with open(HERE / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def body(case: Dict[str, Any]) -> bytes:
    if "body" in case:
        return case["body"].encode("utf-8")
    if "body_b64" in case:
        return base64.b64decode(case["body_b64"])
    return "".join(text * times for text, times in case["body_parts"]).encode("utf-8")


def url(case: Dict[str, Any]) -> str:
    return case["url"] if "url" in case else "".join(text * times for text, times in case["url_parts"])


def questions(name: str) -> Iterator[Tuple[Dict[str, Any], bytes, str, str]]:
    for case in rows(name):
        yield case, body(case), case["agent"], url(case)


def score(answer: Answer) -> Dict[str, Any]:
    """The cases with a wrong verdict, and the answers to what is open. An exception, like None, is no answer."""

    def said(*question: Any) -> Optional[bool]:
        try:
            return answer(*question)
        except Exception:
            return None

    words = {True: "allowed", False: "disallowed", None: "no answer"}
    wrong = [case["id"] for case, *question in questions("cases.jsonl") if said(*question) is not case["allowed"]]
    opened = {case["id"]: words[said(*question)] for case, *question in questions("open.jsonl")}
    return {"wrong": wrong, "wrong_lines": None, "open": opened}


def told(name: str, found: Dict[str, Any]) -> None:
    """Prints how many verdicts of each section are right, and which are wrong."""
    sections: Dict[str, List[bool]] = {}
    for case in rows("cases.jsonl"):
        sections.setdefault(case["section"], []).append(case["id"] not in found["wrong"])
    right = sum(map(sum, sections.values()))
    print(f"{name}: {right} of {sum(map(len, sections.values()))}")
    for section, cases in sections.items():
        if not all(cases):
            print(f"  {section}: {sum(cases)} of {len(cases)}")
    for identifier in found["wrong"]:
        print(f"  wrong: {identifier}")


def save(name: str, version: str, language: str, by: str, found: Dict[str, Any]) -> None:
    """Writes what a library answers to `results`."""
    row = {"library": name, "version": version, "language": language, "by": by, **found}
    file = "".join(letter if letter.isalnum() else "-" for letter in name.lower()).strip("-")
    text = json.dumps(row, indent=2, sort_keys=True, ensure_ascii=False)
    (HERE / "results" / f"{file}.json").write_text(text + "\n", encoding="utf-8")


def by_command(command: List[str]) -> Answer:
    def answer(content: bytes, agent: str, address: str) -> Optional[bool]:
        with tempfile.NamedTemporaryFile() as file:
            file.write(content)
            file.flush()
            filled = {"FILE": file.name, "AGENT": agent, "URL": address}
            ran = subprocess.run(
                [filled.get(part, part) for part in command],
                timeout=LIMIT,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        return {0: True, 1: False}.get(ran.returncode)

    return answer


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--save", nargs=3, metavar=("NAME", "VERSION", "LANGUAGE"), help="write the answers to results")
    arguments.add_argument("command", nargs=argparse.REMAINDER)
    options = arguments.parse_args()
    if not options.command:
        arguments.error("no COMMAND")
    found = score(by_command(options.command))
    told(options.command[0], found)
    if options.save:
        save(*options.save, "python3 tests/conformance/run.py", found)
    return 1 if found["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
