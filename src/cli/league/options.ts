import { decodeTrf } from "../../main/base/decode-trf.ts";
import { readOptions } from "../../main/start/read-options.ts";
import { byeIn, keptApartIn } from "../../shared/absences.ts";
import { nameOf, type Options, type OptionValues, optionHelp } from "../../shared/command-options.ts";
import { type Fields, isFields, jsonIn } from "../../shared/fields.ts";
import { foreignKey } from "../../shared/foreign-key.ts";
import { formatsWith } from "../../shared/formats/register.ts";
import { accept, invalid, mapResult, type Refusal, type Result, type ValueOf } from "../../shared/result.ts";
import { amount } from "../../shared/text.ts";
import { tieBreakCodes, tieBreakIn } from "../../shared/tie-breaks.ts";
import { hostOptions, hostOptionsIn } from "../command.ts";
import { fileOptions, readFiles, readNamed } from "../files.ts";
import { modelEntrants, modelOptions } from "../models.ts";
import * as options from "../request-options.ts";
import { numberOption, numbersOption, optionsNamed, textOption, wholeOption } from "../request-options.ts";
import { type EntrantsFile, readEntrantsFile } from "./entrants-file.ts";
import type { ServersRequest } from "./servers.ts";

export type LeagueOptions = ValueOf<ReturnType<typeof readLeagueOptions>>;

const byScore = formatsWith("byScore");

const USUAL_PLAYERS = 4;
/** The options that say fields of the request, by the part of the help that lists them. */
const entrantOptions = {
  ...optionsNamed(wholeOption, "players N"),
  ...optionsNamed(textOption, "strategy NAME"),
  "entrants FILE": { field: "entrants", takes: "a JSON list of entrants of each kind, such as examples/entrants.json" },
  ...options.consentOptions,
  servers:
    "start the entrants as programs of their own, which register themselves (league.v1): a process each, at the ports from 8101 on",
  "referees N":
    "with --servers: start this many referees as well, at the ports from 8001 on, which run the matches; PLAYER_PORT and REFEREE_PORT are the first of either where they are set",
  "let-referees": textOption("referees"),
  ...options.failureOptions,
} as const;
const formatOptions = {
  ...optionsNamed(textOption, "name TEXT", "format FORMAT"),
  ...optionsNamed(wholeOption, "rounds N", "games-per-match N"),
  "points W,D,L[,BYE]": numbersOption("points", ["win", "draw", "loss", "bye"], "points, such as 3,1,0 or 3,1,0,1", 3),
  "tie-breaks LIST": textOption("tie_breaks", codesIn, `codes between commas, of ${tieBreakCodes.join(", ")}`),
  "decider HOW": textOption("decider.last"),
  "extra-games N": wholeOption("decider.extra_games"),
  "extra-pairs N": wholeOption("decider.extra_pairs"),
  "time-odds SHARE": numberOption("decider.time_odds"),
  "apart NAMES …": textOption("forbidden_pairs", keptApartIn, "the names of two entrants or more, such as A|B"),
  "bye NAME|N …": textOption("byes", byeIn, "a name and a round, such as A|2, and half, none or full after them"),
  "late-entries N": textOption(
    "late_entries",
    lateEntriesIn,
    "a round, such as 2, or 2,half for half a point in each round that was missed",
  ),
  "best-of": textOption("best_of"),
  "sprt ELO0,ELO1": numbersOption(
    "sprt",
    ["elo0", "elo1", "alpha", "beta"],
    "two differences in Elo, such as 0,20, and after them α and β where they are not 0.05",
    2,
  ),
  "from-trf FILE": { field: "trf", takes: "" },
} as const;
const timeOptions = {
  ...options.timeOptions,
  ...optionsNamed(textOption, "missed-move HOW"),
  ...optionsNamed(wholeOption, "concurrency N"),
} as const;
const gameOptions = {
  ...optionsNamed(textOption, "game GAME"),
  "options JSON": textOption("options", objectIn, `a JSON object, such as '{"rounds": 9}'`),
  ...options.openingsOption,
  "openings-order ORDER": textOption("openings.order"),
  "openings-policy POLICY": textOption("openings.policy"),
  ...options.limitOptions,
  "resign CP,N": numbersOption("adjudication.resign", ["score", "moves"], "centipawns and moves, such as 600,4"),
  "draw CP,N,M": numbersOption(
    "adjudication.draw",
    ["score", "moves", "after_move"],
    "centipawns, moves and the move after which, such as 10,8,40",
  ),
} as const;
export const leagueOptions = {
  ...entrantOptions,
  ...formatOptions,
  ...timeOptions,
  ...gameOptions,
  ...options.repeatOptions,
} as const;

