"""What the tests of this folder share: calling programs, and sentences that must hold."""

import os
import pathlib
import subprocess
import sys
import tempfile

TIMEOUT = 300  # seconds: the machine may have much to do


class Checks:
    def __init__(self, heddle, folder):
        self.heddle = heddle
        self.folder = folder
        self.failed = 0

    def expect(self, sentence, holds, shown=""):
        if holds:
            return
        self.failed += 1
        print(f"does not hold: {sentence}\n{shown}")

    def call(self, *command, folder=None, input=None, **environment):
        """The exit code and all output of a command."""
        done = subprocess.run(
            [str(word) for word in command],
            cwd=folder or self.folder,
            input=input,
            stdin=subprocess.DEVNULL if input is None else None,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
            env={**clean_environment(), **environment},
        )
        return done.returncode, done.stdout

    def run(self, *arguments, **how):
        return self.call(self.heddle, *arguments, **how)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


def clean_environment():
    """Without what a build or a user has set for another purpose."""
    unwanted = ("HEDDLE_", "CMAKE_", "CTEST_", "GTEST_")
    exact = ("CC", "CXX", "COMPILER_PATH", "NO_COLOR", "DESTDIR")
    return {k: v for k, v in os.environ.items() if not k.startswith(unwanted) and k not in exact}


def main(check, *needed):
    """Calls check(Checks, further arguments...) in a temporary folder; the first argument is the program heddle."""
    if len(sys.argv) != 2 + len(needed):
        sys.exit(f"usage: {sys.argv[0]} HEDDLE {' '.join(needed)}")
    with tempfile.TemporaryDirectory() as name:
        checks = Checks(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(name).resolve())
        check(checks, *sys.argv[2:])
    sys.exit(f"{checks.failed} do not hold" if checks.failed else 0)
