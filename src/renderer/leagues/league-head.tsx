import { useEffect, useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { formatTitle } from "../../shared/formats/register.ts";
import type { LeagueDetail } from "../../shared/leagues.ts";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { useConfirm } from "../ui/dialog.tsx";
import { numberText } from "../ui/format.ts";
import { leaguesAddress } from "./addresses.ts";
import { commandLeague, deleteLeague, type LeagueCommand } from "./client.ts";
import type { LeagueModel } from "./league-model.ts";
import { isOpen, isOver } from "./league-words.ts";
import { LeagueBar, LeagueState } from "./part.tsx";
import * as strings from "./strings.ts";
import "./league-head.css";
import { Problem } from "../ui/field.tsx";
import { useBusy } from "../ui/hooks.ts";
import { toast, valueOrToast } from "../ui/toasts.tsx";

/** The league's name, progress and actions. */
export function LeagueHead({ model, league }: { model: LeagueModel; league: LeagueDetail }) {
  const { name, game, format, entrants, round, rounds_total, matches_over, matches_total } = league;
  const facts = [
    findPage(game)?.title ?? game,
    formatTitle(format),
    strings.entrantEntrants(entrants),
    ...(round > 0 && !isOver(league) ? [strings.roundOf(round, rounds_total)] : []),
    ...(matches_total > 0 ? [strings.ofMatches(numberText(matches_over), matches_total)] : []),
  ];
  return (
    <header class="league-head">
      <div class="league-title">
        <h1 tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <LeagueState status={league.status} />
        <Commands model={model} league={league} />
      </div>
      <Problem text={league.set_aside} />
      {league.no_champion !== undefined && <p class="field-error">{strings.noChampion(league.no_champion)}</p>}
      <p class="league-facts figures">{facts.join(" · ")}</p>
      {!isOver(league) && <LeagueBar league={league} />}
    </header>
  );
}

function Commands({ model, league }: { model: LeagueModel; league: LeagueDetail }) {
  const { confirm, dialog } = useConfirm();
  const [busy, whileBusy] = useBusy();
  const [problem, setProblem] = useState<string | null>(null);
  // The problem may be gone once the league has changed.
  useEffect(() => setProblem(null), [league.version]);
  const run = (command: LeagueCommand) =>
    void whileBusy(async () => setProblem(await model.take(commandLeague(league.league_id, command))));
  if (isOver(league)) return <AfterEnd league={league} onRestore={() => run("restore")} />;
  const { status, join_prompt, settings } = league;
  return (
    <div class="button-row league-commands">
      {isOpen(league) && (
        <Button
          kind="primary"
          disabled={busy || league.entrants < 2}
          onClick={() =>
            confirm({
              title: strings.startWithEntrant(league.entrants),
              text: strings.firstRoundIsDrawn(settings.late_entries ? "" : strings.andNobodyCanJoinAny),
              action: strings.startLeague,
              run: () => run("start"),
            })
          }
        >
          {strings.start}
        </Button>
      )}
      {join_prompt !== null && (
        <CopyButton text={join_prompt} done={strings.joinPromptCopiedPaste}>
          {strings.copyJoinPrompt}
        </CopyButton>
      )}
      {status === "running" && (
        <Button disabled={busy} onClick={() => run("pause")}>
          {strings.pause}
        </Button>
      )}
      {status === "paused" && (
        <Button kind="primary" disabled={busy} onClick={() => run("resume")}>
          {strings.resume}
        </Button>
      )}
      <Button
        kind="quiet"
        disabled={busy}
        onClick={() =>
          confirm({
            title: strings.cancelThisLeague,
            text: strings.gamesInProgressStop,
            action: strings.cancelLeague,
            danger: true,
            run: () => run("cancel"),
          })
        }
      >
        {strings.cancel}
      </Button>
      <Problem text={problem} />
      {dialog}
    </div>
  );
}

/** Deletes a league that is over, which can be undone, or restores one that was deleted. */
function AfterEnd({
  league: { league_id: id, name, deleted },
  onRestore,
}: {
  league: LeagueDetail;
  onRestore(): void;
}) {
  const remove = async () => {
    if ((await valueOrToast(deleteLeague(id))) === null) return;
    toast(strings.leagueDeleted(name), "done", {
      label: strings.undo,
      run: () => void valueOrToast(commandLeague(id, "restore")),
    });
    navigate(leaguesAddress.path({}));
  };
  return (
    <div class="button-row league-commands">
      {deleted && <p>{strings.thisLeagueIsDeleted}</p>}
      <Button kind="quiet" onClick={deleted ? onRestore : () => void remove()}>
        {deleted ? strings.restore : strings.deleteLabel}
      </Button>
    </div>
  );
}
