"""Whatever is sent to the JSON API, it answers as its OpenAPI file says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import create_app

from .describing import FILE, JSON, ROOT, SIGNS, check, made_of, spoilt

TEXT = "text/plain"
RECORDS = [path.read_text() for path in Path(__file__).parent.parent.glob("records/*/*.tranca")]
POSTS = ("/score", "/match", "/judge")
MADE = {
    path: made_of(FILE["paths"][path]["post"]["requestBody"]["content"][JSON]["schema"])
    for path in POSTS
}
SPOILT = {path: spoilt(made) for path, made in MADE.items()}
QUERIES = st.sampled_from(["", "?lang=pt_BR", "?lang=fr", "?lang=%00", "?lang", "?seen=1&lang=nl"])
few = settings(max_examples=max(15, settings.default.max_examples // 3))


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("hostile_api"))
    return create_app(
        {"INSTANCE": folder, "WORK": "requests", "API_BURST": 1e9, "PROPAGATE_EXCEPTIONS": False}
    ).test_client()


def send(client, path, body, query="", kind=JSON):
    answer = client.post(ROOT + path + query, data=body, content_type=kind)
    assert answer.mimetype == JSON
    check(path, "post", answer.status_code, answer.json)
    return answer


@pytest.mark.parametrize("path", POSTS)
@few
@given(data=st.data(), query=QUERIES)
def test_a_document_as_the_file_describes_it(client, path, data, query):
    document = data.draw(MADE[path])
    send(client, path, json.dumps(document).encode(), query)


@pytest.mark.parametrize("path", POSTS)
@few
@given(data=st.data(), query=QUERIES)
def test_a_document_with_something_odd(client, path, data, query):
    document = data.draw(SPOILT[path])
    send(client, path, json.dumps(document).encode(), query)


@pytest.mark.parametrize("path", POSTS)
@few
@given(body=st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)))
def test_no_document_at_all(client, path, body):
    answer = send(client, path, body)
    assert answer.status_code == 400


@few
@given(data=st.data())
def test_a_record_with_lines_moved_left_out_and_spoilt(client, data):
    lines = data.draw(st.sampled_from(RECORDS)).splitlines()
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.integers(0, 3)):
            case 0 if len(lines) > 1:
                del lines[place]
            case 1:
                lines.insert(place, data.draw(st.sampled_from(lines)))
            case 2:
                words = lines[place].split(" ")
                words[data.draw(st.integers(0, len(words) - 1))] = data.draw(SIGNS)
                lines[place] = " ".join(words)
            case _:
                lines[place] = data.draw(SIGNS)
    body = "\n".join(lines).encode("utf-8", "surrogatepass")
    send(client, "/replay", body, kind=TEXT)


def test_what_is_made_of_the_file_is_read(client):
    """The documents above are not all turned away for their shape."""
    statuses = set()

    @settings(derandomize=True, max_examples=40)
    @given(st.tuples(*MADE.values()))
    def ask(documents):
        for path, document in zip(MADE, documents, strict=True):
            answer = send(client, path, json.dumps(document).encode())
            statuses.add((path, answer.status_code))

    ask()
    assert statuses >= {("/score", 422), ("/judge", 200), ("/judge", 422), ("/match", 200)}
