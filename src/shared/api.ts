import type { PublicEvent, SeatPlayer } from "./events.ts";
import type { Lines, ThoughtLines } from "./lines.ts";
import type { Refusal } from "./result.ts";
import type { EngineNotice, GameKind, Judgement, Opening, Options, Outcome, Seat, Seats, View } from "./terms.ts";

/** The API's answers, for the pages, with the names of the JSON. */

export interface ApiError {
  readonly error: Pick<Refusal, "code" | "message" | "mistakes"> & {
    /** The id of the game that is in the way, if one is. */
    readonly game_id?: string;
    /** Whether an import has notes that this game lacks. */
    readonly adds_notes?: boolean;
  };
}

export type ApiPlayer = Omit<SeatPlayer, "seat"> & {
  /** The sort of a player that moves by itself and is neither a level of the computer nor an engine. */
  readonly by?: "strategy" | "llm" | "command" | "endpoint";
};

export interface ApiClock {
  readonly remaining_seconds: Readonly<Record<string, number>>;
  readonly increment_seconds: number;
  /** The seats whose clocks run, counted from the time of the answer. */
  readonly running: readonly Seat[];
}

export type ApiOutcome = Outcome & { readonly text: string };

/** A game as a line of a list. */
export interface GameSummary {
  readonly game_id: string;
  readonly game: GameKind;
  readonly status: "open" | "live" | "finished";
  readonly players: Readonly<Record<string, ApiPlayer>>;
  /** Null when the game is over or both are to move. */
  readonly turn: Seat | null;
  readonly ply: number;
  readonly result: ApiOutcome | null;
  readonly created_at: string;
}

/** The date and event of an imported game, as in its file. */
export interface GameRecordTold {
  /** The day, month or year in which it was played: `2024-05-12`, `2024-05`, `2024`. */
  readonly date: string | null;
  readonly event: string | null;
}

/**
 * Why a game counts for nobody's rating: it belongs to no league, a player had help, it decided a level match, its league
 * broke it off or cut it short, it ended before both had moved, or too many of a side's moves were random.
 */
export type Unrated = "no_league" | "help" | "armageddon" | "unfinished" | "cut_short" | "not_played" | "by_lot";

/** A game as a card, as everybody may see it: `GET /api/games`, and in each live event. */
export interface GameCard extends GameSummary {
  readonly seats: Seats;
  /** The seats that may move now; none once it is over. Where both choose at once, those that have not chosen yet. */
  readonly to_move: readonly Seat[];
  /** The time at which those to move began to think, in milliseconds since 1970. */
  readonly turn_since: number;
  /** Longest time for a move, in seconds, where a league sets one. */
  readonly move_limit_seconds: number | null;
  readonly view: View;
  /** In coordinate notation; null where it is concealed. */
  readonly last_move: string | null;
  readonly clock: ApiClock | null;
  /** The seats of people; they sit at this page. */
  readonly person_seats: readonly Seat[];
  /** Whether an agent has begun it with the person, who has not moved yet; absent for all others. */
  readonly begun_by_agent?: true;
  readonly draw_offer: Seat | null;
  readonly takeback_offer: Seat | null;
  readonly illegal_moves: Readonly<Record<string, number>>;
  /**
   * Whether an evaluation may be shown: always in a finished game, and where no player could look at it; otherwise when
   * somebody switched it on.
   */
  readonly analysis: "allowed" | "off" | "switched_on";
  /** The prompts to paste into an assistant, by open seat. */
  readonly join_prompts: Readonly<Record<string, string>>;
  readonly rematch: string | null;
  /** How it ended, for people, after “White wins” or “Draw”: `by checkmate`; null while it goes on. */
  readonly ended: string | null;
  /** The league it belongs to, and the number of its match. */
  readonly league_id: string | null;
  readonly league_match: number | null;
  /** The seat for which a draw is a win, in a game that decides a level match; absent in all other games. */
  readonly draw_wins_for?: Seat;
  /** The person's name for a study; null for a game. */
  readonly study: string | null;
  /** The data of a record that was read from a file; null for all others. */
  readonly record: GameRecordTold | null;
  /** Whether the person deleted it: then it is in no list, and can be restored. */
  readonly deleted: boolean;
  /** Other games in which a computer moved in one of this game's positions while it was played; absent for none. */
  readonly fair_play?: readonly { readonly ply: number; readonly game_id: string }[];
}

