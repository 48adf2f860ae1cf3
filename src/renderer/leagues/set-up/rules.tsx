import type { ComponentChildren } from "preact";
import { formatOf } from "../../../shared/formats/register.ts";
import { pointsText } from "../../../shared/league-words.ts";
import { tieBreakCodes } from "../../../shared/tie-breaks.ts";
import { OptionFields } from "../../new-game/option-fields.tsx";
import { Lines } from "../../ui/lines.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Toggle } from "../../ui/toggle.tsx";
import { canTest, pointsIn, usualTimesOf } from "./draft.ts";
import { Figure, Figures } from "./figure.tsx";
import { Openings } from "./openings.tsx";
import type { RulesProps } from "./props.ts";
import * as strings from "./strings.ts";

/** The rules of a league that few people change. */
export function Rules(props: RulesProps) {
  const { draft, page, choice, problem, change } = props;
  const several = draft.figures.games_per_match?.trim() !== "1";
  return (
    <div class="rules">
      <Group title={strings.scheduleAndPoints}>
        <div class="set-up-more">
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
          <Figure of="seed" {...props} />
          <TextField
            label={strings.secret}
            hint={strings.ofLeagueThatIsOver}
            class="number"
            maxLength={80}
            placeholder={strings.drawnAtStart}
            text={draft.secret}
            problem={problem("secret")}
            onText={(secret) => change({ secret })}
          />
        </div>
        <TieBreaks {...props} />
        {formatOf(draft).byScore && <Absences {...props} />}
        {formatOf(draft).eliminates && <Decider {...props} />}
        {several && (
          <Toggle on={draft.bestOf} onChange={(bestOf) => change({ bestOf })}>
            {strings.endMatchAsSoon}
          </Toggle>
        )}
      </Group>
      <Group title={strings.start}>
        {choice?.openings && <Openings {...props} />}
        <OptionFields key={draft.game} page={page} options={draft.options} change={change} />
        <Problem text={problem("options")} />
      </Group>
      <Group title={strings.lateAndRefusedMoves}>
        <div class="set-up-more">
          <Figure of="max_illegal" {...props} />
          <Figure of="invite_seconds" {...props} placeholder={String(usualTimesOf(draft).invite)} />
          <Figure of="misses" {...props} />
        </div>
        <Toggle on={draft.lateByLot} onChange={(lateByLot) => change({ lateByLot })}>
          {strings.lateMoveIsMade}
        </Toggle>
        <Toggle
          on={draft.legalMoves === "shown"}
          onChange={(on) => change({ legalMoves: on ? "shown" : "hidden" })}
          hint={strings.agentsAndModelsAreTold}
        >
          {strings.legalMoves}
        </Toggle>
      </Group>
      <Adjudication {...props} />
      {canTest(draft) && <Test {...props} />}
    </div>
  );
}

const deciders = [
  { value: "lot", label: strings.lot },
  { value: "armageddon", label: strings.armageddon },
] as const;

/** The decider of a level match. Where both choose at once there is no first move for which a draw could make up. */
function Decider(props: RulesProps) {
  const { draft, page, problems, change } = props;
  return (
    <>
      {!page.simultaneous && (
        <Segmented
          legend={strings.levelMatchesAreDecidedBy}
          options={deciders}
          value={draft.decider}
          onChange={(decider) => change({ decider })}
        />
      )}
      {draft.decider === "armageddon" && <p class="quiet small">{strings.oneMoreGame}</p>}
      <div class="set-up-more">
        {draft.extraInPairs ? (
          <Figure of="decider.extra_pairs" {...props} />
        ) : (
          <Figure of="decider.extra_games" {...props} placeholder={draft.decider === "lot" ? "4" : strings.none} />
        )}
      </div>
      <Toggle on={draft.extraInPairs} onChange={(extraInPairs) => change({ extraInPairs })}>
        {strings.theseArePlayedInPairs}
      </Toggle>
      <Problem text={problems.fields.decider} />
    </>
  );
}

/** Pairs to be kept apart and requested byes, where rounds are paired by score: a line each. */
function Absences(props: RulesProps) {
  const { draft, problem, change } = props;
  return (
    <>
      <Lines
        label={strings.keptApart}
        hint={strings.lineForEachGroupSuch}
        text={draft.apart}
        problem={problem("forbidden_pairs")}
        onChange={(apart) => change({ apart })}
      />
      <Lines
        label={strings.byes}
        hint={strings.lineForEachNameRound}
        text={draft.byes}
        problem={problem("byes")}
        onChange={(byes) => change({ byes })}
      />
      <Figures of={["late_entries.rounds"]} {...props} />
      <Toggle on={draft.lateForHalf} onChange={(lateForHalf) => change({ lateForHalf })}>
        {strings.halfPointForEachRound}
      </Toggle>
    </>
  );
}

/** The tie-breaks, in the order in which they are typed. */
function TieBreaks({ draft, problem, change }: RulesProps) {
  return (
    <TextField
      label={strings.tieBreaksInThisOrder}
      hint={strings.chooseTieBreaks(tieBreakCodes.join(", "))}
      autocapitalize="characters"
      spellcheck={false}
      maxLength={80}
      placeholder={formatOf(draft).tieBreaks.join(", ")}
      text={draft.tieBreaks}
      problem={problem("tie_breaks")}
      onText={(tieBreaks) => change({ tieBreaks })}
    />
  );
}

/** Adjudication: games that end before their rules end them. */
function Adjudication(props: RulesProps) {
  const { draft, page, problems, change } = props;
  return (
    <Group title={strings.adjudication}>
      <Figures of={["longest_game"]} {...props} />
      {page.engine && (
        <>
          <Toggle on={draft.resigning} onChange={(resigning) => change({ resigning })}>
            {strings.lostByScoreAsEngine}
          </Toggle>
          {draft.resigning && <Figures of={["adjudication.resign.score", "adjudication.resign.moves"]} {...props} />}
          <Toggle on={draft.drawing} onChange={(drawing) => change({ drawing })}>
            {strings.drawnByScore}
          </Toggle>
          {draft.drawing && (
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
function Test(props: RulesProps) {
  const { draft, problems, change } = props;
  return (
    <Group title={strings.sequentialTest}>
      <Toggle on={draft.testing} onChange={(testing) => change({ testing })} hint={strings.sprtByPairsOfGames}>
        {strings.endAsSoon}
      </Toggle>
      {draft.testing && <Figures of={["sprt.elo0", "sprt.elo1", "sprt.alpha", "sprt.beta"]} {...props} />}
      <Problem text={problems.fields.sprt} />
    </Group>
  );
}

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <fieldset class="rule-group">
    <legend class="rule-title">{title}</legend>
    {children}
  </fieldset>
);
