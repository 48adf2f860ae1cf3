import type { BoardAnswer, ChangesAnswer, PageLine, SharedBoard, WalkAnswer } from "../../shared/coach/board.ts";
import type { Path } from "../../shared/coach/changes.ts";
import type { Lines } from "../../shared/lines.ts";
import { get, send } from "../api/request.ts";
import type { Batch } from "./replica.ts";

const boardPath = (id: string, part = "") => `/api/coach/${encodeURIComponent(id)}${part}`;

/** The shared board of a game or a study. */
export const getBoard = (id: string) => get<BoardAnswer>(boardPath(id));
/** Shares a game or a study with the shown tree; one that is shared already stays as it is. */
export const shareBoard = (id: string, lines: Lines) => send<SharedBoard>("PUT", boardPath(id), { lines });
export const endSharing = (id: string) => send<null>("DELETE", boardPath(id));
/** Refuses with `GAME_NOT_FOUND` where the board is no longer shared. */
export const sendChanges = (id: string, writer: string, { number, after, changes }: Batch) =>
  send<ChangesAnswer>("POST", boardPath(id, "/changes"), { writer, batch: number, after, changes });
/** Tells where the person is, and the engine's lines that the page shows there. */
export const sendPlace = (id: string, path: Path, engine: readonly PageLine[]) =>
  send<null>("PUT", boardPath(id, "/place"), { path, engine });
/** Answers a question of the assistant's with a move, or without one. */
export const sendAnswer = (id: string, question: number, move: string | null) =>
  send<null>("POST", boardPath(id, "/answers"), { question, move });
/** Has an assistant that waits for its person walk through the game of a shared board. */
export const startWalk = (id: string) => send<WalkAnswer>("POST", boardPath(id, "/walks"));
/** Tells that a shared board was saved as a study. */
export const sendStudy = (id: string, study: string) => send<null>("PUT", boardPath(id, "/study"), { study });
