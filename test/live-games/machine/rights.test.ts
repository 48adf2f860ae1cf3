import { describe, expect, test } from "vitest";
import type { LiveGame } from "../../../src/main/games/live-game.ts";
import type { GameState, Step } from "../../../src/main/games/machine/game-state.ts";
import { answerTakeback, offerOrAnswerDraw } from "../../../src/main/games/machine/offers.ts";
import { callOff, deleteGame, play, resign, switchAnalysis } from "../../../src/main/games/machine/play.ts";
import { type Count, countsFor, mayAnalyse, wouldHelp } from "../../../src/main/games/machine/rights.ts";
import {
  freeSeat,
  handOver,
  type NewPlayer,
  reissueSeat,
  returnToSeat,
  takeSeat,
} from "../../../src/main/games/machine/seats.ts";
import { noEffort } from "../../../src/main/players/driver.ts";
import type { Unrated } from "../../../src/shared/api.ts";
import { accept, type Result } from "../../../src/shared/result.ts";
import { seeded } from "../../support/seeded.ts";
import { agent, codeOf, computer, human } from "../support.ts";
import { kept, made, start, stateOf } from "./support.ts";

/** The rights in a game, over all combinations of where it is played, who sits there, how far it is, and what is asked. */

const league = { id: "7", match: 1, entrants: [1, 2] as const };
const leagues = { "no league": null, "a league": league, "an Armageddon": { ...league, armageddon: true as const } };
const server: NewPlayer = { ...computer(), name: "Server", settings: { endpoint: "http://127.0.0.1:8101/mcp" } };
const pairs = {
  "two agents": [agent("Anna", "a"), agent("Bob", "b")],
  "an agent and a person": [agent("Anna", "a"), human("Eve")],
  "a person and a level": [human("Eve"), computer()],
  "two levels": [computer(), computer()],
  "a level and a server": [computer(), server],
} as const;
const moves = ["e4", "e5", "Nf3", "Nc6"];
/** Moves made, and whether the game is over. */
const phases = { "before the first move": [0, false], "in the middle": [4, false], "at its end": [4, true] } as const;

const entering = (player: NewPlayer, identity: string): NewPlayer => ({
  ...player,
  settings: { ...player.settings, entrant: identity },
});
function gameOf(where: keyof typeof leagues, who: keyof typeof pairs): LiveGame {
  const [one, other] = pairs[who];
  const players = leagues[where] ? ([entering(one, "anna"), entering(other, "bob")] as const) : pairs[who];
  return made({ players, league: leagues[where] });
}
function advanced(game: LiveGame, count: number, isOver: boolean): LiveGame {
  let now = game;
  for (const [ply, text] of moves.slice(0, count).entries()) {
    const done = play(now.state, ply % 2 === 0 ? "white" : "black", { text }, start);
    if (done.isPlayed) now = kept(now, done.step, start);
  }
  const end = isOver ? resign(now.state, "black", start) : null;
  return end?.ok ? kept(now, end.value, start) : now;
}

