import { setImmediate as nextPass } from "node:timers/promises";
import { z } from "zod";
import { fieldIn, jsonIn } from "../../shared/fields.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, invalid, messageOf, type Result } from "../../shared/result.ts";
import { clip } from "../../shared/text.ts";
import { version } from "../../shared/version.ts";
import { silentLog } from "../base/log.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import { unseal } from "../base/sealed-file.ts";
import { seatedAt } from "../games/machine/game-state.ts";
import { type GameResult, type League, matchesOf } from "../league/machine/league.ts";
import { resultOf, unreadableResult } from "../league/rulings.ts";
import { readLeague } from "../league/snapshot.ts";
import { moveContextOf } from "../players/driver.ts";
import { isDeterministic, playerDrivers } from "../players/drivers.ts";
import { createEnginePool } from "../players/stockfish/pool.ts";
import { bundleLines, canonical, FORM } from "../views/export/bundle/bundle.ts";
import { bundledGame, type Chooser, type ReplayedGame, replayGame } from "../views/export/bundle/replay-game.ts";
import { bundledEvent, replayLeague } from "../views/export/bundle/replay-league.ts";

/** A line of a bundle, as far as anything follows from it. */
const lineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("bundle"), form: z.literal(FORM), kibitz: z.string() }),
  z.object({ type: z.literal("league"), form: z.int(), data: z.looseObject({ id: z.string() }) }),
  z.object({ type: z.enum(["entrant", "opening", "match"]), number: z.int(), data: z.unknown() }),
  z.object({ type: z.literal("game"), ...bundledGame.unwrap().shape }),
  z.object({ type: z.literal("log"), ...bundledEvent.unwrap().shape }),
  z.object({ type: z.enum(["ratings", "report"]) }),
]);
type BundleLine = z.infer<typeof lineSchema>;

/** The first place at which a bundle is not what the rest of it leads to: its line, its game and its ply, where it has them. */
const differenceAt = (line: number | null, text: string, game: string | null = null, ply: number | null = null) => ({
  line,
  game,
  ply,
  text,
});
type Difference = ReturnType<typeof differenceAt>;

/**
 * Checks a bundle: plays its games and decides its league again, and computes every line from that. Returns the first
 * difference, or null for none, and how much was played again, with the versions of Kibitz that wrote and checked it.
 * Refuses with `INVALID_ARGUMENT` a file that cannot be unpacked.
 * @param engineMoves how many moves the engine chooses again, of those that it always chooses alike
 */
export async function verifyBundle(file: Uint8Array, engineMoves = 0) {
  const bundle = unseal(file);
  if (!bundle.ok) return bundle;
  const engine = createEnginePool({ size: 1, log: silentLog });
  const verdict = { league: "", games: 0, moves: 0, engine_moves: 0, written_by: "", checked_by: version };
  const compare = async (): Promise<Difference | null> => {
    const texts = bundle.value.text.split("\n").slice(0, -1);
    const lines: BundleLine[] = [];
    for (const [index, text] of texts.entries()) {
      const { data, error } = lineSchema.safeParse(jsonIn(text));
      if (!data) return differenceAt(index + 1, `it is no line of a bundle: ${describeIssues(error)}`);
      if (data.type === "bundle") verdict.written_by = data.kibitz;
      if (data.type === "league") verdict.league = data.data.id;
      lines.push(data);
    }
    const league = await leagueIn(lines);
    if (!league.ok) return differenceAt(null, league.message);
    const plays = await playedAgain(league.value, lines, chooserBy(playerDrivers({ engine }), verdict, engineMoves));
    verdict.games = plays.size;
    for (const { live } of plays.values()) verdict.moves += live.moves.length;
    return firstDifference(verdict.written_by, league.value, lines, texts, plays);
  };
  // A league of a game that does not exist, say, is none that a host has stored.
  const difference = await compare().catch((error: unknown) => differenceAt(null, messageOf(error)));
  await engine.close();
  const sealDifference = bundle.value.isWhole ? null : differenceAt(null, "its bytes are not those that were sealed");
  return accept({ ...verdict, difference: difference ?? sealDifference });
}

