"""A client of the radio coverage service in one file, on Python's standard library alone (3.9 or newer).

    from coverage import Coverage

    service = Coverage("https://localhost:8443", "rcov_...", ca="data/tls/ca.pem")
    simulation = service.simulate(tx_lat=-35.27, tx_lon=149.1583, tx_height=30, frequency=433.5, max_range=14)
    service.result(simulation["id"], "outlook.tif")

Requests and answers are those of the service's OpenAPI document (/docs): fields by their names there, records as dicts.
Where it is installed, rasterio opens a result: ``service.dataset(id)``.
"""

from __future__ import annotations

import json
import os
import re
import socket
import ssl
import tempfile
import time
import uuid
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from pathlib import Path
from typing import Any, BinaryIO, Iterable, Iterator, Mapping
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, quote, urlencode
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

Record = dict[str, Any]

#: Where the address and the key come from if they are not given.
URL_VARIABLE, KEY_VARIABLE, CA_VARIABLE = "COVERAGE_URL", "COVERAGE_KEY", "COVERAGE_CA"
#: Seconds for one answer to begin, and how long the service is asked to hold a status that is still pending.
ANSWER_S, HOLD_S = 120, 30
# A batch of links waits for its turn, and then takes up to five minutes.
LINKS_S = 600
#: Seconds between two requests where the service says nothing, and between two of any kind.
DEFAULT_RETRY_S, MINIMUM_RETRY_S = 5.0, 0.2
#: Longest pause that an answer may ask for.
MAXIMUM_RETRY_S = 3600.0
#: What a result can be had as.
KINDS = ("tif", "qml", "png", "kmz", "geojson", "pgw", "prj")
#: Bytes of a file that are read at a time.
CHUNK_BYTES = 1 << 20