const successor = { kind: "human", name: "Cleo", settings: {} } as const;
/** The acts for White’s seat, and those for the game as a whole. */
const acts: Readonly<Record<string, (game: LiveGame) => Result<Step | null>>> = {
  "free the seat": ({ state }) => freeSeat(state, "white", start),
  "hand the seat over": ({ state }) => handOver(state, "white", successor, start),
  "take the seat": ({ state }) => takeSeat(state, "white", "Cleo", "c", start),
  "return to the seat": ({ state }) => accept(returnToSeat(state, "white", "c", start)),
  "renew the place": ({ state }) => accept(reissueSeat(state, "white", 2)),
  "take a move back": ({ state, moves: made }) => answerTakeback(state, "white", "offer", made, start),
  "show the evaluation": ({ state }) => switchAnalysis(state, true),
  "call the game off": ({ state }) => callOff(state, start),
  "delete the game": ({ state }) => deleteGame(state, start),
  "offer a draw": ({ state }) => offerOrAnswerDraw(state, "white", "offer", start),
  resign: ({ state }) => resign(state, "white", start),
};
interface Asked {
  readonly inLeague: boolean;
  readonly hasAgent: boolean;
  readonly hasPerson: boolean;
  readonly ply: number;
  readonly isOver: boolean;
}
/** The outcome of each act by the rule in other words: `OK`, `nothing`, or the code of the refusal. */
const outcomes: Readonly<Record<string, (asked: Asked) => string>> = {
  "free the seat": ({ inLeague, hasAgent, isOver }) => unlessOver(isOver, hasAgent && !inLeague),
  "hand the seat over": ({ inLeague, hasAgent, isOver }) => unlessOver(isOver, hasAgent && !inLeague),
  "take the seat": ({ isOver }) => (isOver ? "GAME_OVER" : "SEAT_TAKEN"),
  "return to the seat": ({ hasAgent }) => (hasAgent ? "OK" : "nothing"),
  "renew the place": ({ inLeague, isOver }) => (inLeague && !isOver ? "OK" : "nothing"),
  "take a move back": ({ inLeague, ply, isOver }) => unlessOver(isOver, ply > 0 && !inLeague),
  "show the evaluation": ({ inLeague, isOver }) => (isOver || !inLeague ? "OK" : "INVALID_ARGUMENT"),
  "call the game off": ({ inLeague, hasPerson, ply, isOver }) =>
    unlessOver(isOver, !inLeague && !(hasPerson && ply >= 2)),
  "delete the game": ({ inLeague, isOver }) => (isOver && !inLeague ? "OK" : "INVALID_ARGUMENT"),
  "offer a draw": ({ isOver }) => unlessOver(isOver, true),
  resign: ({ isOver }) => unlessOver(isOver, true),
};
const unlessOver = (isOver: boolean, isRight: boolean): string =>
  isOver ? "GAME_OVER" : isRight ? "OK" : "INVALID_ARGUMENT";
const namesOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) => Object.keys(of) as Key[];

describe.each(namesOf(leagues))("in a game of %s", (where) => {
  const inLeague = leagues[where] !== null;
  const combinations = namesOf(pairs).flatMap((who) => namesOf(phases).map((phase) => [who, phase] as const));

  test.each(combinations)("in it, of %s, %s, every act has the outcome that the rule gives it", (who, phase) => {
    const [ply, isOver] = phases[phase];
    const game = advanced(gameOf(where, who), ply, isOver);
    const kinds = pairs[who].map(({ kind }) => kind);
    const asked = { inLeague, hasAgent: kinds[0] === "agent", hasPerson: kinds.includes("human"), ply, isOver };
    const answered = Object.entries(acts).map(([name, act]) => {
      const done = act(game);
      const holders = done.ok && done.value ? done.value.state.seats : game.state.seats;
      // Nobody else ever sits for an entrant, and nobody outside leagues is one.
      const entrants = holders.map(({ name: holder, settings }) => [holder, settings.entrant]);
      if (inLeague) expect(entrants, name).toEqual(game.state.seats.map((each) => [each.name, each.settings.entrant]));
      else
        expect(
          entrants.map(([, identity]) => identity),
          name,
        ).toEqual([undefined, undefined]);
      return [name, done.ok && done.value === null ? "nothing" : codeOf(done)];
    });
    expect(answered).toEqual(namesOf(acts).map((name) => [name, outcomes[name]?.(asked)]));
  });

  test.each(combinations)("in it, of %s, %s, an engine and earlier games help nobody to a move", (who, phase) => {
    const [ply, isOver] = phases[phase];
    const { state } = advanced(gameOf(where, who), ply, isOver);
    const players = pairs[who];
    const isClosed = players.every(({ kind, settings }) => kind === "computer" && settings.endpoint === undefined);
    const hasPerson = players.some(({ kind }) => kind === "human");
    const isAmongPlayers = players.every(({ kind }) => kind !== "computer");
    for (const [analysis, playersMayAnalyse] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      const now: GameState = { ...state, analysis, playersMayAnalyse };
      const isShown = isOver || isClosed || (analysis && !inLeague);
      const told = JSON.stringify([where, who, phase, analysis, playersMayAnalyse]);
      expect(mayAnalyse(now, null).ok, told).toBe(isShown);
      expect(mayAnalyse(now, "white").ok, told).toBe(isOver || playersMayAnalyse);
      for (const help of ["engine", "explorer"] as const)
        for (const isOnBoard of [false, true]) {
          const isConcerned = inLeague || (help === "engine" && isAmongPlayers);
          const isPlay = ply > 0 || (inLeague && hasPerson);
          const isHelp = !isShown && isConcerned && isPlay && (hasPerson || isOnBoard);
          expect(
            wouldHelp(now, help, () => isOnBoard),
            `${told} ${help} ${isOnBoard}`,
          ).toBe(isHelp);
        }
    }
  });
});