/** The moves of strategies, which follow from the league's secret, and of engines that draw nothing, so many at most. */
const chooserBy =
  (drivers: ReturnType<typeof playerDrivers>, counts: { engine_moves: number }, most: number): Chooser =>
  async (then, seat) => {
    const { kind, turnSince } = then.state;
    const seatState = seatedAt(then.state, seat);
    const { seed, engine, level } = seatState.settings;
    const isEngines =
      engine === undefined && level !== undefined && isDeterministic(kind, seatState.kind, seatState.settings);
    if (seed === undefined && (!isEngines || counts.engine_moves >= most)) return null;
    if (seed === undefined) counts.engine_moves += 1;
    const driver = drivers(kind, seatState);
    const choice = await driver?.chooseMove(moveContextOf(then, seat, turnSince, new AbortController().signal));
    return choice?.ok ? choice.value.text : null;
  };

async function leagueIn(lines: readonly BundleLine[]): Promise<Result<League>> {
  const head = lines.find((line) => line.type === "league");
  const parts = lines.flatMap((line) => ("number" in line ? [{ ...line, part: line.type }] : []));
  return head ? runInSlices(readLeague({ id: head.data.id, snapshot: head, parts })) : invalid("it has no league");
}

/** The games of a league, played again from their lines. */
async function playedAgain(league: League, lines: readonly BundleLine[], choose: Chooser) {
  const rows = new Map(lines.flatMap((line) => (line.type === "game" ? [[line.id, line] as const] : [])));
  const plays = new Map<string, ReplayedGame & { readonly result: GameResult | null }>();
  for (const match of matchesOf(league))
    for (const game of match.games) {
      const row = rows.get(game.id);
      const play = row && (await replayGame(league, match, game, row, choose));
      if (play) plays.set(game.id, { ...play, result: resultOf(play.live, game) });
      await nextPass();
    }
  return plays;
}

/** The first line that does not follow from the others; null where all do. */
async function firstDifference(
  kibitz: string,
  original: League,
  lines: readonly BundleLine[],
  texts: readonly string[],
  plays: Awaited<ReturnType<typeof playedAgain>>,
): Promise<Difference | null> {
  const entries = lines.flatMap((line) => (line.type === "log" ? [{ at: line.at, event: line.event }] : []));
  const resultIn = (id: string) => plays.get(id)?.result ?? unreadableResult;
  const { league, log, fault } = await runInSlices(replayLeague(original, entries, resultIn));
  const again: string[] = [];
  for await (const text of bundleLines(kibitz, league, log, plays.values())) again.push(text.trimEnd());
  const all = Array.from({ length: Math.max(texts.length, again.length) }, (_, index) => index);
  const differing = all.filter((index) => texts[index] !== again[index]);
  // The league's figures follow from its games and its log: what differs there comes first.
  const first = (type: string) => differing.find((index) => lines[index]?.type === type);
  const index = first("game") ?? first("log") ?? differing[0];
  if (index === undefined) return null;
  const line = lines[index];
  const [path, is, other] = differenceIn(jsonIn(texts[index] ?? ""), jsonIn(again[index] ?? ""));
  const game = line?.type === "game" ? line : null;
  const before = game && path[0] === "events" ? game.events.slice(0, Number(path[1]) + 1) : null;
  // A replay stops at the first entry that does not follow.
  const isStop = game ? other === undefined : log.length < entries.length && line?.type === "log";
  const stop = game ? plays.get(game.id)?.fault : fault;
  const text =
    isStop && stop ? stop : `${path.join(".") || "it"} is ${excerptOf(is)}, and computed again ${excerptOf(other)}`;
  return differenceAt(index + 1, text, game?.id, before?.filter(({ event }) => event.type === "movePlayed").length);
}

/** Most characters of a value in a difference. */
const LONGEST_EXCERPT = 80;
const excerptOf = (value: unknown): string =>
  value === undefined ? "nothing" : clip(canonical(value), LONGEST_EXCERPT);

/** The path to the first place at which two values differ, and both there. */
function differenceIn(
  is: unknown,
  other: unknown,
  path: readonly string[] = [],
): readonly [path: readonly string[], is: unknown, other: unknown] {
  if (typeof is === "object" && typeof other === "object" && is !== null && other !== null)
    for (const name of new Set([...Object.keys(is), ...Object.keys(other)])) {
      const [one, another] = [fieldIn(is, name), fieldIn(other, name)];
      if (canonical([one]) !== canonical([another])) return differenceIn(one, another, [...path, name]);
    }
  return [path, is, other];
}
