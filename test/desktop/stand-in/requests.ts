/** The application's requests to the system, in order. */
export const requests: { readonly name: string; readonly given: readonly unknown[] }[] = [];

/** A function of the system that does nothing but note that it was asked. */
export const asked =
  (name: string) =>
  (...given: readonly unknown[]): void => {
    requests.push({ name, given });
  };

/** The handlers of the application's own schemes. */
export const protocolHandlers = new Map<string, (request: Request) => Promise<Response>>();
