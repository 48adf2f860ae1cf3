import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, onTestFinished, test, vi } from "vitest";
import { trustExtraCertificates } from "../../src/main/start/process.ts";
import { tempDir } from "../support/temp-dir.ts";

/** Signed by itself, valid until 2126, of a key that nobody has. */
const own = `-----BEGIN CERTIFICATE-----
MIIBhDCCASmgAwIBAgIUMPNhXCABHSuX58fTTAMI5/TpnYIwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLS2liaXR6IHRlc3QwIBcNMjYxMTIzMjEwOTU0WhgPMjEyNjEw
MzAyMTA5NTRaMBYxFDASBgNVBAMMC0tpYml0eiB0ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEWkZXNyEu8hV9L7rgWrUjYId5KxVtmXzrYKy8mbHW4kcjhYdL
3Vify5Wqw4sR84/7E6dwfS4kTsCtwgWEaoDqq6NTMFEwHQYDVR0OBBYEFO0ob07/
sqfQbPN3K0KCEo2aL+lyMB8GA1UdIwQYMBaAFO0ob07/sqfQbPN3K0KCEo2aL+ly
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAMXPQe8oveHhcbMr
1T2gjtgm0XXwHgzXYMkGywTtjfT8AiEA5wsJg5NKQN0n+ZzD3PQjVpFS3+KUNMAo
MlIv2hPQAD8=
-----END CERTIFICATE-----`;

const fingerprints = (certificates: readonly string[]) =>
  new Set(certificates.map((each) => new X509Certificate(each).fingerprint256));

test("the packed application trusts the certificates that the surroundings name, beside the usual ones", () => {
  using folder = tempDir();
  const file = join(folder.path, "company.pem");
  writeFileSync(file, `Company's own\n${own}\n`);
  const usual = getCACertificates("default");
  onTestFinished(() => setDefaultCACertificates(usual));
  const warn = vi.fn();
  const log = { error: warn, warn, info: () => {}, debug: () => {} };
  const trusts = () => getCACertificates("default").some((each) => each.trim() === own);

  trustExtraCertificates({ NODE_EXTRA_CA_CERTS: file }, log, false);
  expect(trusts(), "plain Node has done so by itself").toBe(false);
  trustExtraCertificates({}, log, true);
  trustExtraCertificates({ NODE_EXTRA_CA_CERTS: join(folder.path, "missing.pem") }, log, true);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/missing\.pem.*cannot be used: ENOENT/));
  trustExtraCertificates({ NODE_EXTRA_CA_CERTS: file }, log, true);
  expect(trusts()).toBe(true);
  // Node writes them otherwise, and each only once.
  const now = fingerprints(getCACertificates("default"));
  expect([...fingerprints(usual)].filter((each) => !now.has(each))).toEqual([]);
});
