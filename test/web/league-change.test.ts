import { createParser } from "eventsource-parser";
import { describe, expect, test } from "vitest";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { createEventStreams, streamLeagueChanges } from "../../src/main/web/event-stream.ts";
import { applyChange } from "../../src/renderer/leagues/league-model.ts";
import type { LeagueChange, LeagueDetail } from "../../src/shared/leagues.ts";
import { leagueDetail } from "../league/at-once.ts";
import { openLeagueHost, planOf } from "../league/support.ts";
import { sure } from "../live-games/support.ts";

/** Leagues with an event stream over them. */
async function openStage() {
  const host = await openLeagueHost(openSqliteStore(":memory:"));
  const events = createEventStreams(host.games, createBacklogs(), () => host.time.now);
  const teller = streamLeagueChanges(host.leagues, events);
  return {
    ...host,
    events,
    /** Calls with what is told of leagues, until the stream ends. */
    follow: async (hear: (news: LeagueChange, text: string) => void) => {
      const response = await events.open(null, new AbortController().signal);
      const parser = createParser({
        onEvent: ({ event, data, id }) => {
          if (event !== "league") return;
          expect(id, "it has no place in the log of games").toBe(undefined);
          hear(JSON.parse(data), data);
        },
      });
      return (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
      })();
    },
    [Symbol.asyncDispose]: async () => {
      teller.close();
      events.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

describe("a page that follows a league over the event stream", () => {
  test("a page that follows a league over the event stream ends with what the host has, by the events alone, and gets each change once", async () => {
    await using stage = await openStage();
    const { leagues } = stage;
    const made = sure(await leagues.create(planOf({ players: 5, options: { rounds: 3 }, concurrency: 2 })));
    const { id } = made.league;
    let page: LeagueDetail = leagueDetail(made, nothingKnown);
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const told: LeagueChange[] = [];
    const stream = stage.follow((news) => {
      told.push(news);
      const next = applyChange(page, news);
      if (next === "gap") throw new Error(`nothing leads from ${page.version} to ${news.from}`);
      page = next;
      if (news.status === "complete") resolve();
    });
    sure(await leagues.act(id, { type: "start" }));
    await over;
    const last = sure(await leagues.get(id));
    const { crosstable: _, ...whole } = leagueDetail(last, nothingKnown);
    expect(page).toMatchObject(whole);
    expect(page.standings.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    expect(page.standings.every(({ rank_before }) => rank_before !== null)).toBe(true);
    // Known changes are not repeated.
    expect(told.every(({ from }, index) => index === 0 || from === told[index - 1]?.version)).toBe(true);
    expect(applyChange(page, { ...told[0], from: 0 } as LeagueChange)).toBe(page);
    expect(applyChange({ ...page, version: 1 }, { ...(told.at(-1) as LeagueChange), from: 2 })).toBe("gap");
    // A page of a large league has the last rounds alone; what changes in another one stands at its place.
    const late = { ...page, rounds: page.rounds.slice(1) };
    const early = page.rounds[0]?.matches.map((match) => ({ ...match, round: 1 })) ?? [];
    const completed = applyChange(late, {
      ...(told.at(-1) as LeagueChange),
      from: page.version,
      version: page.version + 1,
      matches: early,
    });
    expect(completed).toMatchObject({ rounds: page.rounds });
    stage.events.close();
    await stream;
  });

  test("a page that follows a league over the event stream gets nothing from before it came", async () => {
    await using stage = await openStage();
    const { leagues } = stage;
    const { id } = sure(await leagues.create(planOf({ players: 2, options: { rounds: 1 } }))).league;
    const { promise: heard, resolve } = Promise.withResolvers<LeagueChange>();
    const stream = stage.follow(resolve);
    sure(await leagues.act(id, { type: "pause" }));
    const news = await heard;
    expect(news).toMatchObject({ league_id: id, from: 3, version: 4, status: "paused", matches: [], field: [] });
    stage.events.close();
    await stream;
  });
});
