import type * as api from "../../shared/api.ts";
import type { GameKind, Options } from "../../shared/terms.ts";
import { postForText, send, sendAndHear } from "../api/request.ts";

/** A position, by the moves that lead there; the options of the start are further fields. */
export interface Position extends Options {
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

export const getOpening = (position: Position, signal: AbortSignal) =>
  send<api.OpeningOf>("POST", "/api/opening", position, signal);
/** The moves that were played in a position in the stored games. */
export const getExplorer = (
  position: Position & { readonly mine: boolean; readonly names: readonly string[] },
  signal: AbortSignal,
) => send<api.ExplorerMoves>("POST", "/api/explorer", position, signal);
/** The best lines of a position; `hear` is called while they grow. */
export const explorePosition = (
  position: Position & { readonly lines: number },
  hear: (line: unknown) => void,
  signal: AbortSignal,
) => sendAndHear<api.Explored>("/api/analysis", position, hear, signal);
/** Reads a record with its variations and notes, without storing it. */
export const readLines = (pgn: string) => send<api.ReadLines>("POST", "/api/lines", { pgn });
export const writeStudy = (study: NewStudy) => postForText("/api/studies/pgn", study);
export const createStudy = (study: NewStudy) => send<api.GameDetail>("POST", "/api/studies", study);
/** Refuses with `CONFLICT` a study that has changed since that version of its game. */
export const putStudy = (id: string, study: Pick<NewStudy, "title" | "lines"> & Pick<api.GameDetail, "version">) =>
  send<api.GameDetail>("PUT", `/api/studies/${encodeURIComponent(id)}`, study);
