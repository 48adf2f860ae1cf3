import type { GameEvent } from "./events.ts";
import type { GameKind, Outcome, PlayerKind, Seat, View } from "./game-terms.ts";
import type { ErrorCode } from "./result.ts";

/** What the API answers, for the pages. The names are those of the JSON. */

export interface ApiError {
  readonly error: { readonly code: ErrorCode; readonly message: string };
}

export interface ApiPlayer {
  readonly kind: PlayerKind;
  /** Null while the seat waits for an agent. */
  readonly name: string | null;
  /** The computer's level. */
  readonly level: number | null;
}

export interface ApiClock {
  readonly remaining_seconds: Readonly<Record<string, number>>;
  readonly increment_seconds: number;
  /** Whose time is running, counted from the moment of the answer. */
  readonly running: readonly Seat[];
}

export type ApiOutcome = Outcome & { readonly text: string };

/** A game as a line or card of a list: `GET /api/games`. */
export interface GameSummary {
  readonly game_id: string;
  readonly game: GameKind;
  readonly status: "open" | "live" | "finished";
  readonly players: Readonly<Record<string, ApiPlayer>>;
  /** Null when the game is over or both are to move. */
  readonly turn: Seat | null;
  readonly ply: number;
  /** Milliseconds since 1970 since when those to move have been thinking. */
  readonly turn_since: number;
  readonly result: ApiOutcome | null;
  readonly created_at: string;
  readonly view: View;
  readonly last_move: string | null;
  readonly clock: ApiClock | null;
  /** The human seats; the person at the page sits there. */
  readonly person_seats: readonly Seat[];
}

export interface GameList {
  readonly games: readonly GameSummary[];
  readonly next_cursor: string | null;
  /** Of all games, not only those listed. */
  readonly counts: { readonly open: number; readonly live: number; readonly finished: number };
}

export interface ApiMove {
  /** 1 for the first move. */
  readonly ply: number;
  readonly uci: string;
  readonly san: string;
  readonly by: Seat;
  readonly at: string;
  /** Thinking time. */
  readonly ms: number;
  /** Milliseconds left for the first and the second seat after the move. */
  readonly clock: readonly [number, number] | null;
}

/** One game in full: `GET /api/games/{id}`, and the answer to every command. */
export interface GameDetail extends GameSummary {
  readonly start_fen: string | null;
  readonly legal_moves_shown: boolean;
  readonly illegal_moves: Readonly<Record<string, number>>;
  readonly draw_offer: Seat | null;
  readonly takeback_offer: Seat | null;
  readonly history: readonly ApiMove[];
  readonly talk: readonly { readonly from: Seat; readonly message: string; readonly at: string }[];
  /** Everything that happened, oldest first, for the event log. */
  readonly log: readonly { readonly id: number; readonly at: number; readonly event: GameEvent }[];
  /** Legal moves of the human seat that is to move, in UCI; empty otherwise. */
  readonly legal_moves: readonly string[];
  /** The last named opening position the game went through; chess from the initial position only. */
  readonly opening: { readonly code: string; readonly name: string } | null;
  /** Whether evaluation may be shown: always once it is over or between computers, else when somebody switched it on. */
  readonly analysis: "allowed" | "off" | "switched_on";
  /** What to paste into an assistant, by open seat. */
  readonly join_prompts: Readonly<Record<string, string>>;
  readonly rematch_of: string | null;
  readonly rematch: string | null;
  readonly last_event_id: number;
}

/** Stockfish's view of a position: `GET /api/games/{id}/analysis?ply=N`. */
export interface Analysis {
  readonly ply: number;
  readonly depth: number;
  /** From White's side: centipawns, or moves to mate (negative when Black mates). */
  readonly score: { readonly kind: "cp" | "mate"; readonly value: number };
  readonly line: readonly { readonly uci: string; readonly san: string }[];
}

/** Settings of the installation: `GET` and `PUT /api/settings` (a part of them is enough). */
export interface ApiSettings {
  readonly theme: "system" | "light" | "dark";
  readonly board: "green" | "brown" | "blue" | "grey";
  readonly pieces: "kibitz" | "cburnett";
  readonly sounds: boolean;
  readonly coordinates: boolean;
  /** 0–55. */
  readonly wait_seconds: number;
  /** Takes effect at the next start. */
  readonly port: number;
  readonly start_at_login: boolean;
  readonly close_to_tray: boolean;
  /** How the person is shown. */
  readonly name: string;
}

/** An MCP host and how to connect it: `GET /api/connect`. */
export interface ConnectTarget {
  readonly id: "claude-desktop" | "claude-code" | "vscode" | "cursor" | "http";
  readonly title: string;
  /** `connected`: its configuration names Kibitz; `found`: it is installed; `missing`: no trace of it. */
  readonly state: "connected" | "found" | "missing" | "unknown";
  /** Where the block goes, in words. */
  readonly where: string;
  /** The exact text to copy. */
  readonly block: string;
  readonly language: "json" | "shell" | "text";
}