/** The names and prices of several models, and the options that are the same for all. */
const { "model PROVIDER/MODEL": model, "price IN,OUT[,CACHED]": price, ...choices } = modelOptions;
const severalModels = { "model PROVIDER/MODEL …": model, "price IN,OUT[,CACHED] …": price, ...choices } as const;
const outputOptions = {
  "review N": "review this many of the games with the engine at the end, and report how well each played",
  ...fileOptions,
  "webhook URL": "send its events there, signed (kibitz league webhook --help)",
} as const;
const runOptions = {
  plan: "print what would be played, how long it takes, what its models are sent and cost at most; play nothing",
  "resume ID": "continue a league that was stopped or paused; beside it, output options and a new budget",
} as const;
const leagueFlags = { ...runOptions, ...leagueOptions, ...severalModels, ...outputOptions, ...hostOptions } as const;

/** The text of `--help`; the host's schemas, which have most of its words, are loaded for it alone. */
export async function usage(): Promise<string> {
  const { fieldHelp } = await import("../../main/commands/field-help.ts");
  const help = (of: Options<options.RequestOption>) =>
    optionHelp(of, fieldHelp(of === severalModels ? "model" : "league"));
  const groups = {
    [`Entrants, ${USUAL_PLAYERS} where neither --players nor --entrants says more`]: entrantOptions,
    "Language models, with --strategy llm: each --model in turn, with a --price of its own or one for all":
      severalModels,
    Format: formatOptions,
    Time: timeOptions,
    Games: gameOptions,
    "Repeating it": options.repeatOptions,
    Output: outputOptions,
    "This program": hostOptions,
  };
  return `Usage: kibitz league [options], or in a checkout: npm run league -- [options]
       kibitz league show ID [--match N]: what became of a league, and why (kibitz league show --help)
       kibitz league export ID --games FILE …: files of a league that was played (kibitz league export --help)
       kibitz league reissue ID N: a new token for the agent of a place that lost its own
       kibitz league pause ID, finish ID, cancel ID: stops one (finish: once the matches that have begun are over)
       kibitz league watch ID: addresses at which spectators elsewhere follow one
       kibitz league webhook ID URL: sends its events to a program

Sets a league up, runs it and prints the table after every round and the champion. Joins the Kibitz that runs in the
data folder, or starts one for as long as the league lasts.

  kibitz league --players 6 --strategy random
  kibitz league --entrants examples/entrants.json --format ${byScore} --rounds 5 --clock 1+1
  kibitz league --strategy llm --model anthropic/MODEL --model openai/MODEL --games-per-match 2 --pgn games.pgn

${help(runOptions)}
${Object.entries(groups)
  .map(([title, of]) => `\n${title}:\n${help(of)}\n`)
  .join("")}
Exit code: 0 when the league is complete; 1 if it is not; 2 for a wrong option.
`;
}

/** More than any league takes, as the host will say. */
const MOST_MODELS = 1_000;

/** Reads the command line. Refuses with `INVALID_ARGUMENT` and one sentence; the host checks the league itself. */
export function readLeagueOptions(argv: readonly string[]) {
  const reading = readOptions("league", argv, leagueFlags);
  if (!reading.ok) return reading;
  const values = reading.value.values;
  const plain = options.readRequest(leagueOptions, values);
  const request = plain.ok ? options.withOpenings(plain.value, values.openings) : plain;
  if (!request.ok) return request;
  const record =
    values["from-trf"] === undefined ? accept(undefined) : readNamed("from-trf", values["from-trf"], decodeTrf);
  if (!record.ok) return record;
  const { review = "0" } = values;
  if (!/^\d{1,4}$/.test(review)) return options.refuseValue("review", "a whole number", review);
  const files = readFiles(values);
  if (!files.ok) return files;
  const entrants = readEntrantsOf(values);
  if (!entrants.ok) return entrants;
  const field = entrants.value?.entrants ?? [];
  const withModels = readModels(
    values,
    {
      name: "League from the command line",
      ...(entrants.value
        ? { entrants: field, allow_keys: values["allow-key"] ?? [], allow_commands: values["allow-command"] ?? [] }
        : { players: USUAL_PLAYERS }),
      ...request.value,
      ...(record.value === undefined ? {} : { trf: record.value }),
    },
    field,
  );
  if (!withModels.ok) return withModels;
  const resume = readResume(values);
  if (!resume.ok) return resume;
  const servers = readServers(values, withModels.value);
  if (!servers.ok) return servers;
  return accept({
    ...hostOptionsIn(values),
    /** The body of `POST /api/leagues`. */
    request: servers.value?.request ?? withModels.value,
    /** The id of the league to continue in place of a new one, and its new budget if there is one. */
    resume: resume.value,
    /** The parts that are started as processes of their own; null for none. */
    servers: servers.value?.servers ?? null,
    /** The text of a refusal of the host, with an entrant's place in its file. */
    inFile: (refusal: Refusal) => inFile(refusal, entrants.value),
    files: files.value,
    /** The number of games that the engine reviews at the end. */
    review: Number(review),
    /** The address that its events are sent to. */
    webhook: values.webhook,
    /** Whether the league is only described, and not created. */
    plan: values.plan ?? false,
  });
}

