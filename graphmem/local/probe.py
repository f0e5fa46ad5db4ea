"""Asks a server whether it answers, without the driver: an empty HTTP transaction, then a Bolt handshake."""

import base64
import http.client
import json
import socket

from graphmem.local.config import HOST, USER, Ports
from graphmem.local.errors import PasswordRefused

# Bolt opens with a magic number and four versions the client would speak (here 5.0 to 5.8); zeros are "none".
HANDSHAKE = bytes.fromhex("6060b017") + bytes([0, 8, 8, 5]) + bytes(12)


def answers(ports: Ports, password: str) -> bool:
    """Whether the database takes transactions and speaks Bolt; raises PasswordRefused."""
    return _takes_transactions(ports.http, password) and speaks_bolt(ports.bolt)


def _takes_transactions(port: int, password: str) -> bool:
    """A transaction without statements touches the database and checks the password."""
    token = base64.b64encode(f"{USER}:{password}".encode()).decode()
    headers = {"Authorization": f"Basic {token}", "Content-Type": "application/json"}
    try:
        status, body = _post(port, "/db/neo4j/tx/commit", '{"statements": []}', headers)
    except (OSError, http.client.HTTPException):
        return False
    if status == 401:
        raise PasswordRefused(
            "The server runs but refuses the password kept in the home folder. If it was changed elsewhere, write the "
            "new one into the file `password` there."
        )
    return status == 200 and not json.loads(body)["errors"]


def _post(port: int, path: str, body: str, headers: dict[str, str]) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def speaks_bolt(port: int) -> bool:
    """Whether a server answers a Bolt handshake there; a port that merely accepts connections may belong to a dying one."""
    try:
        with socket.create_connection((HOST, port), timeout=5) as connection:
            connection.sendall(HANDSHAKE)
            return connection.recv(4) not in (b"", bytes(4))
    except OSError:
        return False
