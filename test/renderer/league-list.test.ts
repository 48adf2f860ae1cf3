import { expect, it, vi } from "vitest";
import type { LeagueList } from "../../src/shared/leagues.ts";

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

it("the list of leagues does not say that there is none before all lists have been read", async () => {
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("window", listeners);
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  const lists = new Map(["live", "open", "finished"].map((status) => [status, Promise.withResolvers<Response>()]));
  let asked = 0;
  vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit) => {
    if (!url.startsWith("/api/events")) {
      asked += 1;
      return lists.get(new URL(url, "http://host").searchParams.get("status") ?? "")?.promise;
    }
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
  const { listLeagues } = await import("../../src/renderer/leagues/client.ts");
  const { leagueList } = await import("../../src/renderer/leagues/league-list.ts");
  const { leagues } = leagueList();
  const stop = startListening();
  const answer = (list: Partial<LeagueList>) => Response.json({ leagues: [], next_cursor: null, ...list });
  await vi.waitFor(() => expect(asked).toBe(3), soon);
  lists.get("live")?.resolve(answer({}));
  lists.get("open")?.resolve(answer({}));
  // A later question has been answered: so have those before it.
  const later = Promise.withResolvers<Response>();
  lists.set("later", later);
  later.resolve(answer({}));
  await listLeagues({ status: "later" as "live", limit: 1 });
  expect(leagues.value).toBeNull();
  const over = { league_id: "1", status: "complete", created_at: "2026-01-01T00:00:00.000Z" };
  lists.get("finished")?.resolve(answer({ leagues: [over] as unknown as LeagueList["leagues"] }));
  await vi.waitFor(() => expect(leagues.value).toEqual([over]), soon);
  stop();
});
