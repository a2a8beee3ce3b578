"""The signature of a cookie, on a machine whose clock is set back now and then."""

from __future__ import annotations

from typing import Any

from itsdangerous import SignatureExpired, TimestampSigner


class PatientSigner(TimestampSigner):
    """Takes what it has signed at a time that has yet to come.

    A small machine without a clock of its own starts at an old time until the network tells it
    better. Phones that were at the table before would lose every match otherwise.
    """

    def unsign(
        self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False
    ) -> Any:
        """The value that was signed, and with `return_timestamp` when. Raises `BadSignature`."""
        try:
            return super().unsign(signed_value, max_age, return_timestamp)  # type: ignore[call-overload]
        except SignatureExpired as expired:
            now = self.timestamp_to_datetime(self.get_timestamp())
            if expired.date_signed is None or expired.date_signed <= now:
                raise
        return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]
