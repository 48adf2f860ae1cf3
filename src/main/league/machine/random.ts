import { deriveKey, keyedRandom } from "../../base/keyed-random.ts";
import type { LeagueSettings } from "./league.ts";

/** The same things in an order that chance decides (Fisher and Yates). */
export function shuffle<T>(things: readonly T[], random: () => number): readonly T[] {
  const pool = [...things];
  return things.flatMap(() => pool.splice(Math.floor(random() * pool.length), 1));
}

type LotSource = Pick<LeagueSettings, "seed" | "secret">;

/** Random numbers in [0, 1) for one purpose in a league, which follow from its seed, its secret and the name. */
export const randomFor = ({ seed, secret }: LotSource, name: string): (() => number) =>
  keyedRandom(secret, `${seed} ${name}`);

/** The secret of the draws by chance in a game of a match; it reveals nothing about any other. */
export const gameSecret = ({ seed, secret }: LotSource, match: number, game: number): string =>
  deriveKey(secret, `${seed} match ${match} game ${game} chance`);

/** The seed of a strategy's choices in one seat of one game; it reveals nothing about any other. */
export const seatSeed = ({ seed, secret }: LotSource, match: number, game: number, place: 0 | 1): string =>
  deriveKey(secret, `${seed} match ${match} game ${game} seat ${place + 1}`);
