/** What the application asked the system for, in order. */
export const requests: { readonly name: string; readonly given: readonly unknown[] }[] = [];

/** A function of the system that does nothing but note that it was asked. */
export const asked =
  (name: string) =>
  (...given: readonly unknown[]): void => {
    requests.push({ name, given });
  };

/** What answers each scheme of the application's own. */
export const protocolHandlers = new Map<string, (request: Request) => Promise<Response>>();
