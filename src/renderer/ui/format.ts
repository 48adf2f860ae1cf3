import { type ReadonlySignal, signal } from "@preact/signals";
import type { GameCard } from "../../shared/api.ts";
import type { LineScore } from "../../shared/lines.ts";
import { type Outcome, type Seat, type Seats, seatTitle } from "../../shared/terms.ts";

/** Dates and numbers in English, like the pages, and with the names of months, so that no month is taken for a day. */
const LANGUAGE = "en-GB";
const dateFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium" });
const momentFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
const timeFormat = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "medium" });
const numberFormat = new Intl.NumberFormat(LANGUAGE);

/** `23 Nov 2026` */
export const dateText = (moment: string | number): string => dateFormat.format(new Date(moment));

const dayFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat(LANGUAGE, { month: "short", year: "numeric", timeZone: "UTC" });

/** A day, month or year as ISO 8601 writes it, the same in every time zone: `23 Nov 2026`, `Nov 2026`, `2026`. */
export function recordDateText(date: string): string {
  if (date.length === 4) return date;
  return (date.length === 7 ? monthFormat : dayFormat).format(new Date(date));
}

/** `23 Nov 2026, 17:05` */
export const momentText = (moment: string | number): string => momentFormat.format(new Date(moment));

/** `17:05:09` */
export const timeText = (moment: string | number): string => timeFormat.format(new Date(moment));

/** `50,000` */
export const numberText = (value: number): string => numberFormat.format(value);

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Time left on a clock: `5:00`, `1:02:03`; below zero it is zero. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const remainder = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${remainder}` : `${minutes}:${remainder}`;
}

let timer: ReturnType<typeof setInterval> | undefined;

const timeSignal = signal(Date.now(), {
  watched: () => {
    timeSignal.value = Date.now();
    timer = setInterval(() => {
      timeSignal.value = Date.now();
    }, 1_000);
  },
  unwatched: () => clearInterval(timer),
});

/** The time in milliseconds since 1970, updated each second while it is used. */
export const now: ReadonlySignal<number> = timeSignal;

/** A request from one player to the other. */
export interface Offer {
  readonly kind: "draw" | "takeback";
  readonly by: Seat;
}

/** An offer in words, to follow a name. */
export const offerWords: Readonly<Record<Offer["kind"], string>> = {
  draw: "offers a draw",
  takeback: "asks to take a move back",
};

/** `White offers a draw` */
export const offerInWords = ({ kind, by }: Offer): string => `${seatTitle(by)} ${offerWords[kind]}`;

/** The offers without an answer. */
export const offersIn = ({ draw_offer, takeback_offer }: OfferFields): readonly Offer[] => [
  ...(draw_offer === null ? [] : [{ kind: "draw", by: draw_offer } as const]),
  ...(takeback_offer === null ? [] : [{ kind: "takeback", by: takeback_offer } as const]),
];
type OfferFields = Pick<GameCard, "draw_offer" | "takeback_offer">;

/** The words for a game without a result: one that ended here before both had moved was aborted. */
export const unfinishedText = ({ ply, status, record }: Pick<GameCard, "ply" | "status" | "record">): string =>
  status === "finished" && ply < 2 && record === null ? "Aborted" : "Unfinished";

/** How a game ended, in a sentence: `White wins by checkmate`, `Draw by agreement`, `Aborted`, `Unfinished`. */
export function endInWords(game: Pick<GameCard, "result" | "ended" | "ply" | "status" | "record">): string {
  const { result, ended } = game;
  if (result === null || result.reason === "unfinished") return unfinishedText(game);
  return `${result.winner === null ? "Draw" : `${seatTitle(result.winner)} wins`} ${ended ?? ""}`.trim();
}

/** `1–0`, `½–½`, `0–1`, or `*` for a game without a result, from the first seat's side. */
export function scoreText({ result, seats }: { readonly result: Outcome | null; readonly seats: Seats }): string {
  const winner = result?.winner ?? null;
  if (winner === null) return result === null || result.reason === "unfinished" ? "*" : "½–½";
  return winner === seats[0] ? "1–0" : "0–1";
}

/** The score of a position, and whether the game is over there. */
export interface Evaluation {
  readonly score: Pick<LineScore, "kind" | "value">;
  readonly over: boolean;
}

/** `+0.4`, `−1.2`, `0.0`, `#3`, `#−3`, from the first seat's side. */
export function scoreInFigures({ score, over }: Evaluation): string {
  // Checkmate on the board has no mate to come.
  if (score.kind === "mate" && over) return "#";
  if (score.kind === "mate") return `#${score.value < 0 ? "−" : ""}${Math.abs(score.value)}`;
  const size = Math.abs(score.value) / 100;
  // Beyond ten pawns tenths do not matter.
  const pawns = size < 9.95 ? size.toFixed(1) : size.toFixed(0);
  return `${pawns === "0.0" ? "" : score.value < 0 ? "−" : "+"}${pawns}`;
}

/** The same in words. */
export const scoreInWords = (evaluation: Evaluation): string =>
  evaluation.score.kind === "mate" && !evaluation.over
    ? `${evaluation.score.value >= 0 ? "White" : "Black"} mates in ${Math.abs(evaluation.score.value)}`
    : `Evaluation ${scoreInFigures(evaluation)}`;

/** The host's name for a person without one. */
const NAMELESS = "Human";

/**
 * The player's name from the person's side: "You" before they have entered a name; where two people share the board,
 * one without a name has the seat's.
 */
export function shownName({ players, person_seats }: Pick<GameCard, "players" | "person_seats">, seat: Seat): string {
  const player = players[seat];
  if (player?.kind === "human" && player.name === NAMELESS && person_seats.includes(seat))
    return person_seats.length === 1 ? "You" : seatTitle(seat);
  return player?.name ?? seatTitle(seat);
}
