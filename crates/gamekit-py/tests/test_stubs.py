"""The stubs list the classes, methods and functions of the compiled module."""

import ast
from pathlib import Path

import gamekit
from gamekit import _core


def test_the_stubs_are_complete():
    source = (Path(gamekit.__file__).parent / "_core.pyi").read_text()
    listed = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            names = set()
            for item in node.body:
                if isinstance(item, ast.FunctionDef):
                    names.add(item.name)
            listed[node.name] = names
        elif isinstance(node, ast.FunctionDef):
            listed[node.name] = None
    found = {name: getattr(_core, name) for name in dir(_core) if not name.startswith("_")}
    assert found.keys() == listed.keys()
    for name, value in found.items():
        if not isinstance(value, type) or issubclass(value, Exception):
            continue
        methods = {method for method in vars(value) if not method.startswith("_")}
        assert methods == {method for method in listed[name] if not method.startswith("_")}, name
        documented = [method for method in methods if not getattr(value, method).__doc__]
        assert documented == [], f"{name} has members without a docstring"
