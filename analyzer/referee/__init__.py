"""The referee of hand records: names the first illegal deal, call, exchange, play, winner or score.

It is written from the rules in plain Python and shares nothing with the simulation, so that the two
can be held against each other.
"""

from analyzer.referee.fault import Fault
from analyzer.referee.lines import check_lines, check_record

__all__ = ["Fault", "check_lines", "check_record"]
