import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { GameDetail } from "../../src/shared/api.ts";
import { type Launched, launch } from "./launch.ts";
import { isInGame, isSearch, plain, type Reply, replyTo } from "./model.ts";
import { type Kill, latestGame, playAsPerson, startKibitz } from "./person.ts";
import type { Program } from "./programs.ts";
import { type Seen, startTap } from "./tap.ts";
import type { Vendors } from "./vendors.ts";

/** One game of a host's. */
export interface Match {
  readonly program: Program;
  /** Seconds that the person thinks about each move; null against the computer. */
  readonly seconds: number | null;
  /** Whether the model asks its person by forms. */
  readonly byForms: boolean;
  /** The person resigns once so many plies are played. */
  readonly plies: number;
  /** The person thinks so long about the first move alone. */
  readonly isLongSleep: boolean;
  readonly kill: Kill | null;
}

/** The course and the end of a match. */
export interface Course extends Pick<Seen, "introduction" | "sendsProgressToken" | "tasks" | "polls" | "cuts"> {
  readonly host: string;
  readonly opponent: string;
  readonly connectedBy: Launched["connectedBy"];
  readonly reads: "structured" | "text" | "both" | "neither";
  /** `createGame`, as the model knows it. */
  readonly toolName: string;
  readonly searchesTools: boolean;
  readonly isEnded: boolean;
  readonly result: string;
  readonly plies: number;
  /** Moves of the agent. */
  readonly moves: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly waits: number;
  /** The length of what the model read after the game was created. */
  readonly characters: number;
  readonly tokens: number;
  /** Milliseconds from each move of the person to the next request to the model. */
  readonly answeredAfter: readonly number[];
  /** How often the model was told of each of these moves. */
  readonly deliveries: readonly number[];
  readonly forms: readonly { readonly action: string; readonly ms: number | null }[];
  /** How often the host took a repeated call for a loop. */
  readonly loops: number;
  readonly seconds: number;
}

export interface Ground {
  readonly vendors: Vendors;
  readonly checkout: string;
  readonly hosts: string;
  /** A folder of its own. */
  readonly dir: string;
  /** Where its logs go; null for nowhere. */
  readonly logs: string | null;
  /** Ends the game before its time. */
  readonly signal: AbortSignal;
  /** Called once the program has called a tool: starting is what costs most. */
  readonly started: () => void;
}

interface Request {
  readonly at: number;
  readonly news: string;
  readonly reply: Reply;
}

interface PersonMove {
  readonly at: number;
  readonly code: string;
}

/** Seconds without any sign of a game after which its agent counts as stopped, besides the person's thought. */
const SILENCE = 90;
/** Seconds of thought after the long sleep. */
const AFTER_SLEEP = 5;
/** Milliseconds for which a second message about a move is waited for. */
const ECHO_MS = 5_000;
const LOOP = /.*(?:loop detected|repeated tool call|consecutive (?:identical|mistakes)).*/i;
const AGENT = "white";

export const opponentOf = ({ seconds, byForms, isLongSleep, kill }: Match): string => {
  if (seconds === null) return "computer";
  const time = isLongSleep ? `${seconds / 60} min` : `${seconds} s`;
  return `person, ${time}${byForms ? ", forms" : ""}${kill ? `, ${kill} killed` : ""}`;
};

