import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setImmediate as nextPass } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { createUciPlayer } from "../../src/main/commands/uci.ts";
import { openPlayer } from "../../src/main/league-v1/programs/player.ts";
import { type EntrantRequest, entrantRequest } from "../../src/shared/entrants.ts";
import { sure } from "../live-games/support.ts";
import { openVendor, type Reply } from "../players/model/vendor.ts";
import { projectDir } from "../support/host-process.ts";
import { dataDir, kibitz } from "../support/kibitz.ts";

/** A player of Kibitz, and the lines that it wrote so far. */
function playerOf(entrant: EntrantRequest) {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const write = (line: string) => {
    lines.push(line);
    for (const look of waiting) look();
  };
  const player = sure(createUciPlayer({ entrant, dataDir: dataDir(), write, log: silentLog }));
  onTestFinished(player.close);
  return {
    lines,
    /** Sends lines, and resolves with everything that was written from then up to a line that begins so. */
    ask: async (last: string, ...sent: readonly string[]) => {
      const from = lines.length;
      const answer = Promise.withResolvers<readonly string[]>();
      const look = () => {
        const at = lines.findIndex((line, index) => index >= from && line.startsWith(last));
        if (at >= 0) answer.resolve(lines.slice(from, at + 1));
      };
      waiting.add(look);
      for (const line of sent) player.read(line);
      return answer.promise;
    },
  };
}

/** A language model whose vendor is here, and answers so. */
async function modelHere(reply: () => Reply | Promise<Reply>) {
  const vendor = await openVendor(reply, "none");
  onTestFinished(() => vendor[Symbol.asyncDispose]());
  return entrantRequest.parse({ kind: "llm", provider: "openai-compatible", model: "m", base_url: vendor.url });
}

const computer = { kind: "computer", level: 10 } as const;
/** Black can be mated by Ra8. */
const mateInOne = "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";

