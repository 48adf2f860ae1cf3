import { z } from "zod";
import { type GameDefinition, type Move, outcomeText } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import { type GameEvent, reviewSchema } from "../../../shared/events.ts";
import { playerSettings } from "../../../shared/player-settings.ts";
import { type Refusal, refuse } from "../../../shared/result.ts";
import { gameKindSchema, outcomeSchema, playerKindSchema, seatSchema } from "../../../shared/schemas.ts";
import { struct } from "../../../shared/struct.ts";
import { CHANCE, otherSeat, type PlayerKind, positionViews, type Seat, type Seats } from "../../../shared/terms.ts";
import { keyedIndex } from "../../base/keyed-random.ts";
import { type Clock, clockSchema, timesIn } from "./clock.ts";

/** The part of a game with chance that its draws follow from. */
const chanceSchema = struct({
  /** The key of all draws: hexadecimal digits. Whoever knows it foretells them. */
  secret: z.string(),
  /** The number of draws made so far. */
  draws: z.int().min(0),
  /** The number of them since the last move of a player. */
  since: z.int().min(0),
});
type Chance = z.infer<typeof chanceSchema>;

export const seatedSchema = struct({
  seat: seatSchema,
  /** The entrant: what kind of player, by what name, playing how. */
  kind: playerKindSchema,
  /** Null while the seat waits for an agent to join. */
  name: z.string().nullable(),
  settings: playerSettings
    .extend({
      /**
       * The seed of its random choices, so that the same league can be played again. Whoever knows it foretells every
       * move; absent where chance is open.
       */
      seed: z.string().optional(),
      /**
       * The player's identity in leagues and in the rating list; absent where the game does not count for anybody.
       */
      entrant: z.string().optional(),
    })
    .readonly(),
  /** Whether a driver moves for it: nobody holds such a seat, and no token opens it. */
  driven: z.boolean(),
  /** Counts the holders of this seat; a token is good for one generation. */
  generation: z.int(),
  /** Hash of the connection that holds the seat, where one does. */
  connection: z.string().nullable(),
  /** The connection that the seat was last freed from: it must not come back by itself. Null for none. */
  formerConnection: z.string().nullable(),
  /** How positions are written for its holder. */
  view: z.enum(positionViews),
  /** Moves that the rules refused, and their numbers by kind; absent for none. */
  illegal: z.int(),
  illegalKinds: z.record(z.string(), z.int()).readonly().optional(),
  /** Moves in a row that did not come in time and were made for it. */
  missed: z.int(),
});
export type SeatState = z.infer<typeof seatedSchema>;

