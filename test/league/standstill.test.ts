import { expect, test } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { sure } from "../live-games/support.ts";
import { openLeagueHost, planOf } from "./support.ts";

/** A host that is frozen, or asleep with its machine, or whose clock is put forward: nobody could come to a match. */

const hour = 3_600_000;
const agents = ["Ada", "Boole"].map((name) => ({ kind: "agent", name }));

async function openFreezable() {
  const time = { now: 1_800_000_000_000, missed: 0 };
  const host = await openLeagueHost(
    openSqliteStore(":memory:"),
    () => time.now,
    {},
    () => time.missed,
  );
  const { leagues } = host;
  const { id } = sure(await leagues.create(planOf({ entrants: agents, invite_seconds: 120, misses: 1 }))).league;
  sure(await leagues.act(id, { type: "start" }));
  return Object.assign(host, {
    id,
    now: time,
    freeze: (ms: number) => {
      time.now += ms;
      time.missed += ms;
    },
  });
}

test("an invitation that stood in a standstill has its whole time again, and is nobody's miss", async () => {
  await using host = await openFreezable();
  const { leagues, id, now } = host;
  host.freeze(hour);
  // Runs the timer of the invitation, which goes off first.
  sure(await leagues.asDirector.act(id, { type: "tick" }));
  const { live } = { live: sure(await leagues.get(id)) };
  expect(live.league.entrants.map(({ misses, status }) => [misses, status])).toEqual([
    [0, "active"],
    [0, "active"],
  ]);
  expect(live.league.current[0]).toMatchObject({ status: "invited", invitedAt: now.now });
  const log = await leagues.act(id, { type: "answer", entrant: 1 });
  expect(sure(log).league.current[0]?.accepted).toEqual([true, false]);
  // An entrant that does not come in that time has missed it.
  now.now += 120_000;
  sure(await leagues.asDirector.act(id, { type: "tick" }));
  expect(sure(await leagues.get(id)).league).toMatchObject({
    status: "complete",
    entrants: [{ misses: 0 }, { misses: 1, status: "out" }],
  });
});

test("the first to answer after a standstill finds its own and the other's invitation standing", async () => {
  await using host = await openFreezable();
  const { leagues, id } = host;
  host.freeze(hour);
  const answered = sure(await leagues.act(id, { type: "answer", entrant: 1 }));
  expect(answered.league.current[0]).toMatchObject({ status: "invited", accepted: [true, false] });
  sure(await leagues.asDirector.act(id, { type: "tick" }));
  const both = sure(await leagues.act(id, { type: "answer", entrant: 2 }));
  expect(both.league.current[0]).toMatchObject({ status: "playing", accepted: [true, true] });
});
