import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { formatOf } from "../../../shared/formats/register.ts";
import { pointsText } from "../../../shared/league-words.ts";
import { tieBreakCodes, tieBreaks } from "../../../shared/tie-breaks.ts";
import { sourceOf } from "../../import/sources.ts";
import { OptionFields } from "../../new-game/option-fields.tsx";
import { Lines, Problem, Select, TextField } from "../../ui/field.tsx";
import { canTest, measures, pointsIn, usualTimesOf } from "./draft.ts";
import { Choice, Figure, Figures, type SetUpFormProps, Switch, textAttributes } from "./draft-fields.tsx";

/** The rules of a league that few people change. */
export function Rules(props: SetUpFormProps) {
  const { draft, page, choice, problem, change } = props;
  const several = draft.figures.games_per_match?.trim() !== "1";
  return (
    <div class="rules stack gap-5">
      <Group title="Schedule and points">
        <div class="set-up-more grid top">
          {!measures(draft) && <Schedule {...props} />}
          <Figure of="seed" {...props} />
          <TextField class="number" maxLength={80} {...textAttributes("secret", props)} />
        </div>
        {!measures(draft) && <TieBreaks {...props} />}
        {formatOf(draft).byScore && <Absences {...props} />}
        {formatOf(draft).eliminates && <Decider {...props} />}
        {several && !measures(draft) && <Switch of="bestOf" {...props} />}
      </Group>
      {(choice?.openings || page.options.length > 0) && (
        <Group title="Starting position">
          {choice?.openings && <Openings {...props} />}
          <OptionFields key={draft.game} page={page} options={draft.options} change={change} />
          <Problem text={problem("options")} />
        </Group>
      )}
      <Group title="Late and illegal moves">
        <div class="set-up-more grid top">
          <Figure of="max_illegal" {...props} />
          <Figure of="invite_seconds" {...props} placeholder={String(usualTimesOf(draft).invite)} />
          <Figure of="misses" {...props} />
        </div>
        <Switch of="lateByLot" {...props} />
        <Switch of="legalMoves" {...props} />
      </Group>
      {!measures(draft) && <Adjudication {...props} />}
      {canTest(draft) && <Test {...props} />}
    </div>
  );
}

/** The numbers of rounds and points, and of matches at once, which a measurement has from its own rules. */
const Schedule = (props: SetUpFormProps) => {
  const { draft, choice, problem } = props;
  return (
    <>
      {!formatOf(draft).eliminates && <Figure of="rounds" {...props} />}
      {pointsIn(draft).map((each) => (
        <Figure
          key={each}
          of={`points.${each}`}
          {...props}
          placeholder={choice ? pointsText(choice.points[each] ?? choice.points.win) : ""}
          problem={(name) => problem(name) ?? (each === "win" ? (props.problems.fields.points ?? null) : null)}
        />
      ))}
      <Figure of="concurrency" {...props} />
    </>
  );
};

/** The decider of a level match. Where both choose at once there is no first move for which a draw could make up. */
function Decider(props: SetUpFormProps) {
  const { page, problems } = props;
  const { choices, switches } = props.draft;
  return (
    <>
      {!page.simultaneous && <Choice of="decider" {...props} />}
      {choices.decider === "armageddon" && (
        <p class="quiet small">One more game, in which a draw is a win for the second seat.</p>
      )}
      <div class="set-up-more grid top">
        {switches.extraInPairs ? (
          <Figure of="decider.extra_pairs" {...props} />
        ) : (
          <Figure of="decider.extra_games" {...props} placeholder={choices.decider === "lot" ? "4" : "none"} />
        )}
      </div>
      <Switch of="extraInPairs" {...props} />
      <Problem text={problems.fields.decider} />
    </>
  );
}

/** Pairs to be kept apart and requested byes, where rounds are paired by score: a line each. */
const Absences = (props: SetUpFormProps) => (
  <>
    <Lines {...textAttributes("forbidden_pairs", props)} />
    <Lines {...textAttributes("byes", props)} />
    <Figures of={["late_entries.rounds"]} {...props} />
    <Switch of="lateForHalf" {...props} />
  </>
);

