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
      <summary>Your mistakes by kind, phase and opening</summary>
      {answer?.ok && <Tables {...answer.value} />}
      {answer && !answer.ok && <p role="alert">{answer.message}</p>}
    </details>
  );
}

const withNames = (tallies: readonly PracticeTally[], names: Readonly<Record<string, string>>) =>
  tallies.map((tally) => ({ ...tally, name: names[tally.name] ?? tally.name }));

const Tables = ({ kinds, phases, openings }: PracticeStatistics) => (
  <>
    <Table head="Kind" tallies={withNames(kinds, strings.kindNames)} />
    <Table head="Phase" tallies={withNames(phases, strings.phaseNames)} />
    <Table head="Opening" tallies={openings} />
    <p class="quiet text-xs above-2">
      You gave a win away where your chances fell below 70 of 100, and the game where they fell below 30.
    </p>
  </>
);

function Table({ head, tallies }: { head: string; tallies: readonly PracticeTally[] }) {
  if (tallies.length === 0) return null;
  return (
    <table class="figures small">
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">Mistakes</th>
          <th scope="col">Answered</th>
          <th scope="col">Right</th>
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
