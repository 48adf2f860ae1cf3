import { expect, test } from "vitest";
import { refuse, Unavailable } from "../../src/shared/result.ts";
import { openWeb, tokens } from "./support.ts";

/** A line of Prometheus' text format: a comment, or a metric with its labels and its value. */
const line = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? -?[\d.e+-]+)$/;

test("the metrics and the health of a host are for whoever has the person's token", async () => {
  await using web = await openWeb();
  for (const path of ["/metrics", "/healthz"]) {
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(`${web.url}${path}`, { headers })).status;
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ authorization: `Bearer ${tokens.agentToken}` })).toBe(403);
    expect(await statusWith({ authorization: `Bearer ${tokens.personToken}`, origin: "https://evil.example" })).toBe(
      403,
    );
    expect(await statusWith({ authorization: `Bearer ${tokens.personToken}` })).toBe(200);
  }
});

test("metrics tell moves, commits, waits, leases, leagues and errors in the text format, and no secret", async () => {
  await using web = await openWeb();
  const metrics = async () => {
    const { status, body } = await web.person.get("/metrics");
    expect(status).toBe(200);
    for (const each of body.trimEnd().split("\n")) expect(each).toMatch(line);
    return (metric: string): number => {
      const [found] = body.split("\n").filter((each: string) => each.startsWith(`${metric} `));
      return Number(found?.slice(metric.length));
    };
  };
  const before = await metrics();
  expect([before("kibitz_moves_total"), before('kibitz_log_lines_total{level="error"}')]).toEqual([0, 0]);

  const players = { X: { kind: "human" }, O: { kind: "human" } };
  const { body: game } = await web.person.post("/api/games", { game: "tic-tac-toe", players });
  expect((await web.person.post(`/api/games/${game.game_id}/moves`, { move: "b2" })).status).toBe(200);
  const stop = new AbortController();
  const waiting = web.games.waitForTurn(game.game_id, "X", 60_000, stop.signal);
  await expect.poll(() => web.games.waiting()).toBe(1);
  web.log.error("a disk is gone");

  const value = await metrics();
  expect(value("kibitz_moves_total")).toBe(1);
  expect(value('kibitz_commit_seconds_count{result="kept"}')).toBeGreaterThanOrEqual(2);
  const buckets = ["0.001", "10", "+Inf"].map((le) => value(`kibitz_commit_seconds_bucket{result="kept",le="${le}"}`));
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(buckets.at(-1)).toBe(value('kibitz_commit_seconds_count{result="kept"}'));
  expect(value('kibitz_waits{for="game"}')).toBe(1);
  expect([value('kibitz_leases_held{of="games"}'), value('kibitz_leases_held{of="leagues"}')]).toEqual([8, 1]);
  expect([value("kibitz_games_unfinished"), value("kibitz_leagues_running")]).toEqual([1, 0]);
  expect(value('kibitz_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
  expect(value('kibitz_log_lines_total{level="error"}')).toBe(1);
  const { body: text } = await web.person.get("/metrics");
  for (const secret of Object.values(tokens)) expect(text).not.toContain(secret);
  stop.abort();
  await waiting;
});

test("a host whose store keeps nothing is not healthy, and says why", async () => {
  const away = refuse("STORAGE_FAILED", "The database is away");
  let isAway = false;
  await using web = await openWeb((store) => ({
    ...store,
    check: async () => {
      if (isAway) throw new Unavailable(away, null);
      await store.check();
    },
  }));
  expect(await web.person.get("/healthz")).toEqual({ status: 200, body: "ok\n" });
  isAway = true;
  expect(await web.person.get("/healthz")).toEqual({ status: 503, body: "The database is away\n" });
});