test("a game counts for the two entrants of its league that played it to an end, and else for nobody, whatever comes together", () => {
  const givingUp = ["resignation", "agreement", "forfeit", "stalled", "disconnected"];
  const ends = [null, "checkmate", "time", "move-limit", "unfinished", ...givingUp];
  const both = [entering(agent("Anna"), "anna"), entering(agent("Bob"), "bob")] as const;
  let combinations = 0;
  for (const [where, of] of Object.entries(leagues))
    for (const players of [both, pairs["two agents"]])
      for (const help of [{}, { playersMayAnalyse: true }, { unrated: true }])
        for (const reason of ends)
          for (const ply of [0, 1, 2, 40])
            for (const drawn of [0, 1, 2]) {
              combinations += 1;
              const mostByLot = of && { ...of, mostByLot: 0.25 };
              const state: GameState = {
                ...stateOf({ players, league: mostByLot }),
                ...help,
                ply,
                outcome: reason === null ? null : { winner: null, reason },
              };
              const byLot = { ...noEffort, fallback: "late" };
              const own = [0, 1, 2, 3].map((index) => ({ seat: "white", effort: index < drawn ? byLot : undefined }));
              const isEarly = ply < 2 && reason !== null && givingUp.includes(reason);
              const whyNot: readonly (readonly [Unrated, boolean])[] = [
                ["no_league", of === null || players !== both],
                ["help", Object.keys(help).length > 0],
                ["armageddon", where === "an Armageddon"],
                ["unfinished", reason === "unfinished"],
                ["cut_short", reason === "move-limit"],
                ["not_played", isEarly],
                ["by_lot", reason !== null && drawn > 1],
              ];
              const [unrated] = whyNot.find(([, applies]) => applies) ?? [];
              const expected: Count = unrated ? { unrated } : { entrants: ["anna", "bob"] };
              expect(
                countsFor(state, () => own),
                JSON.stringify([where, help, reason, ply, drawn]),
              ).toEqual(expected);
            }
  expect(combinations).toBe(3 * 2 * 3 * ends.length * 4 * 3);
});

test("an entrant's seat stays its own, and no game outside leagues is anybody's, in every order of requests", () => {
  const random = seeded(56);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const names = namesOf(acts).filter((name) => name !== "resign");
  let refused = 0;
  for (let round = 0; round < 500; round += 1) {
    const where = one(namesOf(leagues));
    let game = gameOf(where, "two agents");
    const before = game.state.seats.map(({ name, kind, settings }) => ({ name, kind, settings }));
    for (let count = 0; count < 12; count += 1) {
      const done =
        random() < 0.3
          ? accept(play(game.state, one(["white", "black"]), { text: one(moves) }, start).step)
          : acts[one(names)]?.(game);
      if (!done?.ok) refused += 1;
      if (done?.ok && done.value) game = kept(game, done.value, start);
      const { seats, outcome } = game.state;
      if (leagues[where]) {
        expect(seats).toMatchObject(before);
        expect(outcome).toBeNull();
      } else expect(countsFor(game.state, () => game.moves)).toEqual({ unrated: "no_league" });
    }
  }
  expect(refused).toBeGreaterThan(500);
});
