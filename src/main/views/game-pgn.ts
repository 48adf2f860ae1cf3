import type { GameRecord, PlayedIn } from "../../games/game.ts";
import { definitionOf } from "../../games/register.ts";
import type { Options } from "../../shared/terms.ts";
import { disarmed } from "../../shared/text.ts";
import type { LiveGame } from "../games/live-game.ts";
import { linesOf } from "./game-lines.ts";

/** A game as PGN, with all that was written of it, and what it was played in where that is known; null for games without that notation. */
export const gamePgn = (game: LiveGame, event?: PlayedIn): string | null =>
  definitionOf(game.state.kind).records?.write({ ...recordOf(game), event }) ?? null;

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
  definitionOf(game.state.kind).records?.tags(recordOf(game)) ?? {};

function recordOf(game: LiveGame): GameRecord<Options> {
  const { state } = game;
  const [first, second] = state.seats;
  const player = ({ name, kind }: typeof first) => ({ name, isHuman: kind === "human" });
  return {
    id: state.id,
    createdAt: state.createdAt,
    options: state.options,
    players: [player(first), player(second)],
    lines: linesOf(game),
    timeControl: state.clock && {
      initial: state.clock.initialMs / 1000,
      increment: state.clock.incrementMs / 1000,
      ...(state.clock.secondMs === undefined ? {} : { second: state.clock.secondMs / 1000 }),
    },
    outcome: state.outcome,
    annotator: game.review?.engine ?? null,
    tags: state.imported,
    drawWinsFor: state.league?.armageddon && second.seat,
    shared: state.shared,
  };
}
