import { accept, mapResult, type Refusal, type Result, refuse, refuseField, refuseParts } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import { quote } from "../../shared/text.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { Creator } from "../live/quotas.ts";
import { requestOf } from "../players/model/ask.ts";
import type { Leagues } from "./leagues.ts";
import type { NewEntrant, NewLeague } from "./machine/decide.ts";
import { type LeagueSettings, presentIn } from "./machine/league.ts";
import type { RatingList } from "./ratings/rating-list.ts";

export type Admission = ReturnType<typeof createAdmission>;

export interface AdmissionOptions {
  /** Players that are called elsewhere. */
  readonly endpoints: {
    /** Refuses an address at which nobody may be called. */
    check(address: string): Result<unknown>;
    /** The reason why no player answers there; null where one does. */
    probe(address: string): Promise<string | null>;
  };
  readonly findKey: (name: string) => Promise<Result<string>>;
  /** The names of the engines that the person added. */
  readonly engines: () => readonly string[];
  /** Starts one of these with its options, once. Refuses with the reason; absent where there are none. */
  readonly tryEngine?: (name: string) => Promise<Result<unknown>> | Result<unknown>;
}

/** Creates and starts leagues, and checks their entrants before that. */
export function createAdmission(
  leagues: Pick<Leagues, "create" | "get" | "act">,
  ratings: Pick<RatingList, "of">,
  { endpoints, findKey, engines, tryEngine = accept }: AdmissionOptions,
) {
  /** An entrant with the request that is sent to its model. Refuses what it lacks. */
  const complete = async <One extends Pick<NewEntrant, "settings">>(entrant: One): Promise<Result<One>> => {
    const { model, engine, endpoint } = entrant.settings;
    if (endpoint !== undefined) return mapResult(endpoints.check(endpoint), () => entrant);
    if (engine !== undefined && !engines().includes(engine)) {
      const names = engines().join(", ") || "none";
      return refuseField("engine", `there is no engine ${JSON.stringify(engine)}. There are: ${names}`);
    }
    if (!model) return accept(entrant);
    const key = model.key === undefined ? null : await findKey(model.key);
    if (!key || key.ok)
      return accept({
        ...entrant,
        settings: { ...entrant.settings, model: { ...model, request: await requestOf(model) } },
      });
    const remedy = "set that environment variable before Kibitz starts, or enter the key in the settings";
    return refuseField("key_env", `${key.message}. ${model.model} needs one: ${remedy}`);
  };

  /** Refuses the first entrant that lacks something. */
  const completeAll = async <One extends Pick<NewEntrant, "settings">>(
    entrants: readonly One[],
    refusalOf: (refusal: Refusal, entrant: One, index: number) => Refusal,
  ): Promise<Result<readonly One[]>> => {
    const all: One[] = [];
    for (const [index, entrant] of entrants.entries()) {
      const one = await complete(entrant);
      if (!one.ok) return refusalOf(one, entrant, index);
      all.push(one.value);
    }
    return accept(all);
  };
  const check = (entrants: readonly NewEntrant[]) =>
    completeAll(entrants, (refusal, _, index) => refuseParts("entrants", [[index, refusal]]));
  const asAnswered = async (entrant: NewEntrant): Promise<NewEntrant> => {
    const { endpoint } = entrant.settings;
    return endpoint === undefined ? entrant : { ...entrant, absence: await endpoints.probe(endpoint) };
  };

  /**
   * Checks the entrants: one that does not answer is suspended until it does. Refuses with `INVALID_ARGUMENT`, the
   * place and the reason an address that is not allowed, a missing key, and an engine that was never added.
   */
  const admit = async (entrants: readonly NewEntrant[]) => {
    // No server is called for a league that will not exist.
    const all = await check(entrants);
    return all.ok ? accept(await Promise.all(all.value.map(asAnswered))) : all;
  };
  /**
   * Checks before the start that everybody still has what it needs, and that engines start with their options: a newer
   * version of one may not take them any more.
   */
  const ready = async (entrants: readonly Pick<NewEntrant, "name" | "settings">[]) => {
    const refusalOf = ({ code, message }: Refusal, { name }: Pick<NewEntrant, "name">) =>
      refuse(code, `${quote(name)}: ${message}`);
    const all = await completeAll(entrants, refusalOf);
    for (const entrant of all.ok ? entrants : []) {
      const { engine } = entrant.settings;
      const trial = engine === undefined ? all : await tryEngine(engine);
      if (!trial.ok) return refusalOf(trial, entrant);
    }
    return all;
  };
  /** Everybody's rating now, to a whole Elo, null for the unknown; null where no tie-break of the league needs it. */
  const ratingsFor = async ({ game, tie_breaks }: Pick<LeagueSettings, "game" | "tie_breaks">) => {
    if (!tie_breaks.includes("ARO")) return null;
    const ratingOf = await ratings.of(game);
    return (identity: string) => {
      const rating = ratingOf(identity);
      return rating.kind === "unknown" ? null : Math.round(rating.elo);
    };
  };

  return {
    admitOne: async (entrant: NewEntrant) => {
      const one = await complete(entrant);
      return one.ok ? accept(await asAnswered(one.value)) : one;
    },
    admit,
    /** The same without asking servers whether they are there. */
    check,
    ratingsFor,
    /** Creates a league from a plan, with the admitted entrants. */
    create: async (planning: Steps<Result<NewLeague>>, creator?: Creator) => {
      const plan = await runInSlices(planning);
      if (!plan.ok) return plan;
      const entrants = await admit(plan.value.entrants);
      return entrants.ok ? leagues.create({ ...plan.value, entrants: entrants.value }, creator) : entrants;
    },
    /**
     * Starts a league where everybody has what it needs; otherwise says what is missing. Ratings for a tie-break are
     * those of the list as of now, so that the table follows from the league alone.
     */
    start: async (id: string) => {
      const current = await leagues.get(id);
      if (!current.ok) return current;
      const { league } = current.value;
      const all = await ready(presentIn(league));
      if (!all.ok) return all;
      const ratingOf = await ratingsFor(league.settings);
      const start = ratingOf ? { ratings: league.entrants.map(({ identity }) => ratingOf(identity)) } : {};
      return leagues.act(id, { type: "start", ...start });
    },
  };
}