class CoverageError(Exception):
    """An answer that is no success. ``code`` is one of /problems/{code}; ``problem`` all that was answered."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after_s: float | None = None) -> None:
        super().__init__(f"{status} {problem.get('detail') or problem.get('title') or 'no answer'}")
        self.status = status
        self.code: str = str(problem.get("code", ""))
        self.problem = dict(problem)
        self.retry_after_s = retry_after_s


class SimulationFailed(Exception):
    """A simulation that ended without a result; its credits were given back."""

    def __init__(self, record: Record) -> None:
        error = record.get("error") or {}
        super().__init__(f"{record['id']}: {error.get('detail') or error.get('code') or 'failed'}")
        self.record = record


class _NoRedirects(HTTPRedirectHandler):
    """The service sends none, and a key must not go elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Coverage:
    """Asks one service with one API key (or the token of a share, for reading)."""

    def __init__(
        self, url: str | None = None, key: str | None = None, *, ca: str | os.PathLike[str] | None = None
    ) -> None:
        """``ca`` is the certificate to trust, where the system does not: ``data/tls/ca.pem`` of the service."""
        url = url or os.environ.get(URL_VARIABLE, "https://localhost:8443")
        if not url.startswith("https://"):
            raise ValueError(f"Expected an address that starts with https://, got {url!r}")
        self._origin = url.rstrip("/").removesuffix("/api/v1")
        self._key = key or os.environ.get(KEY_VARIABLE, "")
        if not self._key.isascii() or any(char.isspace() for char in self._key):
            raise ValueError("Expected an API key without spaces")
        context = ssl.create_default_context(cafile=ca or os.environ.get(CA_VARIABLE))
        self._opener = build_opener(HTTPSHandler(context=context), _NoRedirects())

    # Simulations

    def simulate(self, *, wait: bool = True, timeout_s: float | None = None, **request: Any) -> Record:
        """Starts a simulation and, unless ``wait`` is False, waits for its end.

        Fields are those of POST /simulate. Raises CoverageError where the request is refused, SimulationFailed where
        the simulation fails, TimeoutError after ``timeout_s``; the simulation then goes on.
        """
        deadline = _deadline(timeout_s)
        started = self._ask("POST", "/simulate", request, deadline=deadline, key=str(uuid.uuid4()))
        return self.wait(started["id"], timeout_s=_left(deadline)) if wait else started

    def batch(
        self,
        simulations: Iterable[Mapping[str, Any]] | str | os.PathLike[str],
        *,
        wait: bool = True,
        timeout_s: float | None = None,
        key: str | None = None,
    ) -> Record:
        """Starts up to 1000 simulations, all of them or none, and, unless ``wait`` is False, waits for their end.

        They are given as requests, or as the path of a table (CSV) whose columns are named as their fields. Returns
        ``batch_id``, ``credits`` and ``simulations`` in their order: with ``wait`` as records, of which some may have
        failed. Raises as ``simulate`` does. The same ``key`` (for 24 hours) starts nothing twice, also in another run.
        """
        deadline = _deadline(timeout_s)
        body: Mapping[str, Any] | bytes
        if isinstance(simulations, (str, os.PathLike)):
            body = Path(simulations).read_bytes()
        else:
            body = {"simulations": list(simulations)}
        started = self._ask("POST", "/simulations/batch", body, deadline=deadline, key=key or str(uuid.uuid4()))
        if not wait:
            return started
        query = {"batch": started["batch_id"]}
        while True:
            pending = {**query, "status": "pending", "limit": 1}
            left = self._ask("GET", "/simulations", query=pending, deadline=deadline)["total"]
            if left == 0:
                break
            _sleep(DEFAULT_RETRY_S if left > 10 else 1.0, deadline, started["batch_id"])
        records = {record["id"]: record for record in self.simulations(**query)}
        found = [records[one["id"]] for one in started["simulations"] if one["id"] in records]
        return {**started, "simulations": found}

    def wait(self, simulation_id: str, *, timeout_s: float | None = None) -> Record:
        """The record of a simulation once it has completed; raises as ``simulate`` does."""
        deadline = _deadline(timeout_s)
        while True:
            left = _left(deadline)
            hold_s = HOLD_S if left is None else min(HOLD_S, int(left))
            headers = {"Prefer": f"wait={hold_s}"} if hold_s > 0 else {}
            record, answered = self._exchange(
                "GET", f"/status/{quote(simulation_id, safe='')}", headers=headers, deadline=deadline
            )
            if record["status"] == "completed":
                return record
            if record["status"] != "pending":
                raise SimulationFailed(record)
            _sleep(_retry_after_s(answered.get("Retry-After")), deadline, simulation_id)

    def status(self, simulation_id: str) -> Record:
        """The record of a simulation as it is now."""
        return self._ask("GET", f"/status/{quote(simulation_id, safe='')}")

    def simulations(self, **query: Any) -> Iterator[Record]:
        """All simulations that fit the query (``status``, ``model``, …), the newest first, page by page."""
        while True:
            page, answered = self._exchange("GET", "/simulations", query=query)
            yield from page["simulations"]
            following = re.search(r'<[^>]*\?([^>]*)>; rel="next"', answered.get("Link") or "")
            if following is None:
                return
            query = dict(parse_qsl(following[1]))

    def estimate(self, **request: Any) -> Record:
        """Cells, credits and seconds of a simulation that is not started."""
        return self._ask("POST", "/simulate/estimate", request)

    def delete(self, simulation_id: str) -> None:
        """Deletes a simulation with its files, one that is pending is refunded; or a network, whose simulations stay."""
        self._ask("DELETE", _record_path(simulation_id))

    # Results

    def result(
        self,
        simulation_id: str,
        to: str | os.PathLike[str] | BinaryIO | None = None,
        *,
        kind: str | None = None,
        layer: str | None = None,
        sensitivity_dbm: int | None = None,
        eirp_dbm: int | None = None,
        up_eirp_dbm: int | None = None,
        up_sensitivity_dbm: int | None = None,
        **query: Any,
    ) -> Path | bytes | None:
        """A product of a completed simulation, whole or not at all.

        Powers and sensitivities, in whole dB, show a result of path loss as a run with them would: of a tif its layer
        class. Power and sensitivity of the uplink are given together.

        ``kind`` is tif, png, kmz or geojson, or qml, the style of a tif in QGIS, or pgw or prj, which place a png: by
        default what the name of ``to`` ends with, else tif. Written to the path ``to``, which is returned, or to that
        open file; returned as bytes where there is none.
        """
        path = Path(to) if isinstance(to, (str, os.PathLike)) else None
        ending = (kind or (path.suffix[1:] if path and path.suffix else "tif")).lower()
        ending = "tif" if ending == "tiff" else ending
        if ending not in KINDS:
            raise ValueError(f"Expected a result as {', '.join(KINDS)}, got {ending!r}")
        address = f"/results/{quote(simulation_id, safe='')}.{ending}"
        view = {
            "layer": layer,
            "sensitivity_dbm": sensitivity_dbm,
            "eirp_dbm": eirp_dbm,
            "up_eirp_dbm": up_eirp_dbm,
            "up_sensitivity_dbm": up_sensitivity_dbm,
        }
        query = {**query, **{name: value for name, value in view.items() if value is not None}}
        if to is None:
            return self._bytes(address, query)
        if path is None:
            self._copy(address, query, to)  # type: ignore[arg-type]
            return None
        handle, part = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                self._copy(address, query, file)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(part, 0o666 & ~mask)
            os.replace(part, path)
        except BaseException:
            os.unlink(part)
            raise
        return path

    def features(
        self,
        simulation_id: str,
        features: Mapping[str, Any] | str | os.PathLike[str],
        *,
        table: bool = False,
        **query: Any,
    ) -> Any:
        """What a result says of places: the same features with ``properties.result``, and ``summary``.

        They are given as GeoJSON, or as the path of a file of it, or of a table (``.csv``) with the columns lat and lon.
        ``table`` returns text: the rows of a table with their results, or of lines the stretches by state, and by best
        server of a network. ``query`` is ``layer``, a view as for ``result``, ``floor_dbm``, and ``profile=True`` for the
        values along lines.
        """
        body: Mapping[str, Any] | bytes = features if isinstance(features, Mapping) else Path(features).read_bytes()
        is_table = not isinstance(features, Mapping) and Path(features).suffix.lower() == ".csv"
        headers = {
            "Content-Type": "text/csv" if is_table else "application/geo+json",
            "Accept": "text/csv" if table else "application/geo+json, application/json;q=0.9",
        }
        path = f"/results/{quote(simulation_id, safe='')}/features"
        query = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
        return self._ask("POST", path, body, query=query, headers=headers, is_text=table)

    def stats(
        self, simulation_id: str, area: Mapping[str, Any] | str | os.PathLike[str] | None = None, **query: Any
    ) -> Record:
        """Areas of a result by zone and azimuth; with ``area``, GeoJSON of polygons or its file, inside it alone."""
        path = f"/results/{quote(simulation_id, safe='')}/stats"
        if area is None:
            return self._ask("GET", path, query=query)
        polygons = area if isinstance(area, Mapping) else json.loads(Path(area).read_text("utf-8-sig"))
        return self._ask("POST", path, {"polygon": polygons}, query=query)

    def value(self, simulation_id: str, lat: float, lon: float, **query: Any) -> Record:
        """What a result says of one place; ``layer`` and views as for ``result``."""
        path = f"/results/{quote(simulation_id, safe='')}/value"
        return self._ask("GET", path, query={**_place(lat, lon), **query})

    def dataset(self, simulation_id: str, **view: Any) -> Any:
        """The result as an open rasterio dataset, in memory; ``layer`` and views as for ``result``. Needs rasterio."""
        from rasterio.io import MemoryFile  # type: ignore[import-not-found]

        return MemoryFile(self.result(simulation_id, **view)).open()

    def link(self, **request: Any) -> Record:
        """Loss and profile of one link: POST /link."""
        return self._ask("POST", "/link", request)

    def links(
        self,
        pairs: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        *,
        transmitters: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        receivers: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        table: bool = False,
        floor_dbm: float | None = None,
        **link: Any,
    ) -> Any:
        """Many links at once: ``links`` and ``summary``, as POST /link/batch has them.

        ``pairs`` is the path of a table (``.csv``) with a pair in each row, or a whole request or its file; or
        ``transmitters`` and ``receivers`` are GeoJSON, or files of it. ``link`` is what all pairs have, such as
        ``frequency=868``; with a table numbers and words, ``antenna_tilt=3`` what lies deeper. ``table`` returns a table.
        """
        query: dict[str, Any] = {} if floor_dbm is None else {"floor_dbm": floor_dbm}
        body: Mapping[str, Any] | bytes
        if isinstance(pairs, (str, os.PathLike)) and Path(pairs).suffix.lower() == ".csv":
            body, query = Path(pairs).read_bytes(), {**link, **query}
        else:
            given = {"transmitters": transmitters, "receivers": receivers} if pairs is None else _json(pairs)
            body = {name: _json(member) for name, member in given.items()}
            if link:
                body["link"] = {**body.get("link", {}), **link}
        headers = {"Accept": "text/csv" if table else "application/json"}
        return self._ask("POST", "/link/batch", body, query=query, headers=headers, is_text=table, answer_s=LINKS_S)

    def relays(
        self,
        a: Mapping[str, float],
        b: Mapping[str, float],
        candidates: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        *,
        area: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        spacing_m: float | None = None,
        limit: int | None = None,
        **link: Any,
    ) -> Record:
        """Relays between two ends, the best first: POST /relays.

        ``a`` and ``b`` have ``lat``, ``lon`` and perhaps ``height``. ``candidates`` are GeoJSON points or the path of a file of them;
        or ``area`` is GeoJSON or a file, in which places are tried ``spacing_m`` metres apart; else the summits around are.
        ``link`` is what all paths have, such as ``frequency=868``, ``tx_height=12`` (of the relay) and ``rx_sensitivity_dbm=-110``.
        """
        body: dict[str, Any] = {"a": a, "b": b, "link": link}
        if candidates is not None and candidates != "summits":
            body["candidates"] = _json(candidates)
        if area is not None:
            body["candidates"] = {"area": _json(area), "spacing_m": spacing_m}
        if limit is not None:
            body["limit"] = limit
        return self._ask("POST", "/relays", body, answer_s=LINKS_S)

    def share(self, simulation_id: str, *, days: int | None = None) -> Record:
        """A share of a simulation: ``url`` shows it without a key for so many days, 90 if nothing is said.

        What follows ``#share=`` is its token, which this client takes in place of a key.
        """
        body = {} if days is None else {"days": days}
        return self._ask("POST", f"{_record_path(simulation_id)}/shares", body)

    def network(
        self,
        sites: Iterable[str | Mapping[str, Any]] | None = None,
        *,
        network_id: str | None = None,
        **own: Any,
    ) -> Record:
        """Makes simulations the sites of a network, or changes that of ``network_id`` to these.

        A site is the id of a simulation, or a mapping with ``id``, and perhaps ``name``, ``color``, ``eirp_dbm`` and
        ``sensitivity_dbm``. ``own`` is ``name``, ``area``, ``align``, and ``batch`` in place of sites. ``result``,
        ``features``, ``stats``, ``value``, ``share`` and ``delete`` take its id; layers are best_server, strongest,
        margin, count, any and known.
        """
        body = dict(own)
        if sites is not None:
            body["sites"] = [{"id": site} if isinstance(site, str) else dict(site) for site in sites]
        if network_id is None:
            return self._ask("POST", "/networks", body)
        return self._ask("PUT", _record_path(network_id), body)

    def networks(self) -> list[Record]:
        """The networks of the account."""
        return self._ask("GET", "/networks")["networks"]

    def search(self, network_id: str, *, candidates: Any = "summits", **asked: Any) -> Record:
        """Computes candidates for further sites of a network and waits: the search and its ``choice``.

        ``candidates`` is ``"summits"``, GeoJSON of points or a file of it, or a mapping with ``area`` and ``spacing_m``.
        ``asked`` is ``sites``, ``min_distance_m``, ``must_reach``, ``weights``, ``like``, ``tx_height``, ``rx_height``,
        ``max_range``, ``eirp_dbm`` and ``sensitivity_dbm``. ``choice`` of its id chooses otherwise.
        """
        given = candidates if candidates == "summits" else _json(candidates)
        body = {"candidates": given, **asked}
        path, key = f"{_record_path(network_id)}/search", str(uuid.uuid4())
        search_id = self._ask("POST", path, body, key=key)["id"]
        while True:
            found = self._ask("GET", f"/searches/{quote(search_id, safe='')}", headers={"Prefer": "wait=30"})
            if found["status"] == "failed":
                raise SimulationFailed(found)
            if found["status"] == "completed":
                return {**found, "choice": self.choice(search_id)}

    def choice(self, search_id: str, **asked: Any) -> Record:
        """The sites that a network needs next: ``sites``, ``gain``, ``bound``, ``candidates``; ``simulation`` with the
        ``lat`` and ``lon`` of one as ``tx_lat`` and ``tx_lon`` makes it a site."""
        return self._ask("GET", f"/searches/{quote(search_id, safe='')}/choice", query=asked)

    def gaps(self, network_id: str, **view: Any) -> Record:
        """What no site of a network covers, as GeoJSON: the largest first."""
        return json.loads(self._bytes(f"/results/{quote(network_id, safe='')}/gaps.geojson", view))

    def elevation(self, lat: float, lon: float, *, within_m: float | None = None) -> Record:
        """The height of the ground at a place: ``elevation_m``, None where ``state`` is unknown.

        With ``within_m`` (up to 20 000 metres) also ``highest_ground``: the highest ground within that distance.
        """
        within = {} if within_m is None else {"within_m": within_m}
        return self._ask("GET", "/elevation", query={**_place(lat, lon), **within})

    # The account and the service

    def credits(self) -> Record:
        """Balance, holds and plan of the account."""
        return self._ask("GET", "/credits")

    def models(self) -> list[Record]:
        """The models with their own fields, units, defaults and limits."""
        return self._ask("GET", "/models")["models"]

    # How requests are sent

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | bytes | None = None, **options: Any) -> Any:
        return self._exchange(method, path, body, **options)[0]

    def _exchange(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | bytes | None = None,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        deadline: float | None = None,
        key: str | None = None,
        is_text: bool = False,
        answer_s: float = ANSWER_S,
    ) -> tuple[Any, Mapping[str, str]]:
        """Asks until it is answered: again where the service is busy, and where nothing can have been done twice."""
        sent = {"Accept": "application/json", **(headers or {})}
        if key is not None:
            sent["Idempotency-Key"] = key
        data = body if body is None or isinstance(body, bytes) else json.dumps(body, allow_nan=False).encode()
        if data is not None:
            sent.setdefault("Content-Type", "text/csv" if isinstance(body, bytes) else "application/json")
        repeats = method != "POST" or key is not None or path in ("/link", "/link/batch", "/simulate/estimate")
        # Reading a result changes nothing.
        repeats = repeats or path.startswith("/results/")
        # Paths are charged with their answer, which may have been lost on the way; a refusal charged nothing.
        is_paid = path == "/link/batch" or (method == "POST" and path.endswith("/features"))
        # Results and models are at the root, all else under the base.
        address = path if path.startswith(("/results/", "/models")) else f"/api/v1{path}"
        for attempt in range(1, 7):
            try:
                with self._open(method, address, data, sent, query, deadline, answer_s) as answer:
                    text = answer.read()
                    if is_text:
                        return text.decode(), answer.headers
                    return (json.loads(text) if text else None), answer.headers
            except CoverageError as error:
                after_s, left = error.retry_after_s, _left(deadline)
                if error.status not in (429, 503) or after_s is None or not repeats or attempt == 6:
                    raise
                if left is not None and left < after_s:
                    raise
                _sleep(after_s, deadline, path)
            # A timeout of the socket is none of the other two, and before Python 3.10 no TimeoutError either.
            except (URLError, HTTPException, ConnectionError, socket.timeout) as error:
                if isinstance(getattr(error, "reason", None), ssl.SSLError) or not repeats or is_paid or attempt == 6:
                    raise
                _sleep(min(DEFAULT_RETRY_S, 0.2 * 2**attempt), deadline, path)
        raise AssertionError("never")

    def _open(
        self,
        method: str,
        path: str,
        data: bytes | None,
        headers: Mapping[str, str],
        query: Mapping[str, Any] | None,
        deadline: float | None = None,
        answer_s: float = ANSWER_S,
    ) -> Any:
        address = self._origin + path + (f"?{urlencode(query)}" if query else "")
        request = Request(address, data=data, method=method, headers=dict(headers))
        request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        left = _left(deadline)
        try:
            return self._opener.open(request, timeout=answer_s if left is None else max(1.0, min(answer_s, left + 1)))
        except HTTPError as error:
            with error:
                text = error.read(1 << 20)
            try:
                problem = json.loads(text)
            except ValueError:
                problem = {"title": error.reason}
            after = error.headers.get("Retry-After")
            retry_after_s = _retry_after_s(after) if after else None
            raise CoverageError(error.code, problem if isinstance(problem, dict) else {}, retry_after_s) from None

    def _copy(self, path: str, query: Mapping[str, Any], file: BinaryIO) -> None:
        with self._open("GET", path, None, {}, query) as answer:
            for chunk in _chunks(answer):
                file.write(chunk)

    def _bytes(self, path: str, query: Mapping[str, Any]) -> bytes:
        with self._open("GET", path, None, {}, query) as answer:
            return b"".join(_chunks(answer))


