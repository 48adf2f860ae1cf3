import { isLoopback } from "../../shared/addresses.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";

/**
 * Checks that players may be called at an address: at a host that the person named (`10.0.0.5`, or `10.0.0.5:8101` for
 * that port alone), or on this machine. Refuses with `INVALID_ARGUMENT` and the remedy.
 * @param isOpen whether this host is open to a network: then its clients could have it call any program of this
 * machine, and addresses here have to be named as well
 */
export function checkAddress(address: string, allowlist: readonly string[], isOpen: boolean): Result<URL> {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    return invalid("endpoint: an address that begins with http:// or https:// is expected");
  if (url.username !== "" || url.password !== "")
    return invalid("endpoint: an address without a user name or password is expected");
  if ((isLoopback(address) && !isOpen) || allowlist.some((host) => isAt(url, host))) return accept(url);
  const which = isOpen
    ? "This Kibitz is open to a network, and calls players at those hosts alone, its own machine among them, that the person names in the settings (endpoint_hosts)"
    : "Only this machine's own are, unless the person names others in the settings (endpoint_hosts)";
  return invalid(`endpoint: ${url.host} is not an address at which players may be called. ${which}`);
}

/**
 * Whether an address is at a host, however it is written: in capitals, with the default port, an IPv6 number in full.
 */
function isAt(url: URL, host: string): boolean {
  const target = URL.parse(`${url.protocol}//${host}`);
  return target?.hostname === url.hostname && (target.port === url.port || !/:\d+$/.test(host));
}