/** The tie-breaks by their names, in order: each place is a choice, and the last one is free. */
function TieBreaks({ draft, problem, change }: SetUpFormProps) {
  const codes = draft.tieBreaks ?? formatOf(draft).tieBreaks;
  const options = [
    { value: "", label: "none" },
    ...tieBreakCodes.map((code) => ({ value: code, label: tieBreaks[code].title })),
  ];
  /** The one that stood in the place takes the place of the chosen one. */
  const put = (at: number, value: string) => {
    const code = tieBreakCodes.find((each) => each === value);
    const order = codes.map((each) => (each === code ? codes[at] : each));
    change({ tieBreaks: order.toSpliced(at, 1, code).flatMap((each) => each ?? []) });
  };
  return (
    <fieldset class="stack gap-1">
      <legend class="field-label">Tie-breaks, in this order</legend>
      {[...codes, ""].slice(0, tieBreakCodes.length).map((code, at) => (
        <Select
          key={at}
          aria-label={`Tie-break ${at + 1}`}
          value={code}
          options={options}
          onChange={(value) => put(at, value)}
        />
      ))}
      <p class="quiet small">If all are equal, lots are drawn.</p>
      <Problem text={problem("tie_breaks")} />
    </fieldset>
  );
}

/** Adjudication: games that end before their rules end them. */
function Adjudication(props: SetUpFormProps) {
  const { page, problems } = props;
  const { resigning, drawing } = props.draft.switches;
  return (
    <Group title="Adjudication">
      <Figures of={["longest_game"]} {...props} />
      {page.engine && (
        <>
          <Switch of="resigning" {...props} />
          {resigning && <Figures of={["adjudication.resign.score", "adjudication.resign.moves"]} {...props} />}
          <Switch of="drawing" {...props} />
          {drawing && (
            <Figures
              of={["adjudication.draw.score", "adjudication.draw.moves", "adjudication.draw.after_move"]}
              {...props}
            />
          )}
        </>
      )}
      <Problem text={problems.fields.adjudication} />
    </Group>
  );
}

/** For two entrants: the sequential test that ends the league once it is decided. */
const Test = (props: SetUpFormProps) => (
  <Group title="Sequential test">
    <Switch of="testing" {...props} />
    {props.draft.switches.testing && <Figures of={["sprt.elo0", "sprt.elo1", "sprt.alpha", "sprt.beta"]} {...props} />}
    <Problem text={props.problems.fields.sprt} />
  </Group>
);

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <fieldset class="stack gap-3">
    <legend class="below-3 weight-strong">{title}</legend>
    {children}
  </fieldset>
);

/** Most characters that the host accepts. */
const LONGEST_SUITE = 250_000;

/** The positions from which games start; each opening is played twice, with the sides reversed. */
function Openings(props: SetUpFormProps) {
  const { draft, hasTried, change } = props;
  const { openings } = draft.choices;
  const problem = props.problem("openings");
  return (
    <>
      <Choice of="openings" {...props} />
      {openings === "own" ? (
        <Suite draft={draft} problem={hasTried || draft.suite.trim() !== "" ? problem : null} change={change} />
      ) : (
        openings !== "none" && <Problem text={problem} />
      )}
      {openings !== "none" && (
        <div class="new-game-row row top">
          <Choice of="order" {...props} />
          <Choice of="policy" {...props} />
        </div>
      )}
    </>
  );
}

/** A suite from a file or a pasted text; the host names a line that it cannot play. */
function Suite({ draft, problem, change }: Pick<SetUpFormProps, "draft" | "change"> & { problem: string | null }) {
  const [obstacle, setUnread] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    setUnread(null);
    if (!file) return;
    if (file.size > 4 * LONGEST_SUITE) return setUnread(`${file.name} is longer than a suite may be.`);
    const text = await sourceOf(file)
      .load()
      .catch(() => null);
    if (text === null) setUnread(`${file.name} cannot be read.`);
    else change({ suite: text, suiteName: file.name });
  };
  return (
    <>
      <div class="button-row middle">
        <label class="button plain small">
          Open a file…
          <input
            class="visually-hidden"
            type="file"
            accept=".epd,.pgn,.txt,.fen"
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              // Lets the same file be opened again after a correction.
              event.currentTarget.value = "";
            }}
          />
        </label>
        {draft.suiteName !== "" && <bdi class="quiet">{draft.suiteName}</bdi>}
      </div>
      <Lines
        label="Suite"
        hint="EPD with one position per line, or PGN with one opening per game."
        rows={5}
        text={draft.suite}
        problem={obstacle ?? problem}
        onText={(suite) => change({ suite, suiteName: "" })}
      />
    </>
  );
}