export async function play(
  match: Match,
  { vendors, checkout, hosts, dir, logs, signal, started }: Ground,
): Promise<Course> {
  await using opened = new AsyncDisposableStack();
  const { program, seconds, byForms } = match;
  const began = performance.now();
  mkdirSync(dir, { recursive: true });
  const dataDir = join(dir, "data");
  const kibitz = opened.use(await startKibitz(checkout, dataDir));
  const tap = opened.use(await startTap(join(dir, "wire")));
  const idle = opened.use(createIdle(((seconds ?? 0) + SILENCE) * 1000));

  const requests: Request[] = [];
  const heardEnd = Promise.withResolvers<void>();
  const halves = new Set<"text" | "structured">();
  let toolName = "";
  let searchesTools = false;
  const vendor = vendors.serve(basename(dir), (prompt) => {
    idle.touch();
    const reply = replyTo(prompt, { opponent: seconds === null ? "computer" : "human", byForms });
    searchesTools ||= isSearch(reply);
    if ("tool" in reply && reply.tool.endsWith("createGame")) toolName = reply.tool;
    if (prompt.tools.length === 0 || !isInGame(prompt)) return reply;
    const { news } = prompt;
    requests.push({ at: performance.now(), news, reply });
    for (const half of halvesIn(news, tap.seen.lastAnswer)) halves.add(half);
    if (/"result":\{|Game Over/.test(plain(news))) heardEnd.resolve();
    return reply;
  });
  const place = { hosts, checkout, dataDir, vendor, socket: tap.socket, home: join(dir, "home") };
  const launched = opened.use(await launch(program, place));

  tap.until(({ calls }) => calls.length > 0).then(started);
  const moves: PersonMove[] = [];
  const stop = new AbortController();
  opened.defer(() => stop.abort());
  if (seconds !== null)
    playAsPerson({
      kibitz,
      launched,
      tap,
      thoughts: [seconds, match.isLongSleep ? AFTER_SLEEP : seconds],
      inTerminal: byForms && program.forms === "shows",
      plies: match.plies,
      kill: match.kill,
      signal: stop.signal,
      moved: (code) => {
        moves.push({ at: performance.now(), code });
        idle.touch();
      },
    }).catch(() => {
      // This match or its host has ended.
    });

  const end = await Promise.race([
    heardEnd.promise.then(() => "heard" as const),
    launched.exited.then(() => "exited" as const),
    idle.ended.then(() => "idle" as const),
    once(signal, "abort").then(() => "stopped" as const),
  ]);
  if (match.isLongSleep && end === "heard") await pause(ECHO_MS);
  const game = await latestGame(kibitz.current()).catch(() => null);
  const played = game?.history ?? [];
  const agentMoves = played.filter(({ by }) => by === AGENT).length;
  const { introduction, sendsProgressToken, calls, tasks, polls, cuts, forms, lines } = tap.seen;
  if (logs !== null) {
    const asked = requests.map((request) => JSON.stringify(request));
    const texts = { wire: lines.join("\n"), model: asked.join("\n"), screen: launched.output() };
    mkdirSync(logs, { recursive: true });
    for (const [kind, text] of Object.entries(texts)) writeFileSync(join(logs, `${basename(dir)}.${kind}.log`), text);
  }
  return {
    host: program.id,
    opponent: opponentOf(match),
    connectedBy: launched.connectedBy,
    introduction,
    sendsProgressToken,
    tasks,
    polls,
    cuts,
    reads: halves.size === 2 ? "both" : ([...halves][0] ?? "neither"),
    toolName,
    searchesTools,
    isEnded: end === "heard" && game?.result !== null,
    result: resultOf(end, game, requests.at(-1), launched.output()),
    plies: played.length,
    moves: agentMoves,
    modelCalls: requests.length,
    toolCalls: calls.length,
    waits: calls.filter((tool) => tool === "waitForNextTurn" || tool === "askPerson").length,
    characters: requests.reduce((sum, { news }) => sum + news.length, 0),
    tokens: requests.reduce((sum, { news }) => sum + countTokens(news), 0),
    answeredAfter: moves.flatMap(({ at }) => {
      const next = requests.find((request) => request.at > at);
      return next ? [Math.round(next.at - at)] : [];
    }),
    deliveries: moves.map(({ at, code }) => {
      const text = played.find((move) => move.code === code && move.by !== AGENT)?.text;
      const isTold = ({ news }: Request) =>
        [`"uci":"${code}"`, `played ${text}.`].some((said) => plain(news).includes(said));
      return requests.filter((request) => request.at > at && isTold(request)).length;
    }),
    forms: [...forms.values()].map(({ action, ms }) => ({ action, ms })),
    loops: requests.filter(({ news }) => LOOP.test(news)).length || (LOOP.test(launched.output()) ? 1 : 0),
    seconds: Math.round((performance.now() - began) / 1000),
  };
}

/** Ends after so long without a touch. */
function createIdle(ms: number) {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, ms);
  return {
    ended,
    touch: () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, ms);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/** The halves of an answer that a model has read. */
function halvesIn(news: string, answer: Seen["lastAnswer"]): ("text" | "structured")[] {
  if (!answer) return [];
  const read = plain(news);
  // Other lines of the text may stand in the structured half, too.
  const [line] = /\*\*Next Action:\*\* .*/.exec(answer.text) ?? [];
  return [
    ...(line !== undefined && read.includes(line) ? (["text"] as const) : []),
    ...(read.includes(answer.structured.slice(0, 40)) ? (["structured"] as const) : []),
  ];
}

function resultOf(
  end: "heard" | "exited" | "idle" | "stopped",
  game: GameDetail | null,
  last: Request | undefined,
  output: string,
): string {
  if (game?.result) return end === "heard" ? game.result.text : `${game.result.text}; the agent was not told`;
  const [loop] = LOOP.exec(output) ?? [];
  const spoken = last && ("text" in last.reply ? last.reply.text : end === "exited" ? output : `in ${last.reply.tool}`);
  const reason = (loop ?? spoken ?? output).replace(/\s+/g, " ").trim();
  const how = { exited: "the program ended", idle: "silence", stopped: "from outside", heard: "unexpectedly" }[end];
  return `stopped after ${game?.ply ?? 0} plies, ${how}: ${reason.slice(-140)}`;
}
