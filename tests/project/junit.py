"""Checks a file against what readers of JUnit XML agree on: which elements stand in which, which attributes they have, and
that the counts are those of the elements."""

import xml.etree.ElementTree

COUNTS = {"tests", "failures", "errors", "skipped"}
CHILDREN = {"testsuites": {"testsuite"}, "testsuite": {"testcase"},
            "testcase": {"failure", "error", "skipped", "system-out"},
            "failure": set(), "error": set(), "skipped": set(), "system-out": set()}
ATTRIBUTES = {"testsuites": COUNTS - {"skipped"} | {"time"}, "testsuite": COUNTS | {"name", "time"},
              "testcase": {"classname", "name", "time"}, "failure": {"type", "message"},
              "error": {"type", "message"}, "skipped": {"message"}, "system-out": set()}
COUNTED = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}


def of_element(element):
    found = []
    if set(element.attrib) != ATTRIBUTES[element.tag]:
        found.append(f"{element.tag} has the attributes {sorted(element.attrib)}")
    for name, counted in COUNTED.items():
        if name in element.attrib and int(element.attrib[name]) != len(list(element.iter(counted))):
            found.append(f"{element.tag}: {name} is {element.attrib[name]}, which is wrong")
    if "time" in element.attrib and float(element.attrib["time"]) < 0:
        found.append("a negative time")
    if element.tag == "testcase" and len([e for e in element if e.tag != "system-out"]) > 1:
        found.append("a test case has two results")
    for child in element:
        if child.tag in CHILDREN[element.tag]:
            found += of_element(child)
        else:
            found.append(f"{child.tag} in {element.tag}")
    return found


def problems(text):
    try:
        root = xml.etree.ElementTree.fromstring(text)
    except xml.etree.ElementTree.ParseError as error:
        return [f"no XML: {error}"]
    return of_element(root) if root.tag == "testsuites" else [f"the root is {root.tag}"]
