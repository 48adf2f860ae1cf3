import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LeagueChange, LeagueMatch, PersonInvitations } from "../../src/shared/leagues.ts";

/** On a busy machine a part of the page takes its time to load. */
const soon = { timeout: 20_000 };

const invitation = {
  league_id: "7",
  league: "Evening",
  game: "chess",
  round: 1,
  entrant: 1,
  name: "You",
  opponent: "Bot",
  until: "2026-11-22T00:10:00.000Z",
  terms: { move_seconds: 60, clock: null, games_per_match: 1 },
};
const invited: LeagueMatch = {
  match_id: "1",
  a: "You",
  b: "Bot",
  status: "invited",
  winner: null,
  score: [0, 0],
  games: [],
  termination: null,
};

/** A host with one league; its stream can be cut, and tells of nothing but that it is there. */
function createHost() {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  const host = {
    away: false,
    settings: { theme: "light" } as { readonly theme: string; readonly board?: string },
    calls: { invitations: [invitation], missed: [] } as PersonInvitations,
    match: invited,
    status: "running",
    connections: 0,
    asked: 0,
    /** The answer about invitations waits for this. */
    held: Promise.resolve(),
    tell: (news: Pick<LeagueChange, "league_id" | "status" | "calls" | "matches">) =>
      stream?.enqueue(encoder.encode(`event: league\ndata: ${JSON.stringify(news)}\n\n`)),
    tellSettings: () => stream?.enqueue(encoder.encode("event: settings\ndata: true\n\n")),
    cut: () => stream?.close(),
    fetch: async (url: string, { method, body: sent, signal }: RequestInit = {}) => {
      if (host.away) throw new Error("Nobody is there.");
      if (url.startsWith("/api/settings")) {
        if (method === "PUT") host.settings = { ...host.settings, ...JSON.parse(String(sent)) };
        return Response.json(host.settings);
      }
      if (url.startsWith("/api/invitations")) {
        const { calls } = host;
        host.asked += 1;
        await host.held;
        return Response.json(calls);
      }
      if (url.endsWith("/come")) return Response.json({ game_id: null });
      if (url.startsWith("/api/leagues/7"))
        return Response.json({
          league_id: "7",
          version: 1,
          status: host.status,
          rounds: [{ round: 1, matches: [host.match] }],
        });
      host.connections += 1;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller;
          signal?.addEventListener("abort", () => {
            if (stream === controller) controller.error(signal.reason);
          });
          controller.enqueue(encoder.encode("id: 4\nevent: hello\ndata: {}\n\n"));
        },
      });
      return new Response(body);
    },
  };
  return host;
}

let host = createHost();
let addresses: string[] = [];
beforeEach(() => {
  host = createHost();
  addresses = [];
  vi.resetModules();
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("window", listeners);
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  vi.stubGlobal("location", { pathname: "/", search: "" });
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("scrollY", 0);
  vi.stubGlobal("history", {
    replaceState: () => {},
    pushState: (_: unknown, __: string, path: string) => void addresses.push(path),
  });
  vi.stubGlobal("fetch", host.fetch);
});

