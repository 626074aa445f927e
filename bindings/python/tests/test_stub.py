"""The stub that editors and type checkers read says what the compiled part takes."""

import ast
import inspect
from pathlib import Path

from robots_exclusion import _native, _records

STUB = Path(_records.__file__).with_name("_native.pyi")
#: Members that are the same for every class, or that Python itself calls.
EVERYWHERE = {"__new__", "__module__", "__doc__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__repr__", "__str__", "__reduce__", "__sizeof__", "__dict__", "__weakref__"}


def of_stub(function, is_method):
    """Name, kind and default of each parameter of a definition. A default that the stub leaves open is an ellipsis."""
    arguments = function.args
    positional = [(argument, inspect.Parameter.POSITIONAL_ONLY) for argument in arguments.posonlyargs]
    positional += [(argument, inspect.Parameter.POSITIONAL_OR_KEYWORD) for argument in arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
    parameters = [(argument.arg, kind, default) for (argument, kind), default in zip(positional, defaults)]
    parameters += [(argument.arg, inspect.Parameter.KEYWORD_ONLY, default) for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if is_method:
        parameters = parameters[1:]
    return [(name, kind, inspect.Parameter.empty if default is None else ast.literal_eval(default)) for name, kind, default in parameters]


def of_extension(found):
    parameters = inspect.signature(found).parameters.values()
    return [(parameter.name, parameter.kind, parameter.default) for parameter in parameters if parameter.name not in ("self", "slf")]


def is_static(function):
    return any(isinstance(decorator, ast.Name) and decorator.id == "staticmethod" for decorator in function.decorator_list)


def is_property(function):
    return any(isinstance(decorator, ast.Name) and decorator.id == "property" for decorator in function.decorator_list)


def definitions():
    """Each function and method that the stub defines, with what the compiled part has in its place."""
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node, getattr(_native, node.name), False
        elif isinstance(node, ast.ClassDef) and hasattr(_native, node.name):
            owner = getattr(_native, node.name)
            for member in node.body:
                if not isinstance(member, ast.FunctionDef) or is_property(member):
                    continue
                is_method = not is_static(member)
                if member.name == "__new__":
                    yield f"{node.name}.__new__", member, owner, True
                elif not member.name.startswith("__") or member.name.startswith("__arrow"):
                    yield f"{node.name}.{member.name}", member, getattr(owner, member.name), is_method


def test_parameters_and_defaults():
    compared = set()
    for name, definition, found, is_method in definitions():
        if name == "Dialect.replace":
            # The extension takes any option; the stub has their names.
            assert [parameter.kind for parameter in inspect.signature(found).parameters.values()][-1] is inspect.Parameter.VAR_KEYWORD
            options = [parameter[0] for parameter in of_stub(definition, True)]
            assert set(options) == set(_native.Dialect.RFC_9309.options)
            continue
        assert of_stub(definition, is_method) == of_extension(found), name
        compared.add(name)
    assert compared >= {"check_batch", "fix", "_crawler", "_page_rules", "Site.decide", "Dialect.__new__", "Fetched.__new__", "Judge.check_batch"}
    assert len(compared) > 80


def test_everything_is_in_the_stub():
    """And the stub has nothing that there is not."""
    in_stub = set()
    classes = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            in_stub.add(node.name)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            in_stub.add(node.target.id)
        if isinstance(node, ast.ClassDef):
            methods = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            classes[node.name] = methods | {member.target.id for member in node.body if isinstance(member, ast.AnnAssign)}
    public = {name for name in vars(_native) if not (name.startswith("__") and name != "__version__")}
    # What the stub has for itself are names of types.
    assert {name for name in in_stub if hasattr(_native, name)} == public
    for name, members in classes.items():
        if not hasattr(_native, name):
            continue
        owner = vars(getattr(_native, name))
        assert {member for member in members if not member.startswith("__")} == {member for member in owner if not member.startswith("__")}, name
        assert members - EVERYWHERE <= set(dir(getattr(_native, name))), name
        for special in ("__len__", "__iter__", "__next__", "__getitem__", "__bool__", "__arrow_c_array__", "__arrow_c_schema__", "__arrow_c_stream__"):
            assert (special in members) == (special in owner), (name, special)
        is_hashable = "__hash__" in members
        assert is_hashable == (owner.get("__hash__") is not None and "__eq__" in owner), name


def test_properties_cannot_be_set():
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and hasattr(_native, node.name):
            owner = getattr(_native, node.name)
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and is_property(member):
                    assert inspect.isdatadescriptor(inspect.getattr_static(owner, member.name)), (node.name, member.name)
