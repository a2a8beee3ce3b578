"""Starting a match."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.language.sentences import error_sentence
from scorekeeper.rules.match import place_of_seat, side_of_seat
from scorekeeper.rules.options import OPTIONS, format_option, overrides_of
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.scorebook import MatchSetup, TooManyRulesets

from ..keys import access_to, keep_own, phone, scorebook
from ..languages import gettext, language
from ..match_form import Game, MatchForm, default_names, parse_game
from ..names import likeness
from ..phones import signature
from ..rules_form import HOUSE_RULES, targets
from ..steppers import stepped

views = Blueprint("matches", __name__)

SAVED = "saved:"


@views.get("/new")
def new() -> str:
    """The form of a new match; `game` names the preset, `like` an earlier match to take over."""
    like, dealer = _like(request.args.get("like"))
    if like:
        game = Game(like.ruleset.preset, like.ruleset.players_per_side)
    else:
        game = parse_game(request.args.get("game", "")) or Game()
    return _render(MatchForm(game, like=like, dealer=dealer))


@views.post("/new")
def start() -> Response | tuple[str, int]:
    """Starts the match, or shows the form again with every problem."""
    typed = request.form
    if "forget" in typed:
        scorebook().forget_ruleset(phone(), typed["forget"])
    if "pick" in typed or "forget" in typed:
        return _render(_picked(typed)), 200
    game = parse_game(typed.get("game", ""))
    if game is None:
        abort(400)
    if "step" in typed:
        return _render(MatchForm(game, stepped(typed))), 200
    form = MatchForm(game, typed)
    if not form.errors and form.save_as:
        _keep_rules(form)
    if form.errors:
        return _render(form), 422
    keys = scorebook().start(
        form.setup(), form.entry_id, signature(), cut=form.cuts, confirming=form.confirming
    )
    keep_own(keys)
    shown = "dealer.show" if form.cuts else "table.board"
    return redirect(url_for(shown, match_id=keys.id), 303)


def _picked(typed: MultiDict[str, str]) -> MatchForm:
    """The form for another game or for rules saved under a name; names already typed stay."""
    pick = typed.get("pick", "")
    saved = pick.removeprefix(SAVED)
    for kept in scorebook().rulesets(phone()) if pick.startswith(SAVED) else ():
        if kept.name == saved:
            game = Game(kept.ruleset.preset, kept.ruleset.players_per_side)
            return MatchForm(game, like=MatchSetup(kept.ruleset, ()), names=typed)
    before = parse_game(typed.get("game", "")) or Game()
    game = parse_game(pick) or before
    if game.preset != before.preset:
        return MatchForm(game, names=typed)
    form = MatchForm(game, typed)  # the same rules with other players: all that was typed stays
    form.errors = {}
    return form


def _keep_rules(form: MatchForm) -> None:
    for kept in scorebook().rulesets(phone()):
        if likeness(kept.name) == likeness(form.save_as):
            scorebook().forget_ruleset(phone(), kept.name)
    try:
        scorebook().save_ruleset(phone(), form.save_as, form.ruleset)
    except TooManyRulesets as full:
        text = gettext("There is room for %(most)s sets of house rules: forget one first.")
        form.errors["save_as"] = [text % {"most": full.most}]
    except DocumentError as error:
        form.errors["save_as"] = [error_sentence(error, language())]


def _like(match_id: str | None) -> tuple[MatchSetup | None, int | None]:
    if not match_id or access_to(match_id) is None:
        return None, None
    record = scorebook().read(match_id)
    return MatchSetup(record.ruleset, record.setup.sides, record.dealer), record.dealer


def _render(form: MatchForm) -> str:
    return render_template(
        "matches/new.html",
        form=form,
        fields=form.fields,
        names=default_names(form.base),
        groups=HOUSE_RULES,
        targets=targets(form.base),
        options=OPTIONS,
        default_of=format_option,
        overrides_of=overrides_of,
        presets=PRESETS,
        side_of_seat=side_of_seat,
        place_of_seat=place_of_seat,
        saved=scorebook().rulesets(phone()),
        mark_of_saved=SAVED,
    )
