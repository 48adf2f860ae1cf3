"""A player, written from the table of league.v1 alone, with Python's standard library.

Usage: player.py NAME REGISTER_URL LEAGUE_ID [AUTHORIZATION]

Prints each message that it hears as a line of JSON, and ends with the league.
"""

import base64
import datetime
import hmac
import http.server
import json
import random
import sys
import threading
import urllib.request
import uuid

name, register_at, league_id = sys.argv[1:4]
player_id = str(uuid.uuid4())
sender = f"player:{player_id}"
token = None
over = threading.Event()


def message(kind, conversation_id, **fields):
    return {
        "protocol": "league.v1",
        "message_type": kind,
        "league_id": league_id,
        "conversation_id": conversation_id,
        "sender": sender,
        "timestamp": datetime.datetime.now(datetime.timezone.utc).isoformat(),
        **fields,
    }


def is_mine(told):
    """Whether a message comes from the league, or from the referee of the match that its token is for."""
    if token is None:
        return True
    given = told.get("auth_token") or ""
    words, _, proof = given.rpartition(".")
    match, _, attempt = words.rpartition(".")
    made = hmac.digest(token.encode(), f"match {match} {attempt}".encode(), "sha256")
    of_match = hmac.compare_digest(proof, base64.urlsafe_b64encode(made).decode()[:32])
    fits = told["message_type"] != "STANDINGS_UPDATE" and told.get("match_id", match) == match
    return hmac.compare_digest(given, token) or (of_match and fits)


def answer_to(told):
    kind, conversation_id = told["message_type"], told["conversation_id"]
    if kind == "GAME_INVITE":
        return message("GAME_ACCEPT", conversation_id, match_id=told["match_id"])
    if kind == "MOVE_REQUEST":
        moves = told["game_state"].get("legal_moves") or [1, 2, 3, 4, 5]
        return message("MOVE_RESPONSE", conversation_id, move=random.choice(moves), metadata={"written_in": "Python"})
    if kind == "STANDINGS_UPDATE" and told.get("status") == "complete":
        over.set()
    return message(f"{kind}_ACK", conversation_id)


TYPES = ["GAME_INVITE", "GAME_START", "MOVE_REQUEST", "ROUND_RESULT", "GAME_END", "STANDINGS_UPDATE"]


def result_of(method, params):
    """The result of an MCP request; None for a method that there is not."""
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": name, "version": "1.0.0"},
        }
    if method == "tools/list":
        return {"tools": [{"name": kind.lower(), "inputSchema": {"type": "object"}} for kind in TYPES]}
    if method == "tools/call":
        told = params["arguments"]
        if not is_mine(told):
            return {"content": [{"type": "text", "text": "The token is not mine."}], "isError": True}
        print(json.dumps(told), flush=True)
        return {"content": [{"type": "text", "text": json.dumps(answer_to(told))}]}
    return {} if method == "ping" else None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "id" not in asked:
            return self.reply(202, b"")
        result = result_of(asked["method"], asked.get("params", {}))
        failed = {"error": {"code": -32601, "message": "Method not found"}}
        answer = {"jsonrpc": "2.0", "id": asked["id"], **(failed if result is None else {"result": result})}
        self.reply(200, json.dumps(answer).encode())

    def do_GET(self):
        self.reply(405, b"")

    do_DELETE = do_GET

    def reply(self, status, body):
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def call(url, tool, arguments):
    """One call of a tool, over a session of its own."""
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    if len(sys.argv) > 4:
        headers["authorization"] = sys.argv[4]

    def post(asked):
        request = urllib.request.Request(url, json.dumps({"jsonrpc": "2.0", **asked}).encode(), headers)
        with urllib.request.urlopen(request, timeout=10) as response:
            if response.headers.get("mcp-session-id"):
                headers["mcp-session-id"] = response.headers["mcp-session-id"]
            body = response.read().decode()
        lines = [line[5:] for line in body.splitlines() if line.startswith("data:")]
        texts = [line for line in lines or [body] if line.strip()]
        return json.loads(texts[-1]) if texts else None

    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": name, "version": "1.0.0"}}
    post({"id": 1, "method": "initialize", "params": client})
    post({"method": "notifications/initialized"})
    answered = post({"id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
    return json.loads(answered["result"]["content"][0]["text"])


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
registered = call(
    register_at,
    "league_register_request",
    message(
        "LEAGUE_REGISTER_REQUEST",
        str(uuid.uuid4()),
        player_id=player_id,
        display_name=name,
        endpoint=f"http://127.0.0.1:{server.server_port}/mcp",
        capabilities={"games": ["odd-even"]},
    ),
)
token = registered.get("auth_token")
print(json.dumps(registered), flush=True)
if registered["success"]:
    over.wait()
server.shutdown()
