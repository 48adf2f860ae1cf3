import type { ComponentChildren } from "preact";
import { formatOf } from "../../../shared/formats/register.ts";
import { pointsText } from "../../../shared/league-words.ts";
import { tieBreakCodes } from "../../../shared/tie-breaks.ts";
import { OptionFields } from "../../new-game/option-fields.tsx";
import { Field } from "../../ui/field.tsx";
import { Lines } from "../../ui/lines.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Toggle } from "../../ui/toggle.tsx";
import { canTest, pointsIn, usualTimesOf } from "./draft.ts";
import { Figure, LeagueFigure, Said } from "./figure.tsx";
import { Openings } from "./openings.tsx";
import type { RulesProps } from "./props.ts";
import * as strings from "./strings.ts";

/** The rules of a league that few people change. */
export function Rules(props: RulesProps) {
  const { draft, page, choice, problem, change } = props;
  const texts = draft.options[draft.game] ?? {};
  const several = draft.figures.games_per_match?.trim() !== "1";
  return (
    <div class="rules">
      <Group title={strings.scheduleAndPoints}>
        <div class="set-up-more">
          {!formatOf(draft).eliminates && <LeagueFigure of="rounds" {...props} />}
          {pointsIn(draft).map((each) => (
            <LeagueFigure
              key={each}
              of={`points.${each}`}
              {...props}
              placeholder={choice ? pointsText(choice.points[each] ?? choice.points.win) : ""}
              problem={(name) => problem(name) ?? (each === "win" ? (props.problems.fields.points ?? null) : null)}
            />
          ))}
          <LeagueFigure of="concurrency" {...props} />
          <LeagueFigure of="seed" {...props} />
          <Figure
            label={strings.secret}
            placeholder={strings.drawnAtStart}
            text={draft.secret}
            longest={80}
            problem={problem("secret")}
            hint={strings.ofLeagueThatIsOver}
            onChange={(secret) => change({ secret })}
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
        {choice?.openings && (
          <Openings draft={draft} problem={problem("openings")} tried={props.tried} change={change} />
        )}
        <OptionFields
          key={draft.game}
          fields={page.options}
          texts={texts}
          onChange={(name, text) => change({ options: { ...draft.options, [draft.game]: { ...texts, [name]: text } } })}
        />
        <Said text={problem("options")} />
      </Group>
      <Group title={strings.lateAndRefusedMoves}>
        <div class="set-up-more">
          <LeagueFigure of="max_illegal" {...props} />
          <LeagueFigure of="invite_seconds" {...props} placeholder={String(usualTimesOf(draft).invite)} />
          <LeagueFigure of="misses" {...props} />
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
          <LeagueFigure of="decider.extra_pairs" {...props} />
        ) : (
          <LeagueFigure
            of="decider.extra_games"
            {...props}
            placeholder={draft.decider === "lot" ? "4" : strings.none}
          />
        )}
      </div>
      <Toggle on={draft.extraInPairs} onChange={(extraInPairs) => change({ extraInPairs })}>
        {strings.theseArePlayedInPairs}
      </Toggle>
      <Said text={problems.fields.decider ?? null} />
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
      <div class="set-up-more">
        <LeagueFigure of="late_entries.rounds" {...props} />
      </div>
      <Toggle on={draft.lateForHalf} onChange={(lateForHalf) => change({ lateForHalf })}>
        {strings.halfPointForEachRound}
      </Toggle>
    </>
  );
}

/** The tie-breaks, in the order in which they are typed. */
function TieBreaks({ draft, problem, change }: RulesProps) {
  return (
    <Field
      label={strings.tieBreaksInThisOrder}
      hint={strings.chooseTieBreaks(tieBreakCodes.join(", "))}
      error={problem("tie_breaks")}
    >
      {(ids) => (
        <input
          {...ids}
          class="input"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={80}
          placeholder={formatOf(draft).tieBreaks.join(", ")}
          value={draft.tieBreaks}
          onInput={(event) => change({ tieBreaks: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

/** Adjudication: games that end before their rules end them. */
function Adjudication(props: RulesProps) {
  const { draft, page, problems, change } = props;
  return (
    <Group title={strings.adjudication}>
      <div class="set-up-more">
        <LeagueFigure of="longest_game" {...props} />
      </div>
      {page.engine && (
        <>
          <Toggle on={draft.resigning} onChange={(resigning) => change({ resigning })}>
            {strings.lostByScoreAsEngine}
          </Toggle>
          {draft.resigning && (
            <div class="set-up-more">
              <LeagueFigure of="adjudication.resign.score" {...props} />
              <LeagueFigure of="adjudication.resign.moves" {...props} />
            </div>
          )}
          <Toggle on={draft.drawing} onChange={(drawing) => change({ drawing })}>
            {strings.drawnByScore}
          </Toggle>
          {draft.drawing && (
            <div class="set-up-more">
              <LeagueFigure of="adjudication.draw.score" {...props} />
              <LeagueFigure of="adjudication.draw.moves" {...props} />
              <LeagueFigure of="adjudication.draw.after_move" {...props} />
            </div>
          )}
        </>
      )}
      <Said text={problems.fields.adjudication ?? null} />
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
      {draft.testing && (
        <div class="set-up-more">
          <LeagueFigure of="sprt.elo0" {...props} />
          <LeagueFigure of="sprt.elo1" {...props} />
          <LeagueFigure of="sprt.alpha" {...props} />
          <LeagueFigure of="sprt.beta" {...props} />
        </div>
      )}
      <Said text={problems.fields.sprt ?? null} />
    </Group>
  );
}

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <fieldset class="rule-group">
    <legend class="rule-title">{title}</legend>
    {children}
  </fieldset>
);
