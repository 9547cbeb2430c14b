"""Records as text: one answer a line, whatever the line is."""

import ast
import doctest
import json
import sys
from pathlib import Path

import pytest

import analyzer.referee.fault
from analyzer.referee import Fault, check_lines, check_record
from tests.referee.scripts import SAMPLES, samples


def answers(*lines: str) -> list[Fault | None]:
    return list(check_lines(lines))


def test_every_sample_is_legal() -> None:
    for path in SAMPLES.values():
        with path.open(encoding="utf-8") as lines:
            assert list(check_lines(lines)) == [None] * len(samples(path.stem))


def test_blank_lines_are_counted_but_not_answered() -> None:
    record = json.dumps(samples("nahanni")[0])
    found = answers("\n", record + "\n", "   \n", "[]\n", record)
    assert found[0] is None
    assert found[2] is None
    assert str(found[1]) == "line 4: a record must be an object"
    assert len(found) == 3


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('{"a": 1', "line 1: not JSON at column 8: Expecting ',' delimiter"),
        ('{"a": 1}}', "line 1: not JSON at column 9: Extra data"),
        ("  hello", "line 1: not JSON at column 3: Expecting value"),
        ('{"deal": "NaN", "scores": [NaN]}', "line 1: not JSON at column 28: NaN is not JSON"),
        ('{"a": -Infinity}', "line 1: not JSON at column 7: -Infinity is not JSON"),
        ('{"a": ' + "9" * 5000 + "}", "line 1: not a record at column 7: a number with too many digits"),
        ("[" * 100_000, "line 1: not a record at column 1: nested too deeply"),
        ('{"schema": "\\ud800"}', 'line 1: "schema" is "\\ud800", not "bidodds.record/1"'),
        ("null", "line 1: a record must be an object"),
        ("{}", 'line 1: key "schema" is missing'),
    ],
)
def test_what_is_no_record(line: str, text: str) -> None:
    assert [str(fault) for fault in answers(line)] == [text]


def test_the_sentence_names_line_deal_trick_and_card() -> None:
    record = samples("two-hundred")[1] | {"deal": 17}
    record["tricks"][3]["plays"][1]["cards"] = ["AD"]
    text = "seat 3 plays AD but holds a spade (5S) and a spade was led"
    fault = check_record(record, 3)
    assert fault == Fault(line=3, deal=17, trick=4, card="AD", text=text)
    assert str(fault) == f"line 3, deal 17, trick 4: {text}"


@pytest.mark.parametrize("deal", [None, True, "17", 1.5, -1, 10**30, [17]])
def test_a_deal_without_a_number(deal: object) -> None:
    fault = check_record(samples("nahanni")[0] | {"deal": deal})
    assert fault is not None
    assert '"deal"' in fault.text
    assert "huge" in str(fault) or "must be" in str(fault)


def test_remarks_may_be_left_out() -> None:
    record = samples("nahanni")[0]
    for key in ("rules_hash", "seed", "policies"):
        del record[key]
        assert check_record(record) is None
    for key, value in (("rules_hash", 5), ("seed", "1"), ("policies", [1, 2, 3, 4])):
        fault = check_record(record | {key: value})
        assert fault is not None
        assert f'"{key}"' in fault.text
    assert check_record(record | {"turn_up": None, "remark": "unknown keys are nobody's business"}) is None


def test_the_examples_in_the_docstrings_are_right() -> None:
    assert doctest.testmod(analyzer.referee.fault) == (0, 3)


def test_the_referee_shares_nothing_with_the_simulation() -> None:
    """It imports the standard library and itself, nothing else."""
    for path in Path(analyzer.referee.fault.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                known = name.startswith("analyzer.referee") or name.split(".")[0] in sys.stdlib_module_names
                assert known, f"{path.name} imports {name}"
