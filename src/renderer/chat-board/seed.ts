import { findBoard } from "../../games/boards.ts";
import { boardMetaKey, boardSeedId, type ChatBoardSeed, type ChatBoardState } from "../../shared/chat-board.ts";
import { isFields, jsonIn } from "../../shared/fields.ts";

/** Data that comes through a host is checked before use, as far as the page depends on it. */

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === "string");
const isFieldsOrNull = (value: unknown): boolean => value === null || isFields(value);

/** Any view of a game that this page does not know counts as valid. */
const isViewOf = (game: string, view: unknown): boolean =>
  isFields(view) && view.kind === game && (findBoard(game)?.isView(view) ?? true);

const isTalk = (talk: unknown): boolean =>
  Array.isArray(talk) && talk.every((line) => isFields(line) && typeof line.message === "string");

export const isState = (value: unknown): value is ChatBoardState =>
  isFields(value) &&
  typeof value.game_id === "string" &&
  typeof value.game === "string" &&
  areTexts(value.seats) &&
  isFields(value.options) &&
  areTexts(value.to_move) &&
  isViewOf(value.game, value.view) &&
  isFields(value.players) &&
  isTextOrNull(value.turn) &&
  Number.isInteger(value.ply) &&
  Number.isInteger(value.event_id) &&
  areTexts(value.moves) &&
  areTexts(value.legal_moves) &&
  isFieldsOrNull(value.last_move) &&
  isFieldsOrNull(value.clock) &&
  isFieldsOrNull(value.result) &&
  isTextOrNull(value.ended) &&
  isTalk(value.talk);

const isSeed = (value: unknown): value is ChatBoardSeed =>
  isFields(value) &&
  isTextOrNull(value.seat) &&
  isTextOrNull(value.seat_token) &&
  isState(value.state) &&
  typeof value.url === "string" &&
  ["undefined", "number"].includes(typeof value.wake_in) &&
  ["undefined", "string"].includes(typeof value.wake);

const readSeed = (value: unknown): ChatBoardSeed | null => (isSeed(value) ? value : null);

/** The board embedded in the page; null where the page waits for one. */
export const embeddedSeed = (page: Document): ChatBoardSeed | null =>
  readSeed(jsonIn(page.getElementById(boardSeedId)?.textContent ?? ""));

/** The board in the metadata of a tool's result; null where the answer brought none. */
export function seedIn(result: unknown): ChatBoardSeed | null {
  if (!isFields(result) || !isFields(result._meta)) return null;
  return readSeed(result._meta[boardMetaKey]);
}
