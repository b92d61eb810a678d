"""The batch interface, and its page: the code on it runs and says what the page says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pitboss.equipment.cards import Card
from pitboss.games.contract import HandScore
from pitboss.games.registry import Registry
from pitboss.refusals import RefusalCode, Refused
from pitboss.simulate.batch import Batch
from tests.docs.python_pages import run_page
from tests.simulate.subjects import KIT, KIT_GAME

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "batch-api.md"


def test_the_page_runs_and_prints_what_it_shows() -> None:
    """Python blocks run in order; a text block after one is what it printed."""
    assert run_page(PAGE) >= 5


def test_hands_are_scored_as_the_game_scores_them() -> None:
    batch = Batch("gin-and-win")
    rng = np.random.Generator(np.random.PCG64DXSM(3))
    hands = np.array([rng.permutation(52)[:7] for _ in range(500)])
    found = batch.score(hands)
    game, edition = batch.subject.game, batch.subject.edition
    for at, hand in enumerate(hands):
        cards = tuple(Card(rank=int(card) // 4 + 1, suit=int(card) % 4) for card in hand)
        truth = game.score_hand(edition, cards)
        assert isinstance(truth, HandScore)
        ranks = sum(1 << (card.rank - 1) for card in truth.left_over)
        assert (int(found.score[at]), int(found.left_over[at])) == (truth.score, ranks)
        line = found.lines[found.line[at]]
        assert (None if line == "lose" else line) == truth.bonus_line


def test_masks_score_like_cards() -> None:
    batch = Batch("gin-and-win")
    hands = np.array([[0, 3, 25, 29, 41, 11, 4], [0, 1, 2, 3, 4, 5, 6]])
    masks = np.zeros((4, 2), dtype=np.uint16)
    for at, hand in enumerate(hands):
        for card in hand:
            masks[card % 4, at] |= 1 << (card // 4)
    assert (batch.score_masks(masks).strength == batch.score(hands).strength).all()


def test_draws_are_settled() -> None:
    spin = Batch("spin-n-win").settle(np.array([[0, 4], [1, 1], [4, 4]]))
    red, jokers = spin.bets.index("single:red"), spin.bets.index("combo:joker-joker")
    assert spin.nets[:, red].tolist() == [1.0, -1.0, 1.0]
    assert (spin.nets[:, jokers] > 0).tolist() == [False, False, True]
    flip = Batch("flip-it").settle(np.array([[0, 1, 4, 8, 2], [0, 5, 20, 8, 52]]))
    bonus = flip.bets.index("bonus")
    assert flip.offered[:, bonus].tolist() == [True, False]
    assert flip.nets[0, bonus] == 6.0 and flip.nets[1, bonus] == 0.0
    assert flip.nets[1, :18].tolist() == [-1.0] * 18
    gin = Batch("gin-and-win").settle(np.array([[0, 1, 2, 3, 4, 5, 6, 7, 12, 21, 30, 39, 44, 49]]))
    assert gin.wagered[0].tolist() == [2.0, 1.0]


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    batch = Batch("flip-it", "call10-pay2")
    first, again = batch.sample(2000, seed=5), batch.sample(2000, seed=5)
    assert (first.nets == again.nets).all()
    assert (first.nets != batch.sample(2000, seed=6).nets).any()
    assert first.nets.shape == (2000, 19)


def test_a_simulation_as_arrays() -> None:
    batch = Batch("spin-n-win")
    one, two = batch.simulate(10**6, seed=8, workers=1), batch.simulate(10**6, seed=8, workers=2)
    assert (one.mean == two.mean).all() and one.rounds == 10**6
    assert np.allclose(one.z, (one.mean - one.exact) / one.standard_error)
    assert one.verdict.startswith("AGREES")


@pytest.mark.parametrize(
    ("game", "draws", "code"),
    [
        ("spin-n-win", [[0, 5]], RefusalCode.BAD_FACE),
        ("spin-n-win", [[0, 1, 2]], RefusalCode.BAD_FACE),
        ("gin-and-win", [[0] * 14], RefusalCode.IMPOSSIBLE_CARD),
        ("gin-and-win", [[0, 1]], RefusalCode.WRONG_COUNT),
        ("gin-and-win", [[52, *range(13)]], RefusalCode.BAD_CARD),
        ("flip-it", [[52, 1, 2, 3, 4]], RefusalCode.BAD_CARD),
        ("flip-it", [[0, 1, 2, 3, 53]], RefusalCode.BAD_CARD),
    ],
)
def test_draws_that_cannot_be_are_refused(
    game: str, draws: list[list[int]], code: RefusalCode
) -> None:
    with pytest.raises(Refused) as caught:
        Batch(game).settle(np.array(draws))
    assert caught.value.refusal.code is code


def test_other_input_that_cannot_be() -> None:
    with pytest.raises(Refused, match="There is no game"):
        Batch("whist")
    with pytest.raises(Refused, match="no strategy"):
        Batch("spin-n-win", strategy="bold")
    batch = Batch("spin-n-win")
    for wrong in (np.array([[0.5, 1.0]]), np.array([[-1, 0]]), np.array([[300, 0]])):
        with pytest.raises(ValueError, match="small whole numbers"):
            batch.settle(wrong)
    for rounds in (0, -5, 10**18):
        with pytest.raises(ValueError, match="rounds"):
            batch.sample(rounds, seed=1)
    with pytest.raises(LookupError):
        batch.score(np.array([[0, 1, 2, 3, 4, 5, 6]]))
    gin = Batch("gin-and-win")
    with pytest.raises(Refused, match="seven different"):
        gin.score_masks(np.ones((4, 2), dtype=np.uint16))
    with pytest.raises(Refused, match="four rows"):
        gin.score_masks(np.ones((3, 2), dtype=np.uint16))
    kit = Batch(KIT_GAME, registry=Registry((KIT,)))
    with pytest.raises(LookupError):
        kit.settle(np.array([[0]]))
    assert kit.sample(20, seed=1).nets.shape[0] == 20
