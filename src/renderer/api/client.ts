import type * as api from "../../shared/api.ts";
import type { ApiSettings } from "../../shared/setting-entries.ts";
import type { GameKind, Options, Seat } from "../../shared/terms.ts";
import { get, getText, postForText, send, sendAndHear } from "./request.ts";

/** One function for each request to the host. None throws: failures are part of the answer. */

export type NewPlayer =
  | { readonly kind: "human"; readonly name?: string }
  | { readonly kind: "computer"; readonly level: number }
  | { readonly kind: "agent" };

/** The options of the game kind are further fields. */
export interface NewGame extends Options {
  readonly game: GameKind;
  readonly players: Readonly<Partial<Record<Seat, NewPlayer>>>;
  readonly clock?: { readonly initial_seconds: number; readonly increment_seconds: number };
  readonly open_thoughts?: boolean;
}

export interface ListQuery {
  readonly status?: "all" | "open" | "live" | "finished" | "deleted";
  /** At most 100. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** By the names of `GET /api/history`, which checks them. */
export type HistoryQuery = Readonly<Record<string, string | number>>;

export interface MoveBody {
  /** In SAN or UCI. */
  readonly move: string;
  readonly claim_win?: boolean;
  readonly claim_draw?: boolean;
  /** The ply at which the player believes the game to be. */
  readonly ply?: number;
  readonly seat?: Seat;
}

/** A position, by the moves that lead there; the options of the start are further fields. */
export interface Lookup extends Options {
  readonly game: GameKind;
  /** In coordinate notation. */
  readonly moves: readonly string[];
}

/** The options of the start are further fields. */
export interface NewStudy extends Options, Pick<api.ReadLines, "game" | "lines" | "names"> {
  readonly title: string;
  /** The id of the game that it is a study of. */
  readonly of?: string;
}

export type OfferAnswer = "offer" | "accept" | "decline";

const path = (id: string, suffix = ""): string => `/api/games/${encodeURIComponent(id)}${suffix}`;
/** A command to a game. Where it goes with a seat and has none, the host takes the person's own. */
const command = (id: string, name: string, body: object) => send<api.GameDetail>("POST", path(id, `/${name}`), body);

export const listGames = (query: ListQuery) => get<api.GameList>("/api/games", { ...query });
/** A search for finished games. */
export const getHistory = (query: HistoryQuery) => get<api.History>("/api/history", query);
export const getGame = (id: string) => get<api.GameDetail>(path(id));
/** Most entries of a page of a log. */
export const LOG_PAGE = 500;
/** A page of its log, oldest first, from the event after a number on. */
export const getLog = (id: string, after: number) => get<api.GameLog>(path(id, "/log"), { after, limit: LOG_PAGE });
export const createGame = (game: NewGame) => send<api.GameDetail>("POST", "/api/games", game);
/**
 * Stores a game that was played elsewhere; `line` is the number of its first line in its file. Refuses a game that was
 * imported before with `CONFLICT`, naming the earlier one, unless its notes are to be added to that.
 */
export const importPgn = (pgn: string, line: number, addNotes: boolean) =>
  send<api.GameDetail>("POST", "/api/import", { pgn, line, unless_known: true, add_notes: addNotes });
/** All finished games that are found, as one text, or those whose ids are given, separated by commas. */
export const getHistoryPgn = (query: HistoryQuery) => getText("/api/history/pgn", query);
export const getPgn = (id: string, rest = "") => getText(path(id, `/pgn${rest}`));
/** The position after some plies as an SVG, from a seat's side; colours as `requests.ts` has them. */
export const getPicture = (id: string, ply: number, seat: Seat, colours: string) =>
  getText(path(id, "/board.svg"), { ply, seat, colours });
export const getReplayPage = (id: string) => getText(path(id, "/html"));
/** The moves with all variations and notes. */
export const getLines = (id: string) => get<api.GameLines>(path(id, "/lines"));
export const getOpening = (position: Lookup, signal: AbortSignal) =>
  send<api.OpeningOf>("POST", "/api/opening", position, signal);
/** The moves that were played in a position in the stored games. */
export const getExplorer = (
  position: Lookup & { readonly mine: boolean; readonly names: readonly string[] },
  signal: AbortSignal,
) => send<api.ExplorerMoves>("POST", "/api/explorer", position, signal);
/** The best lines of a position; `onLine` is called while they grow. */
export const explorePosition = (
  position: Lookup & { readonly lines: number },
  onLine: (line: api.PositionLines) => void,
  signal: AbortSignal,
) => sendAndHear<api.PositionLines, api.PositionLines>("/api/analysis", position, onLine, signal);
/** Reads a record with its variations and notes, without storing it. */
export const readLines = (pgn: string) => send<api.ReadLines>("POST", "/api/lines", { pgn });
export const studyAsPgn = (study: NewStudy) => postForText("/api/studies/pgn", study);
export const createStudy = (study: NewStudy) => send<api.GameDetail>("POST", "/api/studies", study);
/** Refuses with `CONFLICT` a study that has changed since that version of its game. */
export const putStudy = (id: string, study: Pick<NewStudy, "title" | "lines"> & Pick<api.GameDetail, "version">) =>
  send<api.GameDetail>("PUT", `/api/studies/${encodeURIComponent(id)}`, study);
export const getAnalysis = (id: string, ply: number) => get<api.Analysis>(path(id, "/analysis"), { ply });
/** An engine's review of a finished game; null before there is one. */
export const getReview = (id: string) => get<api.ApiReview | null>(path(id, "/review"));
/** Has an engine review a finished game; calls `onLine` with the progress. */
export const makeReview = (id: string, onLine: (line: api.ReviewProgress) => void, signal: AbortSignal) =>
  sendAndHear<api.ApiReview, api.ReviewProgress>(path(id, "/review"), {}, onLine, signal);

export const play = (id: string, move: MoveBody) => command(id, "moves", move);
export const resign = (id: string, seat?: Seat) => command(id, "resign", { seat });
export const answerDraw = (id: string, answer: OfferAnswer, seat?: Seat) => command(id, "draw", { answer, seat });
export const answerTakeback = (id: string, answer: OfferAnswer, seat?: Seat) =>
  command(id, "takeback", { answer, seat });
export const say = (id: string, message: string, seat?: Seat) => command(id, "talk", { message, seat });
/** Answers with the game that follows. */
export const rematch = (id: string, seat?: Seat) => command(id, "rematch", { seat });
export const freeSeat = (id: string, seat: Seat) => command(id, `seats/${seat}/free`, {});
/** Gives an agent's seat to the person, or to the computer. */
export const handOver = (id: string, seat: Seat, to: Exclude<NewPlayer, { kind: "agent" }>) =>
  command(id, `seats/${seat}/hand-over`, to);
/** When the agents in a game were last heard of. */
export const getAgents = (id: string) => get<api.AgentCalls>(path(id, "/agents"));
/** The prompt for an assistant that is to take over its seat. */
export const getResumePrompt = (id: string, seat: Seat) => get<api.ResumePrompt>(path(id, `/seats/${seat}/resume`));
/** Ends a game that others left, without a result. */
export const endGame = (id: string) => command(id, "end", {});
/** Deletes a finished game from all lists; it can be restored. */
export const deleteGame = (id: string) => send<api.GameDetail>("DELETE", path(id));
export const restoreGame = (id: string) => command(id, "restore", {});
export const switchAnalysis = (id: string, on: boolean) => command(id, "analysis", { on });

export const getStatus = () => get<{ readonly rebuilt: boolean; readonly read_only: string | null }>("/api/status");
export const getSettings = () => get<ApiSettings>("/api/settings");
export const putSettings = (change: Partial<ApiSettings>) => send<ApiSettings>("PUT", "/api/settings", change);
const connectPath = (id: string): string => `/api/connect/${encodeURIComponent(id)}`;
/** Adds Kibitz's entry to the files of an MCP host, with these toolsets where any are named, or removes it. */
export const connectHost = (id: string, toolsets?: string) =>
  send<api.ConnectOutcome>("POST", `${connectPath(id)}${toolsets ? `?toolsets=${toolsets}` : ""}`);
export const disconnectHost = (id: string) => send<api.ConnectOutcome>("DELETE", connectPath(id));
export const getConnect = () => get<api.ConnectInfo>("/api/connect");
