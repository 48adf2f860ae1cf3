/** A game as the page shows it: words only, ready to be set as text. */
export interface Game {
  readonly id: string;
  readonly kind: string;
  readonly players: readonly { readonly seat: string; readonly name: string }[];
  /** The seat to move; null when the game is over, has not begun, or both choose at once. */
  readonly turn: string | null;
  readonly ply: number;
  /** Null while the game goes on. */
  readonly result: string | null;
}

type Fields = { readonly [name: string]: unknown };
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const text = (value: unknown, otherwise = ""): string => (typeof value === "string" ? value : otherwise);

/** Reads the answer of `GET /api/games`. What is not a game is left out: a page that is older than its host still shows the rest. */
export function readGames(body: unknown): readonly Game[] {
  const rows: unknown = isFields(body) ? body["games"] : [];
  return Array.isArray(rows) ? rows.filter(isFields).map(readGame) : [];
}

function readGame(row: Fields): Game {
  return {
    id: text(row["id"]),
    kind: text(row["game"]),
    players: readPlayers(row["players"]),
    turn: text(row["turn"]) || null,
    ply: typeof row["ply"] === "number" ? row["ply"] : 0,
    result: readResult(row["result"]),
  };
}

/** Players stand in a list, or under the names of their seats. */
function readPlayers(players: unknown): Game["players"] {
  if (!isFields(players)) return [];
  return Object.entries(players).map(([key, player]) => {
    const fields = isFields(player) ? player : { name: player };
    return { seat: text(fields["seat"], key), name: text(fields["name"], "waiting for a player") };
  });
}

function readResult(result: unknown): string | null {
  return isFields(result) ? text(result["text"], "Over") : text(result) || null;
}
