import { endingSentence, endingText, outcomeText } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import type {
  ApiClock,
  ApiMove,
  ApiPlayer,
  GameCard,
  GameDetail,
  GameSummary,
  HistoryGame,
} from "../../../shared/api.ts";
import type { GameEvent, PublicEvent } from "../../../shared/events.ts";
import { hasThoughts } from "../../../shared/lines.ts";
import type { PlayerSettings } from "../../../shared/player-settings.ts";
import type { Seat, View } from "../../../shared/terms.ts";
import { hashOf } from "../../base/keyed-random.ts";
import { type JoinCodes, noCodes } from "../../games/authority.ts";
import { endOf, recordOf } from "../../games/game-aggregate.ts";
import { CONCEALED, type LiveGame, seenMoves } from "../../games/live-game.ts";
import { timeLeft } from "../../games/machine/clock.ts";
import * as machine from "../../games/machine/game-state.ts";
import { areThoughtsShown, countsFor, evaluationIn } from "../../games/machine/rights.ts";
import { joinPrompt } from "./join-prompt.ts";

/** The stand-in for a text that is shown once a game is over. */
export const LATER = "shown when the game is over";

/**
 * An event as the person at the pages may hear it: a choice made in secret is news, what was chosen is not; nor is what
 * spectators remark on a game that the person is playing, or what players answer and think in a game that goes on.
 */
export function publicEvent(event: GameEvent, state: machine.GameState): PublicEvent {
  const definition = machine.kindOf(state);
  if (event.type === "kibitzed" && concealsRemarks(state)) return { ...event, name: "?", message: "?" };
  if (event.type === "gameReviewed") {
    const { positions: _, ...found } = event;
    return found;
  }
  if (event.type === "gameAnnotated") return { type: event.type };
  if (event.type === "gameOver") return { ...event, text: endingSentence(definition, event.outcome, state.position) };
  if (event.type === "movePlayed" && (event.effort?.answer || event.thoughts) && !state.outcome) {
    // The reasons why there was no move quote the answers, as may a player's remarks.
    const { effort: fullEffort, metadata: _, thoughts: __, ...rest } = event;
    if (!fullEffort) return publicEvent(rest, state);
    const { answer: ___, votes: ____, fallback, ...effort } = fullEffort;
    const reason = fallback === null ? null : LATER;
    return publicEvent({ ...rest, effort: { ...effort, fallback: reason, failures: [] } }, state);
  }
  if (!definition.rules.conceals || (state.outcome && !definition.simultaneous)) return event;
  if (event.type === "movePlayed") {
    const { effort, metadata, ...rest } = event;
    return {
      ...rest,
      ...(definition.simultaneous || machine.isHidden(state, event.ply - 1, null)
        ? { code: CONCEALED, text: CONCEALED }
        : {}),
      // Why there was no move, and a player's remark, may reveal what it alone sees.
      ...(effort ? { effort: { ...effort, fallback: effort.fallback && LATER, failures: [] } } : {}),
      ...(state.outcome && metadata !== undefined ? { metadata } : {}),
    };
  }
  if (event.type === "moveRefused") return { type: event.type, seat: event.seat, text: "?", reason: "Invalid move" };
  return event;
}

/** Whether what spectators remark must be kept from the person at the pages: while that person plays. */
const concealsRemarks = ({ outcome, imported, seats }: machine.GameState): boolean =>
  outcome === null && imported === null && seats.some(({ kind }) => kind === "human");

/** The clocks at a moment, in seconds with one decimal; null where the game has none. */
export function clockView(state: machine.GameState, now: number): ApiClock | null {
  const { clock } = state;
  if (!clock) return null;
  const [first, second] = state.seats;
  const seconds = (seat: 0 | 1) => Math.round(timeLeft(clock, seat, now) / 100) / 10;
  return {
    remaining_seconds: { [first.seat]: seconds(0), [second.seat]: seconds(1) },
    increment_seconds: clock.incrementMs / 1000,
    running: state.seats.filter((_, index) => clock.since[index] !== null).map(({ seat }) => seat),
  };
}

