import { useEffect, useRef, useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { formatTitle } from "../../shared/formats/register.ts";
import type { LeagueDetail, LeagueEntrant } from "../../shared/leagues.ts";
import { amount } from "../../shared/text.ts";
import { connectAddress, leagueAddress, leaguesAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton, JoinPromptButton } from "../ui/copy-button.tsx";
import { Dialog, useConfirm } from "../ui/dialog.tsx";
import { Problem, TextField } from "../ui/field.tsx";
import { numberText } from "../ui/format.ts";
import { useBusy } from "../ui/hooks.ts";
import { KindIcon, kindTitle } from "../ui/player-icon.tsx";
import { toast, valueOrToast } from "../ui/toasts.tsx";
import { TimeLeft } from "./bracket.tsx";
import * as client from "./client.ts";
import { isMeasurement, type LeagueModel, statusOf } from "./league-model.ts";
import { LeagueBar, LeagueState, Part } from "./part.tsx";
import * as requests from "./requests.ts";
import * as strings from "./strings.ts";
import "./league-page.css";
import "./league-head.css";

/** The entrants before the first round; later those that others wait for, and nothing where there are none. */
export function Field({ model, league }: { model: LeagueModel; league: LeagueDetail }) {
  const { confirm, dialog } = useConfirm();
  const [news, setNews] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const section = useRef<HTMLDivElement>(null);
  /** The entrant that is being removed, and its index: the focus goes to the one that takes its place. */
  const leaving = useRef<{ readonly number: number; readonly place: number } | null>(null);
  const hasBegun = league.round > 0;
  const there = league.field.filter(({ status, awaited }) => status !== "out" && (!hasBegun || awaited));
  const { join_prompt, settings } = league;
  const room = settings.max_entrants - there.length;
  useEffect(() => {
    const last = leaving.current;
    if (!last || there.some(({ number }) => number === last.number)) return;
    leaving.current = null;
    const buttons = [...(section.current?.querySelectorAll<HTMLElement>("[data-place]") ?? [])];
    const next = buttons.find((each) => Number(each.dataset.place) >= last.place) ?? buttons.at(-1);
    (next ?? section.current?.querySelector("h2"))?.focus();
  });
  const takeOut = async ({ number, name }: LeagueEntrant, place: number) => {
    leaving.current = { number, place };
    const refusal = await model.take(requests.takeOutEntrant(league.league_id, number));
    if (refusal !== null) leaving.current = null;
    setProblem(refusal);
    setNews(refusal === null ? `${name} was removed.` : "");
  };
  const ask = (entrant: LeagueEntrant, place: number) => {
    if (client.isOpen(league) && joinsByItself(entrant)) return void takeOut(entrant, place);
    confirm({
      title: `Remove ${entrant.name}?`,
      text: hasBegun
        ? "It loses the matches that it has still to play, and cannot come back."
        : strings.comesBack(joinsByItself(entrant)),
      action: "Remove",
      danger: true,
      run: () => void takeOut(entrant, place),
    });
  };
  if (hasBegun && there.length === 0) return null;
  const hereCount = there.filter(({ join_prompt: prompt }) => prompt === undefined).length;
  const count = `${hereCount}${settings.unlimited ? "" : ` of ${settings.max_entrants}`}`;
  return (
    <div ref={section}>
      <Part id="field" title={hasBegun ? "Waited for" : "Entrants"} note={hasBegun ? undefined : count}>
        {there.length === 0 && <p class="quiet">Nobody has entered yet.</p>}
        <ol class="field-list grid">
          {there.map((entrant, place) => (
            <li key={entrant.number} class="entrant grid middle shrinks">
              <KindIcon kind={entrant.kind} />
              <bdi class="one-line weight-medium" title={entrant.name}>
                {entrant.name}
              </bdi>
              <span class="quiet">{entrant.plays ?? kindTitle(entrant.kind).toLowerCase()}</span>
              <AwaitedEntrant league={league} entrant={entrant} />
              {entrant.can_take_out && !client.isOver(league) && (
                <Button
                  label="Remove"
                  size="small"
                  kind="quiet"
                  aria-label={`Remove ${entrant.name}`}
                  data-place={place}
                  onClick={() => ask(entrant, place)}
                  // A key that is held down removes one entrant, and not those that take its place.
                  onKeyDown={(event) => event.repeat && event.preventDefault()}
                />
              )}
            </li>
          ))}
        </ol>
        <Problem text={problem} />
        <p class="visually-hidden" role="status">
          {news}
        </p>
        {dialog}
        {client.isOpen(league) && join_prompt !== null && room > 0 && (
          <div class="joining stack gap-2">
            <h3>How an assistant joins</h3>
            <p class="quiet">
              Paste this into an assistant that is connected to Kibitz. It enters, and plays all its matches by itself.
            </p>
            <blockquote class="prompt pad-3 small sunken rounded">{join_prompt}</blockquote>
            <p class="quiet small">
              Not connected yet? <a href={connectAddress.path({})}>Connect an assistant</a>
            </p>
          </div>
        )}
      </Part>
    </div>
  );
}

/** Why others wait for an entrant, and how long; and the prompt with which its assistant comes, or a new one. */
function AwaitedEntrant({ league, entrant }: { league: LeagueDetail; entrant: LeagueEntrant }) {
  const { awaited, status, join_prompt, can_reissue, number, name } = entrant;
  if (!awaited) return null;
  const why = join_prompt === undefined ? "invited," : "not here yet";
  return (
    <>
      <span class="absent text-xs">
        {status === "suspended" ? "does not answer" : why}{" "}
        {awaited.until !== null && <TimeLeft until={awaited.until} />}
      </span>
      {join_prompt !== undefined && (
        <span class="prompt-button">
          <JoinPromptButton size="small" text={join_prompt} note={strings.joinPromptCopiedPaste} />
        </span>
      )}
      {can_reissue && <NewToken league={league.league_id} number={number} name={name} />}
    </>
  );
}

/** Gives the place of an agent that lost its token a new one, and shows the prompt with which it comes back. */
export function NewToken({ league, number, name }: { league: string; number: number; name: string }) {
  const { confirm, dialog } = useConfirm();
  const [prompt, setPrompt] = useState<string | null>(null);
  const run = async () => setPrompt((await valueOrToast(requests.reissuePlace(league, number)))?.prompt ?? null);
  return (
    <>
      <span class="button-row prompt-button">
        <Button
          label="Give it a new token"
          size="small"
          onClick={() => confirm({ ...strings.newToken(name), danger: true, run: () => void run() })}
        />
        {prompt !== null && <CopyButton label="Copy resume prompt" size="small" text={prompt} />}
      </span>
      {prompt !== null && <blockquote class="prompt pad-3 small sunken rounded">{prompt}</blockquote>}
      {dialog}
    </>
  );
}

/** Whether it joins by itself, and was not created with the league. */
const joinsByItself = ({ kind }: LeagueEntrant): boolean => kind === "agent" || kind === "endpoint";

/** The league's name, progress and actions. */
export function LeagueHead({ model, league }: { model: LeagueModel; league: LeagueDetail }) {
  const { name, game, format, entrants, awaited, round, rounds_total, matches_over, matches_total } = league;
  const measures = isMeasurement(league);
  const facts = [
    findPage(game)?.title ?? game,
    formatTitle(format),
    ...(measures ? [] : [amount(entrants, "entrant")]),
    ...(awaited > 0 ? [`${amount(awaited, "place")} to be taken`] : []),
    ...(round > 0 && !client.isOver(league) && !measures ? [`round ${round} of ${rounds_total}`] : []),
    ...(matches_total > 0 && !measures
      ? [`${numberText(matches_over)} of ${amount(matches_total, "match", "matches")}`]
      : []),
    ...(league.finishing
      ? [
          league.status === "paused"
            ? "the matches that had begun are over"
            : "pauses after the matches that have begun",
        ]
      : []),
  ];
  return (
    <header class="stack gap-2">
      <div class="league-title middle row">
        <h1 tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <LeagueState status={statusOf(league)} />
        <Commands model={model} league={league} />
      </div>
      <Problem text={league.set_aside} />
      {league.no_champion !== undefined && <p class="field-error">{`No champion: ${league.no_champion}.`}</p>}
      {league.outcome !== undefined && !measures && <p class="text-l weight-medium">{league.outcome}.</p>}
      <p class="figures quiet">{facts.join(" · ")}</p>
      {!client.isOver(league) && <LeagueBar league={league} />}
    </header>
  );
}

function Commands({ model, league }: { model: LeagueModel; league: LeagueDetail }) {
  const { confirm, dialog } = useConfirm();
  const [busy, whileBusy] = useBusy();
  const [problem, setProblem] = useState<string | null>(null);
  // The problem may be gone once the league has changed.
  useEffect(() => setProblem(null), [league.version]);
  const run = (command: client.LeagueCommand) =>
    void whileBusy(async () => setProblem(await model.take(client.commandLeague(league.league_id, command))));
  if (client.isOver(league)) return <AfterEnd league={league} onRestore={() => run("restore")} />;
  const { status, finishing, join_prompt, settings } = league;
  return (
    <div class="button-row league-commands middle push">
      {client.isOpen(league) && (
        <Button
          label="Start"
          kind={league.awaited > 0 ? "plain" : "primary"}
          disabled={busy || league.entrants < 2}
          onClick={() =>
            confirm({
              title: `Start with ${amount(league.entrants, "entrant")}?`,
              text:
                `The first round is paired at once${settings.late_entries !== null ? "" : ", and nobody can join after that"}.` +
                strings.startsWithout(league.awaited),
              action: "Start the league",
              run: () => run("start"),
            })
          }
        />
      )}
      {join_prompt !== null && <JoinPromptButton text={join_prompt} note={strings.joinPromptCopiedPaste} />}
      <Rename league={league} />
      {status === "running" && <Button label="Pause" disabled={busy} onClick={() => run("pause")} />}
      {status === "running" && !finishing && (
        <Button
          label="Finish matches"
          title="Plays the matches that have begun to their end, begins no other, then pauses the league."
          disabled={busy}
          onClick={() => run("finish")}
        />
      )}
      {(status === "paused" || finishing) && (
        <Button label="Resume" kind="primary" disabled={busy} onClick={() => run("resume")} />
      )}
      <Button
        label="End…"
        kind="quiet"
        disabled={busy}
        onClick={() =>
          confirm({
            title: "End this league?",
            text: "Games in progress are stopped, and the league cannot be resumed. Games already played are kept.",
            action: "End the league",
            danger: true,
            run: () => run("cancel"),
          })
        }
      />
      <Problem text={problem} />
      {dialog}
    </div>
  );
}

/** Gives the league another name. */
function Rename({ league: { league_id: id, name } }: { league: LeagueDetail }) {
  const [text, setText] = useState<string | null>(null);
  const save = async () => {
    if (text === null || (await valueOrToast(requests.renameLeague(id, text))) !== null) setText(null);
  };
  return (
    <>
      <Button label="Rename…" kind="quiet" onClick={() => setText(name)} />
      {text !== null && (
        <Dialog title="Rename this league" onClose={() => setText(null)} act={{ label: "Save", run: save }}>
          <TextField label="Name" text={text} maxLength={60} onText={setText} />
        </Dialog>
      )}
    </>
  );
}

/** Sets a league that is over up again, deletes it, which can be undone, or restores one that was deleted. */
function AfterEnd({ league, onRestore }: { league: LeagueDetail; onRestore(): void }) {
  const { league_id: id, name, deleted } = league;
  const repeat = async () => {
    const next = await valueOrToast(requests.repeatLeague(id));
    if (next !== null) navigate(leagueAddress.path({ id: next.league_id }));
  };
  const remove = async () => {
    if ((await valueOrToast(requests.deleteLeague(id))) === null) return;
    toast(`League ${name} deleted. Its games stay.`, "done", {
      label: "Undo",
      run: () => void valueOrToast(client.commandLeague(id, "restore")),
    });
    navigate(leaguesAddress.path({}));
  };
  return (
    <div class="button-row league-commands middle push">
      {deleted ? <p>This league is deleted.</p> : <Button label="Set up again" onClick={() => void repeat()} />}
      <Rename league={league} />
      <Button kind="quiet" onClick={deleted ? onRestore : () => void remove()}>
        {deleted ? "Restore" : "Delete"}
      </Button>
    </div>
  );
}
