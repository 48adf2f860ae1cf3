import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { messageOf } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { systemErrorCode } from "../data/data-dir.ts";

/**
 * Trusts the certificates that NODE_EXTRA_CA_CERTS names, as a company's proxy needs. Plain Node does so by itself; the
 * packed application's takes no notice of the variable, because the fuse that closes NODE_OPTIONS to others closes it
 * as well. What cannot be used is said in the log, and changes nothing.
 */
export function trustExtraCertificates(
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
  isElectron = process.versions["electron"] !== undefined,
): void {
  const { NODE_EXTRA_CA_CERTS: file } = env;
  if (!file || !isElectron) return;
  try {
    const certificates = readFileSync(file, "utf8").match(
      /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g,
    );
    if (certificates === null) throw new Error("there is no certificate in it");
    setDefaultCACertificates([...getCACertificates("default"), ...certificates]);
  } catch (error) {
    log.warn(`the certificates in ${file}, which NODE_EXTRA_CA_CERTS names, cannot be used: ${messageOf(error)}`);
  }
}

/** Milliseconds after which the process ends even if something is not closed. */
const LONGEST_MS = 10_000;

/** Closes everything before the process exits; at once where that takes too long. Answers whether nothing failed. */
export async function closeInTime(close: () => Promise<void>, exit: (code: number) => void, log: Log) {
  const timer = setTimeout(() => {
    log.error(`closing took longer than ${LONGEST_MS / 1000} s`);
    exit(1);
  }, LONGEST_MS);
  try {
    await close();
    return true;
  } catch (error) {
    log.error(`closing failed: ${String(error)}`);
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Logs what nobody caught. Answers whether the program must end: what else is wrong is unknown; moves are kept. */
export function logUnexpected(error: unknown, log: Log): boolean {
  // A peer that hung up has broken nothing but its own connection.
  if (["EPIPE", "ECONNRESET"].includes(systemErrorCode(error) ?? "")) {
    log.warn(`a connection broke: ${String(error)}`);
    return false;
  }
  log.error(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return true;
}