/** Games and leagues that cannot be read, the first of them by id. */
export interface SetAsideList {
  readonly games: readonly string[];
  readonly leagues: readonly string[];
  /** The number of further ones of both. */
  readonly more: number;
}

export interface GameList {
  readonly games: readonly GameCard[];
  readonly next_cursor: string | null;
  readonly set_aside: SetAsideList;
  /** The counts of all games, not only of those listed. */
  readonly counts: { readonly open: number; readonly live: number; readonly finished: number };
}

/** A finished game as a line of the history. */
export interface HistoryGame extends GameCard {
  readonly finished_at: string;
  /** By code and name; null where there is none. */
  readonly opening: string | null;
  /** The name of the league that it was played in; null for none. */
  readonly league: string | null;
}

/** The sort orders of the history; rows that are equal follow their end, newest first. */
export const historyOrders = ["ended", "players", "moves", "ending", "opening", "kind"] as const;
export type HistoryOrder = (typeof historyOrders)[number];

/** The result to search for: by seats, or for the person who played. */
export const historyResults = ["first", "second", "draw", "won", "lost"] as const;
export type HistoryResult = (typeof historyResults)[number];

/** A part of the finished games: `GET /api/history?search=…&order=moves&offset=50`. */
export interface History {
  readonly games: readonly HistoryGame[];
  /** The number of all games that match. */
  readonly total: number;
}

export interface ApiMove {
  /** 1 for the first move. */
  readonly ply: number;
  /** `?` while it is concealed, as is `text`. */
  readonly code: string;
  readonly text: string;
  readonly by: Seat;
  readonly at: string;
  /** Thinking time. */
  readonly ms: number;
  /** Milliseconds left for the first and the second seat after the move. */
  readonly clock: readonly [number, number] | null;
}

export interface TalkLine extends Omit<RemarkLine, "name"> {
  readonly from: Seat;
}

/** A spectator's remark. */
export interface RemarkLine {
  readonly name: string;
  readonly message: string;
  readonly at: string;
}

/** One game in full: `GET /api/games/{id}`, and the answer to every command. Its log has a route of its own. */
export interface GameDetail extends GameCard {
  /** The number of the game's events; the next event has this number plus one. */
  readonly version: number;
  readonly options: Options;
  readonly legal_moves_shown: boolean;
  readonly history: readonly ApiMove[];
  /** The last 500 lines. */
  readonly talk: readonly TalkLine[];
  /** Spectators' remarks; null while the person plays, since players see them only after the game. */
  readonly remarks: readonly RemarkLine[] | null;
  /** Legal moves of the human seat that is to move, in coordinate notation; empty otherwise. */
  readonly legal_moves: readonly string[];
  /** The last named opening position the game went through. */
  readonly opening: Opening | null;
  /** Whether it has comments, glyphs, variations or clocks, or thoughts that may be seen; all have a route of their own. */
  readonly annotated: boolean;
  /** Whether it has an engine's review, which has a route of its own. */
  readonly reviewed: boolean;
  /** Whether spectators see what players think while the game goes on; absent where not. */
  readonly open_thoughts?: true;
  /** The SHA-256 of the secret of all draws, and the secret once it foretells nothing; absent in games without chance. */
  readonly chance?: { readonly commitment: string; readonly secret?: string };
  readonly rematch_of: string | null;
  /** Whether it can have a rematch once it is over: not a record, nor a game with a player that plays in leagues only. */
  readonly can_rematch: boolean;
  /** Of a finished game of a league; null where it is rated, and for all others. */
  readonly unrated: Unrated | null;
}

/** The study of a finished game: `GET /api/games/{id}/lines`. */
export interface GameLines extends ThoughtLines {
  /** The number of the game's events at that time. */
  readonly version: number;
}

export interface AgentCall {
  /** Null if it has not called since Kibitz started. */
  readonly last_call: string | null;
  /** Whether a call of it is under way: it waits, or is about to be answered. */
  readonly waits: boolean;
  /** Whether that call goes on in the background: the agent sleeps until the answer wakes it. */
  readonly asleep: boolean;
  /** Whether the connection over which it sat down has ended: its program was closed. Absent where not. */
  readonly gone?: true;
  /**
   * Where the person across has moved and it has not called since, or made a rematch of which it knows nothing: seconds
   * until it counts as not listening, 0 once it does. Null for all others.
   */
  readonly not_listening_in: number | null;
  /** The link that opens a new chat with a text to send, for an agent that is not listening. It contains no secret. */
  readonly opens: { readonly title: string; readonly link: string } | null;
}
/** By the seats that agents hold: `GET /api/games/{id}/agents`. */
export type AgentCalls = Readonly<Record<Seat, AgentCall>>;

