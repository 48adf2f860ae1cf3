import { deepStrictEqual, equal } from "node:assert/strict";
import type { LeagueReport } from "../src/shared/leagues.ts";
import { logOf, type Person } from "../test/support/person.ts";

/** Sees that each match is what the records of its games say; gives how often one was taken up in its middle. */
export async function heldAgainstGames(person: Person, report: LeagueReport): Promise<number> {
  let resumed = 0;
  for (const { match_id, a, b, score, games, armageddon } of report.rounds.flatMap(({ matches }) => matches)) {
    const points = new Map([
      [a, 0],
      [b, 0],
    ]);
    for (const id of games) {
      const { result, players } = (await person.get(`/api/games/${id}`)).body;
      const winners = result.winner === null ? [a, b] : [players[result.winner].name];
      // An Armageddon decides a match, and is no part of its score.
      if (id !== armageddon?.game_id)
        for (const name of winners) points.set(name, (points.get(name) ?? 0) + 1 / winners.length);
      const log = await logOf(person, id);
      equal(log.filter(({ event }) => event.type === "gameOver").length, 1, `game ${id} ended once`);
      resumed += log.filter(({ event }) => event.type === "hostResumed").length;
    }
    deepStrictEqual(
      [points.get(a), points.get(b)].slice(0, b === null ? 1 : 2),
      score.slice(0, b === null ? 1 : 2),
      match_id,
    );
  }
  return resumed;
}
