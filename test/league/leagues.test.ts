import { expect, test } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { codeOf, sure } from "../live-games/support.ts";
import { openLeagueHost, planOf } from "./support.ts";

test("requests to a league in one moment are decided in order, each on the one before it, and share a commit", async () => {
  const store = openSqliteStore(":memory:");
  let commits = 0;
  await using host = await openLeagueHost({
    ...store,
    commit: (...asked) => {
      commits += 1;
      return store.commit(...asked);
    },
  });
  const { leagues } = host;
  const { id } = sure(await leagues.create(planOf({ max_entrants: 3 }))).league;
  commits = 0;
  const join = (name: string) =>
    leagues.act(id, {
      type: "join",
      entrant: { kind: "agent", name, settings: {}, identity: `agent:${name}` },
    });
  const answers = await Promise.all([join("Ada"), join("Boole"), join("ADA"), join("Church"), join("Dijkstra")]);
  expect(answers.map((answer) => (answer.ok ? answer.value.version : codeOf(answer)))).toEqual([
    4,
    4,
    "INVALID_ARGUMENT",
    4,
    "LEAGUE_CLOSED",
  ]);
  expect(commits).toBe(1);
  expect(sure(await leagues.get(id)).league.entrants.map(({ number, name }) => [number, name])).toEqual([
    [1, "Ada"],
    [2, "Boole"],
    [3, "Church"],
  ]);
  const log = await store.leagueLog(id, 0);
  expect(log.map(({ seq, event }) => [seq, event.type])).toEqual([
    [1, "leagueCreated"],
    [2, "entrantJoined"],
    [3, "entrantJoined"],
    [4, "entrantJoined"],
  ]);
});