export function summaryOf(state: machine.GameState): GameSummary {
  const movers = machine.toMove(state);
  return {
    game_id: state.id,
    game: state.kind,
    status: machine.statusOf(state),
    players: bySeat(state, ({ kind, name, settings }) => ({
      kind,
      name,
      level: settings.level ?? null,
      ...moverIn(settings),
    })),
    turn: movers.length === 1 ? (movers[0] ?? null) : null,
    ply: state.ply,
    result: state.outcome && { ...state.outcome, text: outcomeText(machine.kindOf(state), state.outcome) },
    created_at: new Date(state.createdAt).toISOString(),
  };
}

/** A game at a glance, as a pair of eyes may see it: everybody's for null. Nothing that grows with the game. */
export function cardOf(
  state: machine.GameState,
  viewer: Seat | null,
  now: number,
  joinCodes: JoinCodes = noCodes,
): GameCard {
  const last = state.ply - 1 - (state.chance?.since ?? 0);
  return {
    ...summaryOf(state),
    seats: machine.seatsOf(state),
    to_move: machine.toMove(state),
    turn_since: Math.round(state.turnSince),
    move_limit_seconds: state.league?.moveMs === undefined ? null : state.league.moveMs / 1_000,
    view: machine.viewOf(state, viewer),
    last_move: last >= 0 && machine.isHidden(state, last, viewer) ? null : state.lastMove,
    clock: clockView(state, now),
    person_seats: personSeats(state),
    ...(machine.isNewToPerson(state) ? { begun_by_agent: true } : {}),
    draw_offer: state.drawOffer,
    takeback_offer: state.takebackOffer,
    illegal_moves: bySeat(state, ({ illegal }) => illegal),
    analysis: evaluationIn(state),
    join_prompts: Object.fromEntries(
      state.seats.flatMap((each) => {
        const code = joinCodes(state, each);
        return code === null ? [] : [[each.seat, joinPrompt(state.id, code)]];
      }),
    ),
    rematch: state.rematch,
    ended: state.outcome && endingText(machine.kindOf(state), state.outcome, state.position),
    league_id: state.league?.id ?? null,
    league_match: state.league?.match ?? null,
    ...(state.league?.armageddon ? { draw_wins_for: state.seats[1].seat } : {}),
    study: state.study,
    record: recordOf(state),
    deleted: state.deletedAt !== null,
    ...(state.shared ? { fair_play: state.shared.map(({ ply, game }) => ({ ply, game_id: game })) } : {}),
  };
}

/** The proof of a game's draws. In a league's game the secret may be that of another one: the league's is shown at its end. */
export const chanceOf = ({ chance, outcome, league }: machine.GameState): Pick<GameDetail, "chance"> =>
  chance
    ? { chance: { commitment: hashOf(chance.secret), ...(outcome && !league ? { secret: chance.secret } : {}) } }
    : {};

/** Lines of talk in a game's detail; all of them are in its log. */
const MOST_TALK = 500;

/** A game in full but for its log, as a pair of eyes may see it. */
export function detailOf(game: LiveGame, viewer: Seat | null, now: number, joinCodes: JoinCodes = noCodes): GameDetail {
  const { state, talk, remarks } = game;
  return {
    ...cardOf(state, viewer, now, joinCodes),
    version: game.version,
    options: state.options,
    legal_moves_shown: state.legalMoves === "shown",
    history: historyOf(game, viewer),
    talk: talk
      .slice(-MOST_TALK)
      .map(({ seat, message, at }) => ({ from: seat, message, at: new Date(at).toISOString() })),
    remarks: concealsRemarks(state)
      ? null
      : remarks.map(({ name, message, at }) => ({ name, message, at: new Date(at).toISOString() })),
    legal_moves: personsMoves(state),
    opening: openingOf(game),
    annotated: game.lines !== null || (areThoughtsShown(state) && hasThoughts(game)),
    reviewed: game.review !== null,
    ...(state.openThoughts ? { open_thoughts: true } : {}),
    ...chanceOf(state),
    rematch_of: state.rematchOf,
    unrated: unratedIn(game),
    can_rematch: !state.imported && !state.seats.some(machine.playsInLeaguesAlone),
  };
}

