// An agent of your own, without a model: plays a game against the computer through the MCP client alone.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { KIBITZ_URL = "http://127.0.0.1:7397/mcp?toolsets=play", KIBITZ_TOKEN = "" } = process.env;
const [game = "tic-tac-toe", level = "1"] = process.argv.slice(2);

const kibitz = new Client({ name: "typescript-agent", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
const requestInit = { headers: { authorization: `Bearer ${KIBITZ_TOKEN}` } };
await kibitz.connect(new StreamableHTTPClientTransport(new URL(KIBITZ_URL), { requestInit }));

/** The parts of an answer about the game that this agent reads. */
interface Position {
  readonly game_id: string;
  /** How many moves were made. */
  readonly ply: number;
  /** Where it is our turn. */
  readonly legal_moves?: readonly string[];
  /** null, or not there, while the game goes on. */
  readonly result?: { readonly winner: string | null; readonly reason: string } | null;
}

async function call(name: string, args: Readonly<Record<string, unknown>>): Promise<Position> {
  const { content, isError, structuredContent } = await kibitz.callTool({ name, arguments: { ...args } });
  // A refusal says in words what to do instead.
  if (isError) throw new Error(content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"));
  return structuredContent as unknown as Position;
}

/** Your own thinking goes here. */
const choose = (moves: readonly string[]) => moves[Math.floor(Math.random() * moves.length)];

let position = await call("createGame", { game, type: "computer", difficulty: Number(level) });
while (!position.result) {
  const { game_id, ply, legal_moves } = position;
  const move = choose(legal_moves ?? []);
  // `wait` holds the answer until the computer has moved; where that takes long, one waits again.
  position = move
    ? await call("finishTurn", { game_id, ply, move, wait: true })
    : await call("waitForNextTurn", { game_id });
  if (move) console.log(`${ply + 1}. ${move}`);
}
const { winner, reason } = position.result;
console.log(`Game ${position.game_id} is over: ${winner === null ? "nobody won" : `${winner} won`} (${reason}).`);
await kibitz.close();
