import { createAssigner } from "./assigner.ts";
import { createMessenger, type MessengerOptions } from "./messenger.ts";
import { createRegistrar, type RegistrarOptions } from "./registrar.ts";

/** The servers in a host's leagues: they register, hear what happens, and get matches. Closed before the leagues. */
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
