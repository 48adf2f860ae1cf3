import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, statSync } from "node:fs";
import type { instanceFiles } from "../shared/instance.ts";
import { accept, type Result, refuse } from "../shared/result.ts";
import { fileIn, storageRefusal, systemErrorCode, writeFileWhole } from "./data-dir.ts";

/** The secrets of one installation: made at the first start, kept in files of mode 0600. */
export interface Secrets {
  /** Opens everything. */
  readonly personToken: string;
  /** Opens `/mcp` and the shim's door, nothing else. */
  readonly agentToken: string;
  /** Key from which seat tokens are told to be genuine. */
  readonly seatSecret: string;
}

/** Reads the secrets, making those that are missing. The instance lock must be held: two writers would part ways. */
export function openSecrets(dataDir: string): Result<Secrets> {
  const personToken = openSecret(dataDir, "personToken");
  if (!personToken.ok) return personToken;
  const agentToken = openSecret(dataDir, "agentToken");
  if (!agentToken.ok) return agentToken;
  const seatSecret = openSecret(dataDir, "seatSecret");
  if (!seatSecret.ok) return seatSecret;
  return accept({ personToken: personToken.value, agentToken: agentToken.value, seatSecret: seatSecret.value });
}

/** 32 bytes in base64url are 43 characters; somebody who provides their own may write a longer one. */
const form = /^[A-Za-z0-9_-]{43,256}$/;

function openSecret(dataDir: string, name: keyof typeof instanceFiles): Result<string> {
  const path = fileIn(dataDir, name);
  try {
    const text = readFileSync(path, "utf8").trim();
    if (!form.test(text)) {
      return refuse("STORAGE_FAILED", `${path} is damaged. Delete it: a new one is made at the next start.`);
    }
    if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    return accept(text);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") return storageRefusal(error, `${path} cannot be read`);
  }
  const secret = randomBytes(32).toString("base64url");
  try {
    writeFileWhole(path, `${secret}\n`);
    return accept(secret);
  } catch (error) {
    return storageRefusal(error, `${path} cannot be written`);
  }
}
