"""schema.py: JSON against a schema, as much of JSON Schema as the schemas here use.

    schema.py SCHEMA < JSON        what is wrong, a line each; the exit status is 1 if anything is"""
import json
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "null": type(None)}
KNOWN = {"$schema", "$defs", "$ref", "title", "description", "anyOf", "enum", "type", "required", "minimum",
         "minProperties", "properties", "additionalProperties", "items"}


def is_type(names, value):
    return any(isinstance(value, TYPES[name]) and not (name == "integer" and isinstance(value, bool))
               for name in ([names] if isinstance(names, str) else names))


def faults(root, schema, value, at):
    """What is wrong with a value, each with the place it is at."""
    if not set(schema) <= KNOWN:
        return [f"{at}: the schema says what is not checked: {set(schema) - KNOWN}"]
    if "$ref" in schema:
        return faults(root, root["$defs"][schema["$ref"].split("/")[-1]], value, at)
    if "anyOf" in schema:
        fits = any(not faults(root, s, value, at) for s in schema["anyOf"])
        return [] if fits else [f"{at}: none of the forms: {value}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{at}: {value}"]
    if "type" in schema and not is_type(schema["type"], value):
        return [f"{at}: not of type {schema['type']}: {value}"]
    bad = [f"{at}: no {key}" for key in schema.get("required", []) if key not in value]
    if "minimum" in schema and value < schema["minimum"]:
        bad.append(f"{at}: below {schema['minimum']}")
    if "minProperties" in schema and len(value) < schema["minProperties"]:
        bad.append(f"{at}: empty")
    known, others = schema.get("properties", {}), schema.get("additionalProperties")
    for key in value if isinstance(value, dict) else ():
        if key in known:
            bad += faults(root, known[key], value[key], f"{at}.{key}")
        elif others is False:
            bad.append(f"{at}: unknown {key}")
        elif isinstance(others, dict):
            bad += faults(root, others, value[key], f"{at}.{key}")
    for i, item in enumerate(value) if "items" in schema else ():
        bad += faults(root, schema["items"], item, f"{at}[{i}]")
    return bad


if __name__ == "__main__":
    form = json.load(open(sys.argv[1], encoding="utf-8"))
    wrong = faults(form, form, json.load(sys.stdin), "")
    print("\n".join(wrong[:20]))
    sys.exit(bool(wrong))
