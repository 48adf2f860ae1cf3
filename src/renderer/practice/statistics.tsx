import { useState } from "preact/hooks";
import type { PracticeStatistics, PracticeTally } from "../../shared/practice/questions.ts";
import { useAnswerTo } from "../ui/hooks.ts";
import { getStatistics } from "./client.ts";
import * as strings from "./strings.ts";

/** The person's mistakes by their sorts, which are fetched when they are unfolded, and again after `about` has changed. */
export function Statistics({ about }: { about: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const answer = useAnswerTo(() => (isOpen ? getStatistics() : null), [isOpen, about]);
  return (
    <details class="more practice-statistics" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{strings.statistics}</summary>
      {answer?.ok && <Tables {...answer.value} />}
      {answer && !answer.ok && <p role="alert">{answer.message}</p>}
    </details>
  );
}

const withNames = (tallies: readonly PracticeTally[], names: Readonly<Record<string, string>>) =>
  tallies.map((tally) => ({ ...tally, name: names[tally.name] ?? tally.name }));

const Tables = ({ kinds, phases, openings }: PracticeStatistics) => (
  <>
    <Table head={strings.kinds} tallies={withNames(kinds, strings.kindNames)} />
    <Table head={strings.phases} tallies={withNames(phases, strings.phaseNames)} />
    <Table head={strings.openings} tallies={openings} />
    <p class="quiet text-xs above-2">{strings.statisticsAbout}</p>
  </>
);

function Table({ head, tallies }: { head: string; tallies: readonly PracticeTally[] }) {
  if (tallies.length === 0) return null;
  return (
    <table class="figures small">
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{strings.mistakes}</th>
          <th scope="col">{strings.answers}</th>
          <th scope="col">{strings.rightShare}</th>
        </tr>
      </thead>
      <tbody>
        {tallies.map(({ name, mistakes, answers, right }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{mistakes}</td>
            <td>{answers}</td>
            <td>{answers === 0 ? "–" : `${Math.round((100 * right) / answers)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
