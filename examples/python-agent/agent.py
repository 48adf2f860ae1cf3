"""An agent of your own, without a model: plays a game against the computer through the MCP SDK alone."""

import asyncio
import os
import random
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

KIBITZ_URL = os.environ.get("KIBITZ_URL", "http://127.0.0.1:7397/mcp?toolsets=play")
KIBITZ_TOKEN = os.environ.get("KIBITZ_TOKEN", "")
# Seconds. An answer is held until the computer has moved, for up to 30 of them.
PATIENCE = 90.0


def choose(moves: Sequence[str]) -> str:
    """Your own thinking goes here."""
    return random.choice(moves)


async def play(kibitz: Client, game: str, level: int) -> None:
    async def call(tool: str, arguments: dict[str, Any]) -> Mapping[str, Any]:
        answer = await kibitz.call_tool(tool, arguments)
        if answer.is_error or answer.structured_content is None:
            # A refusal says in words what to do instead.
            raise RuntimeError("\n".join(part.text for part in answer.content if part.type == "text"))
        return answer.structured_content

    position = await call("createGame", {"game": game, "type": "computer", "difficulty": level})
    while position.get("result") is None:
        game_id, ply = position["game_id"], position["ply"]
        moves = position.get("legal_moves")
        if moves:
            move = choose(moves)
            print(f"{ply + 1}. {move}")
            position = await call("finishTurn", {"game_id": game_id, "ply": ply, "move": move, "wait": True})
        else:
            position = await call("waitForNextTurn", {"game_id": game_id})
    winner, reason = position["result"]["winner"], position["result"]["reason"]
    print(f"Game {position['game_id']} is over: {f'{winner} won' if winner else 'nobody won'} ({reason}).")


async def main() -> None:
    game = sys.argv[1] if len(sys.argv) > 1 else "tic-tac-toe"
    level = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    headers = {"Authorization": f"Bearer {KIBITZ_TOKEN}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http,
        Client(streamable_http_client(KIBITZ_URL, http_client=http)) as kibitz,
    ):
        await play(kibitz, game, level)


if __name__ == "__main__":
    asyncio.run(main())
