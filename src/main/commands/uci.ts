import { randomUUID } from "node:crypto";
import { definitions } from "../../games/register.ts";
import type { Consents, EntrantRequest } from "../../shared/entrants.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, invalid, messageOf, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import { version } from "../../shared/version.ts";
import { awakeTime } from "../base/awake-time.ts";
import type { Log } from "../base/log.ts";
import { openKeys } from "../data/keys.ts";
import { unstoredGame } from "../games/live-game.ts";
import { seatedAt } from "../games/machine/game-state.ts";
import { createGame } from "../games/machine/seats.ts";
import { entrantsOf } from "../league/entrants.ts";
import { endpointDriver } from "../league-v1/driver.ts";
import { createEndpoints } from "../league-v1/endpoints.ts";
import { createServerTokens } from "../league-v1/tokens.ts";
import { type MoveContext, moveContextOf } from "../players/driver.ts";
import { playerDrivers } from "../players/drivers.ts";
import { askModel } from "../players/model/ask.ts";
import { modelDriver } from "../players/model/driver.ts";
import { levels } from "../players/stockfish/levels.ts";
import { createEnginePool } from "../players/stockfish/pool.ts";

/** Answers for one move that the rules may refuse before none is given. */
const MOST_REFUSED = 20;
/** Milliseconds that a player has for its move after `stop`. */
const STOP_MS = 1_000;
/** The move that says that there is none. */
const NO_MOVE = "0000";
/** Longest reason that is sent, in characters. */
const LONGEST_REASON = 300;

/** The time for a move, as drivers are told it. */
type MoveTime = Pick<MoveContext, "timeMs" | "clock">;

/**
 * Plays as one player of Kibitz by the Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2000). A move that the
 * player does not give is `0000`, with the reason in the line before it; no other move takes its place. Refuses with
 * `INVALID_ARGUMENT` a player that does not move by itself.
 */
