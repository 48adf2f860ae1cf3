import { expect, it, vi } from "vitest";
import type { Invitation } from "../../src/shared/leagues.ts";

const invitation = { league_id: "1", league: "House", round: 1, entrant: 2, name: "Grace", opponent: "Ada" };
const leagueWith = (games: readonly string[]) => ({
  league_id: "1",
  status: "running",
  rounds: [{ round: 1, matches: [{ a: "Ada", b: "Grace", status: "playing", games }] }],
});

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

it("a match that was come to is no longer called, also where the calls were read anew meanwhile", async () => {
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("window", listeners);
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  vi.stubGlobal("location", { pathname: "/", search: "", hash: "" });
  const called = { ...invitation, until: "2026-01-01" };
  vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit) => {
    if (url.endsWith("/come")) return Response.json({ game_id: null });
    if (url.endsWith("/invitations")) return Response.json({ invitations: [called], missed: [] });
    if (!url.startsWith("/api/events")) return Response.json(leagueWith([]));
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode("id: 1\nevent: hello\ndata: {}\n\n"));
          signal?.addEventListener("abort", () => stream.error(signal.reason));
        },
      }),
    );
  });
  vi.resetModules();
  const { startListening } = await import("../../src/renderer/api/live.ts");
  const {
    acceptInvitation,
    awaitedMatches: awaited,
    followInvitations,
    invitations,
  } = await import("../../src/renderer/invitations/invitations.ts");
  const stop = startListening();
  const stopFollowing = followInvitations();
  await vi.waitFor(() => expect(invitations.value).toEqual([called]), soon);
  // Reading anew makes other objects of the same calls.
  expect(await acceptInvitation({ ...called } as Invitation)).toBeNull();
  expect(invitations.value).toEqual([]);
  expect(awaited.value).toHaveLength(1);
  stopFollowing();
  stop();
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
  vi.resetModules();
  const { awaitedMatches: awaited, acceptInvitation } = await import("../../src/renderer/invitations/invitations.ts");
  // Its first game is not made yet.
  expect(await acceptInvitation({ ...invitation, until: "2026-01-01" } as Invitation)).toBeNull();
  expect(awaited.value).toHaveLength(1);
  games.push("L1m1g1");
  expect(await acceptInvitation({ ...invitation, until: "2026-01-01" } as Invitation)).toBeNull();
  expect(awaited.value).toEqual([]);
  expect(place.pathname).toBe("/game/L1m1g1");
});