/** The sort of a player that moves by itself, for its icon. */
function moverIn({ strategy, endpoint, model }: PlayerSettings): Pick<ApiPlayer, "by"> {
  if (model) return { by: model.provider === "command" ? "command" : "llm" };
  if (endpoint !== undefined) return { by: "endpoint" };
  return strategy === undefined ? {} : { by: "strategy" };
}

export const historyGameOf = (
  state: machine.GameState,
  { opening, league }: Pick<HistoryGame, "opening" | "league">,
  now: number,
  joinCodes: JoinCodes,
): HistoryGame => ({
  ...cardOf(state, null, now, joinCodes),
  finished_at: new Date(endOf(state) ?? state.createdAt).toISOString(),
  opening,
  league,
});

/** The person's own view. One person sees what that seat sees; two at one page would see each other's secrets. */
export function personsDetail(game: LiveGame, now: number, joinCodes: JoinCodes): GameDetail {
  const seats = personSeats(game.state);
  return detailOf(game, seats.length === 1 ? (seats[0] ?? null) : null, now, joinCodes);
}

/** The view of the one to move, of two people at this page, to be shown while the other looks away; null for all others. */
export function moversView({ state }: LiveGame): View | null {
  const seats = state.outcome ? [] : personSeats(state);
  const mover = seats.length === 2 && seats.find((seat) => machine.isToMove(state, seat));
  return mover ? machine.viewOf(state, mover) : null;
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

/** Why a finished game of a league counts for nobody's rating; null where it counts, and for all other games. */
function unratedIn({ state, moves }: LiveGame): GameDetail["unrated"] {
  const count = state.outcome && state.league ? countsFor(state, () => moves) : null;
  return count && "unrated" in count ? count.unrated : null;
}

/** Legal moves of the human seat that is to move; empty where there is none. */
export function personsMoves(state: machine.GameState): readonly string[] {
  const mover = state.seats.find(({ kind, seat }) => kind === "human" && machine.isToMove(state, seat));
  return mover ? machine.rulesOf(state).legalMoves(state.position, mover.seat) : [];
}

export const openingOf = ({ state, moves }: LiveGame): GameDetail["opening"] =>
  machine.kindOf(state).openings?.of(
    state.options,
    moves.map(({ code }) => code),
  ) ?? null;

/** Where the person at the page sits. */
const personSeats = (state: machine.GameState): readonly Seat[] =>
  state.imported ? [] : state.seats.filter(({ kind }) => kind === "human").map(({ seat }) => seat);

/** Each seat with something of its player. */
export const bySeat = <T>(
  state: machine.GameState,
  of: (seatState: machine.GameState["seats"][number]) => T,
): Record<Seat, T> => Object.fromEntries(state.seats.map((each) => [each.seat, of(each)]));

/** A game with its moves and talk, as everybody may see it: for kibitz://games/{id}. */
export function publicGame(game: LiveGame, now: number) {
  const { state } = game;
  const { words } = definitionOf(state.kind);
  const view = machine.viewOf(state, null);
  const check = words.check?.(view);
  const { legal_moves_shown, illegal_moves, clock, draw_offer, history, talk, rematch_of, rematch, fair_play, chance } =
    detailOf(game, null, now);
  return {
    ...summaryOf(state),
    ...words.position(view),
    ...(check === undefined ? {} : { check }),
    ...words.start(state.options),
    legal_moves_shown,
    illegal_moves,
    clock,
    draw_offer,
    history,
    talk,
    rematch_of,
    rematch,
    ...(fair_play ? { fair_play } : {}),
    ...(chance ? { chance } : {}),
    last_event_id: game.lastEventId,
  };
}
