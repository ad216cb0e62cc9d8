"""The result of verifying a finished match, in a sentence for the score sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from galli_tui.style.wording import counted, listed
from saves.errors import SaveError

if TYPE_CHECKING:
    from saves.storage.verify import VerifyReport


def audit_text(path: Path) -> str:
    """Verify the match file and return the result in words. Takes a moment."""
    from saves.storage.verify import verify_file

    try:
        report = verify_file(path)
    except SaveError as error:
        return f"The match file could not be verified. {error}"
    if not report.sound:
        wrong = [*report.notices, *([str(report.problem)] if report.problem else [])]
        return f"The match file is not valid: {' '.join(wrong)}"
    if not report.audited:
        return f"Verified {report.signatures} signatures. Deals can be verified once the dealer's secret is revealed."
    secrets = audited_words(report)
    against = f", and {secrets} against the dealer's revealed secret" if secrets else ""
    return f"Verified by this program: all {report.signatures} signatures{against}."


def audited_words(report: VerifyReport) -> str:
    """Return what was verified against the dealer's secret, e.g. "26 deals and 4 sealed choices"; empty if nothing."""
    found = (report.deals, "deal"), (report.seals, "sealed choice")
    return listed([counted(number, noun) for number, noun in found if number])
