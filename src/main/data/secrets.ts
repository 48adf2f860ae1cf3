import { hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { deriveSecret } from "../base/derived-secrets.ts";
import { fileIn, storageRefusal, systemErrorCode, writeFileWhole } from "./data-dir.ts";

/** The secrets of one installation: made at the first start, kept in files of mode 0600. */
export interface Secrets {
  /** Allows everything. */
  readonly personToken: string;
  /** Allows `/mcp` and the shim's door only. */
  readonly agentToken: string;
  /** The key that seat tokens are derived from. */
  readonly seatSecret: string;
  /** Admits referees that are servers: the person gives it to those that may run matches. */
  readonly refereeCode: string;
}

/**
 * Reads the secrets, making those that are missing. The instance lock must be held: two writers would part ways.
 * @param arena what several hosts have in common: what seats are held by follows from it, and so do tokens that are
 * missing, so that they are the same at each of them
 */
export function openSecrets(dataDir: string, arena: string | null = null): Result<Secrets> {
  const create = (name: SecretName) =>
    arena === null ? randomBytes(32).toString("base64url") : derivedSecret(arena, name);
  const secrets = { personToken: "", agentToken: "", seatSecret: "", refereeCode: "" };
  for (const name of ["personToken", "agentToken", "seatSecret", "refereeCode"] as const) {
    const isDerived = name === "seatSecret" && arena !== null;
    const secret = isDerived ? accept(derivedSecret(arena, name)) : openSecret(dataDir, name, create);
    if (!secret.ok) return secret;
    secrets[name] = secret.value;
  }
  return accept(secrets);
}

/** 32 bytes in base64url are 43 characters; somebody who provides their own may write a longer one. */
export const secretForm = /^[A-Za-z0-9_-]{43,256}$/;

type SecretName = keyof Secrets;

/** A secret derived from another one by HKDF (RFC 5869): it reveals nothing about that or any other. */
const derivedSecret = (secret: string, name: SecretName): string =>
  Buffer.from(hkdfSync("sha256", secret, "kibitz arena", name, 32)).toString("base64url");

/** Identifies a secret where it must not be stored. */
export const markOf = (secret: string): string => deriveSecret(secret, "kibitz mark").toString("base64url");

function openSecret(dataDir: string, name: SecretName, create: (name: SecretName) => string): Result<string> {
  const path = fileIn(dataDir, name);
  try {
    const text = readFileSync(path, "utf8").trim();
    if (!secretForm.test(text)) {
      const lost =
        name === "seatSecret"
          ? "agents in games that go on lose their seats then"
          : "whoever used it needs the new one";
      return refuse(
        "STORAGE_FAILED",
        `${path} is damaged. Put a copy from a backup in its place, or delete it: a new one is made at the next start, and ${lost}.`,
      );
    }
    const { mode } = statSync(path);
    if (process.platform !== "win32" && (mode & 0o022) !== 0)
      return refuse(
        "STORAGE_FAILED",
        `${path} could be written by others, who may know it. Delete it: a new one is made at the next start.`,
      );
    if (process.platform !== "win32" && (mode & 0o077) !== 0) chmodSync(path, 0o600);
    return accept(text);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") return storageRefusal(error, `${path} cannot be read`);
  }
  const secret = create(name);
  try {
    writeFileWhole(path, `${secret}\n`);
    return accept(secret);
  } catch (error) {
    return storageRefusal(error, `${path} cannot be written`);
  }
}
