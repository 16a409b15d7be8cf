"""Verifies each case with a program that checks one request, and prints the names of valid cases as JSON.

    program.py PROGRAM [ARGUMENT...] < cases
"""

import json
import os
import subprocess
import sys


def believes(case):
    head = "".join(f"{name}: {value}\n" for name, value in case["headers"].items())
    surroundings = os.environ | {"WEBHOOK_SECRET": case["secret"]}
    request = f"{head}\n{case['body']}".encode()
    ran = subprocess.run(sys.argv[1:], input=request, env=surroundings, capture_output=True, timeout=30, check=False)
    said = (ran.stdout + ran.stderr).decode()
    if ran.returncode == 0 and said == "good\n":
        return True
    if ran.returncode == 1 and said.startswith("refused: "):
        return False
    sys.exit(f"error: {case['name']}: {sys.argv[1]} exited with {ran.returncode} and printed {said}")


json.dump([case["name"] for case in json.load(sys.stdin) if believes(case)], sys.stdout)