test("kibitz uci tells its name and options, plays its moves, and ends with the other program", async () => {
  const [program, script] = [process.execPath, join(projectDir, "scripts/kibitz.mjs")];
  const child = spawn(program, [script, "uci", "--level", "3", "--data-dir", dataDir()]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const [out, err] = [text(child.stdout), text(child.stderr)];
  child.stdin.write("uci\nisready\nposition startpos moves e2e4 e7e5\ngo wtime 5000 btime 5000 winc 0 binc 0\n");
  await new Promise<void>((resolve) =>
    child.stdout.on("data", (chunk) => String(chunk).includes("bestmove") && resolve()),
  );
  child.stdin.end();
  expect(await once(child, "close")).toEqual([0, null]);
  const lines = (await out).split("\n");
  expect(lines[0]).toMatch(/^id name Kibitz [\d.]+, Level 3$/);
  expect(lines).toContain("option name Level type spin default 3 min 1 max 10");
  expect(lines.slice(lines.indexOf("uciok"))).toContain("readyok");
  expect(lines.filter((line) => /^info depth \d+ .*score cp -?\d+/.test(line)).length).toBeGreaterThan(0);
  expect(lines.at(-2)).toMatch(/^bestmove [a-h][1-8][a-h][1-8]$/);
  expect(await err).toBe("");
});

test("kibitz uci takes one player that moves by itself, and says what is wrong with any other", async () => {
  const refuse = async (...args: readonly string[]) => {
    const { code, out, err } = await kibitz("uci", ...args);
    expect([code, out]).toEqual([2, ""]);
    return err;
  };
  const errors = await Promise.all([
    refuse("--level", "11"),
    refuse("--level", "1", "--strategy", "random"),
    refuse("--strategy", "bold"),
  ]);
  expect(errors[0]).toContain('--level takes a whole number from 1 to 10, not "11"');
  expect(errors[1]).toContain("one of --level, --strategy and --entrant");
  expect(errors[2]).toContain('chess has no strategy "bold". It has random');
  for (const entrant of [
    { kind: "human" },
    { kind: "agent", name: "Ann" },
    { kind: "computer", engine: "Mine" },
  ] as const)
    expect(createUciPlayer({ entrant, dataDir: dataDir(), write: () => {}, log: silentLog })).toMatchObject({
      code: "INVALID_ARGUMENT",
    });
});

test("a level plays by UCI what it plays here, from any position, and says its search's score", async () => {
  const player = playerOf(computer);
  const answer = await player.ask("bestmove", mateInOne, "go movetime 5000");
  expect(answer.at(-1)).toBe("bestmove a1a8");
  expect(answer.at(-2)).toMatch(/^info depth .* score mate 1 /);
  expect(await player.ask("bestmove", "position startpos moves f2f3 e7e5 g2g4", "go depth 3")).toContain(
    "bestmove d8h4",
  );
});

test("the level is an option, and another value than a level leaves it", async () => {
  const player = playerOf(computer);
  expect(await player.ask("info string", "setoption name Level value 11")).toEqual([
    "info string Level takes a whole number from 1 to 10, not 11",
  ]);
  expect(await player.ask("info string", "setoption name Hash value 11")).toEqual([
    "info string There is no option Hash",
  ]);
  const answer = await player.ask("uciok", "setoption name level value 2", "uci");
  expect(answer).toContain("option name Level type spin default 2 min 1 max 10");
});

test("a position that the rules refuse has no move, and neither has a game that is over", async () => {
  const player = playerOf({ kind: "strategy", strategy: "random" });
  const empty = await player.ask("bestmove", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go");
  expect(empty[0]).toContain("This position is not played: Invalid FEN");
  expect(empty.slice(1)).toEqual([expect.stringContaining("info string No move: Invalid FEN"), "bestmove 0000"]);
  const illegal = await player.ask("bestmove", "position startpos moves e2e5", "go");
  expect(illegal[0]).toContain("the pawn on e2 cannot go to e5");
  const mated = await player.ask("bestmove", "position startpos moves f2f3 e7e5 g2g4 d8h4", "go");
  expect(mated).toEqual(["info string No move: the game is over", "bestmove 0000"]);
  expect(await player.ask("bestmove", "ucinewgame", "go")).toHaveLength(1);
});

test("a search without an end, and one on the opponent's time, say their move when they are told to", async () => {
  const player = playerOf({ kind: "strategy", strategy: "random" });
  for (const [go, end] of [
    ["go infinite", "stop"],
    ["go ponder", "ponderhit"],
  ] as const) {
    await player.ask("readyok", "position startpos moves f2f3 g7g5 e2e4 f7f6", go, "isready");
    // Its move is chosen by then.
    await nextPass();
    expect(player.lines.filter((line) => line.startsWith("bestmove"))).toEqual([]);
    expect(await player.ask("bestmove", end)).toHaveLength(1);
    player.lines.length = 0;
  }
});

test("a model plays by UCI, its nonsense is asked for anew, and no other move takes its place", async () => {
  const replies = ["I would rather not.", "e2e9", "MOVE: e2e4"];
  const player = playerOf(await modelHere(() => replies.shift() ?? "nothing"));
  expect(await player.ask("bestmove", "go movetime 60000")).toEqual(["bestmove e2e4"]);
  const failed = await player.ask("bestmove", "go movetime 60000");
  expect(failed).toEqual([expect.stringContaining("info string No move: no move in its answer"), "bestmove 0000"]);
});

test("a model that is stopped in its thoughts has a second, and then no move", async () => {
  const begun = Promise.withResolvers<void>();
  const model = await modelHere(() => {
    begun.resolve();
    return "hang";
  });
  const player = playerOf(model);
  const answer = player.ask("bestmove", "go infinite");
  await begun.promise;
  player.ask("bestmove", "stop");
  expect((await answer).at(-1)).toBe("bestmove 0000");
});

test("a player that is a server plays by UCI", async () => {
  const server = await openPlayer({ name: "Alpha", strategy: "random", port: 0, log: silentLog, tell: () => {} });
  onTestFinished(server.close);
  const player = playerOf({ kind: "endpoint", endpoint: server.endpoint });
  expect((await player.ask("bestmove", "position startpos moves e2e4", "go movetime 20000")).at(-1)).toMatch(
    /^bestmove [a-h][1-8][a-h][1-8]$/,
  );
});
