"""A validator for the part of JSON Schema that docs/report.schema.json uses. A keyword that it does not know is an error,
so that nothing is taken for checked that is not."""

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}
KNOWN = {"$schema", "$defs", "title", "description", "type", "properties", "required", "additionalProperties", "items",
         "enum", "minimum", "anyOf", "$ref"}


def has_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def problems(value, schema, root=None, path="$"):
    """What is wrong with the value, one line each."""
    root = root or schema
    unknown = set(schema) - KNOWN
    if unknown:
        return [f"{path}: the schema has keywords that are not known: {unknown}"]
    if "$ref" in schema:
        return problems(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, path)
    if "anyOf" in schema:
        each = [problems(value, one, root, path) for one in schema["anyOf"]]
        return [] if not all(each) else [f"{path}: none of the alternatives: {each}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{path}: {value!r} is none of {schema['enum']}"]
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(has_type(value, name) for name in types):
        return [f"{path}: {value!r} is no {' or '.join(types)}"]
    if "minimum" in schema and isinstance(value, (int, float)) and value < schema["minimum"]:
        return [f"{path}: {value} is less than {schema['minimum']}"]
    found = []
    if isinstance(value, list) and "items" in schema:
        for i, element in enumerate(value):
            found += problems(element, schema["items"], root, f"{path}[{i}]")
    if isinstance(value, dict):
        members = schema.get("properties", {})
        found += [f"{path}: {name} is missing" for name in schema.get("required", []) if name not in value]
        if schema.get("additionalProperties") is False:
            found += [f"{path}: {name} is not in the schema" for name in value if name not in members]
        for name, member in members.items():
            if name in value:
                found += problems(value[name], member, root, f"{path}.{name}")
    return found