describe("a page that was away for a moment", () => {
  it("a page that was away for a moment asks again for what the log of games does not tell", async () => {
    const live = await import("../../src/renderer/api/live.ts");
    const { followSettings, settings, settingsLoaded } = await import("../../src/renderer/settings/settings.ts");
    const stops = [followSettings(), live.startListening()];
    expect(settingsLoaded.value).toBe(false);
    await vi.waitFor(() => expect(settings.value.theme).toBe("light"), soon);
    host.settings = { theme: "dark" };
    host.cut();
    await vi.waitFor(() => expect(settings.value.theme).toBe("dark"), soon);
    expect(host.connections).toBe(2);
    for (const stop of stops) stop();
  });

  it("a page whose person changes settings one after the other shows none of them again when news of it comes late", async () => {
    const live = await import("../../src/renderer/api/live.ts");
    const { changeSettings, followSettings, settings, settingsLoaded } = await import(
      "../../src/renderer/settings/settings.ts"
    );
    const stops = [followSettings(), live.startListening()];
    await vi.waitFor(() => expect(settingsLoaded.value).toBe(true), soon);
    await changeSettings({ theme: "dark" });
    await changeSettings({ theme: "system", board: "brown" });
    const shown = new Set<string>();
    stops.push(settings.subscribe(({ theme }) => void shown.add(theme)));
    host.tellSettings();
    host.settings = { theme: "light" };
    host.tellSettings();
    await vi.waitFor(() => expect(shown.has("light")).toBe(true), soon);
    expect([...shown]).toEqual(["system", "light"]);
    for (const stop of stops) stop();
  });

  it("a page that was away for a moment goes to the match that began meanwhile, and waits for none that is over", async () => {
    const live = await import("../../src/renderer/api/live.ts");
    const {
      awaitedMatches: awaited,
      acceptInvitation,
      followInvitations,
      invitations,
    } = await import("../../src/renderer/invitations/invitations.ts");
    const stops = [followInvitations(), live.startListening()];
    const come = async () => {
      await vi.waitFor(() => expect(invitations.value).toHaveLength(1), soon);
      const [first] = invitations.value;
      if (first) await acceptInvitation(first);
      expect(awaited.value).toHaveLength(1);
    };
    await come();
    host.calls = { invitations: [], missed: [] };
    host.match = { ...invited, status: "playing", games: ["4821"] };
    host.cut();
    await vi.waitFor(() => expect(awaited.value).toEqual([]), soon);
    expect(addresses).toEqual(["/game/4821"]);

    host.calls = { invitations: [invitation], missed: [] };
    host.match = invited;
    host.cut();
    await come();
    host.status = "cancelled";
    host.calls = { invitations: [], missed: [] };
    host.cut();
    await vi.waitFor(() => expect(awaited.value).toEqual([]), soon);
    expect(addresses).toEqual(["/game/4821"]);
    for (const stop of stops) stop();
  });

  it("a page that was away for a moment keeps what it hears while the answer to an earlier question is under way", async () => {
    const live = await import("../../src/renderer/api/live.ts");
    const { followInvitations, invitations } = await import("../../src/renderer/invitations/invitations.ts");
    const answered = Promise.withResolvers<void>();
    host.calls = { invitations: [], missed: [] };
    host.held = answered.promise;
    const stops = [followInvitations(), live.startListening()];
    await vi.waitFor(() => expect(host.asked).toBe(1), soon);
    host.calls = { invitations: [invitation], missed: [] };
    host.tell({ league_id: "7", status: "running", calls: host.calls, matches: [] });
    await vi.waitFor(() => expect(invitations.value).toHaveLength(1), soon);
    answered.resolve();
    await vi.waitFor(() => expect(host.asked).toBe(2), soon);
    await vi.waitFor(() => expect(invitations.value).toHaveLength(1), soon);
    for (const stop of stops) stop();
  });

  it("a page that was away for a moment asks again what had no answer once the host is back, also where the answer fails only then", async () => {
    const live = await import("../../src/renderer/api/live.ts");
    const { untilAnswered } = await import("../../src/renderer/api/until-answered.ts");
    const stop = live.startListening();
    const connected = (times: number) => vi.waitFor(() => expect(live.connectionCount.value).toBe(times), soon);
    const answers: PromiseWithResolvers<boolean>[] = [];
    const asked = (times: number) => vi.waitFor(() => expect(answers).toHaveLength(times), soon);
    const { ask, close } = untilAnswered(() => {
      const answer = Promise.withResolvers<boolean>();
      answers.push(answer);
      return answer.promise;
    });
    await connected(1);
    ask();
    host.cut();
    await connected(2);
    expect(answers).toHaveLength(1);
    answers[0]?.resolve(false);
    await asked(2);
    answers[1]?.resolve(false);
    host.cut();
    await asked(3);
    answers[2]?.resolve(true);
    host.cut();
    await connected(4);
    ask();
    await asked(4);
    answers[3]?.resolve(false);
    close();
    host.cut();
    await connected(5);
    expect(answers).toHaveLength(4);
    stop();
  });

  it("a page that was away for a moment shows what a league has become, and says why there is nothing while nobody answers", async () => {
    const live = await import("../../src/renderer/api/live.ts");
    const { openLeague } = await import("../../src/renderer/leagues/league-model.ts");
    host.away = true;
    const model = openLeague("7");
    const stop = live.startListening();
    await vi.waitFor(() => expect(model.missing.value).toContain("does not answer"), soon);
    host.away = false;
    live.listenNow();
    await vi.waitFor(() => expect(model.detail.value?.status).toBe("running"), soon);
    expect(model.missing.value).toBeNull();
    host.status = "paused";
    host.cut();
    await vi.waitFor(() => expect(model.detail.value?.status).toBe("paused"), soon);
    model.close();
    stop();
  });
});
