import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../support/needs.ts";
import { hostHere, playerHere } from "./support.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** A player in Python's standard library, as a program of its own. */
function pythonPlayer(...args: readonly string[]) {
  const script = join(import.meta.dirname, "written-elsewhere/player.py");
  const child = spawn("python3", [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, out: text(child.stdout), ended: once(child, "close") };
}

const inPython = "a player in Python's standard library takes part in a league, from registration to the final table";
test.skipIf(!hasPython)(inPython, needs("python3"), async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even", options: { rounds: 3 }, max_entrants: 4 });
  const pythons = ["Monty", "Guido"].map((name) => pythonPlayer(name, host.register, id, host.headers.authorization));
  for (const name of ["Alpha", "Beta"]) {
    const player = await playerHere({ name });
    await player.register(host.register, id, host.headers);
  }
  for (let version = 0, entrants = 0; entrants < 4; ) {
    const { body } = await host.person.get(`/api/leagues/${id}/progress?after=${version}`);
    ({ version, entrants } = body);
  }
  await host.start(id);
  const league = await host.over(id);
  expect(league).toMatchObject({ status: "complete", matches_over: 6 });
  for (const { fallbacks, errors_per_1000 } of league.standings) expect([fallbacks, errors_per_1000]).toEqual([0, 0]);
  for (const { out, ended } of pythons) {
    const [code] = await ended;
    expect(code).toBe(0);
    const [registered, ...heard] = (await out)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(registered).toMatchObject({ message_type: "LEAGUE_REGISTER_RESPONSE", success: true });
    expect(heard.filter(({ message_type }) => message_type === "GAME_END")).toHaveLength(3);
    expect(heard.at(-1)).toMatchObject({ message_type: "STANDINGS_UPDATE", state: "COMPLETE" });
  }
});
