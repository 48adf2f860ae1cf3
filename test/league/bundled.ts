import { createHash } from "node:crypto";
import { createWallClock } from "../../src/main/base/awake-time.ts";
import { strategyDriver } from "../../src/main/players/drivers.ts";
import { defaultModelTimeouts } from "../../src/main/players/model/ask-for-move.ts";
import { modelDriver } from "../../src/main/players/model/driver.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { leagueBundle } from "../../src/main/views/export/bundle/bundle.ts";
import { accept } from "../../src/shared/result.ts";
import { sure } from "../live-games/support.ts";
import { seeded } from "../support/seeded.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

const model = (name: string) => ({
  kind: "llm",
  name,
  provider: "openai-compatible",
  model: name,
  base_url: "http://127.0.0.1:1/v1",
});
const dice = (name: string) => ({ kind: "strategy", strategy: "random", name });
/** Two strategies and two stand-ins for models, which answer in several forms, badly now and then. */
const mixedEntrants = [dice("Dice"), dice("Dice again"), model("plain"), model("wordy")];

/** Answers with one of the legal moves in the prompt, and sometimes with nothing of use. */
function answers(seed: number) {
  const random = seeded(seed);
  return (user: string): string => {
    const legal = /Your legal moves:\n(.+)/.exec(user)?.[1]?.split(" ") ?? [];
    const move = legal[Math.floor(random() * legal.length)] ?? "none";
    const how = random();
    if (how < 0.1) return "I cannot decide between them.";
    if (how < 0.2) return "MOVE: z9";
    if (how < 0.5) return `{"move": "${move}", "reasoning": "it is as good as any"}`;
    return how < 0.7 ? move : `The others lose.\nMOVE: ${move}`;
  };
}

/** Plays a league of strategies and models in memory, and returns its bundle without the seal. */
export async function playedBundle(request: Readonly<Record<string, unknown>>, seed = 1) {
  const answer = answers(seed);
  const models = modelDriver({
    ask: async (_settings, _key, { user }) => {
      const text = answer(user);
      const tokens = { input: user.length, fromCache: 0, output: text.length, reasoning: 0 };
      const sha256 = createHash("sha256").update(text).digest("hex");
      const record = { text, length: text.length, sha256, finish: "stop", model: "a stand-in", sent: "{}" };
      return { ok: true, text, reasoning: "", record, tokens, calledTools: [] };
    },
    findKey: async () => accept(""),
    leagues: {
      mayAsk: async () => accept({ atOnce: true, onFailure: "random", isBudgeted: false }),
      hold: async () => accept(null),
      wait: async () => accept(null),
      giveBack: async () => {},
    },
    random: seeded(seed + 1),
    patience: defaultModelTimeouts,
  });
  const strategies = strategyDriver("levels", () => 0.5);
  const driver = {
    chooseMove: (thought: Parameters<typeof models.chooseMove>[0]) =>
      (thought.settings.model ? models : strategies).chooseMove(thought),
  };
  await using host = await openLeagueHost(openSqliteStore(":memory:"), createWallClock(), { driver });
  const { id } = sure(await host.leagues.create(planOf({ entrants: mixedEntrants, ...request }))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  const live = await toItsEnd(host.leagues, id);
  let text = "";
  for await (const line of leagueBundle(live, host)) text += line;
  return { live, text };
}
