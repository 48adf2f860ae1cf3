import { z } from "zod";
import type { KnownKey } from "../../shared/api.ts";
import { accept, invalid, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { openJsonFile } from "./json-file.ts";

/** A key as entered: refuses other texts, above all those pasted along with it. */
export const keySchema = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .regex(/^[!-~]*$/, "a key of visible ASCII characters is expected, without spaces and line breaks");

/** The system's store for secrets, such as a keychain. */
export interface KeyVault {
  /** The reason why it cannot store anything, with the remedy; null where it can. */
  obstacle(): Promise<string | null>;
  /** Both reject where the system fails. */
  encrypt(text: string): Promise<Uint8Array>;
  decrypt(secret: Uint8Array): Promise<string>;
}

/**
 * The person's API keys for providers of models, by names such as `ANTHROPIC_API_KEY`: from the environment, else from
 * the system's keychain. None is ever written in clear, logged or returned.
 */
export type Keys = ReturnType<typeof openKeys>;

/** The secrets by their names. A newer version may have written the file: unknown entries stay in it. */
const keptSchema = z.record(z.string(), z.unknown());
const secretSchema = z.base64();

export function openKeys(options: {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null where there is no window, and so no way to the keychain. */
  readonly vault: KeyVault | null;
  readonly log: Log;
}) {
  const { dataDir, env, vault, log } = options;
  const file = openJsonFile<Readonly<Record<string, unknown>>>({
    dataDir,
    file: "keys",
    log,
    schema: keptSchema,
    initial: {},
    loss: "the keys in it must be entered again",
  });
  const secretIn = (name: string): string | undefined => secretSchema.safeParse(file.get()[name]).data;
  const variable = (name: string): string | undefined => (Object.hasOwn(env, name) ? env[name] : undefined);
  const inEnvironment = (name: string): string | null => keySchema.safeParse(variable(name)).data ?? null;
  const missing = (name: string): Refusal => {
    const isOdd = (variable(name) ?? "").trim() !== "" && inEnvironment(name) === null;
    const reason = isOdd
      ? ", since its environment variable holds a space, a line break or what is no ASCII, which no key has"
      : "";
    return invalid(`there is no key ${name}${reason}`);
  };
  const obstacle = async () =>
    vault
      ? vault.obstacle()
      : "Keys can be stored only where Kibitz runs with a window. Otherwise, set an environment variable";

  return {
    /** The reason why no key can be stored; null where they can. */
    obstacle,
    /** Refuses with `INVALID_ARGUMENT` and the reason where there is no usable key. */
    find: async (name: string): Promise<Result<string>> => {
      const environmentKey = inEnvironment(name);
      if (environmentKey !== null) return accept(environmentKey);
      const secret = secretIn(name);
      if (secret === undefined || !vault || (await vault.obstacle()) !== null) return missing(name);
      const key = keySchema.safeParse(await vault.decrypt(Buffer.from(secret, "base64")).catch(() => null));
      if (key.success) return accept(key.data);
      log.warn(`the key ${name} cannot be read from the keychain; enter it again`);
      return invalid(`the key ${name} cannot be read from the keychain: enter it again`);
    },
    /** The keys in the keychain, and of `names` those in the environment. */
    list: (names: readonly string[]): readonly KnownKey[] => [
      ...[...new Set(names)].flatMap((name): KnownKey[] =>
        inEnvironment(name) === null ? [] : [{ name, from: "environment" }],
      ),
      ...Object.keys(file.get()).flatMap((name): KnownKey[] =>
        secretIn(name) === undefined ? [] : [{ name, from: "keychain" }],
      ),
    ],
    /** Refuses with `STORAGE_FAILED` where there is no keychain, or it fails. */
    keep: async (name: string, key: string): Promise<Result<null>> => {
      const reason = await obstacle();
      if (reason !== null || !vault) return refuse("STORAGE_FAILED", reason ?? "");
      try {
        const secret = await vault.encrypt(key);
        return file.set({ ...file.get(), [name]: Buffer.from(secret).toString("base64") });
      } catch {
        return refuse("STORAGE_FAILED", "The system's keychain did not take the key");
      }
    },
    forget: (name: string): Result<null> => {
      const { [name]: _, ...others } = file.get();
      return file.set(others);
    },
  };
}
