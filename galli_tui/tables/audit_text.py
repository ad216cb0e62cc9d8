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
        return f"The record could not be checked. {error}"
    if not report.sound:
        wrong = [*report.notices, *([str(report.problem)] if report.problem else [])]
        return f"The record does not stand up to the check: {' '.join(wrong)}"
    if not report.audited:
        return f"Checked: {report.signatures} signatures. The dealer's secret is not open, so the deals could not be."
    return (
        f"Checked by this program: all {report.signatures} signatures; {report.deals} deals and {report.seals} sealed "
        "secrets, made again from what the dealer has opened."
    )
