"""Events as JSON and back."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.cards import format_cards
from scorekeeper.rules.cutting import Draw, Draws
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.reader import Node, load_json

from .counting_codec import COUNTING_READERS, format_counting
from .entry_codec import format_entry, read_entry, read_points
from .events import (
    AdjustmentDeleted,
    AdjustmentRestored,
    BackupRestored,
    ConfirmationWithdrawn,
    ConfirmingChanged,
    DealerChosen,
    Event,
    HandConfirmed,
    HandCorrected,
    HandDeleted,
    HandRecorded,
    HandRecounted,
    HandRestored,
    MatchAnnulled,
    MatchResumed,
    MatchStarted,
    MatchStopped,
    MisdealDeleted,
    MisdealRestored,
    Misdealt,
    OptionsChanged,
    PlayersChanged,
    PointsAdjusted,
    RematchStarted,
    RulingKept,
    SeatTaken,
    SideCounted,
    SideSetup,
    SideWithdrawn,
    UnknownEvent,
)
from .ruling_codec import RULING_READERS, format_ruling

logger = logging.getLogger(__name__)

MATCH_STARTED = "match_started"
SEAT_LIMIT = 3
REASON_LIMIT = 200
STARTED = ("ruleset", "overrides", "sides", "dealer")


@dataclass(frozen=True, slots=True)
class Encoded:
    """An event as a row of the log has it."""

    kind: str
    version: int
    payload: str


def encode(event: Event) -> Encoded:
    """The event as JSON. Raises `DocumentError` for one that could not be read back."""
    kind, fields = _format(event)
    payload = json.dumps(fields, separators=(",", ":"), allow_nan=False)
    version = _version(event)
    _READERS[kind, version](Node(load_json(payload)))
    return Encoded(kind, version, payload)


def decode(kind: str, version: int, payload: str) -> Event | UnknownEvent:
    """The event of a row; never raises, whatever an older or newer program wrote."""
    read = _READERS.get((kind, version))
    if read is None:
        return UnknownEvent(kind, version)
    try:
        return read(Node(load_json(payload)))
    except DocumentError as error:
        # not what stands there: that may be a name, or lines of a log made up for a reader of it
        logger.warning("event %r version %s cannot be read: %s", kind, version, error.finding)
        return UnknownEvent(kind, version)


def _version(event: Event) -> int:
    """An event is written as older programs read it, unless it says what they do not know."""
    is_new = isinstance(event, MatchStarted) and event.follows
    return 2 if is_new or event == BackupRestored(None) else 1


def _format(event: Event) -> tuple[str, dict[str, object]]:
    match event:
        case MatchStarted():
            return MATCH_STARTED, _format_start(event)
        case HandRecorded(entry):
            return "hand_recorded", format_entry(entry)
        case HandCorrected(hand, entry):
            return "hand_corrected", {"hand": hand} | format_entry(entry)
        case HandDeleted(hand):
            return "hand_deleted", {"hand": hand}
        case HandRestored(hand):
            return "hand_restored", {"hand": hand}
        case PointsAdjusted(points, reason):
            return "points_adjusted", {"points": list(points), "reason": reason}
        case AdjustmentDeleted(adjustment):
            return "adjustment_deleted", {"adjustment": adjustment}
        case AdjustmentRestored(adjustment):
            return "adjustment_restored", {"adjustment": adjustment}
        case OptionsChanged(overrides):
            return "options_changed", {"overrides": dict(overrides)}
        case MatchStopped():
            return "match_stopped", {}
        case MatchAnnulled(consents):
            return "match_annulled", {"consents": list(consents)}
        case MatchResumed():
            return "match_resumed", {}
        case DealerChosen(dealer, cut):
            return "dealer_chosen", {"dealer": dealer, "cut": [*map(_format_draws, cut)]}
        case RematchStarted(match):
            return "rematch_started", {"match": match}
        case (
            SideCounted()
            | SideWithdrawn()
            | ConfirmingChanged()
            | HandConfirmed()
            | ConfirmationWithdrawn()
            | HandRecounted()
        ):
            return format_counting(event)
        case RulingKept():
            return format_ruling(event)
        case PlayersChanged(sides, bench, seat):
            seated = {"sides": _format_sides(sides), "bench": list(bench), "next_out": seat}
            return "players_changed", seated
        case SeatTaken(seat):
            return "seat_taken", {"seat": seat}
        case Misdealt(passes):
            return "misdealt", {"passes": passes}
        case MisdealDeleted(misdeal):
            return "misdeal_deleted", {"misdeal": misdeal}
        case MisdealRestored(misdeal):
            return "misdeal_restored", {"misdeal": misdeal}
        case BackupRestored(lost):
            return "backup_restored", {"lost": lost}


def _format_start(event: MatchStarted) -> dict[str, object]:
    fields: dict[str, object] = {
        "ruleset": event.preset,
        "overrides": dict(event.overrides),
        "sides": _format_sides(event.sides),
        "dealer": event.dealer,
    }
    if event.follows:
        fields |= {"follows": event.follows, "swapped": event.swapped}
    return fields


def _format_sides(sides: Sequence[SideSetup]) -> list[dict[str, object]]:
    return [{"name": side.name, "players": list(side.players)} for side in sides]


def _format_draws(draws: Draws) -> dict[str, object]:
    cards = format_cards(draw.card for draw in draws)
    return {"seats": [draw.seat for draw in draws], "cards": cards}


def _read_match_started(node: Node) -> MatchStarted:
    return _read_start(node.fields(STARTED))


def _read_rematch_start(node: Node) -> MatchStarted:
    fields = node.fields((*STARTED, "follows", "swapped"))
    follows, swapped = fields["follows"].text(), fields["swapped"].truth()
    return replace(_read_start(fields), follows=follows, swapped=swapped)


def _read_start(fields: Mapping[str, Node]) -> MatchStarted:
    return MatchStarted(
        preset=fields["ruleset"].text(),
        overrides=_read_overrides(fields["overrides"]),
        sides=_read_sides(fields["sides"]),
        dealer=fields["dealer"].integer(0, SEAT_LIMIT),
    )


def _read_sides(node: Node) -> tuple[SideSetup, ...]:
    sides = []
    for side in node.items():
        named = side.fields(("name", "players"))
        players = tuple(player.name() for player in named["players"].items())
        sides.append(SideSetup(named["name"].name(), players))
    return tuple(sides)


def _read_hand_recorded(node: Node) -> HandRecorded:
    key = node.one_of("tally", "totals")
    return HandRecorded(read_entry(key, node.fields((key,))))


def _read_hand_corrected(node: Node) -> HandCorrected:
    key = node.one_of("tally", "totals")
    fields = node.fields(("hand", key))
    return HandCorrected(fields["hand"].integer(1), read_entry(key, fields))


def _read_hand_deleted(node: Node) -> HandDeleted:
    return HandDeleted(node.fields(("hand",))["hand"].integer(1))


def _read_hand_restored(node: Node) -> HandRestored:
    return HandRestored(node.fields(("hand",))["hand"].integer(1))


def _read_points_adjusted(node: Node) -> PointsAdjusted:
    fields = node.fields(("points", "reason"))
    points = read_points(fields["points"])
    if not any(points):
        raise fields["points"].refuse(Finding.KEY_MISSING, key="points")
    reason = fields["reason"].text()
    if not reason.strip():
        raise fields["reason"].refuse(Finding.REASON_MISSING)
    if len(reason) > REASON_LIMIT:
        raise fields["reason"].refuse(Finding.TOO_LARGE)
    return PointsAdjusted(points, reason)


def _read_adjustment_deleted(node: Node) -> AdjustmentDeleted:
    return AdjustmentDeleted(node.fields(("adjustment",))["adjustment"].integer(1))


def _read_adjustment_restored(node: Node) -> AdjustmentRestored:
    return AdjustmentRestored(node.fields(("adjustment",))["adjustment"].integer(1))


def _read_options_changed(node: Node) -> OptionsChanged:
    overrides = node.fields(("overrides",))["overrides"]
    changed = _read_overrides(overrides)
    if not changed:
        raise overrides.refuse(Finding.KEY_MISSING, key="overrides")
    return OptionsChanged(changed)


def _read_match_stopped(node: Node) -> MatchStopped:
    node.fields(())
    return MatchStopped()


def _read_match_annulled(node: Node) -> MatchAnnulled:
    consents = node.fields(("consents",))["consents"]
    return MatchAnnulled(tuple(consent.truth() for consent in consents.items()))


def _read_match_resumed(node: Node) -> MatchResumed:
    node.fields(())
    return MatchResumed()


def _read_overrides(node: Node) -> dict[str, object]:
    return {key: option.value for key, option in node.members().items()}


def _read_dealer_chosen(node: Node) -> DealerChosen:
    fields = node.fields(("dealer", "cut"))
    cut = tuple(map(_read_draws, fields["cut"].items()))
    return DealerChosen(fields["dealer"].integer(0, SEAT_LIMIT), cut)


def _read_draws(node: Node) -> Draws:
    fields = node.fields(("seats", "cards"))
    cards = fields["cards"].cards()
    seats = fields["seats"].listed(len(cards))
    drawn = zip(seats, cards, strict=True)
    return tuple(Draw(seat.integer(0, SEAT_LIMIT), card) for seat, card in drawn)


def _read_rematch_started(node: Node) -> RematchStarted:
    return RematchStarted(node.fields(("match",))["match"].text())


def _read_players_changed(node: Node) -> PlayersChanged:
    fields = node.fields(("sides", "bench", "next_out"))
    bench = tuple(player.name() for player in fields["bench"].items())
    next_out = fields["next_out"].integer(0, SEAT_LIMIT)
    return PlayersChanged(_read_sides(fields["sides"]), bench, next_out)


def _read_seat_taken(node: Node) -> SeatTaken:
    return SeatTaken(node.fields(("seat",))["seat"].integer(0, SEAT_LIMIT))


def _read_misdealt(node: Node) -> Misdealt:
    return Misdealt(node.fields(("passes",))["passes"].truth())


def _read_misdeal_deleted(node: Node) -> MisdealDeleted:
    return MisdealDeleted(node.fields(("misdeal",))["misdeal"].integer(1))


def _read_misdeal_restored(node: Node) -> MisdealRestored:
    return MisdealRestored(node.fields(("misdeal",))["misdeal"].integer(1))


def _read_backup_restored(node: Node) -> BackupRestored:
    return BackupRestored(node.fields(("lost",))["lost"].integer(0))


def _read_backup_of_nothing(node: Node) -> BackupRestored:
    lost = node.fields(("lost",))["lost"]
    return BackupRestored(None if lost.value is None else lost.integer(0))


_READERS: Mapping[tuple[str, int], Callable[[Node], Event]] = {
    (MATCH_STARTED, 1): _read_match_started,
    (MATCH_STARTED, 2): _read_rematch_start,
    ("hand_recorded", 1): _read_hand_recorded,
    ("hand_corrected", 1): _read_hand_corrected,
    ("hand_deleted", 1): _read_hand_deleted,
    ("hand_restored", 1): _read_hand_restored,
    ("points_adjusted", 1): _read_points_adjusted,
    ("adjustment_deleted", 1): _read_adjustment_deleted,
    ("adjustment_restored", 1): _read_adjustment_restored,
    ("options_changed", 1): _read_options_changed,
    ("match_stopped", 1): _read_match_stopped,
    ("match_annulled", 1): _read_match_annulled,
    ("match_resumed", 1): _read_match_resumed,
    ("dealer_chosen", 1): _read_dealer_chosen,
    ("rematch_started", 1): _read_rematch_started,
    **COUNTING_READERS,
    **RULING_READERS,
    ("players_changed", 1): _read_players_changed,
    ("seat_taken", 1): _read_seat_taken,
    ("misdealt", 1): _read_misdealt,
    ("misdeal_deleted", 1): _read_misdeal_deleted,
    ("misdeal_restored", 1): _read_misdeal_restored,
    ("backup_restored", 1): _read_backup_restored,
    ("backup_restored", 2): _read_backup_of_nothing,
}
