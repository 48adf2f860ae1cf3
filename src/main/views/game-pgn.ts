import type { GameRecord, PlayedIn } from "../../games/game.ts";
import { gameOf } from "../../games/register.ts";
import type { Options } from "../../shared/terms.ts";
import { disarmed } from "../../shared/text.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { linesOf } from "./game-lines.ts";

/** A game as PGN, with all that was written of it, and what it was played in where that is known; null for games without that notation. */
export const gamePgn = (game: LiveGame, event?: PlayedIn): string | null =>
  gameOf(game.table.kind).records?.write({ ...recordOf(game), event }) ?? null;

/**
 * The same for an agent: the moves and what was written of them stand in one line, so that no line begins with what
 * somebody wrote, and nothing in it leads the reader on.
 */
export function gamePgnForAgents(game: LiveGame): string | null {
  const [tags, ...moves] = gamePgn(game)?.trimEnd().split("\n\n") ?? [];
  return tags === undefined ? null : disarmed(`${tags}\n\n${moves.join(" ").replaceAll("\n", " ")}\n`);
}

/** The PGN tags about the event, by their names; empty for games without that notation. */
export const eventTags = (game: LiveGame): Readonly<Record<string, string>> =>
  gameOf(game.table.kind).records?.tags(recordOf(game)) ?? {};

function recordOf(game: LiveGame): GameRecord<Options> {
  const { table } = game;
  const [first, second] = table.seats;
  const player = ({ name, kind }: typeof first) => ({ name, isHuman: kind === "human" });
  return {
    id: table.id,
    createdAt: table.createdAt,
    options: table.options,
    players: [player(first), player(second)],
    lines: linesOf(game),
    timeControl: table.clock && {
      initial: table.clock.initialMs / 1000,
      increment: table.clock.incrementMs / 1000,
      ...(table.clock.secondMs === undefined ? {} : { second: table.clock.secondMs / 1000 }),
    },
    outcome: table.outcome,
    annotator: game.review?.engine ?? null,
    tags: table.imported,
    drawWinsFor: table.league?.armageddon && second.seat,
    shared: table.shared,
  };
}
