import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { endAll } from "../../../shared/listeners.ts";
import type { SocketOutbox } from "../../flow/backlogs.ts";
import { isListening, taskUri } from "../tasks/requests.ts";
import type { Services } from "../tools/call.ts";
import { leagueUri, staleUris } from "./resources.ts";

/** Longest list of resources that a client may watch in one request, in characters: the list stays in memory. */
const LONGEST_LIST = 16_384;

/** Added for each entry, since a list of empty strings takes memory too; in characters. */
const lengthOf = (uris: readonly string[]): number => uris.reduce((length, uri) => length + uri.length + 1, 0);

/** The resources that a client watches. */
export type ResourceWatch = ReturnType<typeof watchedBy>;

/** The resources that a 2025-era client watches; it subscribes to them one by one. */
export function watchedBy({ server }: McpServer) {
  const uris = new Set<string>();
  let onChange = () => {};
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (lengthOf([...uris, uri]) > LONGEST_LIST)
      throw new Error(
        `A connection watches resources of ${LONGEST_LIST} characters in all. Unsubscribe from some first`,
      );
    uris.add(uri);
    onChange();
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    uris.delete(uri);
    onChange();
    return {};
  });
  return {
    has: (uri: string) => uris.has(uri),
    isEmpty: () => uris.size === 0,
    /** Calls whenever the client has begun to watch some, or stopped. */
    whenChanged: (call: () => void) => {
      onChange = call;
    },
  };
}

const listenRequest = z.object({
  id: z.union([z.string(), z.number()]),
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()) }) }),
});

/** The refusal of a newer client's request to watch too many resources; null for any other message. */
export function objectionTo(message: unknown) {
  const request = isListening(message) ? listenRequest.safeParse(message) : null;
  if (!request?.success || lengthOf(request.data.params.notifications.resourceSubscriptions) <= LONGEST_LIST)
    return null;
  const text = `Invalid params: one request watches resources of ${LONGEST_LIST} characters in all. Name fewer`;
  return { jsonrpc: "2.0" as const, id: request.data.id, error: { code: -32602, message: text } };
}

/** Calls with the URIs of what changes, while anything `isWatched` at other hosts too. Returns what stops it. */
export function listenToChanges(
  { games, leagues, tasks }: Pick<Services, "games" | "leagues" | "tasks">,
  isWatched: () => boolean,
  onChange: (uris: readonly string[]) => void,
): () => void {
  const tell = (uris: () => readonly string[]): void => {
    if (isWatched()) onChange(uris());
  };
  return endAll(
    games.listen(({ game }) => tell(() => staleUris(game.state.id)), isWatched),
    leagues.listenToAll((id) => tell(() => [leagueUri(id)])),
    tasks.listen((id) => tell(() => [taskUri(id)])),
  );
}

/** Bytes in a client's backlog beyond which repeated changes are reported once, as soon as it reads again. */
const BEHIND = 64 * 1024;

/**
 * Notifies a connection when resources that it watches change. Returns a function to call when the connection ends.
 * Listens only while some are watched: most connections watch none, and there may be hundreds.
 * @param outlet says how many bytes are unread; null where the transport handles back pressure
 */
export function watchResources(
  { server }: McpServer,
  services: Pick<Services, "games" | "leagues" | "tasks">,
  watch: ResourceWatch,
  outlet: Pick<SocketOutbox, "waiting" | "whenTaken"> | null,
): () => void {
  const stale = new Set<string>();
  const isBehind = () => outlet !== null && outlet.waiting() > BEHIND;
  const tell = (uris: Iterable<string>) => {
    for (const uri of uris) {
      if (!watch.has(uri)) continue;
      if (isBehind()) stale.add(uri);
      // A connection that is closing needs no notification.
      else server.sendResourceUpdated({ uri }).catch(() => {});
    }
  };
  outlet?.whenTaken(() => {
    if (stale.size === 0 || isBehind()) return;
    const uris = [...stale];
    stale.clear();
    tell(uris);
  });
  let stop: (() => void) | null = null;
  const stopListening = () => {
    stop?.();
    stop = null;
  };
  watch.whenChanged(() => {
    if (watch.isEmpty()) stopListening();
    else stop ??= listenToChanges(services, () => !watch.isEmpty(), tell);
  });
  return () => {
    watch.whenChanged(() => {});
    stale.clear();
    stopListening();
  };
}
