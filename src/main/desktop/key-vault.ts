import { safeStorage } from "electron";
import type { KeyVault } from "../data/keys.ts";

/**
 * The system's keychain. Where Linux has none, or the chosen one does not answer, Electron says that it can encrypt all
 * the same and does so with a password that everybody knows. The value alone tells: it begins with `v10` then, with `v11`
 * where a keyring holds the password. Such a value is neither made nor read.
 */
export const keyVault: KeyVault = {
  obstacle: async () => {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return noKeychain;
    const probe = await safeStorage.encryptStringAsync("probe").catch(() => null);
    return probe === null || isOpenToAll(probe) ? noKeychain : null;
  },
  encrypt: async (text) => {
    const secret = await safeStorage.encryptStringAsync(text);
    if (isOpenToAll(secret)) throw new Error(noKeychain);
    return secret;
  },
  decrypt: async (secret) => {
    if (isOpenToAll(secret)) throw new Error(noKeychain);
    return (await safeStorage.decryptStringAsync(Buffer.from(secret))).result;
  },
};

/** Other systems begin what their keychain protects with `v10`, too. */
const isOpenToAll = (secret: Uint8Array): boolean =>
  process.platform === "linux" && Buffer.from(secret.subarray(0, 3)).toString("latin1") === "v10";

const noKeychain =
  "This system has no keychain that Kibitz can use (on Linux: GNOME Keyring or KWallet). Set an environment variable";
