"""The exact solver: what the declaring side can take if all hands are known and everybody plays perfectly.

The helpers answer other kernels about the position in a workspace (`sims.solver_space`); `Solver` asks the
same from Python and checks what it is given. docs/solver.md says how it works.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ONE, ZERO, count, lowest_index
from sims.blocks import ALLOWED, REQUIRED
from sims.errors import Refused
from sims.memory import at, get, put
from sims.playout import leads
from sims.solver_search import redundant, search
from sims.solver_space import (
    ANSWERS,
    BEST_OURS,
    BEST_PLAYED,
    BROKEN,
    EQUALS,
    EVERYTHING,
    FIRST_FROM,
    HANDS,
    LAID,
    LAID_COUNT,
    LED,
    MOST_SEATS,
    NODES,
    OPTIONS,
    OURS,
    RULES_AT,
    SEAT_COUNT,
    SIDE,
    SPECIAL,
    STEP,
    TOP,
    TOP_SEAT,
    TRICK_WORTH,
    TURN,
    begin_trick,
    bonus_for_us,
    forget,
    in_hands,
    lay,
    note_unbroken,
    prepare,
    space_words,
    worth_of,
)
from sims.tables import SEATS, TRUMP_LANE, Int64Array


@helper
def tricks_left(space):
    """Tricks left, with the one on the table."""
    return count(get(space, HANDS + get(space, TURN)))


@helper
def legal_cards(space):
    """Cards that the seat whose turn it is may play."""
    rules, hand = get(space, RULES_AT), get(space, HANDS + get(space, TURN))
    if get(space, LAID_COUNT):
        led = get(space, LED)
        return hand & at(rules, ALLOWED + led) if hand & at(rules, REQUIRED + led) else hand
    legal = leads(rules, hand, TRUMP_LANE if get(space, BROKEN) else ZERO)
    first_from = get(space, FIRST_FROM)
    return hand & first_from if hand & first_from else legal


@helper
def most_to_come(space):
    """All there is to be won, without the bonus."""
    cards = in_hands(space) | get(space, LAID)
    return get(space, TRICK_WORTH) * tricks_left(space) + worth_of(space, cards)


@helper
def holds(space, need):
    """1 if the declaring side can take `need` of this trick and the rest, without the bonus, else 0."""
    seat, position, left = get(space, TURN), get(space, LAID_COUNT), tricks_left(space)
    laid, led, top, top_seat = get(space, LAID), get(space, LED), get(space, TOP), get(space, TOP_SEAT)
    if position == get(space, SEAT_COUNT):
        if get(space, OURS + top_seat):
            need -= get(space, TRICK_WORTH) + worth_of(space, laid)
        seat, position, laid, led, top = top_seat, ZERO, ZERO, ZERO, ZERO
    if need <= 0:
        return ONE
    if left == 0:
        return ZERO
    return ONE if search(space, seat, position, laid, led, top, top_seat, need, left) < 0 else ZERO


@helper
def after_card(space, index, need):
    """`holds` after the seat whose turn it is has played a card; the position stays as it is."""
    seat, laid, number = get(space, TURN), get(space, LAID), get(space, LAID_COUNT)
    led, top, top_seat = get(space, LED), get(space, TOP), get(space, TOP_SEAT)
    hand = get(space, HANDS + seat)
    lay(space, index)
    answer = holds(space, need)
    put(space, HANDS + seat, hand)
    put(space, TURN, seat)
    put(space, LAID, laid)
    put(space, LAID_COUNT, number)
    put(space, LED, led)
    put(space, TOP, top)
    put(space, TOP_SEAT, top_seat)
    return answer


@helper
def rounded(space, need):
    """What is really needed: worths come in steps."""
    step = get(space, STEP)
    return (need + step - 1) // step * step


@helper
def same_as_lower(space, legal):
    """Legal cards that do what the next lower legal card that is not special does."""
    seat = get(space, TURN)
    ordinary = get(space, HANDS + seat) & ~get(space, SPECIAL)
    others = (in_hands(space) & ~ordinary) | get(space, LAID)
    return redundant(ordinary, others) & legal if get(space, OPTIONS) & EQUALS else ZERO


@helper
def cards_that_hold(space, need):
    """The legal cards of the seat to play after which the declaring side can still take `need`."""
    note_unbroken(space)
    need = rounded(space, need - bonus_for_us(space))
    todo = legal_cards(space)
    same, found, last = same_as_lower(space, todo), ZERO, ZERO
    while todo:
        card = todo & -todo
        todo ^= card
        if card & same:
            answer = last
        else:
            answer = after_card(space, lowest_index(card), need)
            if card & ~get(space, SPECIAL):
                last = answer
        if answer:
            found |= card
    return found


@helper
def reach_by_cards(space, need):
    """`holds` where the lead is restricted: some card does for the declaring side, all must for the others."""
    ours, todo = get(space, OURS + get(space, TURN)) & 1, legal_cards(space)
    while todo:
        index = lowest_index(todo)
        todo &= todo - 1
        if after_card(space, index, need) == ours:
            return ours
    return 1 - ours


@helper
def can_take(space, need):
    """1 if `need` can be reached, without the bonus, from the position as it stands, else 0."""
    hand = get(space, HANDS + get(space, TURN))
    if get(space, LAID_COUNT) == 0 and hand & get(space, FIRST_FROM):
        return reach_by_cards(space, need)
    return holds(space, need)


@helper
def solve_reach(space, need):
    """1 if the declaring side can take at least `need` of this trick, the rest and the bonus, else 0."""
    note_unbroken(space)
    return can_take(space, rounded(space, need - bonus_for_us(space)))


@helper
def solve_value(space, guess):
    """The most that the declaring side can take of this trick, the rest and the bonus; guess: where to begin."""
    note_unbroken(space)
    bonus, step = bonus_for_us(space), get(space, STEP)
    low, high = ZERO, most_to_come(space)
    probe = rounded(space, guess - bonus)
    while low < high:
        probe = min(max(probe, low + step), high)
        if can_take(space, probe):
            low = probe
            probe += step
        else:
            high = probe - step
            probe = high
    return low + bonus


@helper
def values_of_cards(space, guess):
    """Write to ANSWERS + frame index what the declaring side can take, as in `solve_value`, after each legal card
    of the seat to play; the mask of these cards."""
    note_unbroken(space)
    bonus, step, most = bonus_for_us(space), get(space, STEP), most_to_come(space)
    legal = legal_cards(space)
    same, todo, value, last = same_as_lower(space, legal), legal, rounded(space, guess - bonus), ZERO
    while todo:
        card = todo & -todo
        todo ^= card
        index = lowest_index(card)
        if card & same:
            value = last
        else:
            low, high, probe = ZERO, most, value
            while low < high:
                probe = min(max(probe, low + step), high)
                if after_card(space, index, probe):
                    low = probe
                    probe += step
                else:
                    high = probe - step
                    probe = high
            value = low
            if card & ~get(space, SPECIAL):
                last = value
        put(space, ANSWERS + index, value + bonus)
    return legal


@kernel
def make_ready(block, words, allies, by_tricks, options, log_entries):
    """`prepare` a zeroed workspace `words` for the game of a rules block."""
    prepare(np.int64(block.ctypes.data), np.int64(words.ctypes.data), allies, by_tricks, options, log_entries)


@kernel
def ask_reach(words, need):
    """`solve_reach` of a workspace."""
    return solve_reach(np.int64(words.ctypes.data), need)


@kernel
def ask_value(words, guess):
    """`solve_value` of a workspace."""
    return solve_value(np.int64(words.ctypes.data), guess)


@kernel
def ask_cards(words, need):
    """`cards_that_hold` of a workspace."""
    return cards_that_hold(np.int64(words.ctypes.data), need)


@kernel
def ask_card_values(words, guess):
    """`values_of_cards` of a workspace."""
    return values_of_cards(np.int64(words.ctypes.data), guess)


@kernel
def ask_forget(words):
    """`forget` what the table of a workspace holds."""
    forget(np.int64(words.ctypes.data))


@kernel
def solve_leads(words, hands, leaders, needs, exact, answers):
    """Solve many positions at the lead to a trick, the table forgotten before each.

    hands int64[deal, seat]: frame masks; leaders, needs int64[deal]; writes answers int64[deal]: whether `needs`
    can be reached, or with `exact` 1 the value, which is looked for from `needs` on.
    """
    space = np.int64(words.ctypes.data)
    for deal in range(len(leaders)):
        forget(space)
        for seat in range(hands.shape[1]):
            put(space, HANDS + seat, hands[deal, seat])
        begin_trick(space, leaders[deal])
        answers[deal] = solve_value(space, needs[deal]) if exact else solve_reach(space, needs[deal])


@dataclass(frozen=True)
class Position:
    """All hands of a position, in the trump frame.

    hands: frame mask of each seat, without the cards on the table; turn: the seat to play; laid: (seat, frame
    index) of the cards on the table in order of play; best_played: frame index of the best trump of the
    tricks before, -1 if there was none, and best_seat who played it; broken: a trump was played in a trick
    before; first_from: mask that a lead must come from if it can, 0 for all.
    """

    hands: Sequence[int]
    turn: int
    laid: Sequence[tuple[int, int]] = ()
    best_played: int = -1
    best_seat: int = 0
    broken: bool = False
    first_from: int = 0


class Solver:
    """Answers for one game and declaring side; what it has solved it keeps until `forget`.

    block: the rules block; allies: bit set of the seats of the declaring side, all others are its opponents;
    by_tricks: tricks are counted instead of points; options: sum of the ways to search less
    (`sims.solver_space`); log_entries: the table has 2**log_entries entries of 64 bytes.
    """

    def __init__(
        self,
        block: Int64Array,
        allies: int,
        *,
        by_tricks: bool = False,
        options: int = EVERYTHING,
        log_entries: int = 14,
    ) -> None:
        self.seats = int(block[SEATS])
        if not 2 <= self.seats <= MOST_SEATS:
            raise Refused(f"the solver is for 2 to {MOST_SEATS} seats, not {self.seats}")
        if not 2 <= log_entries <= 24:
            raise Refused(f"a table has 2**2 to 2**24 entries, not 2**{log_entries}")
        if not 0 <= allies < 1 << self.seats:
            raise Refused(f"the declaring side is a bit set of {self.seats} seats, not {allies}")
        self.block = block  # the workspace keeps its address
        self.words = np.zeros(space_words(log_entries), np.int64)
        make_ready(block, self.words, allies, int(by_tricks), options, log_entries)

    def place(self, position: Position) -> None:
        """Put a position into the workspace, or `Refused`."""
        _check(position, self.seats)
        words, laid = self.words, list(position.laid)
        words[HANDS : HANDS + MOST_SEATS] = 0
        words[HANDS : HANDS + self.seats] = position.hands
        words[TURN] = position.turn
        words[LAID_COUNT] = len(laid)
        words[LAID] = sum(1 << index for _, index in laid)
        words[LED] = laid[0][1] if laid else 0
        top_seat, top = laid[0] if laid else (position.turn, 0)
        for seat, index in laid[1:]:
            if index > top and (index >= 48 or index >> 4 == words[LED] >> 4):
                top_seat, top = seat, index
        words[TOP], words[TOP_SEAT] = (1 << top if laid else 0), top_seat
        words[FIRST_FROM] = position.first_from
        words[BEST_PLAYED] = 1 << position.best_played if position.best_played >= 0 else 0
        words[BEST_OURS] = int(words[SIDE]) >> position.best_seat & 1
        words[BROKEN] = int(position.broken)

    def reach(self, position: Position, need: int) -> bool:
        """Whether the declaring side can take at least `need` of what is still to come."""
        self.place(position)
        return bool(ask_reach(self.words, need))

    def value(self, position: Position, guess: int = 0) -> int:
        """The most that it can take of what is still to come; `guess`: where to begin to ask."""
        self.place(position)
        return int(ask_value(self.words, guess))

    def best_cards(self, position: Position, need: int) -> int:
        """Mask of the legal cards of the seat to play after which the declaring side can take `need`."""
        self.place(position)
        return int(ask_cards(self.words, need))

    def card_values(self, position: Position, guess: int = 0) -> dict[int, int]:
        """What it can take after each legal card of the seat to play, by frame index."""
        self.place(position)
        legal = int(ask_card_values(self.words, guess))
        return {index: int(self.words[ANSWERS + index]) for index in range(63) if legal >> index & 1}

    def forget(self) -> None:
        """Count the table as empty."""
        ask_forget(self.words)

    @property
    def nodes(self) -> int:
        """Leads to a trick that were looked into so far."""
        return int(self.words[NODES])


def _check(position: Position, seats: int) -> None:
    hands, laid = position.hands, position.laid
    if len(hands) != seats:
        raise Refused(f"a position has {seats} hands, not {len(hands)}")
    if not 0 <= position.turn < seats:
        raise Refused(f"the seat to play is 0 to {seats - 1}, not {position.turn}")
    if len(laid) >= seats:
        raise Refused(f"a trick of {len(laid)} cards is over: ask about the lead to the next")
    leader = (position.turn - len(laid)) % seats
    for step, (seat, index) in enumerate(laid):
        if seat != (leader + step) % seats:
            raise Refused(f"card {step + 1} of the trick is of seat {(leader + step) % seats}, not {seat}")
        if not 0 <= index < 63:
            raise Refused(f"a frame index is 0 to 62, not {index}")
    cards = [1 << index for _, index in laid] + [int(hand) for hand in hands]
    if sum(cards) != int(np.bitwise_or.reduce(np.array(cards, np.int64))):
        raise Refused("every card of a position is in one place")
    played = {seat for seat, _ in laid}
    sizes = {int(hand).bit_count() + (seat in played) for seat, hand in enumerate(hands)}
    if len(sizes) != 1:
        raise Refused("before a trick all hands have the same number of cards")
    if not any(sizes) or max(sizes) > 15:
        raise Refused(f"the solver is for 1 to 15 tricks, not {max(sizes)}")
