import { accept, mapResult, type Result } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { walkNext } from "../../coach/walk-prompt.ts";
import type { Holding } from "../../games/authority.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { type GameState, seatedAt } from "../../games/machine/game-state.ts";
import type { TalkHandout } from "../server/agent-memory.ts";
import type { Call } from "../tools/call.ts";
import { type CallerArguments, type NextAction, type Onward, waitForMatchNext } from "./answer.ts";

/** The reader of an answer, and what it needs to go on. */
export interface AnswerReader extends Onward {
  readonly call: Call;
  /** Null for a spectator. */
  readonly seat: Seat | null;
  readonly talk: TalkHandout;
  /** The proof that the seat is the caller's; null for a spectator. */
  readonly by: Holding["by"] | null;
  /** Whether spectators' remarks must be kept from it while the game goes on, because it plays. */
  readonly plays: boolean;
  /** The next action once the game is over: for a player of a league the next match, for a coach a wait. */
  readonly afterwards: NextAction;
  /** The seat whose moves the client's person makes in forms; null or absent where nobody does. */
  readonly person?: Seat | null;
  /** Whether it is just being seated, and knows nothing of the game from earlier answers. */
  readonly isNew?: boolean;
  /** Whether it asks for all talk ever, its own words too. */
  readonly everything?: boolean;
}

export interface Holder extends AnswerReader {
  readonly seat: Seat;
  readonly by: Holding["by"];
}

/** The next action after a game. A connection alone shows no token of a league: other conversations may share it. */
function nextAfter(call: Call, { league, seats }: GameState, { seat, by }: Holding): NextAction {
  if (!league) return walkNext(call, seats);
  const place = seats[0].seat === seat ? 0 : 1;
  // The holder of a seat knows the token that its place had when it was given the seat.
  const holder = { league: league.id, number: league.entrants[place], generation: seats[place].generation };
  return waitForMatchNext(league.id, by === "token" ? call.entrantTokens.tokenOf(holder) : undefined);
}

/** Whether a call opens a seat without its token. */
export function opensSeat({ authority, credentials }: Call, state: GameState, seat: Seat): boolean {
  const holding = authority.seatOf(state, credentials(undefined));
  return holding.ok && holding.value.seat === seat;
}

/** Identifies the caller in its next call: the game's id, and the token that came with this one, or that it is given. */
export function identityOf({ state }: LiveGame, seat: Seat, token: string | undefined): CallerArguments {
  // A model may read the answer to a move that a person made in the chat.
  const isPersons = seatedAt(state, seat).kind === "human";
  return token === undefined || isPersons ? { game_id: state.id } : { game_id: state.id, seat_token: token };
}

/** Whether answers about a game carry the board: where it was requested, or, unasked, where the client has a frame for it. */
export const wantsBoard = (state: GameState, { showsApps, showsPages }: Call): boolean =>
  (showsApps || showsPages) && (state.showUi ?? (showsApps && state.seats.some(({ kind }) => kind === "human")));

/**
 * Whom forms are to ask, and whether a call that makes a move waits for the reply: not for a person who plays by forms,
 * or on a board in the answer itself, and so moves once the call has been answered.
 */
export const askedByForms = (call: Call, state: GameState, person: Seat | null) => ({
  person,
  waits: person === null && (call.showsApps || !wantsBoard(state, call)),
});

/** The holder of a seat, as the reader of the answer to a call. To be made as the call comes in. */
export function playerAt(call: Call, live: LiveGame, { seat, by }: Holding, token: string | undefined): Holder {
  const { state, lastActs } = live;
  const { generation } = seatedAt(state, seat);
  // An action of a person on a chat board does not show that the agent opposite has read anything.
  if (by !== "board") call.seatCalls.noteAnswer(state, seat, live.lastEventId);
  // After a restart no reader is remembered, and hears again what was said since its last move.
  const talk = call.toldTalk.begin(`${state.id} ${seat} ${generation}`, lastActs[seat] ?? 0, call.tool);
  const person = by === "nobody-else" || !call.forms ? null : call.formUse.personOf(state.id, seat);
  return {
    call,
    seat,
    by,
    identity: identityOf(live, seat, token),
    talk,
    plays: true,
    ...askedByForms(call, state, person),
    afterwards: nextAfter(call, state, { seat, by }),
  };
}

/** A spectator. Over a connection each line of talk is delivered once; without one, those since the last move. */
export function spectatorAt(call: Call, { state, lastActs }: LiveGame): AnswerReader {
  const holding = call.authority.ownSeat(state, call.credentials(undefined));
  const plays = !holding.ok || holding.value !== null;
  const talk =
    call.connection === null
      ? { since: Math.max(0, ...Object.values(lastActs)), isRepeat: () => {}, noteDelivery: () => {} }
      : call.toldTalk.begin(`${state.id} on ${call.connection}`, 0, call.tool);
  return {
    call,
    seat: null,
    by: null,
    identity: { game_id: state.id },
    waits: false,
    talk,
    plays,
    afterwards: null,
  };
}

/** A game, and the caller's seat in it; `holding` is the refusal of a caller that shows none. */
export interface FoundSeat {
  readonly game: LiveGame;
  readonly holding: Result<Holding>;
}

/**
 * Finds the caller's seat in a game. Where the copy here knows of none, the latest state decides: the caller may have
 * been seated at another host a moment ago. Refuses a game that is not there. Rejects with `Unavailable` where that state
 * cannot be read: without the database, nobody can say that a token opens no seat.
 * @param mayLookOn whether a caller without a token needs no seat
 */
export async function findSeat(
  { games, authority, credentials }: Call,
  gameId: string,
  token: string | undefined,
  mayLookOn = false,
): Promise<Result<FoundSeat>> {
  const game = await games.get(gameId);
  if (!game.ok) return game;
  const { state } = game.value;
  if (token === undefined) await authority.lookUp(state);
  const holding = authority.seatOf(state, credentials(token));
  if (holding.ok || (mayLookOn && token === undefined)) return accept({ game: game.value, holding });
  const latest = await games.latest(gameId);
  return mapResult(latest, (value) => ({ game: value, holding: authority.seatOf(value.state, credentials(token)) }));
}
