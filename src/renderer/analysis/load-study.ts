import type { PlayPart, StudyPart } from "../../games/page.ts";
import { findPage, pages } from "../../games/pages.ts";
import type { GameDetail, ReadLines } from "../../shared/api.ts";
import type { TreeSpot } from "../../shared/coach/changes.ts";
import { mainLine } from "../../shared/lines.ts";
import type { GameKind, Options, Seat } from "../../shared/terms.ts";
import { getGame, getLines } from "../api/client.ts";
import { type Answer, type Failure, failure } from "../api/request.ts";
import { loadPart } from "../app/load-part.ts";
import { nameOf } from "../game/game-words.ts";
import { recall, remember } from "../ui/remember.ts";

/** The subject of a study, without its moves. */
export interface Subject {
  readonly kind: GameKind;
  readonly play: PlayPart;
  readonly study: StudyPart;
  readonly options: Options;
  readonly names: Readonly<Record<Seat, string>>;
  /** The id of the saved study; null where it is not saved. */
  readonly id: string | null;
  readonly title: string;
  /** The game from which it began. */
  readonly from: GameDetail | null;
}

/** The content behind an address. */
interface StudyContent {
  readonly subject: Subject;
  readonly spot: TreeSpot;
  /** The version of the game when it was read; 0 where there is no game. */
  readonly version: number;
  /** The part of the address that could not be read. */
  readonly problem: Failure | null;
}

export const noMoves: TreeSpot = { lines: { moves: [] }, node: -1 };
const nothingToStudy = failure("INVALID_ARGUMENT", "Games of this kind are not analysed.");
const notPasted = failure("INVALID_ARGUMENT", "The pasted text is no longer kept. Paste it again.");

/** Loads a game or a study by its id, a pasted record, a position, or the usual start. */
export async function loadStudy(query: URLSearchParams): Promise<Answer<StudyContent>> {
  const [id, pastedId] = [query.get("game"), query.get("pasted")];
  if (pastedId !== null) return fromRecord(pastedId);
  return id === null ? fromPosition(query.get("position")) : fromGame(id, query.get("ply"));
}

/** Loads the code of a game kind from which a study is made. */
export async function loadParts(kind: GameKind): Promise<Answer<Pick<Subject, "kind" | "play" | "study">>> {
  const page = findPage(kind);
  if (!page?.study) return nothingToStudy;
  const [play, study] = await Promise.all([loadPart(page.load), loadPart(page.study)]);
  if (!play.ok) return play;
  return study.ok ? { ok: true, value: { kind, play: play.value, study: study.value } } : study;
}

async function fromPosition(text: string | null): Promise<Answer<StudyContent>> {
  const parts = await loadParts(pages.find((page) => page.study)?.kind ?? "");
  if (!parts.ok) return parts;
  const position = text === null ? null : parts.value.study.parse(text);
  const problem = position && !position.ok ? failure("INVALID_ARGUMENT", position.message) : null;
  const options = position?.ok ? position.value.options : {};
  const subject: Subject = { ...parts.value, options, names: {}, id: null, title: "", from: null };
  return { ok: true, value: { subject, spot: noMoves, version: 0, problem } };
}

async function fromRecord(place: string): Promise<Answer<StudyContent>> {
  const record = pastedAt(place);
  if (record === null) return notPasted;
  const parts = await loadParts(record.game);
  if (!parts.ok) return parts;
  const { options, names, lines } = record;
  const title = Object.values(names).join(" – ");
  const subject: Subject = { ...parts.value, options, names, id: null, title, from: null };
  return { ok: true, value: { subject, spot: { lines, node: -1 }, version: 0, problem: null } };
}

/** Shows a game from its start where the address has no ply. */
async function fromGame(id: string, ply: string | null): Promise<Answer<StudyContent>> {
  const [game, content] = await Promise.all([getGame(id), getLines(id)]);
  if (!game.ok) return game;
  if (!content.ok) return content;
  const parts = await loadParts(game.value.game);
  if (!parts.ok) return parts;
  const { options, players, study } = game.value;
  const { version, ...whole } = content.value;
  const lines = { ...whole, moves: whole.moves.map(({ thoughts: _, ...move }) => move) };
  const names = Object.fromEntries(Object.entries(players).map(([seat, { name }]) => [seat, name ?? ""]));
  const main = mainLine(lines);
  const place = main[Math.min(main.length, Number(ply ?? 0)) - 1] ?? -1;
  const subject: Subject = {
    ...parts.value,
    options,
    names,
    from: game.value,
    id: study === null ? null : id,
    title: study ?? game.value.seats.map((seat) => nameOf(game.value, seat)).join(" – "),
  };
  // Takes the older version of the two: a save must not overwrite changes that one of them does not contain.
  const latestVersion = Math.min(version, game.value.version);
  return { ok: true, value: { subject, spot: { lines, node: place }, version: latestVersion, problem: null } };
}

const STORAGE_KEY = "kibitz-pasted";

/**
 * The records that were pasted in this tab, by number. A reload finds the last one where the browser stores anything.
 */
const readRecords = new Map<string, ReadLines>();

/** Stores a record for the address of its analysis. Returns its number there. */
export function keepPasted(record: ReadLines): string {
  const place = String(Date.now());
  readRecords.set(place, record);
  remember(STORAGE_KEY, JSON.stringify({ place, record }), "sessionStorage");
  return place;
}

function pastedAt(place: string): ReadLines | null {
  const record = readRecords.get(place);
  if (record) return record;
  try {
    const last = JSON.parse(recall(STORAGE_KEY, "sessionStorage") ?? "null");
    return last?.place === place ? last.record : null;
  } catch {
    return null;
  }
}
