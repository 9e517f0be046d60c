"""Checks a file against what SARIF 2.1.0 demands of the objects that we write: members that must be there, types, values
of closed sets, indices that point somewhere, and that no object has a member that the standard does not know."""

import urllib.parse

TEXT, NUMBER, COUNT, TRUTH = str, (int, float), int, bool

# For each object: its members with their type (a list for an array of it), and which of them it must have.
OBJECTS = {
    "log": ({"$schema": TEXT, "version": TEXT, "runs": ["run"]}, {"version", "runs"}),
    "run": ({"tool": "tool", "invocations": ["invocation"], "originalUriBaseIds": {"artifactLocation"},
             "columnKind": TEXT, "results": ["result"]}, {"tool"}),
    "tool": ({"driver": "driver"}, {"driver"}),
    "driver": ({"name": TEXT, "semanticVersion": TEXT, "rules": ["rule"]}, {"name"}),
    "rule": ({"id": TEXT, "shortDescription": "message", "defaultConfiguration": "configuration"}, {"id"}),
    "configuration": ({"level": TEXT}, set()),
    "message": ({"text": TEXT}, {"text"}),
    "invocation": ({"arguments": [TEXT], "exitCode": COUNT, "executionSuccessful": TRUTH,
                    "workingDirectory": "artifactLocation", "toolExecutionNotifications": ["notification"]},
                   {"executionSuccessful"}),
    "notification": ({"level": TEXT, "message": "message"}, {"message"}),
    "artifactLocation": ({"uri": TEXT, "uriBaseId": TEXT}, set()),
    "result": ({"ruleId": TEXT, "ruleIndex": COUNT, "level": TEXT, "message": "message", "locations": ["location"],
                "relatedLocations": ["location"], "codeFlows": ["codeFlow"], "partialFingerprints": {TEXT},
                "properties": {TEXT}}, {"message"}),
    "location": ({"physicalLocation": "physicalLocation", "message": "message"}, set()),
    "physicalLocation": ({"artifactLocation": "artifactLocation", "region": "region"}, {"artifactLocation"}),
    "region": ({"startLine": COUNT, "startColumn": COUNT}, {"startLine"}),
    "codeFlow": ({"threadFlows": ["threadFlow"]}, {"threadFlows"}),
    "threadFlow": ({"id": TEXT, "locations": ["threadFlowLocation"]}, {"locations"}),
    "threadFlowLocation": ({"location": "location", "executionOrder": COUNT, "importance": TEXT}, set()),
}
LEVELS = {"none", "note", "warning", "error"}
VALUES = {"version": {"2.1.0"}, "level": LEVELS, "columnKind": {"utf16CodeUnits", "unicodeCodePoints"},
          "importance": {"important", "essential", "unimportant"}}
NOT_EMPTY = {"threadFlows", "locations"}


def of_type(value, kind, path):
    if isinstance(kind, list):
        if not isinstance(value, list):
            return [f"{path} is no array"]
        return [p for i, one in enumerate(value) for p in of_type(one, kind[0], f"{path}[{i}]")]
    if isinstance(kind, set):
        if not isinstance(value, dict):
            return [f"{path} is no object"]
        return [p for name, one in value.items() for p in of_type(one, next(iter(kind)), f"{path}.{name}")]
    if isinstance(kind, str):
        return of_object(value, kind, path)
    right = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    return [] if right else [f"{path}: {value!r} has the wrong type"]


def of_object(value, kind, path):
    members, required = OBJECTS[kind]
    if not isinstance(value, dict):
        return [f"{path} is no object"]
    found = [f"{path}.{name} is missing" for name in required if name not in value]
    for name, member in value.items():
        if name not in members:
            found.append(f"{path}.{name}: a {kind} has no such member")
            continue
        found += of_type(member, members[name], f"{path}.{name}")
        if name in VALUES and member not in VALUES[name]:
            found.append(f"{path}.{name}: {member!r} is none of {VALUES[name]}")
        if name in NOT_EMPTY and kind in ("codeFlow", "threadFlow") and not member:
            found.append(f"{path}.{name} is empty")
    return found


def artifacts_of(value):
    if isinstance(value, dict):
        if "artifactLocation" in value:
            yield value["artifactLocation"]
        for member in value.values():
            yield from artifacts_of(member)
    if isinstance(value, list):
        for element in value:
            yield from artifacts_of(element)


def of_run(run):
    found = []
    rules = run["tool"]["driver"].get("rules", [])
    bases = run.get("originalUriBaseIds", {})
    found += [f"the base {name} does not end in /" for name, base in bases.items() if not base["uri"].endswith("/")]
    for result in run.get("results", []):
        index = result.get("ruleIndex", -1)
        if not 0 <= index < len(rules) or rules[index]["id"] != result.get("ruleId"):
            found.append(f"ruleIndex {index} does not name the rule {result.get('ruleId')}")
        flows = [flow for code in result.get("codeFlows", []) for flow in code["threadFlows"]]
        if len({flow["id"] for flow in flows}) != len(flows):
            found.append("a thread has two flows")
        orders = [step["executionOrder"] for flow in flows for step in flow["locations"]]
        if sorted(orders) != list(range(1, len(orders) + 1)):
            found.append(f"the order of execution has gaps: {orders}")
    for artifact in artifacts_of(run.get("results", [])):
        uri = urllib.parse.urlsplit(artifact["uri"])
        relative = artifact.get("uriBaseId") in bases and not uri.scheme and not uri.path.startswith("/")
        absolute = uri.scheme == "file" and uri.path.startswith("/") and "uriBaseId" not in artifact
        if not relative and not absolute:
            found.append(f"{artifact} is no URI of a file")
    return found


def problems(log):
    found = of_object(log, "log", "$")
    return found or [p for run in log["runs"] for p in of_run(run)]


def path_of(artifact, run):
    """The file that it means."""
    base = run["originalUriBaseIds"][artifact["uriBaseId"]]["uri"] if "uriBaseId" in artifact else ""
    return urllib.parse.unquote(urllib.parse.urlsplit(base + artifact["uri"]).path)
