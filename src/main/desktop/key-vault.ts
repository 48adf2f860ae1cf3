import { safeStorage } from "electron";
import type { KeyVault } from "../keys.ts";

/**
 * The system's keychain. Where Linux has none, Electron would encrypt with a password that everybody knows
 * (`basic_text`): that is refused.
 */
export const keyVault: KeyVault = {
  obstacle: async () => {
    if (process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text") return noKeychain;
    return (await safeStorage.isAsyncEncryptionAvailable()) ? null : noKeychain;
  },
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  decrypt: async (secret) => {
    const decrypted = await safeStorage.decryptStringAsync(Buffer.from(secret));
    return decrypted.result;
  },
};

const noKeychain =
  "This system has no keychain that Kibitz can use (on Linux: GNOME Keyring or KWallet). Set an environment variable";
