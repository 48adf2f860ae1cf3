import type { PlayPart } from "../../games/page.ts";
import { findPage } from "../../games/pages.ts";
import type { GameDetail } from "../../shared/api.ts";
import { durationText } from "../../shared/duration.ts";
import type { Effort, PublicEvent } from "../../shared/events.ts";
import { CHANCE, type Judgement, type Seat, seatTitle } from "../../shared/terms.ts";
import { settings } from "../settings/settings.ts";
import { offerInWords, shownName, unfinishedText } from "../ui/format.ts";

/** The signs of judged moves on a scoresheet. */
export const signOf: Readonly<Record<Judgement, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** A player's name: `Computer (level 5)`, or that the seat is open. */
export function playerText(game: GameDetail, seat: Seat): string {
  const player = game.players[seat];
  if (!player || player.name === null) return "Waiting for an assistant";
  const name = shownName(game, seat);
  return player.level === null || name === `Level ${player.level}` ? name : `${name} (level ${player.level})`;
}

/** A player in a sentence: the computer by its kind, others by their names. */
export function nameOf(game: GameDetail, seat: Seat): string {
  const player = game.players[seat];
  if (player?.kind === "computer") return player.level === null ? "Computer" : `Computer (level ${player.level})`;
  return shownName(game, seat);
}

/** The turn of a person at this board: `Your turn`, `Your turn, you are X`, or of two people there `Ada to move`. */
export function turnInWords(game: GameDetail, seat: Seat, play: PlayPart): string {
  if (game.person_seats.length !== 1) return `${nameOf(game, seat)} to move`;
  return play.sides ? "Your turn" : `Your turn, you are ${seatTitle(seat)}`;
}

/** `You won`, `Draw`, `Aborted`, `Unfinished`; of a game of others its winner's name, and `won`. */
export function whoWon(game: GameDetail): { readonly name: string | null; readonly words: string } {
  const { result, person_seats } = game;
  if (result === null || result.reason === "unfinished") return { name: null, words: unfinishedText(game) };
  if (result.winner === null) return { name: null, words: "Draw" };
  const [own, other] = person_seats;
  if (own === undefined || other !== undefined) return { name: nameOf(game, result.winner), words: "won" };
  return { name: null, words: result.winner === own ? "You won" : "You lost" };
}

/** The reason for the end, to follow the result: `checkmate`, `on time`, `3 rounds to 1`; empty where there is none. */
export const howItEnded = ({ ended, result }: GameDetail): string =>
  result === null || result.reason === "unfinished" ? "" : (ended ?? "").replace(/^by /, "");

/** A move in the notation that the person prefers. */
export const textShown = (play: PlayPart, text: string): string =>
  settings.value.figurines ? (play.inFigures?.(text) ?? text) : text;

export function gameTitle(game: GameDetail): string {
  const names = game.seats.map((seat) => playerText(game, seat));
  return `${findPage(game.game)?.title ?? game.game} game ${game.game_id}: ${names.join(" against ")}`;
}

/**
 * The number before a move, as on a scoresheet: `12.` for the first seat, `12…` for the second. `before` is the number
 * of plies that the scoresheet counts before ply 1.
 */
export function moveNumber(ply: number, before: number): string {
  const place = before + ply - 1;
  return `${Math.floor(place / 2) + 1}${place % 2 === 0 ? "." : "…"}`;
}

/** The time of a move in short: `0.4 s`, `12 s`, `3 min`; empty where it was not measured. */
export function thinkingTime(ms: number): string {
  if (ms <= 0) return "";
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : durationText(ms + 500);
}

/** `by chance, 2 more tries, 412 tokens in, 9 out, $0.0013` */
function effortInWords({ fallback, retries, tokens, cost }: Effort): string {
  const parts = [
    ...(fallback === null ? [] : ["at random"]),
    ...(retries === 0 ? [] : [`${retries} more ${retries === 1 ? "try" : "tries"}`]),
    ...(tokens ? [`${tokens.input} tokens in, ${tokens.output} out`] : []),
    ...(cost === null ? [] : [`$${Number(cost.toPrecision(2))}`]),
  ];
  return parts.join(", ") || "after trouble";
}

