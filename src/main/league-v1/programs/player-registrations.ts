import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { jsonIn } from "../../../shared/fields.ts";
import { readableText } from "../../base/text-file.ts";

const papersSchema = z.object({
  player_id: z.string(),
  /** By address and league. */
  tokens: z.record(z.string(), z.string()),
});
type Registrations = z.infer<typeof papersSchema>;

/** A player's registrations, kept from one run to the next in a file that only its owner can read. */
export type PlayerRegistrations = ReturnType<typeof openRegistrations>;

/** @param folder of the data; the file is named after the player */
export function openRegistrations(folder: string, name: string) {
  const file = join(folder, "players", `${encodeURIComponent(name.toLowerCase())}.json`);
  let registrations: Registrations = readPapers(file) ?? fresh();
  const key = (address: URL, league: string) => `${address.origin} ${league}`;
  return {
    /** Identifies the player to a league when it comes back: a UUID, and the league's token once it has given one. */
    of: (address: URL, league: string) => ({
      playerId: registrations.player_id,
      token: registrations.tokens[key(address, league)] ?? null,
    }),
    /** Throws where the file cannot be written. */
    keep: (address: URL, league: string, token: string) => {
      registrations = { ...registrations, tokens: { ...registrations.tokens, [key(address, league)]: token } };
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, `${JSON.stringify(registrations)}\n`, { mode: 0o600 });
    },
    /** Starts again, as another player. */
    forget: () => {
      registrations = fresh();
    },
  };
}

const fresh = (): Registrations => ({ player_id: randomUUID(), tokens: {} });

const readPapers = (file: string): Registrations | null =>
  papersSchema.safeParse(jsonIn(readableText(file) ?? "")).data ?? null;
