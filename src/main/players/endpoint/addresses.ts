import { isLoopback } from "../../../shared/addresses.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";

/**
 * Whether players may be called there: on this machine, or at a host that the person named (`10.0.0.5`, or
 * `10.0.0.5:8101` for that port alone). Refuses with `INVALID_ARGUMENT` and what to do.
 */
export function checkAddress(address: string, allowed: readonly string[]): Result<URL> {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    return refuse("INVALID_ARGUMENT", "endpoint: an address that begins with http:// or https:// is expected");
  if (url.username !== "" || url.password !== "")
    return refuse("INVALID_ARGUMENT", "endpoint: an address without a user name or password is expected");
  if (isLoopback(address) || allowed.some((host) => isAt(url, host))) return accept(url);
  return refuse(
    "INVALID_ARGUMENT",
    `endpoint: ${url.host} is not an address at which players may be called. Only this machine's own are, unless the ` +
      "person names others in the settings (endpoint_hosts)",
  );
}

/** Whether an address is at a host, however that is spelt: in capitals, with the usual port, an IPv6 number at length. */
function isAt(url: URL, host: string): boolean {
  const named = URL.parse(`${url.protocol}//${host}`);
  return named?.hostname === url.hostname && (named.port === url.port || !/:\d+$/.test(host));
}
