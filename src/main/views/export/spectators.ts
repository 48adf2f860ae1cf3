import { createHash } from "node:crypto";
import { RecentMap } from "../../../shared/recent-map.ts";
import type { ReplaySeed } from "../../../shared/replay.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { entryOf, inPiecesOnceFor } from "../../base/once-for.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import type { Games } from "../../games/games.ts";
import type { LiveGame } from "../../games/live-game.ts";
import type { Leagues } from "../../league/leagues.ts";
import { type League, type LiveLeague, openGame } from "../../league/machine/league.ts";
import { createQueue } from "../../live/transactions.ts";
import { gamePgn, roundOf } from "./game-pgn.ts";
import { replaySeed } from "./replay-page.ts";

/** Most leagues whose texts are kept. */
const MOST_LEAGUES = 8;
/** Most games of one text: some megabytes. */
const MOST_GAMES = 1_000;

/** A text with its entity tag. */
export type TaggedText = ReturnType<typeof taggedText>;
export const taggedText = (text: string) => ({
  text,
  etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`,
});

/** The texts of a league that has spectators. */
interface LeagueTexts {
  /** Its version and its round when its log was read last. */
  version: number;
  round: number;
  /** Its games in the order in which they began. */
  readonly began: { readonly id: string; readonly round: number }[];
  /** Games as PGN until they change, and whole texts until one of their games does. */
  readonly games: Map<string, string>;
  readonly texts: Map<string, TaggedText>;
}

/** A game as it was played: what is written about it later would change what spectators have seen. */
const asPlayed = (game: LiveGame): LiveGame => ({ ...game, lines: null, review: null });
const seedOf = inPiecesOnceFor(function* (game: LiveGame, look: ReplaySeed["look"]) {
  const seed: ReplaySeed = { ...(yield* replaySeed(asPlayed(game), look, false)), live: true };
  return taggedText(JSON.stringify(seed));
});

export type Spectators = ReturnType<typeof createSpectators>;

/** Makes the texts for spectators elsewhere, each once for a state of its league, however many ask. */
export function createSpectators(games: Pick<Games, "get" | "listen">, leagues: Pick<Leagues, "lastEvents">) {
  const followedLeagues = new RecentMap<string, LeagueTexts>(MOST_LEAGUES);
  const queue = createQueue();
  const close = games.listen(
    ({ game: { state } }) => {
      const own = followedLeagues.get(state.league?.id ?? "");
      own?.games.delete(state.id);
      own?.texts.clear();
    },
    () => followedLeagues.size > 0,
  );

  /** The league as far as its log goes. Reads of one league come after one another. */
  const follow = async (live: LiveLeague): Promise<LeagueTexts> => {
    const own = entryOf(followedLeagues, live.league.id, (): LeagueTexts => {
      return { version: 0, round: 0, began: [], games: new Map(), texts: new Map() };
    });
    if (live.version <= own.version) return own;
    for (const { event } of await leagues.lastEvents(live, live.version - own.version)) {
      if (event.type === "roundPaired") own.round = event.round;
      if (event.type === "gameAssigned") own.began.push({ id: event.game, round: own.round });
      if (event.type === "leagueRenamed") own.games.clear();
    }
    own.texts.clear();
    own.version = live.version;
    return own;
  };

  /** Keeps a game as PGN; null where it cannot be read (yet). */
  const pgnOf = async (
    own: LeagueTexts,
    { name, settings }: League,
    { id, round }: LeagueTexts["began"][number],
  ): Promise<string | null> => {
    const game = await games.get(id);
    if (!game.ok) return null;
    const event = { name, round: roundOf(settings, round, game.value.state.league?.game ?? 1) };
    const text = gamePgn(asPlayed(game.value), false, event) ?? "";
    own.games.set(id, text);
    return text;
  };

  return {
    /**
     * Games of a league as PGN, in the order in which they began, with a result of `*` while they go on: all, or those of a
     * round by its number, or one by its id. What one text has, each later one begins with, but for the tags that tell of
     * the end and the opening. Refuses more than a thousand with `INVALID_ARGUMENT`.
     */
    pgn: (live: LiveLeague, part = "") =>
      queue.run(live.league.id, async (): Promise<Result<TaggedText>> => {
        const own = await follow(live);
        const there = own.texts.get(part);
        if (there) return accept(there);
        const selection = own.began.filter(({ id, round }) => part === "" || part === id || part === `${round}`);
        if (selection.length > MOST_GAMES)
          return invalid(`League ${live.league.id} has too many games for one text: ask for a round`);
        const texts: string[] = [];
        for (const each of selection) {
          const text = own.games.get(each.id) ?? (await pgnOf(own, live.league, each));
          if (text !== null) texts.push(text);
          // One that is still to be created would come to stand before those that follow.
          else if (openGame(live.league, each.id)) break;
        }
        const text = taggedText(texts.join("\n"));
        // One that changed meanwhile was dropped.
        if (selection.length > 0 && selection.every(({ id }) => own.games.has(id))) own.texts.set(part, text);
        return accept(text);
      }),
    /**
     * A game as the board that follows it reads it: the named one, or the last that began and is there. Refuses a game of
     * elsewhere with `INVALID_ARGUMENT`.
     */
    seed: async (
      live: LiveLeague,
      gameId: string | undefined,
      look: ReplaySeed["look"],
    ): Promise<Result<TaggedText>> => {
      const { began } = await queue.run(live.league.id, () => follow(live));
      // The last ones may still have to be created.
      for (const { id } of began.toReversed()) {
        const game = gameId === undefined || id === gameId ? await games.get(id) : null;
        if (game?.ok) return accept(await runInSlices(seedOf(game.value, look)));
      }
      return invalid("There is no such game in this league");
    },
    close,
  };
}
