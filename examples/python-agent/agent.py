"""An agent of your own, without a model: plays a game against the computer, with Python's standard library alone."""

import itertools
import json
import os
import random
import sys
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any

KIBITZ_URL = os.environ.get("KIBITZ_URL", "http://127.0.0.1:7397/mcp?toolsets=play")
KIBITZ_TOKEN = os.environ.get("KIBITZ_TOKEN", "")
# MCP's stateless revision: each request stands alone, and says which revision it follows.
REVISION = "2026-07-28"
# Seconds. An answer is held until the computer has moved, for up to 30 of them.
PATIENCE = 90.0

request_ids = itertools.count(1)


def choose(moves: Sequence[str]) -> str:
    """Your own thinking goes here."""
    return random.choice(moves)


def call(tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    headers = {
        "Authorization": f"Bearer {KIBITZ_TOKEN}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": REVISION,
        "Mcp-Method": "tools/call",
        "Mcp-Name": tool,
    }
    meta = {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientInfo": {"name": "python-agent", "version": "1.0.0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": tool, "arguments": arguments, "_meta": meta}
    asked = {"jsonrpc": "2.0", "id": next(request_ids), "method": "tools/call", "params": params}
    request = urllib.request.Request(KIBITZ_URL, json.dumps(asked).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        answer = json.load(response)
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    result = answer["result"]
    if result.get("isError"):
        # A refusal says in words what to do instead.
        raise RuntimeError("\n".join(part["text"] for part in result["content"] if part["type"] == "text"))
    return result["structuredContent"]


def main() -> None:
    game = sys.argv[1] if len(sys.argv) > 1 else "tic-tac-toe"
    level = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    position = call("createGame", {"game": game, "type": "computer", "difficulty": level})
    # Proves whose seat it is, since no connection does.
    mine = {"game_id": position["game_id"], "seat_token": position["seat_token"]}
    while position.get("result") is None:
        ply, moves = position["ply"], position.get("legal_moves")
        if moves:
            move = choose(moves)
            print(f"{ply + 1}. {move}")
            position = call("finishTurn", {**mine, "ply": ply, "move": move, "wait": True})
        else:
            position = call("waitForNextTurn", mine)
    winner, reason = position["result"]["winner"], position["result"]["reason"]
    print(f"Game {position['game_id']} is over: {f'{winner} won' if winner else 'nobody won'} ({reason}).")


if __name__ == "__main__":
    main()
