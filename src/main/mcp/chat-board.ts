import type { ContentBlock } from "@modelcontextprotocol/server";
import { boardSeedId, boardUri, type ChatBoardSeed, type ChatBoardState } from "../../shared/chat-board.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Authority } from "../tables/authority.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { isToMove, rulesOf } from "../tables/machine/table.ts";
import { seenMoves } from "../tables/seen-moves.ts";
import { cardOf } from "../views/game-view.ts";

/** The extension by which a client says that it shows MCP Apps. */
const APPS = "io.modelcontextprotocol/ui";
const TALK_SHOWN = 20;

/** What the board's page shows of a game to whoever sits in a seat, or to who looks on. */
export function boardState(live: LiveGame, viewer: Seat | null, now: number): ChatBoardState {
  const { table, talk } = live;
  const { game_id, game, seats, view, players, turn, to_move, ply, clock, draw_offer, result } = cardOf(
    table,
    viewer,
    now,
  );
  const moves = seenMoves(live, viewer);
  const last = moves.at(-1);
  return {
    game_id,
    game,
    seats,
    options: table.options,
    view,
    players,
    turn,
    to_move,
    ply,
    last_move: last ? { uci: last.uci, san: last.san, by: last.seat } : null,
    moves: moves.map(({ san }) => san),
    legal_moves: viewer && isToMove(table, viewer) ? rulesOf(table).legalMoves(table.state, viewer) : [],
    clock,
    draw_offer,
    talk: talk.slice(-TALK_SHOWN).map(({ seat, message }) => ({ from: seat, message })),
    result,
    event_id: live.version,
  };
}

/**
 * The board to send along with an answer to the agent of a game, or null. It comes when the game is set up and
 * whenever it is the person's turn; while the agent is to move, text is what it needs.
 */
export function boardFor(live: LiveGame, authority: Authority, now: number, isNew = false): ChatBoardSeed | null {
  const { table } = live;
  const human = table.seats.find(({ kind }) => kind === "human") ?? null;
  if (!(table.showUi ?? human !== null)) return null;
  if (human ? !isToMove(table, human.seat) : !isNew) return null;
  return {
    seat: human?.seat ?? null,
    seat_token: human && authority.tokenOf(table, human),
    state: boardState(live, human?.seat ?? null, now),
  };
}

/** A board that is in the answer itself, for hosts that show embedded pages and know no MCP Apps. */
export function embeddedBoard(seed: ChatBoardSeed, page: string | null): ContentBlock[] {
  if (page === null) return [];
  const data = JSON.stringify(seed).replaceAll("<", "\\u003c");
  const marker = `<script type="application/json" id="${boardSeedId}">null</script>`;
  const text = page.replace(marker, () => marker.replace("null", () => data));
  const resource = { uri: `ui://${seed.state.game}/${seed.state.game_id}`, mimeType: "text/html", text };
  // For the person's eyes: a model has no use for a page, and must not read the person's token in it.
  return [{ type: "resource", resource, annotations: { audience: ["user"] } }];
}

/** The metadata by which MCP Apps hosts find the page of a tool. Given to every client: hosts are not to be guessed at. */
export function uiMeta(ui: "shows-board" | "for-board" | undefined): { _meta?: Record<string, unknown> } {
  switch (ui) {
    case "shows-board":
      return { _meta: { ui: { resourceUri: boardUri, visibility: ["model", "app"] } } };
    case "for-board":
      return { _meta: { ui: { visibility: ["app"] } } };
    case undefined:
      return {};
  }
}

export function showsApps(capabilities: unknown): boolean {
  if (typeof capabilities !== "object" || capabilities === null || !("extensions" in capabilities)) return false;
  const { extensions } = capabilities;
  return typeof extensions === "object" && extensions !== null && APPS in extensions;
}