type LeagueValues = OptionValues<typeof leagueFlags>;
/** Options for continuing a league; all others are settled. */
const whenResumed: ReadonlySet<string> = new Set([
  "resume",
  ...Object.keys({ ...options.budgetOptions, ...outputOptions, ...hostOptions }).map(nameOf),
]);

function readResume(values: LeagueValues): Result<{ readonly id: string; readonly budget: Fields } | null> {
  const { resume: id } = values;
  if (id === undefined) return accept(null);
  if (!/^\d{1,20}$/.test(id)) return options.refuseValue("resume", "the number of a league", id);
  const other = Object.keys(values).find((name) => !whenResumed.has(name));
  if (other !== undefined)
    return invalid(`--${other} is for a new league: what league ${id} is played under is settled.`);
  return mapResult(options.readRequest(options.budgetOptions, values), (budget) => ({ id, budget }));
}

/** Reads the request, with language models placed among the other entrants as a file would. */
function readModels(values: LeagueValues, request: Fields, field: EntrantsFile["entrants"]): Result<Fields> {
  const { strategy, ...rest } = request;
  if (strategy !== "llm") {
    const flag = Object.keys(modelOptions)
      .map(nameOf)
      .find((name) => Object.hasOwn(values, name));
    return flag === undefined ? accept(request) : invalid(`--${flag} is for --strategy llm.`);
  }
  const named = values.model?.length ?? 0;
  const least = field.length + named;
  const players = Number(values.players ?? Math.max(Number(request["players"] ?? 0), least));
  const places = Math.max(0, players - field.length);
  if (places < named)
    return invalid(
      `--players ${players} leaves ${amount(places, "place")} for ${amount(named, "model")}: write --players ${least} or more, or name fewer with --model.`,
    );
  const models = modelEntrants(values, Math.min(places, MOST_MODELS));
  if (!models.ok) return models;
  // The writer of the command names the key and the address.
  const keys = models.value.flatMap((each) => foreignKey(each.provider, each.base_url, each.key_env)?.text ?? []);
  const allow_keys = [...new Set([...(values["allow-key"] ?? []), ...keys])];
  return accept({ ...rest, players, entrants: [...field, ...models.value], allow_keys });
}

/** Reads the parts to start as processes, and the request without them: the league waits for that many to register. */
function readServers(
  { servers, referees = "0" }: LeagueValues,
  { players = 0, strategy = "mixed", ...request }: Fields,
): Result<{ readonly servers: ServersRequest; readonly request: Fields } | null> {
  if (!/^\d{1,2}$/.test(referees)) return options.refuseValue("referees", "a whole number below 100", referees);
  if (!servers) return referees === "0" ? accept(null) : invalid("--referees is for --servers: they call players.");
  const count = Number(players) - [request["entrants"] ?? []].flat().length;
  if (count < 1) return invalid("--servers is for the places of --players that nobody has.");
  const plan = { players: count, strategy: String(strategy), referees: Number(referees) };
  return accept({
    servers: plan,
    request: { ...request, max_entrants: Number(players), ...(plan.referees > 0 ? { referees: true } : {}) },
  });
}

function readEntrantsOf({ entrants: file, "allow-key": keys, "allow-command": commands }: LeagueValues) {
  if (file !== undefined) return readEntrantsFile("entrants", file);
  return (keys ?? commands) === undefined
    ? accept(null)
    : invalid("--allow-key and --allow-command are for --entrants.");
}

/** The mistakes of a refusal, a line each: those of entrants of a file by its lines, `FILE, line 7: strategy: …`. */
function inFile({ message, mistakes }: Refusal, source: EntrantsFile | null): string {
  const lines = (mistakes ?? []).map(({ path: [, index, ...fields], reason }) => {
    const text = [...fields, reason].join(": ");
    // Entrants from other options have no line.
    if (!source || Number(index) >= source.entrants.length) return text;
    return `${source.file}, line ${source.lineOf(Number(index), ...fields.map(String))}: ${text}`;
  });
  return lines.length === 0 ? message : [...new Set(lines)].join("\n");
}

/** Reads codes between commas; `BH:C1` and `BH/C1`, as other programs write them, are `BH-C1`. */
function codesIn(value: string) {
  const codes = value.split(",").map(tieBreakIn);
  return codes.includes(null) ? null : codes;
}

function lateEntriesIn(value: string) {
  const [, rounds, worth] = /^(\d{1,5})(?:,(none|half))?$/.exec(value) ?? [];
  return rounds === undefined ? null : { rounds: Number(rounds), ...(worth === undefined ? {} : { worth }) };
}

function objectIn(text: string) {
  const value = jsonIn(text);
  return isFields(value) ? value : null;
}
