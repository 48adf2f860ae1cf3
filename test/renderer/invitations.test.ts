import { expect, it, vi } from "vitest";
import type { Invitation } from "../../src/shared/leagues.ts";

const invitation = { league_id: "1", league: "House", round: 1, entrant: 2, name: "Grace", opponent: "Ada" };
const leagueWith = (games: readonly string[]) => ({
  league_id: "1",
  status: "running",
  rounds: [{ round: 1, matches: [{ a: "Ada", b: "Grace", status: "playing", games }] }],
});

it("coming to a match that began before the answer opens its board, as soon as there is a game", async () => {
  const place = { pathname: "/", search: "", hash: "" };
  vi.stubGlobal("location", place);
  vi.stubGlobal("scrollY", 0);
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("history", {
    replaceState: () => {},
    pushState: (_: unknown, __: string, path: string) => Object.assign(place, { pathname: path }),
  });
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("window", listeners);
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  const games: string[] = [];
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(url.endsWith("/come") ? { game_id: null } : leagueWith(games)),
  );
  const { awaited, acceptInvitation } = await import("../../src/renderer/invitations/invitations.ts");
  // Its first game is not made yet.
  expect(await acceptInvitation({ ...invitation, until: "2026-01-01" } as Invitation)).toBeNull();
  expect(awaited.value).toHaveLength(1);
  games.push("L1m1g1");
  expect(await acceptInvitation({ ...invitation, until: "2026-01-01" } as Invitation)).toBeNull();
  expect(awaited.value).toEqual([]);
  expect(place.pathname).toBe("/game/L1m1g1");
});