export function createUciPlayer(options: {
  readonly entrant: EntrantRequest;
  readonly consents?: Consents;
  /** The data folder, for the keys of language models. */
  readonly dataDir: string;
  /** Sends a line to the other program. */
  readonly write: (line: string) => void;
  readonly log: Log;
}) {
  const { entrant, consents, dataDir, write, log } = options;
  const definition = definitions.find((each) => each.engine);
  if (!definition) return invalid("no game here is played by engines");
  const entrants = entrantsOf([entrant], definition, consents);
  if (!entrants.ok) return entrants;
  const [player] = entrants.value;
  if (!player || ["human", "agent"].includes(player.kind) || player.settings.engine !== undefined)
    return invalid(
      "a level, a strategy, a language model or a server is needed; an engine of your own needs no Kibitz",
    );
  const { rules, seats } = definition;
  const { name } = player;
  let { settings } = player;

  const say = (text: string): void => write(`info string ${clip(cleanLine(text), LONGEST_REASON)}`);
  /** Lines of the search under way about its best moves. */
  const infos: string[] = [];
  const pool = createEnginePool({ size: 1, log, onInfo: (line) => infos.push(line) });
  const endpoints = createEndpoints({ allowlist: () => [], log, random: Math.random });
  // A model's problem is the other program's to hear of: nobody solves it here.
  const problem = async (_league: string, _entrant: number, reason: string) => refuse("ENGINE_FAILED", reason);
  const drivers = playerDrivers({
    engine: pool,
    endpoint: endpointDriver({
      endpoints,
      tokens: createServerTokens(randomUUID()),
      now: Date.now,
      mayCall: async () => true,
    }),
    model: modelDriver({
      ask: askModel,
      findKey: openKeys({ dataDir, env: process.env, vault: null, log }).find,
      random: Math.random,
      leagues: {
        mayAsk: async () => accept({ atOnce: true, onFailure: "forfeit", isBudgeted: false }),
        hold: problem,
        wait: problem,
        giveBack: async () => null,
      },
    }),
  });

  /** The game after these moves from a FEN, null for the usual start. Refuses what the rules refuse. */
  const gameFrom = (id: string, fen: string | null, moves: readonly string[]) => {
    const start = definition.options.safeParse(fen === null ? {} : { fen });
    if (!start.success) return invalid(describeIssues(start.error));
    const seated = { kind: "computer", name, settings, connection: null } as const;
    const creation = createGame(
      {
        id,
        kind: definition.kind,
        options: start.data,
        legalMoves: "shown",
        players: [seated, seated],
        clock: null,
        rematchOf: null,
      },
      Date.now(),
    );
    if (!creation.ok) return creation;
    const { state } = creation.value;
    let { position } = state;
    const played = [];
    for (const [index, text] of moves.entries()) {
      const [seat] = rules.toMove(position);
      if (seat === undefined) return refuse("GAME_OVER", `there is no move after ${moves.slice(0, index).join(" ")}`);
      const move = (rules.replay ?? rules.play)(position, seat, text);
      if (!move.ok) return move;
      position = move.value.state;
      const time = { ms: 0, clock: null, at: state.createdAt };
      played.push({ type: "movePlayed" as const, seat, ply: index + 1, ...move.value.move, ...time });
    }
    return accept({ ...unstoredGame({ ...state, position, ply: rules.ply(position) }), moves: played });
  };
  let game = gameFrom(randomUUID(), null, []);
  let search: { readonly stop: () => void; readonly end: Promise<void> } | null = null;

  const seatToMove = (): Seat | undefined => (game.ok ? rules.toMove(game.value.state.position)[0] : undefined);

  /** The player's move in its code. Refuses with the reason why there is none. */
  const chooseMove = async (time: MoveTime, signal: AbortSignal): Promise<Result<string>> => {
    if (!game.ok) return game;
    const { state } = game.value;
    const seat = seatToMove();
    if (seat === undefined) return refuse("GAME_OVER", "the game is over");
    const driver = drivers(state.kind, { ...seatedAt(state, seat), settings });
    if (!driver) return invalid("nobody plays here");
    // Servers and models are asked as by a league, in which no random move is played for them.
    const league = { id: "uci", entrant: 1, game: 1 };
    const context = { ...moveContextOf(game.value, seat, Date.now(), signal), settings, league, ...time };
    const rejects: MoveContext["rejects"][number][] = [];
    while (rejects.length < MOST_REFUSED) {
      const choice = await driver.chooseMove({ ...context, rejects });
      if (!choice.ok) return choice;
      const { text, resigns, effort } = choice.value;
      if (text === null)
        return refuse("ENGINE_FAILED", resigns ? "it resigns" : (effort?.failures.at(-1) ?? "it gave none"));
      const play = rules.play(state.position, seat, text);
      if (play.ok) return accept(play.value.move.code);
      rejects.push({ text, reason: play.message });
    }
    return refuse("ENGINE_FAILED", `${MOST_REFUSED} answers were refused. ${rejects.at(-1)?.reason}`);
  };

  /** Chooses a move and writes it; for `infinite` and `ponder` not before `stop` or `ponderhit`. */
  const go = (words: readonly string[]): void => {
    const patience = new AbortController();
    const release = Promise.withResolvers<void>();
    const think = async () => {
      const move = await chooseMove(timeIn(words, seats.indexOf(seatToMove() ?? "")), patience.signal).catch((error) =>
        refuse("ENGINE_FAILED", messageOf(error)),
      );
      if (words.includes("infinite") || words.includes("ponder")) await release.promise;
      // A level may play another move than its search found best, and that one's line is not its own.
      for (const line of infos.splice(0))
        write(move.ok && line.includes(` pv ${move.value}`) ? line : withoutLine(line));
      if (!move.ok) say(`No move: ${move.message}`);
      write(`bestmove ${move.ok ? move.value : NO_MOVE}`);
      search = null;
    };
    const stop = () => {
      release.resolve();
      void end.then(awakeTime.after(STOP_MS, () => patience.abort()));
    };
    const end = think();
    search = { stop, end };
  };

  const commands: Readonly<Record<string, (words: readonly string[]) => unknown>> = {
    uci: () => {
      const { level } = settings;
      for (const line of [
        `id name Kibitz ${version}, ${cleanLine(name)}`,
        "id author the Kibitz authors",
        ...(level === undefined ? [] : [`option name Level type spin default ${level} min 1 max ${levels.length}`]),
        "uciok",
      ])
        write(line);
    },
    isready: async () => {
      if (settings.level !== undefined) await pool.warmUp();
      write("readyok");
    },
    setoption: (words) => {
      const [, option = "", value = ""] = /^name (.+?)(?: value (.*))?$/i.exec(words.join(" ")) ?? [];
      const level = Number(value);
      const isLevel = option.toLowerCase() === "level" && settings.level !== undefined;
      if (!isLevel) return say(`There is no option ${option}`);
      if (!levels[level - 1]) return say(`Level takes a whole number from 1 to ${levels.length}, not ${value}`);
      settings = { ...settings, level };
    },
    ucinewgame: () => {
      game = gameFrom(randomUUID(), null, []);
    },
    position: (words) => {
      const at = words.includes("moves") ? words.indexOf("moves") : words.length;
      const fen = words[0] === "fen" ? words.slice(1, at).join(" ") : null;
      game = gameFrom(game.ok ? game.value.state.id : randomUUID(), fen, words.slice(at + 1));
      if (!game.ok) say(`This position is not played: ${game.message}`);
    },
    go: (words) => (search ? say("A search is under way already") : go(words)),
    stop: () => search?.stop(),
    ponderhit: () => search?.stop(),
  };

  return accept({
    /** Takes a line of the other program. Others than UCI's commands are left alone, as UCI asks. */
    read: (line: string): void => {
      const [command = "", ...words] = line.trim().split(/\s+/);
      void (Object.hasOwn(commands, command) ? commands[command]?.(words) : null);
    },
    /** Stops, and resolves when everything that was started has ended. */
    close: async () => {
      search?.stop();
      await search?.end;
      await Promise.all([pool.close(), endpoints.close()]);
    },
  });
}

const withoutLine = (info: string): string => info.replace(/ pv .*/, "");

/** The time that a `go` leaves the side to move, 0 or 1; none is told where it names no time. */
function timeIn(words: readonly string[], side: number): MoveTime {
  const after = (word: string): number | null => {
    const value = words.includes(word) ? Number(words[words.indexOf(word) + 1]) : Number.NaN;
    return Number.isFinite(value) ? Math.max(0, value) : null;
  };
  const left = [after("wtime"), after("btime")] as const;
  const [white, black] = left;
  const incrementMs = after(side === 1 ? "binc" : "winc") ?? 0;
  return {
    timeMs: after("movetime") ?? left[side] ?? null,
    clock: white === null || black === null ? null : { left: [white, black], incrementMs, runs: true },
  };
}
