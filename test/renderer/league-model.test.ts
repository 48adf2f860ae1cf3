import { expect, it, vi } from "vitest";
import type { LeagueChange, LeagueDetail } from "../../src/shared/leagues.ts";

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

const league = {
  league_id: "1",
  status: "running",
  version: 5,
  rounds_over: 0,
  rounds: [],
  standings: [],
  field: [],
} as unknown as LeagueDetail;
/** As many of the league's matches are over as it has versions. */
const news = (version: number, more: Partial<LeagueChange> = {}): LeagueChange => ({
  ...(league as unknown as LeagueChange),
  version,
  from: version - 1,
  matches: [],
  matches_over: version,
  ...more,
});

it("the page of a league shows what it is told while a question is under way, and if that comes to nothing", async () => {
  const asked = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  let questions = 0;
  let tell = (_: LeagueChange) => {};
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("window", listeners);
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit) => {
    if (!url.startsWith("/api/events")) {
      questions += 1;
      return asked[questions - 1]?.promise;
    }
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (stream) => {
          const send = (text: string) => stream.enqueue(new TextEncoder().encode(text));
          send("id: 1\nevent: hello\ndata: {}\n\n");
          tell = (told) => send(`event: league\ndata: ${JSON.stringify(told)}\n\n`);
          signal?.addEventListener("abort", () => stream.error(signal.reason));
        },
      }),
    );
  });
  // The files of a worker share its modules, and another may have left these disconnected.
  vi.resetModules();
  const { onLeagueNews, startListening } = await import("../../src/renderer/api/live.ts");
  const { openLeague } = await import("../../src/renderer/leagues/league-model.ts");
  const model = openLeague("1");
  const stop = startListening();
  asked[0]?.resolve(Response.json(league));
  await vi.waitFor(() => expect(model.detail.value).not.toBeNull(), soon);

  // The round is over: the page asks for what the report alone tells.
  tell(news(6, { rounds_over: 1 }));
  await vi.waitFor(() => expect(questions).toBe(2), soon);
  tell(news(7, { rounds_over: 1 }));
  await vi.waitFor(() => expect(model.detail.value?.matches_over).toBe(7), soon);
  // The page asks for missing events once an answer has come.
  const heard = Promise.withResolvers<void>();
  onLeagueNews(() => heard.resolve());
  tell(news(9, { rounds_over: 1 }));
  await heard.promise;
  expect(questions).toBe(2);
  asked[1]?.resolve(new Response(null, { status: 503 }));
  await vi.waitFor(() => expect(questions).toBe(3), soon);
  model.close();
  stop();
});
