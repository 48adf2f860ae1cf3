import { findPage } from "../../games/pages.ts";
import { formatTitle } from "../../shared/formats/register.ts";
import { settingFacts } from "../../shared/league-facts.ts";
import type { LeagueDetail } from "../../shared/leagues.ts";
import { momentText } from "../ui/format.ts";
import * as strings from "./strings.ts";

/** The league's settings, in the terms of a request for a league. */
export function Facts({ league }: { league: LeagueDetail }) {
  return (
    <section class="league-part" aria-labelledby="settings">
      <div class="part-head">
        <h2 id="settings">{strings.settings}</h2>
      </div>
      <dl class="facts">
        {factsOf(league).map(([name, text]) => (
          <div key={name} class="fact">
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function factsOf(league: LeagueDetail): readonly (readonly [string, string])[] {
  const {
    state,
    referees = [],
    field,
    settings,
    game,
    format,
    seed,
    secret,
    commitment,
    created_at,
    started_at,
    finished_at,
  } = league;
  const facts: readonly (readonly [string, string | null])[] = [
    [strings.game, findPage(game)?.title ?? game],
    [strings.format, formatTitle(format)],
    ...settingFacts(settings),
    [strings.seed, String(seed)],
    [secret === null ? strings.sha256OfSeed : strings.secret, secret ?? commitment],
    [strings.setUp, momentText(created_at)],
    [strings.started, started_at && momentText(started_at)],
    [strings.finished, finished_at && momentText(finished_at)],
    [strings.inLeagueV1, field.some((entrant) => entrant.state !== undefined) ? state : null],
    [strings.referees, referees.length > 0 ? referees.map((each) => `${each.name}: ${each.state}`).join(" · ") : null],
  ];
  return facts.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
}
