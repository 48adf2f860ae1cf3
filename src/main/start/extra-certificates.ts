import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { messageOf } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";

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
