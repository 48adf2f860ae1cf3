import { useEffect, useState } from "preact/hooks";
import { findPage, pages } from "../../../games/pages.ts";
import type { LeaguePlanned } from "../../../shared/leagues.ts";
import { noProblems, type Problems, problemIn, problemsIn } from "../../api/problems.ts";
import { leagueAddress } from "../../app/address.ts";
import { navigate } from "../../app/route.ts";
import { clockOf } from "../../new-game/clocks.ts";
import { readOptions } from "../../new-game/option-texts.ts";
import { getEngines } from "../../settings/model-keys.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useAnswerTo, useBusy, useShown } from "../../ui/hooks.ts";
import { commandLeague } from "../client.ts";
import { createLeague, getLeagueChoices, type LeagueRequest, planLeague } from "../requests.ts";
import * as drafts from "./draft.ts";
import { leagueSentence } from "./draft.ts";
import { SetUpForm } from "./set-up-form.tsx";
import * as strings from "./strings.ts";
import "./set-up.css";

/** Milliseconds without a change before the host is asked for the plan. */
const PAUSE_MS = 200;

/** Creates a league; while the person chooses, the host reports the plan and any problems. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<drafts.LeagueDraft>(drafts.firstLeague);
  const choices = useAnswerTo(getLeagueChoices, []);
  const [plan, setPlanned] = useState<LeaguePlanned | null>(null);
  const [problems, setProblems] = useState<Problems>(noProblems);
  const engines = useAnswerTo(getEngines, []);
  const [hasTried, setTried] = useState(false);
  const [busy, run] = useBusy();
  const isShown = useShown();
  const page = findPage(draft.game) ?? pages[0];
  const choice = (choices?.ok && choices.value.games.find(({ game }) => game === draft.game)) || null;
  const waits = drafts.waitsForAgents(draft);
  const measures = drafts.measures(draft);

  /** The request, or null after showing the problems. */
  const readRequest = async (isCurrent = () => true): Promise<LeagueRequest | null> => {
    const options = await readOptions(page, draft.options);
    const fields = {
      ...drafts.unreadLines(draft),
      ...drafts.entrantMistakes(draft),
      ...(drafts.lacksPoints(draft) && hasTried ? { points: strings.enterAllPoints } : {}),
      ...(options.ok ? {} : { options: options.message }),
      ...(clockOf(draft.clock) === undefined
        ? { clock: "1 second to 24 hours for each side, plus at most an hour per move." }
        : {}),
    };
    const lacking = drafts.lacksPoints(draft);
    if (options.ok && Object.keys(fields).length === 0 && !lacking)
      return drafts.leagueRequestOf(draft, options.value, page.title, choice?.points);
    if (!isCurrent()) return null;
    setPlanned(null);
    setProblems({ fields, other: lacking ? strings.enterAllPoints : null });
    return null;
  };

  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const request = await readRequest(() => current);
      const answer = request && (await planLeague(request, drafts.placesIn(draft), measures));
      if (!current || !answer) return;
      setPlanned(answer.ok ? answer.value : null);
      setProblems(answer.ok ? noProblems : problemsIn(answer.message, drafts.fieldNames));
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [draft, hasTried]);

  const make = async () => {
    const request = await readRequest();
    if (!request) return;
    const league = await createLeague(request, measures);
    if (!isShown.current) return;
    if (!league.ok) return setProblems(problemsIn(league.message, drafts.fieldNames));
    const { league_id, field } = league.value;
    // Starts at once where no agents are to join.
    if (!waits && field.every(({ status }) => status !== "suspended")) await commandLeague(league_id, "start");
    if (!isShown.current) return;
    onClose();
    navigate(leagueAddress.path({ id: league_id }));
  };

  return (
    <Dialog
      title="New league"
      wide
      onClose={onClose}
      act={{
        label: waits ? "Open to join" : "Start",
        disabled: busy,
        note: (
          <p class="league-sentence quiet small" role="status">
            {problems.other ?? (plan ? leagueSentence(plan, draft) : lackingIn(problems, draft))}
          </p>
        ),
        run: () => {
          setTried(true);
          void run(make);
        },
      }}
    >
      <SetUpForm
        draft={draft}
        page={page}
        choice={choice}
        engines={engines?.ok ? engines.value.engines : []}
        problems={problems}
        problem={(name) => problemIn(problems, name)}
        hasTried={hasTried}
        change={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
    </Dialog>
  );
}

/** The incomplete entrants whose rows do not say so. */
function lackingIn(problems: Problems, draft: drafts.LeagueDraft): string {
  const lacking = drafts
    .entrantProblems(draft, problems)
    .flatMap((own, index) => (Object.keys(own).length > 0 ? [index + 1] : []));
  if (lacking.length === 1) return `Entrant ${lacking[0]} is not complete yet.`;
  if (lacking.length > 1) return `Entrants ${lacking.join(" and ")} are not complete yet.`;
  return draft.choices.openings === "own" && draft.suite.trim() === "" ? "The openings are missing." : "";
}
