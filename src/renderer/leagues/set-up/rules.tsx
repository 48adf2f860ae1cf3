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
import { Figure, Said } from "./figure.tsx";
import { Openings } from "./openings.tsx";
import type { RulesProps } from "./props.ts";
import * as strings from "./strings.ts";

/** The rules of a league that few people change. */
export function Rules(props: RulesProps) {
  const { draft, page, choice, problem, change } = props;
  const texts = draft.options[draft.game] ?? {};
  const several = draft.gamesPerMatch.trim() !== "1";
  return (
    <div class="rules">
      <Group title={strings.scheduleAndPoints}>
        <div class="set-up-more">
          {!formatOf(draft).eliminates && (
            <Figure
              label={strings.rounds}
              placeholder={strings.all}
              text={draft.rounds}
              problem={problem("rounds")}
              onChange={(rounds) => change({ rounds })}
            />
          )}
          {pointsIn(draft).map((each) => (
            <Figure
              key={each}
              label={strings.pointsFor(each)}
              placeholder={choice ? pointsText(choice.points[each] ?? choice.points.win) : ""}
              text={draft.points[each]}
              problem={problem(`points.${each}`) ?? (each === "win" ? (props.problems.fields.points ?? null) : null)}
              onChange={(text) => change({ points: { ...draft.points, [each]: text } })}
            />
          ))}
          <Figure
            label={strings.matchesAtOnce}
            text={draft.concurrency}
            problem={problem("concurrency")}
            onChange={(concurrency) => change({ concurrency })}
          />
          <Figure
            label={strings.seed}
            placeholder={strings.drawnAtStart}
            text={draft.seed}
            problem={problem("seed")}
            hint={strings.withSameSecretItDraws}
            onChange={(seed) => change({ seed })}
          />
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
          <Figure
            label={strings.illegalMovesBeforeLoss}
            placeholder={strings.any}
            text={draft.maxIllegal}
            problem={problem("max_illegal")}
            hint={strings.inOneGame}
            onChange={(maxIllegal) => change({ maxIllegal })}
          />
          <Figure
            label={strings.timeToComeSeconds}
            text={draft.inviteSeconds}
            placeholder={String(usualTimesOf(draft).invite)}
            problem={problem("invite_seconds")}
            hint={strings.toMatchThen}
            onChange={(inviteSeconds) => change({ inviteSeconds })}
          />
          <Figure
            label={strings.misses}
            text={draft.misses}
            problem={problem("misses")}
            hint={strings.outAfterThisManyInRow}
            onChange={(misses) => change({ misses })}
          />
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
function Decider({ draft, page, problems, problem, change }: RulesProps) {
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
        <Figure
          label={draft.extraInPairs ? strings.pairsOfGamesBeforeIt : strings.gamesBeforeIt}
          placeholder={draft.decider === "lot" && !draft.extraInPairs ? "4" : "none"}
          text={draft.extra}
          problem={problem(draft.extraInPairs ? "decider.extra_pairs" : "decider.extra_games")}
          hint={strings.untilOneIsWon}
          onChange={(extra) => change({ extra })}
        />
      </div>
      <Toggle on={draft.extraInPairs} onChange={(extraInPairs) => change({ extraInPairs })}>
        {strings.theseArePlayedInPairs}
      </Toggle>
      <Said text={problems.fields.decider ?? null} />
    </>
  );
}

/** Pairs to be kept apart and requested byes, where rounds are paired by score: a line each. */
function Absences({ draft, problem, change }: RulesProps) {
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
        <Figure
          label={strings.lateEntriesUntilRound}
          placeholder={strings.none}
          text={draft.lateEntries}
          problem={problem("late_entries")}
          hint={strings.othersMayStillJoinUntil}
          onChange={(lateEntries) => change({ lateEntries })}
        />
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
function Adjudication({ draft, page, problems, problem, change }: RulesProps) {
  return (
    <Group title={strings.adjudication}>
      <div class="set-up-more">
        <Figure
          label={strings.longestGameMoves}
          placeholder={strings.none}
          text={draft.longestGame}
          problem={problem("longest_game")}
          hint={strings.thenItIsDraw}
          onChange={(longestGame) => change({ longestGame })}
        />
      </div>
      {page.engine && (
        <>
          <Toggle on={draft.resigning} onChange={(resigning) => change({ resigning })}>
            {strings.lostByScoreAsEngine}
          </Toggle>
          {draft.resigning && (
            <div class="set-up-more">
              <Figure
                label={strings.centipawnsBehind}
                text={draft.resign.score}
                problem={problem("adjudication.resign.score")}
                onChange={(score) => change({ resign: { ...draft.resign, score } })}
              />
              <Figure
                label={strings.forMovesOfBoth}
                text={draft.resign.moves}
                problem={problem("adjudication.resign.moves")}
                onChange={(moves) => change({ resign: { ...draft.resign, moves } })}
              />
            </div>
          )}
          <Toggle on={draft.drawing} onChange={(drawing) => change({ drawing })}>
            {strings.drawnByScore}
          </Toggle>
          {draft.drawing && (
            <div class="set-up-more">
              <Figure
                label={strings.withinCentipawns}
                text={draft.draw.score}
                problem={problem("adjudication.draw.score")}
                onChange={(score) => change({ draw: { ...draft.draw, score } })}
              />
              <Figure
                label={strings.forMovesOfBoth}
                text={draft.draw.moves}
                problem={problem("adjudication.draw.moves")}
                onChange={(moves) => change({ draw: { ...draft.draw, moves } })}
              />
              <Figure
                label={strings.afterMove}
                text={draft.draw.after}
                problem={problem("adjudication.draw.after_move")}
                onChange={(after) => change({ draw: { ...draft.draw, after } })}
              />
            </div>
          )}
        </>
      )}
      <Said text={problems.fields.adjudication ?? null} />
    </Group>
  );
}

const tests = [
  ["elo0", strings.atMostElo],
  ["elo1", strings.atLeastElo],
  ["alpha", strings.falsePositives],
  ["beta", strings.falseNegatives],
] as const;

/** For two entrants: the sequential test that ends the league once it is decided. */
function Test({ draft, problems, problem, change }: RulesProps) {
  return (
    <Group title={strings.sequentialTest}>
      <Toggle on={draft.testing} onChange={(testing) => change({ testing })} hint={strings.sprtByPairsOfGames}>
        {strings.endAsSoon}
      </Toggle>
      {draft.testing && (
        <div class="set-up-more">
          {tests.map(([name, label]) => (
            <Figure
              key={name}
              label={label}
              text={draft.sprt[name]}
              problem={problem(`sprt.${name}`)}
              onChange={(text) => change({ sprt: { ...draft.sprt, [name]: text } })}
            />
          ))}
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
