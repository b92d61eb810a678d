"""Figures that follow the workbench: the same choice and the same solver as `pitboss par --set`."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from pitboss.exact.figures import GameFigures
from pitboss.games.bet_names import BetNames, bet_names
from pitboss.games.controls import controls_of
from pitboss.games.designs import changes_refusal
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry
from pitboss.par.choices import Choice, choose
from pitboss.par.groups import BetGroup, groups_of
from pitboss.par.pages.checks import strategy
from pitboss.par.pages.outcomes import by_row, outcomes
from pitboss.par.target_edge import Pay, aim_at, read_aim, steps_of
from pitboss.refusals import Refusal, RefusalCode, unwrap_or_raise
from pitboss.report.blocks import Section
from pitboss.server.analysis import workbench_schemas as schemas
from pitboss.server.analysis.requests import AimJob, FiguresJob
from pitboss.server.analysis.sheet import share_of
from pitboss.server.edge.documents import section_note
from pitboss.server.editions.schemas import Subject
from pitboss.units import Odds, show_fraction


def choose_subject(registry: Registry, subject: Subject) -> Choice | Refusal:
    """The choice that `pitboss par GAME --edition E --set …` makes."""
    folder = unwrap_or_raise(registry.find(subject.game))
    if subject.edition not in folder.edition_keys():
        return Refusal(RefusalCode.UNKNOWN_EDITION, f"There is no edition '{subject.edition}'.")
    changes = dict(subject.changes)
    return changes_refusal(changes) or choose(folder, subject.edition, changes)


def figures_page(registry: Registry, job: FiguresJob) -> schemas.FiguresPage:
    """Every edge with its distance from the edition's own, and the sheet's pages about one bet."""
    choice = choose_subject(registry, job.subject)
    if isinstance(choice, Refusal):
        return _no_figures(refusal_at(choice))
    figures = choice.figures()
    never = _never_wins(figures, choice)
    if never is not None:
        return _no_figures(never)
    groups = groups_of(figures, _names(choice))
    group = next((one for one in groups if job.bet in one.keys), groups[0])
    head = choice.edition.head
    return schemas.FiguresPage(
        edition_hash=head.hash,
        approval=head.approval.value,
        bets=_edges(groups, _base(choice.folder, choice.key)),
        bet=group.keys[0],
        sections=tuple(map(section_note, _sections(choice, figures, group))),
        refused=None,
    )


def _sections(choice: Choice, figures: GameFigures, group: BetGroup) -> list[Section]:
    study = choice.study
    sections = [outcomes(group, charts=True)]
    sections += [
        by_row(bet, group.names(bet.bet), charts=True)
        for bet in figures.bets
        if bet.bet in group.keys and bet.rows
    ]
    if study.decisions is not None:
        card = () if study.card is None else study.card(choice.edition)
        sections.append(strategy(choice, figures, card))
    return sections


def aim_page(registry: Registry, job: AimJob) -> schemas.AimPage:
    choice = choose_subject(registry, job.subject)
    if isinstance(choice, Refusal):
        return _no_aim(job, refusal_at(choice))
    aim, step = read_aim(job.aim), Odds.parse(job.step)
    if isinstance(aim, Refusal):
        return _no_aim(job, _at_the_aim(aim))
    if isinstance(step, Refusal):
        return _no_aim(job, schemas.FieldRefusal(field="step", sentence=step.sentence))
    found = aim_at(choice, field=job.field, bet=job.bet, aim=aim, step=step.to_one)
    if isinstance(found, Refusal):
        return _no_aim(job, _at_the_aim(found))
    return schemas.AimPage(
        bet=found.bet,
        field=found.field,
        aim=share_of(found.aim),
        less=_answer_pay(found.less),
        more=_answer_pay(found.more),
        refused=None,
    )


def bench_page(registry: Registry, subject: Subject) -> schemas.WorkbenchPage:
    """What can be changed, and to what; the house adds the editions that it has."""
    plain = msgspec.structs.replace(subject, changes=())
    choice = unwrap_or_raise(choose_subject(registry, plain))
    base, names = _base(choice.folder, choice.key), _names(choice)
    limits = choice.edition.head.limits
    return schemas.WorkbenchPage(
        game=subject.game,
        game_title=choice.folder.game.title,
        edition=choice.key,
        edition_title=choice.edition.head.title,
        design=subject.hash if subject.name else "",
        design_name=subject.name,
        changes=subject.changes,
        controls=_controls(choice),
        bets=()
        if base is None
        else tuple(schemas.NamedBet(bet=bet.bet, name=names(bet.bet)) for bet in base.bets),
        steps=tuple(show_fraction(step) for step in steps_of(limits)),
        editions=(),
    )


def _names(choice: Choice) -> BetNames:
    return bet_names(choice.folder.game.all_spots(choice.edition))


def _controls(choice: Choice) -> tuple[schemas.ControlNote, ...]:
    return tuple(
        schemas.ControlNote.fill(
            one,
            section=one.field.partition(".")[0],
            clause=choice.study.clause_of(one.field) or "",
        )
        for one in controls_of(choice.folder, choice.data())
    )


def refusal_at(refusal: Refusal) -> schemas.FieldRefusal:
    field = "" if refusal.code is RefusalCode.UNKNOWN_FIELD else refusal.field
    return schemas.FieldRefusal(field=field, sentence=refusal.sentence)


@lru_cache(maxsize=32)
def _base(folder: GameFolder, key: str) -> GameFigures | None:
    """The figures of the unchanged edition, worked out once per worker."""
    choice = choose(folder, key)
    return None if isinstance(choice, Refusal) else choice.figures()


def _edges(groups: tuple[BetGroup, ...], base: GameFigures | None) -> tuple[schemas.BetEdge, ...]:
    before = {} if base is None else {bet.bet: bet.house_edge for bet in base.bets}
    return tuple(
        schemas.BetEdge(
            name=group.name,
            keys=group.keys,
            house_edge=share_of(group.first.house_edge),
            change=share_of(group.first.house_edge - before[group.first.bet])
            if group.first.bet in before
            else None,
        )
        for group in groups
    )


def _never_wins(figures: GameFigures, choice: Choice) -> schemas.FieldRefusal | None:
    """Refuse numbers by which a bet can never win, at the field that causes it."""
    lost = [bet.bet for bet in figures.bets if bet.distribution.outcomes[-1].net <= 0]
    if not lost:
        return None
    field = next((name for name in choice.changes if _is_to_blame(choice, name, lost[0])), "")
    bets = _names(choice).several(lost)
    return schemas.FieldRefusal(
        field=field,
        sentence=f"With these numbers {bets} can never win; undo what prevents it.",
    )


def _is_to_blame(choice: Choice, field: str, bet: str) -> bool:
    """Whether undoing a change lets a bet win again."""
    kept = {name: text for name, text in choice.changes.items() if name != field}
    other = choose(choice.folder, choice.key, kept)
    if isinstance(other, Refusal):
        return False
    return any(
        one.bet == bet and one.distribution.outcomes[-1].net > 0 for one in other.figures().bets
    )


def _no_figures(refused: schemas.FieldRefusal) -> schemas.FiguresPage:
    return schemas.FiguresPage(
        edition_hash="", approval="", bets=(), bet="", sections=(), refused=refused
    )


def _at_the_aim(refusal: Refusal) -> schemas.FieldRefusal:
    """The aim's own form has the fields aim, field, bet and step."""
    field = refusal.field if refusal.field in ("aim", "bet", "step") else "field"
    return schemas.FieldRefusal(field=field, sentence=refusal.sentence)


def _no_aim(job: AimJob, refused: schemas.FieldRefusal) -> schemas.AimPage:
    return schemas.AimPage(
        bet=job.bet, field=job.field, aim=None, less=None, more=None, refused=refused
    )


def _answer_pay(pay: Pay | None) -> schemas.PayAnswer | None:
    if pay is None:
        return None
    return schemas.PayAnswer(odds=str(pay.odds), spoken=pay.odds.spoken(), edge=share_of(pay.edge))