type EventsByType = { readonly [Type in PublicEvent["type"]]: Extract<PublicEvent, { readonly type: Type }> };
/** The words for an event of each type, with what a player typed. The title of its seat is empty where it has none. */
type Words<Event> = (
  event: Event,
  seat: string,
  play: PlayPart,
) => string | readonly [words: string, typed: string | null];

const eventWords: { readonly [Type in keyof EventsByType]: Words<EventsByType[Type]> } = {
  gameCreated: ({ imported }) => (imported ? "Game imported" : "Game created"),
  seatTaken: ({ name }, seat) => [`${seat} is played by`, name],
  seatFreed: (_, seat) => `${seat} was freed for another assistant`,
  seatReissued: (_, seat) => `${seat} has a new token`,
  seatHandedOver: ({ name }, seat) => [`${seat} is taken over by`, name],
  clocksStarted: () => "The clocks start",
  holderReturned: (_, seat) => `${seat} is back`,
  movePlayed: ({ seat: drawer, text, effort, metadata = null }, seat, play) => {
    const shown = text === "?" ? "in secret" : textShown(play, text);
    const moveText = drawer === CHANCE ? `Chance draws: ${shown}` : `${seat} plays ${shown}`;
    if (!effort) return [moveText, metadata];
    const why = effort.failures.join("; ") || effort.fallback;
    return [`${moveText} (${effortInWords(effort)})`, [why, metadata].filter(Boolean).join("; ") || null];
  },
  moveMissed: ({ effort }, seat) => [`${seat} gave no move:`, effort.failures.join("; ") || "none came"],
  moveRefused: ({ text }, seat) => [`${seat} tried an illegal move:`, text],
  movesRefused: ({ count }, seat) => `${seat} tried ${count} more illegal ${count === 1 ? "move" : "moves"}`,
  drawOffered: ({ seat }) => offerInWords({ kind: "draw", by: seat }),
  drawDeclined: (_, seat) => `${seat} declines the draw`,
  takebackOffered: ({ seat }) => offerInWords({ kind: "takeback", by: seat }),
  takebackDeclined: ({ withdrawn }, seat) => `${seat} ${withdrawn ? "withdraws the request" : "declines the takeback"}`,
  movesTakenBack: ({ ply }, seat) => `${seat} takes moves back, to ply ${ply}`,
  analysisSwitched: ({ on }) => `Evaluation is switched ${on ? "on" : "off"}`,
  positionShared: ({ ply, game }) => `The position after ply ${ply} was on another board here, too: game ${game}`,
  gameReviewed: () => "An engine reviewed the game",
  gameAnnotated: () => "Comments and variations were saved",
  said: ({ message }, seat) => [`${seat} says`, message],
  kibitzed: ({ name, message }) => (name === "?" ? "A spectator remarks" : ["A spectator remarks:", message]),
  hostResumed: ({ waited }) =>
    waited
      ? `${seatTitle(waited)} waited for its provider; nobody lost time`
      : "Kibitz was restarted; nobody lost time",
  gameOver: ({ text }) => text,
  gameDeleted: () => "The game was deleted",
  gameRestored: () => "The game was restored",
  rematchCreated: ({ next }) => `Rematch: game ${next}`,
};

/** An event in words, and the text that a player typed, which is shown as theirs. */
export function eventInWords<Type extends keyof EventsByType>(
  event: EventsByType[Type] & { readonly type: Type },
  play: PlayPart,
): readonly [text: string, typed: string | null] {
  const words = eventWords[event.type](event, "seat" in event ? seatTitle(event.seat) : "", play);
  return typeof words === "string" ? [words, null] : words;
}
