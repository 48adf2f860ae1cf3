import type { GameDefinition } from "../../../games/game.ts";
import { definitions } from "../../../games/register.ts";
import type { GameAtHand, GameTools, ToolHost } from "../../../games/tools.ts";
import { accept, mapResult, type Result, refuse } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import type { Connections } from "../../games/authority.ts";
import { newPlayerOf, playerName } from "../../games/game-factory.ts";
import type { Games } from "../../games/games.ts";
import { gameOfAnswer, type LiveGame, seenMoves } from "../../games/live-game.ts";
import { type GameState, opponentOf, type SeatState, toMove, viewOf } from "../../games/machine/game-state.ts";
import type { NewPlayer } from "../../games/machine/seats.ts";
import { whileWaiting } from "../answers/turn-answers.ts";
import type { Call } from "./call.ts";

/** Newest games in which the toolset's last game is searched once it is over. */
const LOOKED_THROUGH = 100;
/** The computer's level where no person is at the window. */
const LEVEL = 5;

/** Holds a toolset's seat in place of a hash, which has no colon: the game is found after a restart, too. */
const holderOf = ({ toolset }: GameTools): string => `toolset:${toolset}`;

/** Registers toolsets as open connections: otherwise their seats would count as left, for anybody to take. */
export function seatToolsets(connections: Connections): void {
  for (const { tools } of definitions) if (tools) connections.open(holderOf(tools));
}

/** The host's services for one call of a game's own tool. Nothing is kept here. */
export function toolHostFor(definition: GameDefinition, tools: GameTools, call: Call): ToolHost {
  const { games } = call;
  const holder = holderOf(tools);
  const seatIn = ({ kind, seats }: GameState, of: (seatState: SeatState) => string | null): SeatState | null =>
    kind === definition.kind ? (seats.find((each) => of(each) === holder) ?? null) : null;
  const ownSeat = (state: GameState) => seatIn(state, ({ connection }) => connection);
  const formerSeat = (state: GameState) => seatIn(state, ({ formerConnection }) => formerConnection);

  const find = async (): Promise<Result<OwnGame>> => {
    const [going] = games
      .unfinished()
      .flatMap((live) => {
        const own = ownSeat(live.state);
        return own ? [{ live, own }] : [];
      })
      .toSorted((one, other) => other.live.state.createdAt - one.live.state.createdAt);
    if (going) return accept(going);
    const page = await games.list({ status: "all", limit: LOOKED_THROUGH, after: null });
    const last = page.games.find((state) => ownSeat(state) ?? formerSeat(state));
    const own = last && ownSeat(last);
    if (!last || !own) return last ? seatFreed : noGame;
    return mapResult(await games.get(last.id), (live) => ({ live, own }));
  };
  const act = async (
    command: (id: string, seat: Seat, generation: number) => Promise<Result<LiveGame>>,
  ): Promise<Result<GameAtHand>> => {
    const current = await find();
    if (!current.ok) return current;
    const { live, own } = current.value;
    return mapResult(await command(live.state.id, own.seat, own.generation), (now) => atHand(now, own.seat));
  };

  const begin = async (seat: Seat, before: OwnGame | null): Promise<Result<GameAtHand>> => {
    const name = playerName(call.clientName, "Agent");
    const me: NewPlayer = { kind: "agent", name, settings: {}, connection: holder };
    // The person, if somebody is at the window.
    const them = newPlayerOf(
      call.personIsThere() ? { kind: "human" } : { kind: "computer", level: LEVEL },
      call.personName(),
    );
    const creation = await games.create(
      {
        kind: definition.kind,
        players: seat === definition.seats[0] ? [me, them] : [them, me],
        options: {},
        clock: null,
        legalMoves: "shown",
        rematchOf: null,
      },
      { creator: { agent: call.connection } },
    );
    if (!creation.ok) return creation;
    // The game may have ended meanwhile.
    if (before?.live.state.outcome === null)
      await games.resign(before.live.state.id, before.own.seat, before.own.generation);
    return accept(atHand(creation.value, seat));
  };

  return {
    current: (orBegin) =>
      oneAtATime(games, async () => {
        const current = await find();
        if (current.ok) return accept(atHand(current.value.live, current.value.own.seat));
        return current.code === "GAME_NOT_FOUND" && orBegin !== undefined ? begin(orBegin, null) : current;
      }),
    begin: (seat) =>
      oneAtATime(games, async () => {
        const before = await find();
        return begin(seat, before.ok ? before.value : null);
      }),
    play: (text) => act(async (id, seat, generation) => gameOfAnswer(await games.play(id, seat, { text }, generation))),
    say: (message) => act((id, seat, generation) => games.say(id, seat, message, generation)),
    waitForTurn: (seconds) =>
      act(async (id, seat) => {
        const wait = () => games.waitForTurn(id, seat, seconds * 1000, call.signal);
        return gameOfAnswer(await whileWaiting(call, seconds, "Waiting for your turn", wait));
      }),
    random: call.random,
  };
}

interface OwnGame {
  readonly live: LiveGame;
  /** The seat of the toolset's callers. */
  readonly own: SeatState;
}

/** The call under way at each host: of two that find no game, only one may create it. */
const underWay = new WeakMap<Games, Promise<unknown>>();

function oneAtATime<T>(games: Games, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(games) ?? Promise.resolve();
  const result = before.then(work, work);
  underWay.set(games, result);
  return result;
}

const noGame = refuse("GAME_NOT_FOUND", "There is no game yet");
const seatFreed = refuse("GAME_NOT_FOUND", "A person freed your seat; that game goes on without you");

function atHand(live: LiveGame, seat: Seat): GameAtHand {
  const { state, talk } = live;
  const { kind, name } = opponentOf(state, seat);
  return {
    id: state.id,
    seat,
    opponent: { kind, name },
    view: viewOf(state, seat),
    turn: toMove(state)[0] ?? null,
    outcome: state.outcome,
    moves: seenMoves(live, seat).map(({ seat: by, code, at }) => ({ seat: by, code, at })),
    talk: talk.map(({ seat: by, message, at }) => ({ seat: by, message, at })),
  };
}