def _json(given: Any) -> Any:
    """GeoJSON, or what a file of it holds."""
    return json.loads(Path(given).read_text("utf-8-sig")) if isinstance(given, (str, os.PathLike)) else given


def _chunks(answer: Any) -> Iterable[bytes]:
    """The body; raises where it is cut off."""
    left = answer.headers.get("Content-Length")
    expected = int(left) if left is not None else None
    got = 0
    while chunk := answer.read(CHUNK_BYTES):
        got += len(chunk)
        yield chunk
    if expected is not None and got != expected:
        raise ConnectionError(f"Expected {expected} bytes, got {got}")


def _record_path(record_id: str) -> str:
    kind = "networks" if record_id.startswith("net_") else "simulations"
    return f"/{kind}/{quote(record_id, safe='')}"


def _place(lat: float, lon: float) -> dict[str, str]:
    """As decimal numbers, which queries have."""
    return {"lat": f"{lat:.9f}", "lon": f"{lon:.9f}"}


def _retry_after_s(value: str | None) -> float:
    """Seconds, given as such or as a date (RFC 9110, section 10.2.3), within bounds."""
    if value is None:
        return DEFAULT_RETRY_S
    try:
        is_number = re.fullmatch("[0-9]+", value)
        seconds = float(value) if is_number else parsedate_to_datetime(value).timestamp() - time.time()
    except (TypeError, ValueError, OverflowError):
        return DEFAULT_RETRY_S
    return min(max(MINIMUM_RETRY_S, seconds), MAXIMUM_RETRY_S)


def _deadline(timeout_s: float | None) -> float | None:
    return None if timeout_s is None else time.monotonic() + timeout_s


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else deadline - time.monotonic()


def _sleep(seconds: float, deadline: float | None, what: str) -> None:
    """Until it is worth asking again, or the deadline comes; raises where that has been."""
    left = _left(deadline)
    if left is not None and left <= 0:
        raise TimeoutError(f"{what}: no answer in time")
    time.sleep(seconds if left is None else min(seconds, left))
