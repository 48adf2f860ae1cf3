import { setImmediate as nextPass } from "node:timers/promises";
import type { Games } from "../games/games.ts";
import { byRound, type League } from "../league/machine/league.ts";
import { gamePgn } from "./game-pgn.ts";

/** The games of a league as PGN, a text for each: a game takes some milliseconds to be written, and there may be thousands. */
export async function* leaguePgn(league: League, liveGames: Pick<Games, "get">): AsyncGenerator<string, void> {
  let before = "";
  for (const matches of byRound(league))
    for (const { round, games } of matches)
      for (const [index, { id }] of games.entries()) {
        await nextPass();
        const game = await liveGames.get(id);
        const isAlone = league.settings.games_per_match === 1 && games.length === 1;
        const event = { name: league.name, round: isAlone ? `${round}` : `${round}.${index + 1}` };
        const pgn = game.ok ? gamePgn(game.value, event) : null;
        if (pgn === null) continue;
        yield `${before}${pgn.trimEnd()}\n`;
        before = "\n";
      }
}
