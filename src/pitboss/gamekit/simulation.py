"""What a game's own model for simulation (`simulate.py`) imports."""

from pitboss.simulate.deals import DealModel, Deals, deal_model

__all__ = ["DealModel", "Deals", "deal_model"]