/** `GET /api/games/{id}/seats/{seat}/resume`: the prompt for an assistant that is to take over. */
export interface ResumePrompt {
  readonly prompt: string;
}

/** An event of a game's log. */
export interface ApiLogEntry {
  /** Its number in the game, from 1. */
  readonly seq: number;
  readonly at: number;
  readonly event: PublicEvent;
}

/** A page of a game's log, oldest first: `GET /api/games/{id}/log?after=SEQ&limit=N`. */
export interface GameLog {
  readonly entries: readonly ApiLogEntry[];
  /** The cursor of the next page; null after the last. */
  readonly next_after: number | null;
}

/**
 * An event of a game in the event stream, with the game after it: a page that has applied number `seq - 1` needs no
 * request.
 */
export interface LiveEvent extends ApiLogEntry {
  /** Place in the host's log, increasing. */
  readonly id: number;
  readonly game_id: string;
  /** The game after the commit that the event belongs to, as everybody may see it. */
  readonly card: GameCard;
  readonly legal_moves: readonly string[];
  /** Absent in an event that is sent later, for a game that is not in memory: it has not changed since. */
  readonly opening?: Opening | null;
  /** Moves that are no longer concealed. */
  readonly revealed: readonly { readonly ply: number; readonly code: string; readonly text: string }[];
}

/** The engine's evaluation of a position: `GET /api/games/{id}/analysis?ply=N`. */
export interface Analysis {
  readonly ply: number;
  readonly depth: number;
  /** From the first seat's side: centipawns, or moves to mate (negative when the second seat mates). */
  readonly score: { readonly kind: "cp" | "mate"; readonly value: number };
  readonly line: readonly { readonly code: string; readonly text: string }[];
  /** The name that the engine gives itself; null where the game is over. */
  readonly engine: string | null;
  readonly notice: EngineNotice;
}

/** A line of the engine, with its score from the first seat's side. */
export type ExploredLine = Pick<Analysis, "score" | "line">;
/** The best lines of a position, best first; without depth where the game is over. `POST /api/analysis`. */
export interface PositionLines extends Pick<Analysis, "depth" | "engine" | "notice"> {
  readonly lines: readonly ExploredLine[];
}

/** A PGN that was read and not stored. `POST /api/lines`. */
export interface ReadLines {
  readonly game: GameKind;
  readonly options: Options;
  /** The players' names by seat, where the PGN has them. */
  readonly names: Readonly<Record<Seat, string>>;
  readonly lines: Lines;
}

/** The last named opening position along some moves; null where there is none. `POST /api/opening`. */
export interface OpeningOf {
  readonly opening: Opening | null;
}

/** A move that was played in a position, with the results of those games, by seat. */
export interface ExplorerMove extends Pick<ApiMove, "code" | "text"> {
  /** The number of games, those without a result included. */
  readonly games: number;
  readonly first: number;
  readonly draws: number;
  readonly second: number;
}

/** The moves that were played in a position of the finished games here: `POST /api/explorer`. */
export interface ExplorerMoves {
  /** The most frequent first. */
  readonly moves: readonly ExplorerMove[];
}

/** A side's accuracy and judgements. */
export interface ReviewedSide {
  /** 0–100; null without a move. */
  readonly accuracy: number | null;
  /** Null without a move. */
  readonly average_centipawn_loss: number | null;
  readonly judged: Readonly<Record<Judgement, number>>;
}

/** An engine's review of a finished game: `GET /api/games/{id}/review`, null without one; `POST` makes one. */
export interface ApiReview {
  /** The number of nodes for each position. */
  readonly nodes: number;
  /** The name that the engine gives itself; null where it was not stored. */
  readonly engine: string | null;
  readonly seats: Readonly<Record<Seat, ReviewedSide>>;
  readonly moves: readonly {
    /** 1 for the first move. */
    readonly ply: number;
    readonly judgement: Judgement | null;
    /** The better line, as far as the engine computed it; empty for a move without a judgement. */
    readonly better: readonly { readonly code: string; readonly text: string }[];
  }[];
  /** For each position, the start first: the engine's score, and the first seat's chance to win, 0–100. */
  readonly positions: readonly { readonly score: Analysis["score"]; readonly chance: number }[];
}

