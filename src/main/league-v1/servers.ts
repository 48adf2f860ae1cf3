import type { LeagueServices } from "../league/services.ts";
import { createAssigner } from "./assigner.ts";
import type { Endpoints } from "./endpoints.ts";
import { createMessenger, type MessengerOptions } from "./messenger.ts";
import { createRegistrar } from "./registrar.ts";
import { createServerTokens } from "./tokens.ts";

/**
 * The servers in a host's leagues: players hear what happens, referees get matches, and both may register. Closed before
 * the leagues are.
 */
export function openServers(
  options: Pick<MessengerOptions, "games" | "calls" | "log" | "now"> & {
    readonly league: Pick<LeagueServices, "leagues" | "lobby" | "directs" | "listenToTakeUps">;
    readonly endpoints: Pick<Endpoints, "check"> & MessengerOptions["endpoints"];
    /** The key that tokens are derived from. */
    readonly secret: string;
    /** Admits referees; null where none is. */
    readonly refereeCode: string | null;
  },
) {
  const { league, endpoints, secret } = options;
  const parts = { ...options, ...league, tokens: createServerTokens(secret) };
  const messenger = createMessenger(parts);
  const assigner = createAssigner(parts);
  const stopTakeUps = league.listenToTakeUps((current) => {
    messenger.takeUp(current);
    assigner.takeUp(current);
  });
  return {
    registrar: createRegistrar({ ...parts, checkAddress: endpoints.check }),
    close: async () => {
      stopTakeUps();
      await assigner.close();
      await messenger.close();
    },
  };
}
