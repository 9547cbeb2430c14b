"""Provenance in lines for people and in fields for programs."""

from dataclasses import replace

from tests.reports.samples import NO_GAME, PROVENANCE


def test_lines_of_a_sampled_run():
    assert PROVENANCE.lines() == (
        "two-hundred, variant base, rules 3f9a0c1d2e",
        "switches changed: all_pass=dealer_must_bid",
        "declaring side plays rules, defence plays greedy",
        "seed 17, 10,000 deals, wilson-95 intervals, bidodds 0.1.0",
    )


def test_lines_say_what_is_at_its_default_and_leave_out_what_does_not_apply():
    plain = replace(PROVENANCE, changed={}, defence=None, seed=None, interval=None, method="exact", deals=1)
    assert plain.lines() == (
        "two-hundred, variant base, rules 3f9a0c1d2e",
        "all switches at their default",
        "everyone plays rules",
        "exact, 1 deal, bidodds 0.1.0",
    )
    assert NO_GAME.lines() == ("bidodds 0.1.0",)
    assert replace(PROVENANCE, seed=0, command="bidodds odds").lines()[3:] == (
        "seed 0, 10,000 deals, wilson-95 intervals, bidodds 0.1.0",
        "command: bidodds odds",
    )


def test_fields_are_flat_and_in_order():
    changed = {"bank": True, "kitty": False, "target": 300, "ranks": ["2", "A"]}
    assert list(replace(PROVENANCE, changed=changed, defence=None).fields().items()) == [
        ("game", "two-hundred"),
        ("variant", "base"),
        ("switches", "bank=on;kitty=off;target=300;ranks=2,A"),
        ("rules_hash", "3f9a0c1d2e"),
        ("policy", "rules"),
        ("defence", ""),
        ("seed", 17),
        ("interval", "wilson-95"),
        ("version", "0.1.0"),
    ]
    assert replace(NO_GAME, seed=0).fields() == {"seed": 0, "version": "0.1.0"}
