import { seeded } from "../../../shared/random.ts";
import { deriveKey, keyedRandom } from "../../base/keyed-random.ts";
import type { LeagueSettings } from "./league.ts";

type Keyed = Pick<LeagueSettings, "seed" | "secret">;

/**
 * Random numbers in [0, 1) for one purpose in a league: they follow from its seed and secret and the name of the
 * purpose.
 * @param former the number that leagues without a secret add to their seed for it
 */
export const randomFor = ({ seed, secret }: Keyed, name: string, former: number): (() => number) =>
  secret === null ? seeded(seed + former) : keyedRandom(secret, `${seed} ${name}`);

/** The seed of a strategy's choices in one seat of one game; it reveals nothing about any other. */
export const seatSeed = ({ seed, secret }: Keyed, match: number, game: number, place: 0 | 1): number | string =>
  secret === null
    ? seed + Math.imul(match, 1_000_003) + Math.imul(2 * game + place, 7_919)
    : deriveKey(secret, `${seed} match ${match} game ${game} seat ${place + 1}`);
