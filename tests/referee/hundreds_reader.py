"""Choices of Da Bai Fen read off a record."""

from tests.referee.hundreds import Seats
from tests.referee.table import NotOfferedError, Record, is_part


class Reader(Seats):
    """Makes the choices that a record states, if they are offered."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.calls = list(record["auction"])
        self.laid = [entry["cards"] for trick in record["tricks"] for entry in trick["plays"]]
        self.trick = -1

    def opens(self, hands: list[list[str]]) -> list[tuple[int, list[str]]]:
        found = [(call["seat"], call["cards"]) for call in self.calls[:4]]
        if sorted(seat for seat, _ in found) != [0, 1, 2, 3] or any(type(seat) is bool for seat, _ in found):
            raise NotOfferedError
        if not all(is_part(cards, hands[seat]) and len(cards) == 6 for seat, cards in found):
            raise NotOfferedError
        return found

    def name(self, ranks: str) -> tuple[str, str]:
        call = self.calls[-1]
        if call["suit"] not in list("CDHS") or call["rank"] not in list(ranks):
            raise NotOfferedError
        return call["suit"], call["rank"]

    def expose(self, options: list[tuple[int, str]]) -> tuple[int, str] | None:
        if self.calls[0]["call"] != "expose":
            return None
        found = (self.calls[0]["seat"], self.calls[0]["card"])
        if found not in options or type(found[0]) is not int:
            raise NotOfferedError
        return found

    def redeal(self, seats: list[int]) -> int | None:
        asks: int | None = self.record.get("redeal")
        if asks not in [*seats, None] or isinstance(asks, bool):
            raise NotOfferedError
        return asks

    def writes_exchange(self) -> bool:
        return bool(self.record["exchange"])

    def takes(self, talon: list[str]) -> list[str]:
        return self._six("takes", talon)

    def away(self, hand: list[str]) -> list[str]:
        return self._six("discards", hand)

    def _six(self, key: str, pile: list[str]) -> list[str]:
        cards: list[str] = self.record["exchange"][0][key]
        if not is_part(cards, pile) or len(cards) != 6:
            raise NotOfferedError
        return cards

    def lead(self, suits: list[list[str]]) -> list[str]:
        self.trick += 1
        attempt = self.record["tricks"][self.trick].get("attempt")
        cards: list[str] = self.laid.pop(0) if attempt is None else attempt
        if not cards or not any(is_part(cards, suit) for suit in suits):
            raise NotOfferedError
        return cards

    def instead(self, options: list[str]) -> str:
        (card,) = self.laid.pop(0)
        if card not in options:
            raise NotOfferedError
        found: str = card
        return found

    def follow(self, own: list[str], others: list[str], number: int) -> list[str]:
        cards: list[str] = self.laid.pop(0)
        mine = sum(card in own for card in cards)
        if len(cards) != number or not is_part(cards, own + others) or mine < min(number, len(own)):
            raise NotOfferedError
        return cards

    def next_dealer(self, options: list[int | None]) -> int | None:
        found: int | None = self.record["result"]["next_dealer"]
        return options[options.index(found)] if found in options else options[0]
