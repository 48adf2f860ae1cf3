import { createAssigner } from "./assigner.ts";
import { createMessenger, type MessengerOptions } from "./messenger.ts";
import { createRegistrar, type RegistrarOptions } from "./registrar.ts";

/**
 * The servers in a host's leagues: players hear what happens, referees get matches, and both may register. Closed before
 * the leagues are.
 */
export function openServers(parts: MessengerOptions & RegistrarOptions) {
  const messenger = createMessenger(parts);
  const assigner = createAssigner(parts);
  return {
    registrar: createRegistrar(parts),
    close: async () => {
      await assigner.close();
      await messenger.close();
    },
  };
}
