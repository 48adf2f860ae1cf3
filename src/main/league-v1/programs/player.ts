import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { definitions, findDefinition } from "../../../games/register.ts";
import { jsonIn } from "../../../shared/fields.ts";
import { BY_MODEL, type ModelSettings, nameOfModel } from "../../../shared/player-settings.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { cleanLine } from "../../../shared/text.ts";
import { type Log, silentLog } from "../../base/log.ts";
import { readableText } from "../../base/text-file.ts";
import { openKeys } from "../../data/keys.ts";
import { openTcpDoor } from "../../doors/tcp.ts";
import { createBacklogs } from "../../flow/backlogs.ts";
import { type ModelRequest, modelOf } from "../../league/entrants.ts";
import { askModel, requestOf } from "../../players/model/ask.ts";
import { defaultModelTimeouts } from "../../players/model/ask-for-move.ts";
import { createLeagueLink, type LeagueAddress } from "./league-link.ts";
import { MIXED, modelMover, strategyMover } from "./movers.ts";
import { createPlayerServer } from "./player-server.ts";

/**
 * Everything that can choose a player's moves: the strategies of all games, and language models. Whether a league's
 * game has the strategy is known when the player registers.
 */
export const playerStrategies: readonly string[] = [
  ...new Set([MIXED, BY_MODEL, ...definitions.flatMap(({ strategies }) => Object.keys(strategies))]),
].toSorted();

/** A player as a program of its own, at its own address. */
export type PlayerProgram = Awaited<ReturnType<typeof openPlayer>>;

/** The models that a player asks. */
export const modelsOf = (requests: readonly ModelRequest[]): readonly ModelSettings[] => requests.map(modelOf);

/** Finds the models' API keys in the environment, by their names. */
export const keyFinder = (dataDir: string, env: Readonly<Record<string, string | undefined>>) =>
  openKeys({ dataDir, env, vault: null, log: silentLog }).find;

/** The state of a player in terms of `league.v1`. */
type PlayerState = "INIT" | "REGISTERED" | "ACTIVE" | "IN_GAME" | "SUSPENDED" | "SHUTDOWN";

const outcomeWords = { you: "won", draw: "drawn", opponent: "lost" } as const;