/** A game between two moments: everything that deciding the next command needs, and nothing that grows with its length. */
export const gameStateSchema = struct({
  id: z.string(),
  kind: gameKindSchema,
  createdAt: z.number(),
  /** When both seats were first taken; null before. */
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** As the game's own schema read them. */
  options: z.record(z.string(), z.unknown()).readonly(),
  legalMoves: z.enum(["shown", "hidden"]),
  seats: z.tuple([seatedSchema, seatedSchema]).readonly(),
  /** The position, as the rules keep it; read back by their own schema. */
  position: z.unknown(),
  /** Moves and draws made so far. */
  ply: z.int(),
  /** Absent in a game without chance. */
  chance: chanceSchema.optional(),
  /** The last move of a player, in coordinate notation; null before the first. */
  lastMove: z.string().nullable(),
  /** Milliseconds since 1970 at which those to move began to think. */
  turnSince: z.number(),
  clock: clockSchema.nullable(),
  /** The start of the clocks: once both are seated, or once both have made their first move. */
  clockFrom: z.enum(["seated", "moves"]),
  /** Least milliseconds for a driver's move, so that people can watch. */
  paceMs: z.number().min(0),
  /** The seat that was taken in its holder's absence: no clock runs before it has shown up. Null where all have. */
  absent: seatSchema.nullable(),
  drawOffer: seatSchema.nullable(),
  /** The seat whose last offer or request was declined, until somebody moves. */
  declined: seatSchema.nullable(),
  /** The seat that asks to take a move back. */
  takebackOffer: seatSchema.nullable(),
  /** The seat whose takeback request was declined, until somebody moves. */
  takebackDeclined: seatSchema.nullable(),
  /** Whether answers to the agent are to bring the interactive board along; null where nobody said. */
  showUi: z.boolean().nullable(),
  /** The tags of the PGN that the game was read from, whose players are elsewhere. Null for all others. */
  imported: z.record(z.string(), z.string()).readonly().nullable(),
  /** The person's name for a study, which nobody played and which can be saved again. Null for all others. */
  study: z.string().nullable(),
  /** Whether spectators may see an evaluation during the game; somebody switched it on. */
  analysis: z.boolean(),
  /** An engine's review of the finished game; null before there is one. */
  review: reviewSchema.nullable(),
  /** Whether players may have positions analysed for them while they play; such a game is not rated. */
  playersMayAnalyse: z.boolean(),
  /** Whether spectators are shown the players' thoughts at once; absent where not. */
  openThoughts: z.boolean().optional(),
  /** Whether it is not rated: a move was taken back, or an evaluation could be seen while it was played. */
  unrated: z.boolean(),
  /** Games whose boards showed its positions while it was played, and told a computer's move; absent for none. */
  shared: z
    .array(struct({ ply: z.int(), game: z.string() }))
    .readonly()
    .optional(),
  /** The number of moves made before each seat's last draw offer, −1 for none; one per move. */
  offeredAt: z.tuple([z.number(), z.number()]).readonly(),
  outcome: outcomeSchema.nullable(),
  /** The time of its deletion: it is in no list then. */
  deletedAt: z.number().nullable(),
  /** The match of a league that it is a game of; null for all others. */
  league: struct({
    id: z.string(),
    match: z.int(),
    /** The numbers of those in the first and the second seat. */
    entrants: z.tuple([z.int(), z.int()]).readonly(),
    /** Its number in the match, from 1. */
    game: z.int().optional(),
    /** Longest time for a move, in milliseconds; absent for any time. */
    moveMs: z.number().optional(),
    /** Refused moves by which a seat loses; absent for any number. */
    maxIllegal: z.int().optional(),
    /** Moves of both after which it is a draw; absent for no limit. */
    longestGame: z.int().optional(),
    /** The largest share of random moves with which it is rated; absent for any. */
    mostByLot: z.number().optional(),
    /**
     * Whether neither side makes random choices, so that it may be repeated move for move; absent where one may.
     */
    deterministic: z.boolean().optional(),
    /** The opening that it starts from, by its name in the suite; absent for the usual start. */
    opening: z.string().optional(),
    /** Whether it decides a level match, with a draw being a win for the second seat; absent where not. */
    armageddon: z.literal(true).optional(),
  }).nullable(),
  rematchOf: z.string().nullable(),
  rematch: z.string().nullable(),
});
export type GameState = z.infer<typeof gameStateSchema>;

/** The outcome of a decision. Nothing of it is true before it is stored. */
export interface Step {
  readonly state: GameState;
  /** At least one: every change has an event. */
  readonly events: readonly GameEvent[];
}

export type GameStatus = "open" | "live" | "finished";

export function statusOf(state: GameState): GameStatus {
  if (state.outcome) return "finished";
  return state.seats.some((seat) => seat.name === null) ? "open" : "live";
}

/** Whether the clocks wait for the first moves. */
export const clockWaits = (state: Pick<GameState, "clockFrom" | "ply" | "chance">): boolean =>
  state.clockFrom === "moves" && movesMade(state) < 2;

/** Moves that the players have made so far, without draws by chance. */
export const movesMade = ({ ply, chance }: Pick<GameState, "ply" | "chance">): number => ply - (chance?.draws ?? 0);

export const kindOf = ({ kind }: Pick<GameState, "kind">): GameDefinition => definitionOf(kind);
export const rulesOf = (state: GameState): GameDefinition["rules"] => kindOf(state).rules;

/** The viewer in whose place somebody sees a game: once a game with chance is over, everybody sees everything. */
const eyesOf = (state: GameState, viewer: Seat | null): Seat | null =>
  state.chance && state.outcome ? CHANCE : viewer;
/** The position of a game as a viewer may see it: everybody for null. */
export const viewOf = (state: GameState, viewer: Seat | null, position = state.position) =>
  rulesOf(state).view(position, eyesOf(state, viewer));
/** Whether the move of an index, from 0, must still be hidden from a viewer. */
export const isHidden = (state: GameState, index: number, viewer: Seat | null): boolean =>
  rulesOf(state).conceals?.(state.position, index, eyesOf(state, viewer)) ?? false;
