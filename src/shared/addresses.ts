/** Whether an address is this machine's own (loopback). */
export function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Names of containers may have underscores. */
const hostPattern = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:]{2,45}\])(:\d{1,5})?$/;

/** Whether a text is a host name or IP address, with or without a port. */
export const isHost = (text: string): boolean => hostPattern.test(text) && URL.canParse(`http://${text}`);