/** Opens the player's server; `register` then enters it in a league. Throws where its port is taken. */
export async function openPlayer(options: {
  readonly name: string;
  readonly strategy: string;
  /** With the strategy `llm`: the models, asked in order until one has a move; else a random move is played. */
  readonly models?: readonly ModelSettings[];
  /** Their keys, by name. */
  readonly findKey?: (name: string) => Promise<Result<string>>;
  /** 0 takes any free one. */
  readonly port: number;
  readonly log: Log;
  /** Reports progress, one line at a time. */
  readonly tell: (line: string) => void;
}) {
  const { name, strategy, models = [], findKey = async () => invalid("there is no key here"), port, log } = options;
  // Before it has a token, any program on this machine may send it a message.
  const tell = (line: string) => options.tell(cleanLine(line));
  for (const model of models) for (const text of (await requestOf(model)).notes) tell(`${nameOfModel(model)}: ${text}`);
  let token: string | null = null;
  let sender = `player:${name}`;
  let state: PlayerState = "INIT";
  let league: string | null = null;
  let match: string | null = null;
  const record = { won: 0, drawn: 0, lost: 0 };
  const over = Promise.withResolvers<void>();
  const enter = (next: PlayerState): void => {
    state = next;
    server.statusChanged();
  };
  const means = { ask: askModel, findKey, patience: defaultModelTimeouts };
  const server = createPlayerServer({
    sender: () => sender,
    mover: strategy === BY_MODEL ? modelMover(models, means, Math.random, log) : strategyMover(strategy, Math.random),
    token: () => token,
    status: () => ({ state, name, strategy, league_id: league, match_id: match, record }),
    log,
    news: {
      onInvitation: ({ match_id, opponent_id, league_id }) => {
        tell(`match ${match_id} against ${opponent_id}`);
        [league, match] = [league_id, match_id];
        enter("ACTIVE");
      },
      onStart: () => enter("IN_GAME"),
      onEnd: ({ match_id = "", match_winner, final_score }) => {
        match = null;
        if (match_winner !== undefined) record[outcomeWords[match_winner]] += 1;
        enter("ACTIVE");
        const score = final_score ? `, ${final_score.you} to ${final_score.opponent}` : "";
        tell(`match ${match_id}: ${match_winner ?? "?"}${score}`);
      },
      standings: ({ status, standings = [] }) => {
        if (status !== "complete" && status !== "cancelled") return;
        enter("SHUTDOWN");
        const own = standings.find((row) => row["name"] === name);
        tell(`the league is ${status}${own ? `: rank ${own["rank"]}, ${own["points"]} points` : ""}`);
        over.resolve();
      },
    },
  });
  const door = await openTcpDoor({ port, alternatives: 0, fetch: server.fetch, backlogs: createBacklogs(), log });
  const endpoint = `http://127.0.0.1:${door.port}/mcp`;
  return {
    /** `http://127.0.0.1:8101/mcp` */
    endpoint,
    /** Resolves when its league is over. */
    over: over.promise,
    /**
     * Takes part in a league, or comes back, and returns its token. Refuses with `LEAGUE_CLOSED` where the league does,
     * with `HOST_CLOSING` where it cannot be reached for now, with `INVALID_ARGUMENT` where no try can help.
     */
    register: async (place: LeagueAddress, leagueId: string, papers: ReturnType<PlayerRegistrations["of"]>) => {
      sender = `player:${papers.playerId}`;
      const link = createLeagueLink(place, sender, log);
      const kind = await link.game(leagueId);
      if (!kind.ok) return kind;
      const definition = kind.value === null ? null : findDefinition(kind.value);
      const isOfAll = strategy === MIXED || strategy === BY_MODEL;
      if (kind.value !== null && !isOfAll && !definition?.strategies[strategy])
        return invalid(`${definition?.kind ?? "this game"} has no strategy ${JSON.stringify(strategy)}`);
      const answer = await link.send("LEAGUE_REGISTER_REQUEST", leagueId, {
        player_id: papers.playerId,
        display_name: name,
        endpoint,
        capabilities: { strategy, ...(models.length === 0 ? {} : { models: models.map(nameOfModel) }) },
        ...(papers.token === null ? {} : { auth_token: papers.token }),
      });
      if (!answer.ok) return answer;
      token = String(answer.value["auth_token"]);
      league = leagueId;
      enter(answer.value["state"] === "SUSPENDED" ? "SUSPENDED" : "REGISTERED");
      if (state === "SUSPENDED") tell("registered as suspended: the league does not reach this player");
      return accept(token);
    },
    close: async () => {
      await server.close();
      await door.close();
    },
  };
}

const papersSchema = z.object({
  player_id: z.string(),
  /** By address and league. */
  tokens: z.record(z.string(), z.string()),
});

/** A player's registrations, kept from one run to the next in a file that only its owner can read. */
export type PlayerRegistrations = ReturnType<typeof openRegistrations>;

/** @param folder of the data; the file is named after the player */
export function openRegistrations(folder: string, name: string) {
  const file = join(folder, "players", `${encodeURIComponent(name.toLowerCase())}.json`);
  let registrations = papersSchema.safeParse(jsonIn(readableText(file) ?? "")).data ?? newPapers();
  const key = (address: URL, league: string) => `${address.origin} ${league}`;
  return {
    /** Identifies the player to a league when it comes back: a UUID, and the league's token once it has given one. */
    of: (address: URL, league: string) => ({
      playerId: registrations.player_id,
      token: registrations.tokens[key(address, league)] ?? null,
    }),
    /** Throws where the file cannot be written. */
    keep: (address: URL, league: string, token: string) => {
      registrations = { ...registrations, tokens: { ...registrations.tokens, [key(address, league)]: token } };
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, `${JSON.stringify(registrations)}\n`, { mode: 0o600 });
    },
    /** Starts again, as another player. */
    forget: () => {
      registrations = newPapers();
    },
  };
}

const newPapers = (): z.infer<typeof papersSchema> => ({ player_id: randomUUID(), tokens: {} });
