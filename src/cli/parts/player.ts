import type { LeagueAddress } from "../../main/league-v1/programs/league-link.ts";
import type { PlayerProgram, PlayerRegistrations } from "../../main/league-v1/programs/player.ts";
import { readOptions } from "../../main/start/read-options.ts";
import { nameOf, type OptionValues, optionHelp } from "../../shared/command-options.ts";
import { BY_MODEL } from "../../shared/player-settings.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import { fail } from "../command.ts";
import { type ModelEntrant, modelEntrant, modelOptions, prefixOptions } from "../models.ts";
import { dataFolder, partOptions, partVariables, readPart, runPart, type UsualPort } from "./part.ts";

const usualPort: UsualPort = { port: 8101, variable: "PLAYER_PORT" };

const ownOptions = {
  ...partOptions(usualPort, ", and this player what it comes back with: its id and its tokens"),
  "strategy STRATEGY":
    "how it plays: one of the game's, such as random, pattern, perfect; levels, as the computer does at level 10, in games where it needs no engine; mixed, a random one each move; llm, the language model of --model",
  "league ID": "with --register: the league",
} as const;
const options = { ...ownOptions, ...modelOptions, ...prefixOptions("fallback-") } as const;

const usage = async () => `Usage: kibitz player --name NAME --strategy STRATEGY [--register URL --league ID] [options]

A player that is an MCP server of its own (league.v1), which a Kibitz calls for its moves. It registers itself in a league
and ends when that is over; without a league it waits to be called, by one whose entrants name its address.

${optionHelp(ownOptions)}

With --strategy llm; --fallback-model and the like name a model to ask where the first has no move. Where neither has
one, a random one is played. The record tells which one answered:
${optionHelp(modelOptions, (await import("../../main/commands/field-help.ts")).fieldHelp("model"))}

${partVariables}

Exit code: 0 when the league is over, or it was stopped; 1 if it could not take part; 2 for a wrong option.
`;

/** `kibitz player`: resolves once its league is over or it was stopped, or it has reported why it cannot play. */
export async function player(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(await usage());
  // This loads all games.
  const { keyFinder, modelsOf, openPlayer, openRegistrations, playerStrategies } = await import(
    "../../main/league-v1/programs/player.ts"
  );
  const request = readRequest(args, playerStrategies);
  if (!request.ok) return fail(2, request.message);
  const { name, strategy, port, place, league, dataDir } = request.value;
  const models = modelsOf(request.value.models);
  const findKey = keyFinder(dataDir, process.env);
  // A missing key should be reported now, and not only in the record of the moves.
  for (const { key } of models) {
    const keyResult = key === undefined ? accept(null) : await findKey(key);
    if (!keyResult.ok) return fail(2, keyResult.message);
  }
  await runPart(request.value, {
    open: (means) => openPlayer({ ...means, name, strategy, models, findKey, port }),
    register: async (part) => {
      const plays = `plays ${strategy} at ${part.endpoint}`;
      if (league === null || !place) return accept(plays);
      const registration = await register(part, place, league, openRegistrations(dataDir, name));
      return registration.ok ? accept(`registered in league ${league}, ${plays}`) : registration;
    },
    over: (part) => (league === null ? new Promise(() => {}) : part.over),
  });
}

/** Registers, or comes back as the same player. */
async function register(part: PlayerProgram, place: LeagueAddress, league: string, papers: PlayerRegistrations) {
  const own = papers.of(place.url, league);
  let result = await part.register(place, league, own);
  if (!result.ok && result.code === "LEAGUE_CLOSED" && own.token !== null) {
    // The id belongs to another league now, which does not know the token.
    papers.forget();
    result = await part.register(place, league, papers.of(place.url, league));
  }
  if (!result.ok) return result;
  papers.keep(place.url, league, result.value);
  return accept(null);
}

function readRequest(args: readonly string[], strategies: readonly string[]) {
  const reading = readOptions("player", args, options);
  if (!reading.ok) return reading;
  const values = reading.value.values;
  const { name, strategy, league = null, "data-dir": dataDir } = values;
  if (!name || !strategy)
    return invalid(`--${name ? "strategy" : "name"} is missing. \`kibitz player --help\` lists the options.`);
  if (!strategies.includes(strategy))
    return invalid(
      `--strategy takes one of ${strategies.join(", ")}, not ${JSON.stringify(strategy.slice(0, 80))}. \`kibitz player --help\` says what levels, ${BY_MODEL} and mixed are.`,
    );
  const models = readModels(values);
  if (!models.ok) return models;
  const part = readPart(values, name, usualPort, league !== null);
  if (!part.ok) return part;
  if ((part.value.place === null) !== (league === null))
    return invalid("--register and --league go together: where a league runs, and which it is.");
  return accept({ ...part.value, strategy, models: models.value, league, dataDir: dataFolder(dataDir) });
}

/** The models of a player, in the order in which they are asked: none unless it plays by them. */
function readModels(values: OptionValues<typeof options>): Result<readonly ModelEntrant[]> {
  const models: ModelEntrant[] = [];
  for (const prefix of ["", "fallback-"] as const) {
    const flag = Object.keys(prefixOptions(prefix))
      .map(nameOf)
      .find((name) => Object.hasOwn(values, name));
    if (flag === undefined) continue;
    if (values.strategy !== BY_MODEL) return invalid(`--${flag} is for --strategy ${BY_MODEL}.`);
    if (!Object.hasOwn(values, `${prefix}model`)) return invalid(`--${flag} is for --${prefix}model.`);
    const reading = modelEntrant(values, prefix);
    if (!reading.ok) return reading;
    models.push(reading.value);
  }
  if (values.strategy === BY_MODEL && values.model === undefined)
    return invalid("--strategy llm takes --model PROVIDER/MODEL, such as anthropic/claude-sonnet-4-5.");
  return accept(models);
}
