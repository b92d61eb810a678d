"""What clients of a house on loopback give in place of a trust in certificates.

To read the machine's authorities takes 30 ms of the processor for each client, and plain HTTP asks
for none of them.
"""

from __future__ import annotations

import ssl

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Trusts nobody."""
