/** Whether an address is this machine's own: what is said there stays here. */
export function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Containers have underscores in their names. */
const hostPattern = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:]{2,45}\])(:\d{1,5})?$/;

/** Whether a text is a host by name or number, with a port or without, as an address may name it. */
export const isHost = (text: string): boolean => hostPattern.test(text) && URL.canParse(`http://${text}`);
