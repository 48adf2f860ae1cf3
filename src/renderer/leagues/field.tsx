import { useEffect, useRef, useState } from "preact/hooks";
import { type LeagueDetail, type LeagueEntrant, MOST_ENTRANTS } from "../../shared/leagues.ts";
import { connectAddress } from "../connect/address.ts";

import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog.tsx";
import { takeOutEntrant } from "./client.ts";
import type { LeagueModel } from "./league-model.ts";
import { isOpen, isOver, kindTitle } from "./league-words.ts";
import { EntrantIcon } from "./part.tsx";
import * as strings from "./strings.ts";
import "./league-page.css";
import { Problem } from "../ui/field.tsx";

/** The entrants before the first round. */
export function Field({ model, league }: { model: LeagueModel; league: LeagueDetail }) {
  const { confirm, dialog } = useConfirm();
  const [news, setNews] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  /** The entrant that is being removed, and its index: the focus goes to the one that takes its place. */
  const leaving = useRef<{ readonly number: number; readonly place: number } | null>(null);
  const there = league.field.filter(({ status }) => status !== "out");
  const { join_prompt, settings } = league;
  const room = settings.max_entrants - there.length;
  useEffect(() => {
    const gone = leaving.current;
    if (!gone || there.some(({ number }) => number === gone.number)) return;
    leaving.current = null;
    const buttons = [...(section.current?.querySelectorAll<HTMLElement>("[data-place]") ?? [])];
    const next = buttons.find((each) => Number(each.dataset.place) >= gone.place) ?? buttons.at(-1);
    (next ?? section.current?.querySelector("h2"))?.focus();
  });
  const takeOut = async ({ number, name }: LeagueEntrant, place: number) => {
    leaving.current = { number, place };
    const refused = await model.take(takeOutEntrant(league.league_id, number));
    if (refused !== null) leaving.current = null;
    setProblem(refused);
    setNews(refused === null ? strings.wasTakenOut(name) : "");
  };
  const ask = (entrant: LeagueEntrant, place: number) => {
    if (isOpen(league) && joins(entrant)) return void takeOut(entrant, place);
    confirm({
      title: strings.takeOut(entrant.name),
      text: joins(entrant) ? strings.nobodyCanJoinBeforeLeague : strings.onlyAgentsAndEndpoints,
      action: strings.takeOutLabel,
      danger: true,
      run: () => void takeOut(entrant, place),
    });
  };
  return (
    <section ref={section} class="league-part" aria-labelledby="field">
      <div class="part-head">
        <h2 id="field" tabIndex={-1}>
          {strings.entrants}
          <span class="quiet figures">
            {" "}
            {there.length}
            {settings.max_entrants < MOST_ENTRANTS && strings.ofLabel(settings.max_entrants)}
          </span>
        </h2>
      </div>
      {there.length === 0 && <p class="quiet">{strings.nobodyHasEnteredYet}</p>}
      <ol class="field-list">
        {there.map((entrant, place) => (
          <li key={entrant.number} class="entrant">
            <EntrantIcon kind={entrant.kind} />
            <bdi class="one-line" title={entrant.name}>
              {entrant.name}
            </bdi>
            <span class="quiet">{entrant.plays ?? kindTitle(entrant.kind).toLowerCase()}</span>
            {entrant.status === "suspended" && <span class="absent">{strings.doesNotAnswer}</span>}
            {entrant.can_take_out && !isOver(league) && (
              <Button
                size="small"
                kind="quiet"
                aria-label={strings.takeOutName(entrant.name)}
                data-place={place}
                onClick={() => ask(entrant, place)}
                // A key that is held down removes one entrant, and not those that take its place.
                onKeyDown={(event) => event.repeat && event.preventDefault()}
              >
                {strings.takeOutLabel}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Problem text={problem} />
      <p class="visually-hidden" role="status">
        {news}
      </p>
      {dialog}
      {isOpen(league) && join_prompt !== null && room > 0 && (
        <div class="joining">
          <h3>{strings.howAgentJoins}</h3>
          <p class="quiet">{strings.pasteThisIntoAssistant}</p>
          <blockquote class="prompt">{join_prompt}</blockquote>
          <p class="quiet small">
            {strings.isItNotConnectedYet} <a href={connectAddress.path({})}>{strings.connectAssistant}</a>
          </p>
        </div>
      )}
    </section>
  );
}

/** Whether it joins by itself, and was not created with the league. */
const joins = ({ kind }: LeagueEntrant): boolean => kind === "agent" || kind === "endpoint";
