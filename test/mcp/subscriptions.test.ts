import { McpServer } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { type ResourceWatch, watchResources } from "../../src/main/mcp/server/subscriptions.ts";
import type { Services } from "../../src/main/mcp/tools/call.ts";

type Listened = Pick<Services, "games" | "leagues" | "tasks">;

/** Counts the listeners of games, leagues and tasks. */
function countListeners() {
  const listeners = new Set<unknown>();
  const listen = (listener: unknown) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const services = { games: { listen }, leagues: { listenToAll: listen }, tasks: { listen } } as unknown as Listened;
  return { services, count: () => listeners.size };
}

test("a connection listens to changes only while it watches a resource, so that hundreds that watch none cost nothing", () => {
  const { services, count } = countListeners();
  const uris = new Set<string>();
  let changed = () => {};
  const watched: ResourceWatch = {
    has: (uri) => uris.has(uri),
    isEmpty: () => uris.size === 0,
    whenChanged: (call) => {
      changed = call;
    },
  };
  const stop = watchResources(new McpServer({ name: "test", version: "0" }), services, watched, null);
  expect(count()).toBe(0);
  for (const id of ["1", "2"]) {
    uris.add(`kibitz://games/${id}`);
    changed();
    expect(count()).toBe(3);
  }
  uris.clear();
  changed();
  expect(count()).toBe(0);

  uris.add("kibitz://games/3");
  changed();
  expect(count()).toBe(3);
  stop();
  expect(count()).toBe(0);
  changed();
  expect(count()).toBe(0);
});
