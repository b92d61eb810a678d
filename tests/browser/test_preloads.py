"""What a page's head names is what the built front end will ask for."""

from __future__ import annotations

import re
from pathlib import Path

from tests.server.kit import house_at


def test_a_table_page_names_the_parts_that_its_script_loads(
    tmp_path: Path, front_end: Path
) -> None:
    with house_at(tmp_path / "house.db", web=front_end) as running:
        client = running.client()
        page = client.get("/table/spin-n-win-1")
        named = dict(re.findall(r"</(assets/[^>]+)>; rel=(\w+)", page.headers["link"]))
        scripts = [name for name, how in named.items() if how == "modulepreload"]
        assert scripts and len(named) > len(scripts)
        (entry,) = re.findall(r'<script [^>]*src="/(assets/[^"]+)"', page.text)
        loaded = client.get(f"/{entry}").text
        assert any(name.rpartition("/")[2] in loaded for name in scripts)
        for name in named:
            assert client.get(f"/{name}").status_code == 200
        assert client.get("/rounds").headers.get("link") is None
        # The build's own compression is sent where it is taken, and is no file of its own.
        packed = {
            taken: client.get(f"/{entry}", headers={"accept-encoding": taken})
            for taken in ("br, gzip", "gzip;q=0.5", "identity")
        }
        sent = [one.headers.get("content-encoding") for one in packed.values()]
        assert sent == ["br", "gzip", None]
        sizes = [int(one.headers["content-length"]) for one in packed.values()]
        assert sizes == sorted(sizes)
        assert client.get(f"/{entry}.br").status_code == 404
        assert packed["gzip;q=0.5"].content == packed["identity"].content
