"""The result of verifying a finished match, in a sentence for the score sheet."""

from __future__ import annotations

from pathlib import Path

from saves.errors import SaveError


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
    return (
        f"Verified by this program: all {report.signatures} signatures, and {report.deals} deals and {report.seals} "
        "sealed choices against the dealer's revealed secret."
    )
