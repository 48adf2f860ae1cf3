import { leagueSettings } from "../../shared/league-settings.ts";
import type { ApiLeagueSettings } from "../../shared/leagues.ts";
import { chosenFor, type ModelSettings } from "../../shared/player-settings.ts";
import type { Entrant, League } from "../league/machine/league.ts";
import { gamesNeeded } from "../league/measure/strength.ts";
import { errorsPlay } from "../league/ratings/anchors.ts";

/** The settings of a league as everybody may know them: neither its secret nor what is told of it in another form. */
export function settingsView({ settings, openings: positions }: League): ApiLeagueSettings {
  const { openings, measure } = settings;
  return {
    ...leagueSettings.parse(settings),
    openings: openings && { ...openings, positions: positions.length },
    measure: measure && measureSettings(measure),
  };
}

function measureSettings(measure: NonNullable<League["settings"]["measure"]>): ApiLeagueSettings["measure"] {
  const { within, games, levels } = measure;
  const between = levels.slice(1).map((elo, at) => Math.round((elo + (levels[at] ?? elo)) / 2));
  const strengths = [...levels, ...between].toSorted((one, other) => one - other);
  const games_needed = strengths.map((elo) => {
    const games = gamesNeeded(measure, within, elo);
    return { elo, games: Number.isFinite(games) ? games : null };
  });
  return { within, games, levels, games_needed };
}

/** How an entrant was set up, where its name does not say it: never where its key is. */
export function playsOf({
  name,
  settings: { level, errors, strategy, engine, endpoint, model },
}: Entrant): string | null {
  const words =
    strategy ??
    (level === undefined ? null : `level ${level}`) ??
    (errors === undefined ? null : errorsPlay(errors)) ??
    (engine === undefined ? null : `engine ${engine}`) ??
    endpoint ??
    (model ? modelInWords(model) : null);
  const lowerName = name.toLowerCase();
  // The second of a name has a number behind it.
  return [lowerName, lowerName.replace(/ \d+$/, "")].includes(words?.toLowerCase() ?? "") ? null : words;
}

function modelInWords(settings: ModelSettings): string {
  const { provider, model, baseUrl, prompt, prompt_text, price, request } = settings;
  const { board, fen, history, legal } = prompt;
  const parts = [board && "board", fen && "FEN", history && "history", legal && "legal moves"].filter(Boolean);
  return [
    `${provider} ${model}${baseUrl === undefined ? "" : ` at ${baseUrl}`}`,
    prompt_text === undefined ? `told of ${parts.join(", ")}` : "a prompt of its own",
    ...chosenFor(settings).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`),
    ...(request?.notes ?? []),
    `$${price.input} in${price.cached === undefined ? "" : ` ($${price.cached} from the cache)`} and $${price.output} out for a million tokens`,
  ].join("; ");
}
