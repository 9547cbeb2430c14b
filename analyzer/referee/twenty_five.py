"""Twenty-Five: five cards each, a card turned up for trump, no auction, and the first side to 25 wins.

The numbers in brackets are those of the rules in rules/twenty-five.md; S is for its settled questions.
"""

from collections.abc import Sequence

from analyzer.referee.cards import RANKS, Deal, deck, referee_deal
from analyzer.referee.exchange import discard, swaps
from analyzer.referee.fault import Illegal, same, shown
from analyzer.referee.fields import Json, empty, field, null
from analyzer.referee.forty_fives import HAND, TRICK, family_order, follow_or_trump
from analyzer.referee.game import Game
from analyzer.referee.players import referee_players
from analyzer.referee.result import Result, referee_result
from analyzer.referee.seating import Seating, Sides, opposite, referee_seating, refuse_finished
from analyzer.referee.switches import Number, Switches, Word, word
from analyzer.referee.tricks import Play

DECK = deck(RANKS)
PLAYERS = Number(4, 2, 10)  # [1]
PAIRED = (4, 6, 8, 10)
"""Numbers of players that can play in pairs."""
THREES = 9
"""The number of players that can play in threes."""
NO_BID = "there is no bidding in this game"

SWITCHES: dict[str, Word | Number] = {
    "players": PLAYERS,
    "sides": word("singles", "pairs", "threes"),
    "target": Number(25, 5, 10_000),
    "double_stake": word("off", "on"),
}


def referee(record: Json, variant: str, switches: Switches) -> None:
    """Judge one hand."""
    seats = referee_players(record, switches, PLAYERS)
    seating = referee_seating(record, seats, _sides(record, seats, switches))
    target = switches.number("target")
    refuse_finished(seating.scores, max(seating.scores) >= target)
    deal = referee_deal(record, DECK, [HAND] * seats, turned=True)
    trump = _referee_trump(record, deal)
    hands = [set(hand) for hand in deal.hands]
    _rob(record, deal, seating, hands)
    play = Play(record, hands, seating.ring(0), family_order(trump), follow_or_trump)  # [2] [6] [7]
    taken = [0] * len(seating.sides)
    after = list(seating.scores)
    winners: list[int] = []
    leader = seating.left_of_dealer  # [5]
    while len(winners) < HAND and max(after) < target:  # [8]
        trick = play.next(leader)
        play.worth(trick, TRICK)
        leader = trick.winner
        side = seating.side(leader)
        winners.append(side)
        taken[side] += TRICK
        after[side] += TRICK
    play.close()
    _referee_stake(record, seating, winners, switches)
    winner = after.index(max(after)) if max(after) >= target else None
    referee_result(record, Result(taken, list(taken), after, winner))


def _sides(record: Json, seats: int, switches: Switches) -> Sides:
    """Who plays with whom [1]: as the switch has it or, if the record does not set it, as stated."""
    possible = {"singles": opposite(seats, seats)}
    if seats in PAIRED:
        possible["pairs"] = opposite(seats, seats // 2)
    if seats == THREES:
        possible["threes"] = opposite(seats, seats // 3)
    if not switches.states("sides"):
        stated = record.get("sides")
        for sides in possible.values():
            if same(stated, [list(side) for side in sides]):
                return sides
    for name, sides in possible.items():
        if switches.on("sides", name):
            return sides
    raise Illegal(f"{seats} players cannot play in {'threes' if switches.on('sides', 'threes') else 'pairs'}")


def _referee_trump(record: Json, deal: Deal) -> str:
    """Check that the trump is the suit turned up [3] and that nobody is said to have bid; return it."""
    empty(record, "auction", NO_BID)
    null(record, "declarer", NO_BID)
    null(record, "contract", NO_BID)
    card, trump = deal.turn_up[0], field(record, "trump")
    if not same(trump, card[1]):
        raise Illegal(f'"trump" is {shown(trump)}, but {card} is turned up', card=card)
    return card[1]


def _rob(record: Json, deal: Deal, seating: Seating, hands: Sequence[set[str]]) -> None:
    """The card turned up for another, if the one who may rob it does [4] [S2]."""
    entries = swaps(record)
    if not entries:
        return
    card, swap = deal.turn_up[0], entries[0]
    ace = "A" + card[1]
    robber = next((seat for seat, hand in enumerate(hands) if ace in hand), None)
    reason = f"holds {ace}"
    if card == ace:
        robber, reason = seating.dealer, f"deals and {ace} is turned up"
    if robber is None:
        raise Illegal(f"seat {swap.seat} robs {card}, but nobody holds {ace}", card=card)
    if swap.seat != robber:
        raise Illegal(f"seat {swap.seat} robs {card}, but it is seat {robber} that {reason}", card=card)
    other = next((taken for taken in swap.takes if taken != card), None)
    if other is not None:
        raise Illegal(f"seat {robber} takes {other}, but only {card} can be robbed", card=other)
    if len(swap.takes) != 1:
        raise Illegal(f"seat {robber} robs {len(swap.takes)} cards, not {card} alone")
    if len(swap.discards) != 1:
        raise Illegal(f"seat {robber} lays down {len(swap.discards)} cards for {card}, not one")
    discard(swap, hands[robber])
    hands[robber].add(card)
    if len(entries) > 1:
        raise Illegal(f"seat {entries[1].seat} exchanges cards after {card} has been robbed")


def _referee_stake(record: Json, seating: Seating, winners: list[int], switches: Switches) -> None:
    """Check `stake` [9] [S1]: all five tricks of one side, which had nothing before, count double."""
    right = 1
    if switches.on("double_stake"):
        all_by_one = len(winners) == HAND and len(set(winners)) == 1
        right = 2 if all_by_one and seating.scores[winners[0]] == 0 else 1
        field(record, "stake")
    elif record.get("stake") is None:
        return
    stated = record["stake"]
    if not same(stated, right):
        raise Illegal(f'"stake" is {shown(stated)}, but it is {right}')


GAME = Game({"base": {}}, SWITCHES, referee, frozenset({"turn_up", "stake"}))
