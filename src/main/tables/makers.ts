import { type Refusal, refuse } from "../../shared/result.ts";

/** Who makes a game. */
export type Maker =
  | "person"
  /** By the hash of its connection; null where its requests stand alone. */
  | { readonly agent: string | null };

/** The part of all unfinished games that agents together may make, and that one connection may: the person always gets through. */
const AGENTS_SHARE = 0.8;
const CONNECTION_SHARE = 0.1;
/** Requests that stand alone cannot be told apart; they share this part. */
const ALONE_SHARE = 0.4;

export interface Makers {
  /** Why somebody may make no game now; null where it may. */
  objection(maker: Maker): Refusal | null;
  /** Counts a game that was made. */
  made(maker: Maker, id: string): void;
}

export interface MakersOptions {
  /** That may be unfinished at once. */
  readonly mostGames: number;
  readonly unfinished: () => number;
  readonly goesOn: (id: string) => boolean;
}

/** Keeps one agent, or all of them, from taking all places for new games. Counted since the host has been running. */
export function createMakers({ mostGames, unfinished, goesOn }: MakersOptions): Makers {
  const byConnection = new Map<string | null, Set<string>>();
  const tooMany = (text: string) => refuse("LIMIT_REACHED", `${text}. Finish or resign some first`);

  /** How many games of a connection go on; looked up anew only where the limit seems to be reached. */
  const countOf = (connection: string | null, limit: number): number => {
    const games = byConnection.get(connection);
    if (!games) return 0;
    if (games.size >= limit) for (const id of games) if (!goesOn(id)) games.delete(id);
    return games.size;
  };

  return {
    objection: (maker) => {
      if (unfinished() >= mostGames) return tooMany(`There are ${mostGames} unfinished games already`);
      if (maker === "person") return null;
      const forAgents = Math.floor(mostGames * AGENTS_SHARE);
      if (unfinished() >= forAgents)
        return tooMany(`There are ${forAgents} unfinished games, as many as agents may make`);
      const own = Math.max(1, Math.floor(mostGames * (maker.agent === null ? ALONE_SHARE : CONNECTION_SHARE)));
      if (countOf(maker.agent, own) < own) return null;
      return tooMany(
        maker.agent === null
          ? `There are ${own} unfinished games that agents without a connection of their own have made`
          : `You have made ${own} games that are not finished, as many as one may`,
      );
    },
    made: (maker, id) => {
      if (maker === "person") return;
      const games = byConnection.get(maker.agent) ?? new Set<string>();
      byConnection.set(maker.agent, games.add(id));
      // Connections come and go; those whose games are all over are forgotten.
      if (byConnection.size <= 1_000) return;
      for (const [connection, ids] of byConnection) if (![...ids].some(goesOn)) byConnection.delete(connection);
    },
  };
}
