import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { LeagueOutlets } from "../../shared/leagues.ts";
import { mapResult, type Result } from "../../shared/result.ts";
import { struct } from "../../shared/struct.ts";
import { derivedToken, deriveSecret, isSameSecret } from "../base/derived-secrets.ts";
import type { Log } from "../base/log.ts";
import { openJsonFile } from "../data/json-file.ts";

const webhookSchema = struct({
  url: z.string(),
  /** Tells its key, and the ids of what it is sent, from those before. */
  mark: z.string(),
  /** The number of the last event that it took. */
  position: z.int(),
  /** Why it took no other, and since when, in milliseconds since 1970; null where nothing failed. */
  failure: struct({ reason: z.string(), since: z.number() }).nullable(),
  /** Whether it was given up, until the person sets it again. */
  given_up: z.boolean(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** By league: the mark of the spectators' token, and the webhook. */
const fileSchema = z.record(z.string(), struct({ watch: z.string().optional(), webhook: webhookSchema.optional() }));

export type Outlets = ReturnType<typeof openOutlets>;

/**
 * The places outside at which leagues are shown and reported, in a file of this host. There is no token and no key in it:
 * both are keyed hashes of the league and a mark, and a new mark ends those before.
 */
export function openOutlets({ dataDir, secret, log }: { dataDir: string; secret: string; log: Log }) {
  const loss = "nobody elsewhere follows a league until you make its address, or set its webhook, again";
  const file = openJsonFile({ dataDir, file: "outlets", schema: fileSchema, initial: {}, loss, log });
  const of = (league: string) => (Object.hasOwn(file.get(), league) ? file.get()[league] : undefined) ?? {};
  const change = (league: string, part: ReturnType<typeof of>): Result<null> =>
    file.set({ ...file.get(), [league]: { ...of(league), ...part } });
  const newMark = () => randomBytes(9).toString("base64url");
  const tokenOf = (league: string, mark: string) =>
    `${league}.${derivedToken(secret, "outlet", "watch", league, mark)}`;
  const keyOf = (league: string, { mark }: Pick<Webhook, "mark">) =>
    deriveSecret(secret, "outlet", "webhook", league, mark);
  return {
    of,
    change,
    keyOf,
    leagues: () => Object.keys(file.get()),
    view: (league: string): LeagueOutlets => {
      const { watch, webhook } = of(league);
      return { has_spectators: watch !== undefined, webhook: webhook ?? null };
    },
    /** Makes a token with which spectators elsewhere see one league, and ends the one before. */
    admitSpectators: (league: string): Result<string> => {
      const watch = newMark();
      return mapResult(change(league, { watch }), () => tokenOf(league, watch));
    },
    /** The league whose present token this is; null for any other text. */
    leagueBy: (token: string): string | null => {
      const [league = ""] = token.split(".", 1);
      const { watch } = of(league);
      return watch !== undefined && isSameSecret(token, tokenOf(league, watch)) ? league : null;
    },
    /** Sets a webhook with a new key, which it returns. One that is there goes on where it is, a new one at `position`. */
    setWebhook: (league: string, url: string, position: number): Result<string> => {
      const webhook = { position, ...of(league).webhook, url, mark: newMark(), failure: null, given_up: false };
      return mapResult(change(league, { webhook }), () => `whsec_${keyOf(league, webhook).toString("base64")}`);
    },
  };
}
