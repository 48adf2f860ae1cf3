import { findPage } from "../../games/pages.ts";
import { formatTitle } from "../../shared/formats/register.ts";
import { settingFacts } from "../../shared/league-facts.ts";
import type { LeagueDetail } from "../../shared/leagues.ts";
import { momentText } from "../ui/format.ts";
import { Part } from "./part.tsx";
import * as strings from "./strings.ts";

/** The league's settings, in the terms of a request for a league. */
export function Facts({ league }: { league: LeagueDetail }) {
  const { referees = [], field, secret, started_at, finished_at } = league;
  const facts: readonly (readonly [string, string | null])[] = [
    [strings.game, findPage(league.game)?.title ?? league.game],
    [strings.format, formatTitle(league.format)],
    ...settingFacts(league.settings),
    [strings.seed, String(league.seed)],
    [secret === null ? strings.sha256OfSeed : strings.secret, secret ?? league.commitment],
    [strings.setUp, momentText(league.created_at)],
    [strings.started, started_at && momentText(started_at)],
    [strings.finished, finished_at && momentText(finished_at)],
    [strings.inLeagueV1, field.some(({ state }) => state !== undefined) ? league.state : null],
    [strings.referees, referees.map(({ name, state }) => `${name}: ${state}`).join(" · ") || null],
  ];
  return (
    <Part id="settings" title={strings.settings}>
      <dl class="facts">
        {facts.map(
          ([name, text]) =>
            text !== null && (
              <div key={name} class="fact">
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
    </Part>
  );
}
