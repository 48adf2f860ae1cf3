import { setImmediate as nextPass } from "node:timers/promises";
import type { GameRecord, PlayedIn } from "../../games/game.ts";
import { definitionOf } from "../../games/register.ts";
import type { GameKind, Options } from "../../shared/terms.ts";
import { disarm } from "../../shared/text.ts";
import type { Games } from "../games/games.ts";
import type { LiveGame } from "../games/live-game.ts";
import { byRound, type League } from "../league/machine/league.ts";
import { linesOf } from "./game-lines.ts";

/** Whether games of a kind are written as PGN, and not in a notation of another name. */
export const hasPgn = (kind: GameKind): boolean => definitionOf(kind).records?.name === "PGN";

/** A game as PGN or in its own notation, with all that was written of it, on request thoughts, and what it was played in; null without that notation. */
export const gamePgn = (game: LiveGame, thoughts = false, event?: PlayedIn): string | null =>
  definitionOf(game.state.kind).records?.write({ ...recordOf(game, thoughts), event }) ?? null;

/**
 * The same for an agent: the moves and what was written of them stand in one line, so that no line begins with what
 * somebody wrote, and nothing in it leads the reader on.
 */
export function gamePgnForAgents(game: LiveGame): string | null {
  const [tags, ...moves] = (hasPgn(game.state.kind) ? gamePgn(game) : null)?.trimEnd().split("\n\n") ?? [];
  return tags === undefined ? null : disarm(`${tags}\n\n${moves.join(" ").replaceAll("\n", " ")}\n`);
}

/** The PGN tags about the event, by their names; empty for games without that notation. */
export const eventTags = (game: LiveGame): Readonly<Record<string, string>> =>
  definitionOf(game.state.kind).records?.tags(recordOf(game)) ?? {};

function recordOf(game: LiveGame, thoughts = false): GameRecord<Options> {
  const { state } = game;
  const [first, second] = state.seats;
  const player = ({ name, kind }: typeof first) => ({ name, isHuman: kind === "human" });
  return {
    id: state.id,
    createdAt: state.createdAt,
    options: state.options,
    players: [player(first), player(second)],
    lines: linesOf(game, thoughts ? "comments" : "nowhere"),
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

/**
 * Games as PGN, one after the other, separated by an empty line: a text for each, since a game takes some milliseconds to
 * be written, and there may be thousands. Leaves out those that cannot be read, and deleted ones.
 */
export async function* gamesPgn(
  requests: Iterable<{ readonly id: string; readonly event?: PlayedIn }>,
  games: Pick<Games, "get">,
): AsyncGenerator<string, void> {
  let before = "";
  for (const { id, event } of requests) {
    await nextPass();
    const game = await games.get(id);
    const pgn = game.ok && game.value.state.deletedAt === null ? gamePgn(game.value, false, event) : null;
    if (pgn === null) continue;
    yield `${before}${pgn.trimEnd()}\n`;
    before = "\n";
  }
}

/** The same for the games of a league, with the rounds that they were played in. */
export const leaguePgn = (league: League, games: Pick<Games, "get">): AsyncGenerator<string, void> =>
  gamesPgn(playedIn(league), games);

function* playedIn(league: League) {
  for (const matches of byRound(league))
    for (const { round, games } of matches)
      for (const [index, { id }] of games.entries()) {
        const isAlone = league.settings.games_per_match === 1 && games.length === 1;
        yield { id, event: { name: league.name, round: isAlone ? `${round}` : `${round}.${index + 1}` } };
      }
}