/** The progress of a review, one line each; the last line is the review. */
export interface ReviewProgress {
  readonly done: number;
  readonly of: number;
  readonly notice: EngineNotice;
}

/** The name of an API key for a provider of models, never the key. */
export interface KnownKey {
  readonly name: string;
  readonly from: "environment" | "keychain";
}

/** `GET /api/keys`. */
export interface KnownKeys {
  /** A key in both places is listed twice; that of the environment is used. */
  readonly keys: readonly KnownKey[];
  /** Why no key can be stored, with the remedy; null where they can. */
  readonly obstacle: string | null;
}

/** A UCI engine that the person added. */
export interface AddedEngine {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly args: readonly string[];
  /** UCI options by name, as they are set after its start. */
  readonly options: Readonly<Record<string, string>>;
  /** Thinking time for a move where there is no clock. */
  readonly move_ms: number;
  /** How long it may take to start, and to begin a new game; half a minute where absent. */
  readonly start_ms?: number | undefined;
}

/** A program on this machine that can be added, under an unused name. */
export interface FoundEngine {
  readonly name: string;
  readonly path: string;
  /** The command that adds it in a terminal. */
  readonly command: string;
}

/** `GET /api/engines`. */
export interface KnownEngines {
  readonly engines: readonly AddedEngine[];
  /** The engine chosen for analysis, which may be gone by now; null for Kibitz's own. */
  readonly analysis_engine: string | null;
  /** A Stockfish on the PATH that was not added yet; null for none. */
  readonly found: FoundEngine | null;
}

/** `GET /api/engines/{name}/leagues`. */
export interface EngineLeagues {
  /** The names of leagues under way that have the engine among their entrants. */
  readonly leagues: readonly string[];
}

/** The state of all assistants: `GET /api/connect`. */
export interface ConnectInfo {
  readonly targets: readonly ConnectTarget[];
  /** The step to take first, in words; until then, hosts that would start the shim are not listed. */
  readonly obstacle: string | null;
}

/**
 * `missing`: no trace of the host; `found`: it is there, without an entry for Kibitz; `called`: the same, and it has
 * called; `connected`: its entry leads here; `elsewhere`: to another Kibitz; `stale`: to nothing; `unreadable`: its
 * file cannot be read, and is not changed.
 */
export type ConnectState = "missing" | "found" | "called" | "connected" | "off" | "elsewhere" | "stale" | "unreadable";

/** An MCP host and how to connect it. */
export interface ConnectTarget {
  /** `claude-desktop`, `codex` and so on; `http` for any client that speaks MCP over HTTP. */
  readonly id: string;
  readonly title: string;
  /** A sentence about who plays there. */
  readonly about: string;
  /** Null where there is no file to read. */
  readonly state: ConnectState | null;
  /** The reason for a state that needs one. */
  readonly why: string | null;
  /** The toolsets that a connected entry asks for, such as `play,entrant`; null for the default ones. */
  readonly toolsets: string | null;
  /** The files that connecting changes. */
  readonly files: readonly string[];
  /** The exact text to copy: the content that connecting gives an empty file. */
  readonly block: string;
  readonly language: "json" | "toml" | "yaml" | "text";
  /** A command of the host's own that does the same. */
  readonly terminal: string | null;
  /** A link that makes the MCP host ask whether to install the same entry. */
  readonly link: string | null;
  /** The next step in the host. */
  readonly next: string | null;
  /** The download page, for the two hosts that most people use; null for others. */
  readonly download: string | null;
  /** The program that an entry of this host started last. */
  readonly called: ConnectedProgram | null;
}

/** A program that an entry has started. */
export interface ConnectedProgram {
  /** Its title if it is a known host, else its name for itself. */
  readonly name: string;
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface ConnectOutcome {
  readonly target: ConnectTarget;
  /** The changed files, each with its backup; null if there was no file before. */
  readonly changed: readonly { readonly file: string; readonly backup: string | null }[];
}
