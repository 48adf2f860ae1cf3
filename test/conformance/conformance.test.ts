import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openBearerProxy } from "./bearer-proxy.ts";
import {
  broken,
  type Check,
  type Report,
  type Revision,
  requiredScenarios,
  revisions,
  runConformance,
} from "./conformance-program.ts";
import { openFixtureServer } from "./fixture-server.ts";
import { type Place, scenarios } from "./scenarios.ts";

/*
 * The MCP project's own conformance program against the host as it is shipped, and against a server with the fixtures
 * that the rest of its scenarios ask for. `scenarios.ts` says which is shown where, which is skipped, and why.
 */

const places = ["host", "fixtures"] as const satisfies readonly Place[];
const shown = Object.entries(scenarios).flatMap(([name, entry]) => ("in" in entry ? [{ name, ...entry }] : []));
type Shown = (typeof shown)[number];
const shownAt = (place: Place, revision: Revision) => shown.filter((entry) => entry.in[revision]?.includes(place));
/** The broken checks of a scenario, but for those that are known there. */
const unexpected = ({ except }: Shown, place: Place, checks: readonly Check[]) =>
  broken(checks.filter(({ id }) => !except?.[place]?.checks.includes(id)));

const opened = new AsyncDisposableStack();
const reports = new Map<string, Report>();
const reportOf = (place: Place, revision: Revision): Report => {
  const report = reports.get(`${place} ${revision}`);
  if (!report) throw new Error(`nothing ran against the ${place} at ${revision}`);
  return report;
};

beforeAll(async () => {
  const dir = opened.use(tempDir());
  const host = opened.use(await startHost(dir.path));
  const proxy = await openBearerProxy(host.mcp, host.agentToken);
  opened.defer(() => proxy.close());
  const fixtureServer = await openFixtureServer();
  opened.defer(() => fixtureServer.close());
  const urls = { host: proxy.url, fixtures: fixtureServer.url };
  for (const revision of revisions)
    await Promise.all(
      places.map(async (place) => {
        const isClean = (name: string, checks: readonly Check[]) =>
          shownAt(place, revision).every(
            (entry) => entry.name !== name || unexpected(entry, place, checks).length === 0,
          );
        reports.set(`${place} ${revision}`, await runConformance(urls[place], revision, isClean));
      }),
    );
}, 120_000);
afterAll(() => opened.disposeAsync());

describe.each(revisions)("at %s", (revision) => {
  describe.each(places)("the %s", (place) => {
    test.each(shownAt(place, revision))("the server passes $name", (entry) => {
      const checks: readonly Check[] = reportOf(place, revision).get(entry.name) ?? [];
      expect(unexpected(entry, place, checks)).toEqual([]);
      // A scenario that looked at nothing but the form of the messages has shown nothing.
      expect(checks.some(({ id, status }) => status === "SUCCESS" && id !== "wire-schema-valid")).toBe(true);
      // An exception that is no longer needed is taken out of the table.
      for (const id of entry.except?.[place]?.checks ?? [])
        expect(checks.find((check) => check.id === id)?.status, id).toBe("FAILURE");
    });
  });

  test("every scenario is either shown somewhere or skipped for a reason, and every required one is shown", () => {
    const ran = [...new Set(places.flatMap((place) => [...reportOf(place, revision).keys()]))];
    expect(ran.filter((name) => !(name in scenarios))).toEqual([]);
    const showed = shown.filter((entry) => entry.in[revision]).map(({ name }) => name);
    expect(showed.filter((name) => !ran.includes(name))).toEqual([]);
    const required = requiredScenarios(revision);
    expect(required.length).toBeGreaterThan(25);
    expect(required.filter((name) => !showed.includes(name))).toEqual([]);
  });
});
