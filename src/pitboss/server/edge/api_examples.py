"""One example of every form of the API; words in capitals stand for keys of the lobby."""

from __future__ import annotations

from typing import Any

EXAMPLES: dict[str, dict[str, Any]] = {
    "AccountForm": {"name": "Ana", "password": "correct horse battery"},
    "AlertForm": {"state": "acknowledged", "note": "Seat 3 is being watched"},
    "BotsForm": {"count": 2},
    "ConditionForm": {"condition": "notice", "is_met": True, "note": "Letter of 3 May"},
    "DesignForm": {
        "game": "GAME",
        "base": "EDITION",
        "name": "Three to one",
        "changes": {"bonus.one": "3/1"},
    },
    "FloorForm": {"id": "act-1", "act": {"kind": "pause", "reason": "Check the Tops"}},
    "GuestForm": {"name": "Ana"},
    "HandAnswer": {"setting": [["Ac", "Ah"], ["7d", "8d", "Jd"]], "score": 2},
    "HandForm": {"game": "GAME"},
    "LimitForm": {"id": "limit-1", "kind": "stake", "value": 5_000},
    "PasswordForm": {"old": "correct horse battery", "new": "staple battery horse"},
    "PayoutAnswer": {"bets": [{"seat": 1, "spot": "SPOT", "result": "win", "pays": 1_000}]},
    "PayoutForm": {"game": "GAME", "level": "seat"},
    "ProcedureAnswer": {"chosen": 1},
    "ProcedureForm": {"game": "GAME"},
    "ProofForm": {"password": "correct horse battery"},
    "RefillForm": {"id": "refill-1"},
    "RoleForm": {"role": "dealer"},
    "RoundFileForm": {"text": '{"format": "pitboss-round-file 2"}'},
    "SignInForm": {"name": "Ana", "password": "correct horse battery"},
    "SimulationForm": {
        "game": "GAME",
        "rounds": 1_000_000,
        "seed": "7",
        "bets": [{"spot": "SPOT", "stake": 1_000}],
    },
    "StudyForm": {"options": {"undealt": "104"}},
    "TableForm": {"game": "GAME", "seats": 3},
    "TokenForm": {"name": "notebook", "scopes": ["read"], "password": "correct horse battery"},
}
