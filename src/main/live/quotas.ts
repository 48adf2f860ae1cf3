import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";

export type Creator =
  | "person"
  /** An agent, by the hash of its connection; null where its requests stand alone. */
  | { readonly agent: string | null };

/**
 * The share of all unfinished ones that agents together may create, and that one connection may: there is always room
 * for the person.
 */
const AGENTS_SHARE = 0.8;
const CONNECTION_SHARE = 0.1;
/** Requests that stand alone cannot be told apart; they share this part. */
const ALONE_SHARE = 0.4;

/** Keeps one agent, or all of them, from taking all places. Counts since the host was started. */
export function createQuotas(options: {
  /** The things that are counted, in the plural, and how one makes room for more. */
  readonly noun: string;
  readonly remedy: string;
  /** Most of them that may be unfinished at once. */
  readonly most: number;
  readonly unfinished: () => number;
  readonly isUnfinished: (id: string) => boolean;
}) {
  const { noun, remedy, most, unfinished, isUnfinished } = options;
  const byConnection = new Map<string | null, { readonly ids: Set<string>; open: number }>();
  const tooMany = (text: string) => refuse("LIMIT_REACHED", `${text}. ${remedy}`);

  /** Reserved places. */
  let open = 0;

  /** The number of a connection's unfinished ones; counted anew only where the limit seems to be reached. */
  const countOf = (connection: string | null, limit: number): number => {
    const tally = byConnection.get(connection);
    if (!tally) return 0;
    if (tally.ids.size + tally.open >= limit) for (const id of tally.ids) if (!isUnfinished(id)) tally.ids.delete(id);
    return tally.ids.size + tally.open;
  };
  const objection = (creator: Creator): Refusal | null => {
    const all = unfinished() + open;
    if (all >= most) return tooMany(`There are ${most} unfinished ${noun} already`);
    if (creator === "person") return null;
    const forAgents = Math.floor(most * AGENTS_SHARE);
    if (all >= forAgents) return tooMany(`There are ${forAgents} unfinished ${noun}, as many as agents may make`);
    const own = Math.max(1, Math.floor(most * (creator.agent === null ? ALONE_SHARE : CONNECTION_SHARE)));
    if (countOf(creator.agent, own) < own) return null;
    return tooMany(
      creator.agent === null
        ? `There are ${own} unfinished ${noun} that agents without a connection of their own have made`
        : `You have made ${own} ${noun} that are not finished, as many as one may`,
    );
  };
  const madeBy = ({ agent }: Exclude<Creator, "person">) => {
    const tally = byConnection.get(agent) ?? { ids: new Set<string>(), open: 0 };
    byConnection.set(agent, tally);
    // Connections without unfinished ones are forgotten.
    if (byConnection.size > 1_000)
      for (const [connection, each] of byConnection)
        if (each !== tally && each.open === 0 && ![...each.ids].some(isUnfinished)) byConnection.delete(connection);
    return tally;
  };

  return {
    /**
     * Reserves a place for a new one, or refuses. Call the result with the id of what was created, or null where nothing
     * was.
     */
    admit: (creator: Creator): Result<(id: string | null) => void> => {
      const refusal = objection(creator);
      if (refusal) return refusal;
      const tally = creator === "person" ? null : madeBy(creator);
      open += 1;
      if (tally) tally.open += 1;
      return accept((id) => {
        open -= 1;
        if (tally) tally.open -= 1;
        if (id !== null) tally?.ids.add(id);
      });
    },
  };
}

/** How many ids of one length are tried before longer ones are. */
const ATTEMPTS = 20;
const SHORTEST_ID = 4;
const LONGEST_ID = 15;

/**
 * Ids that can be read aloud: four digits, more only when many are taken. The store decides whether one is free when
 * the game is stored, so try each until one is not taken; they never run out in practice.
 */
export function* candidateIds(random: () => number): Generator<string> {
  for (let digits = SHORTEST_ID; digits <= LONGEST_ID; digits += 1) {
    const lowest = 10 ** (digits - 1);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) yield String(lowest + Math.floor(random() * 9 * lowest));
  }
}
