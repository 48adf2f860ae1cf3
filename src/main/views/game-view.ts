import { endingText, outcomeText } from "../../games/game.ts";
import { gameOf } from "../../games/register.ts";
import type { ApiMove, GameCard, GameDetail, GameSummary, HistoryGame } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { type JoinCodes, noCodes } from "../tables/authority.ts";
import type { LiveGame } from "../tables/live-game.ts";
import {
  isToMove,
  playsInLeaguesAlone,
  rulesOf,
  type Seated,
  seatsOf,
  statusOf,
  type Table,
  toMove,
} from "../tables/machine/table.ts";
import { endOf, recordOf } from "../tables/record-of.ts";
import { seenMoves } from "../tables/seen-moves.ts";
import { clockView } from "./clock-view.ts";
import { joinPrompt } from "./join-prompt.ts";
import { concealsRemarks } from "./remarks.ts";

/** A game as a line of a list. */
export function summaryOf(table: Table): GameSummary {
  const movers = toMove(table);
  return {
    game_id: table.id,
    game: table.kind,
    status: statusOf(table),
    players: bySeat(table, ({ kind, name, settings }) => ({ kind, name, level: settings.level ?? null })),
    turn: movers.length === 1 ? (movers[0] ?? null) : null,
    ply: table.ply,
    result: table.outcome && { ...table.outcome, text: outcomeText(gameOf(table.kind), table.outcome) },
    created_at: new Date(table.createdAt).toISOString(),
  };
}

/** A game at a glance, as a pair of eyes may see it: everybody's for null. Nothing that grows with the game. */
export function cardOf(table: Table, viewer: Seat | null, now: number, joinCodes: JoinCodes = noCodes): GameCard {
  const rules = rulesOf(table);
  const hidden = table.ply > 0 && rules.conceals?.(table.state, table.ply - 1, viewer);
  return {
    ...summaryOf(table),
    seats: seatsOf(table),
    to_move: toMove(table),
    turn_since: Math.round(table.turnSince),
    move_limit_seconds: table.league?.moveMs === undefined ? null : table.league.moveMs / 1_000,
    view: rules.view(table.state, viewer),
    last_move: hidden ? null : table.lastMove,
    clock: clockView(table, now),
    person_seats: personSeats(table),
    draw_offer: table.drawOffer,
    takeback_offer: table.takebackOffer,
    illegal_moves: bySeat(table, ({ illegal }) => illegal),
    analysis: analysisOf(table),
    join_prompts: Object.fromEntries(
      table.seats.flatMap((seated) => {
        const code = joinCodes(table, seated);
        return code === null ? [] : [[seated.seat, joinPrompt(table.id, code)]];
      }),
    ),
    rematch: table.rematch,
    ended: table.outcome && endingText(gameOf(table.kind), table.outcome, table.state),
    league_id: table.league?.id ?? null,
    league_match: table.league?.match ?? null,
    ...(table.league?.armageddon ? { draw_wins_for: table.seats[1].seat } : {}),
    study: table.study,
    record: recordOf(table),
    deleted: table.deletedAt !== null,
    ...(table.shared ? { fair_play: table.shared.map(({ ply, game }) => ({ ply, game_id: game })) } : {}),
  };
}

/** Lines of talk in a game's detail; all of them are in its log. */
const MOST_TALK = 500;

/** A game in full but for its log, as a pair of eyes may see it. */
export function detailOf(game: LiveGame, viewer: Seat | null, now: number, joinCodes: JoinCodes = noCodes): GameDetail {
  const { table, talk, remarks } = game;
  return {
    ...cardOf(table, viewer, now, joinCodes),
    version: game.version,
    options: table.options,
    legal_moves_shown: table.legalMoves === "shown",
    history: historyOf(game, viewer),
    talk: talk
      .slice(-MOST_TALK)
      .map(({ seat, message, at }) => ({ from: seat, message, at: new Date(at).toISOString() })),
    remarks: concealsRemarks(table)
      ? null
      : remarks.map(({ name, message, at }) => ({ name, message, at: new Date(at).toISOString() })),
    legal_moves: personsMoves(table),
    opening: openingOf(game),
    annotated: game.lines !== null,
    reviewed: game.review !== null,
    rematch_of: table.rematchOf,
    can_rematch: !table.imported && !table.seats.some(playsInLeaguesAlone),
  };
}

/** A finished game as the history has it. */
export const historyGameOf = (
  table: Table,
  { opening, league }: Pick<HistoryGame, "opening" | "league">,
  now: number,
  joinCodes: JoinCodes,
): HistoryGame => ({
  ...cardOf(table, null, now, joinCodes),
  finished_at: new Date(endOf(table) ?? table.createdAt).toISOString(),
  opening,
  league,
});

/** The person's own view. One person sees what that seat sees; two at one page would see each other's secrets. */
export function personsDetail(game: LiveGame, now: number, joinCodes: JoinCodes): GameDetail {
  const seats = personSeats(game.table);
  return detailOf(game, seats.length === 1 ? (seats[0] ?? null) : null, now, joinCodes);
}

/** The moves so far, as a viewer may see them, in the form in which every door tells them. */
export const historyOf = (game: LiveGame, viewer: Seat | null): ApiMove[] =>
  seenMoves(game, viewer).map(({ ply, code, text, seat, at, ms, clock }) => ({
    ply,
    code,
    text,
    by: seat,
    at: new Date(at).toISOString(),
    ms,
    clock,
  }));

/** Legal moves of the human seat that is to move; empty where there is none. */
export function personsMoves(table: Table): readonly string[] {
  const mover = table.seats.find(({ kind, seat }) => kind === "human" && isToMove(table, seat));
  return mover ? rulesOf(table).legalMoves(table.state, mover.seat) : [];
}

export const openingOf = ({ table, moves }: LiveGame): GameDetail["opening"] =>
  gameOf(table.kind).openings?.of(
    table.options,
    moves.map(({ code }) => code),
  ) ?? null;

/** Whether an evaluation may be shown: not while somebody plays who could peep, unless it was switched on. */
export function analysisOf(table: Table): GameCard["analysis"] {
  if (table.outcome || !table.seats.some(couldPeep)) return "allowed";
  return table.analysis ? "switched_on" : "off";
}

/**
 * Players that move by themselves see only what they are shown; a program of somebody else's may ask at another door.
 */
const couldPeep = ({ driven, settings }: Seated): boolean => !driven || settings.endpoint !== undefined;

/** Where the person at the page sits. */
const personSeats = (table: Table): readonly Seat[] =>
  table.imported ? [] : table.seats.filter(({ kind }) => kind === "human").map(({ seat }) => seat);

const bySeat = <T>(table: Table, of: (seated: Table["seats"][number]) => T): Record<Seat, T> =>
  Object.fromEntries(table.seats.map((seated) => [seated.seat, of(seated)]));