export const seatsOf = ({ seats: [first, second] }: GameState): Seats => [first.seat, second.seat];

export const indexOf = (state: GameState, seat: Seat): 0 | 1 => (state.seats[0].seat === seat ? 0 : 1);
export const seatedAt = (state: GameState, seat: Seat): SeatState => state.seats[indexOf(state, seat)];
export const opponentSeat = (state: GameState, seat: Seat): Seat => otherSeat(seatsOf(state), seat);
export const opponentOf = (state: GameState, seat: Seat): SeatState => seatedAt(state, opponentSeat(state, seat));

/** The seats that are to move; none once the game is over. */
export const toMove = (state: GameState): readonly Seat[] =>
  state.outcome ? [] : rulesOf(state).toMove(state.position);
/** Whether an agent began it with a person who has not moved yet: a seat that waits for an agent is taken later. */
export const isNewToPerson = ({ seats, absent, startedAt, createdAt, league, ...moves }: GameState): boolean =>
  startedAt === createdAt &&
  absent === null &&
  !league &&
  movesMade(moves) < (seats[0].kind === "human" ? 1 : 2) &&
  (["agent", "human"] as const).every((kind) => seats.some((each) => each.kind === kind));

export const isToMove = (state: GameState, seat: Seat): boolean => toMove(state).includes(seat);

/** The seat that waits for an agent, if there is one and the game goes on. */
export const openSeat = (state: GameState): SeatState | null =>
  state.outcome ? null : (state.seats.find(({ kind, name }) => kind === "agent" && name === null) ?? null);

/**
 * Whether each move costs the person money or calls another address: allowed in leagues only, which watch the costs.
 */
export const playsInLeaguesAlone = ({ settings }: SeatState): boolean =>
  settings.model !== undefined || settings.endpoint !== undefined;

/** `White wins by Checkmate`; empty while the game goes on. */
export const outcomeIn = ({ kind, outcome }: GameState): string =>
  outcome ? outcomeText(definitionOf(kind), outcome) : "";

export const gameOver = (state: GameState): Refusal =>
  refuse("GAME_OVER", `Game is over${state.outcome ? `: ${outcomeIn(state)}` : ""}`);

export function withSeat(state: GameState, seat: Seat, change: Partial<SeatState>): GameState {
  const [first, second] = state.seats;
  return first.seat === seat
    ? { ...state, seats: [{ ...first, ...change }, second] }
    : { ...state, seats: [first, { ...second, ...change }] };
}

/** The kinds of player that move by themselves, whose seats nobody holds. */
export const movesByItself: Readonly<Record<PlayerKind, boolean>> = { agent: false, human: false, computer: true };

/**
 * Makes the draws that a position waits for, one after the other, until none is due. The draw of number n, from 1,
 * follows from the game's secret and n alone, so that games with the same secret share their draws, whatever was played
 * between them. Throws where the rules offer no outcome, or refuse one.
 */
export function drawAll(rules: GameDefinition["rules"], chance: Chance | undefined, start: unknown) {
  const draws: Move[] = [];
  let position = start;
  for (let due = rules.chance?.(position); due; due = rules.chance?.(position)) {
    if (!chance) throw new Error("a game with chance has no secret to draw by");
    const bounds = due.map((_, index) => due.slice(0, index + 1).reduce((sum, { weight }) => sum + weight, 0));
    const place = keyedIndex(chance.secret, `draw ${chance.draws + draws.length + 1}`, bounds.at(-1) ?? 0);
    const code = due[bounds.findIndex((bound) => place < bound)]?.code ?? "";
    const play = rules.play(position, CHANCE, code);
    if (!play.ok) throw new Error(`a draw of ${code} is refused: ${play.message}`);
    draws.push(play.value.move);
    position = play.value.state;
  }
  return {
    position,
    draws,
    chance: chance && { ...chance, draws: chance.draws + draws.length, since: draws.length },
  };
}

/** The events of draws that led to this state: they take nobody's time. */
export const drawsMade = (
  { ply, clock }: { readonly ply: number; readonly clock: Clock | null },
  draws: readonly Move[],
  now: number,
): readonly GameEvent[] =>
  draws.map(({ code, text }, index) => ({
    type: "movePlayed",
    seat: CHANCE,
    ply: ply - draws.length + 1 + index,
    code,
    text,
    ms: 0,
    clock: clock && timesIn(clock, now),
  }));
