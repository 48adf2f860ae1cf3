import type { ComponentChildren } from "preact";
import { pointsText } from "../../../shared/league-words.ts";
import { tieBreakCodes, usualTieBreaks } from "../../../shared/tie-breaks.ts";
import { OptionFields } from "../../new-game/option-fields.tsx";
import { Field } from "../../ui/field.tsx";
import { Lines } from "../../ui/lines.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Toggle } from "../../ui/toggle.tsx";
import { canTest, pointsIn, usualTimesOf } from "./draft.ts";
import { Figure, Said } from "./figure.tsx";
import { Openings } from "./openings.tsx";
import type { RulesProps } from "./props.ts";

/** What a league is played under, beside what everybody chooses. */
export function Rules(props: RulesProps) {
  const { draft, page, choice, problem, change } = props;
  const texts = draft.options[draft.game] ?? {};
  const several = draft.gamesPerMatch.trim() !== "1";
  return (
    <div class="rules">
      <Group title="Schedule and points">
        <div class="set-up-more">
          {draft.format !== "knockout" && (
            <Figure
              label="Rounds"
              placeholder="all"
              text={draft.rounds}
              problem={problem("rounds")}
              onChange={(rounds) => change({ rounds })}
            />
          )}
          {pointsIn(draft).map((each) => (
            <Figure
              key={each}
              label={`Points for a ${each}`}
              placeholder={choice ? pointsText(choice.points[each] ?? choice.points.win) : ""}
              text={draft.points[each]}
              problem={problem(`points.${each}`) ?? (each === "win" ? (props.problems.fields.points ?? null) : null)}
              onChange={(text) => change({ points: { ...draft.points, [each]: text } })}
            />
          ))}
          <Figure
            label="Matches at once"
            text={draft.concurrency}
            problem={problem("concurrency")}
            onChange={(concurrency) => change({ concurrency })}
          />
          <Figure
            label="Seed"
            placeholder="drawn"
            text={draft.seed}
            problem={problem("seed")}
            hint="With the same secret it draws the same."
            onChange={(seed) => change({ seed })}
          />
          <Figure
            label="Secret"
            placeholder="drawn"
            text={draft.secret}
            longest={80}
            problem={problem("secret")}
            hint="Of a league that is over, to play it again."
            onChange={(secret) => change({ secret })}
          />
        </div>
        <TieBreaks {...props} />
        {draft.format === "swiss" && <Absences {...props} />}
        {draft.format === "knockout" && <Decider {...props} />}
        {several && (
          <Toggle on={draft.bestOf} onChange={(bestOf) => change({ bestOf })}>
            End a match as soon as nobody can catch up
          </Toggle>
        )}
      </Group>
      <Group title="The start">
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
      <Group title="Late and refused moves">
        <div class="set-up-more">
          <Figure
            label="Illegal moves before a loss"
            placeholder="any"
            text={draft.maxIllegal}
            problem={problem("max_illegal")}
            hint="In one game."
            onChange={(maxIllegal) => change({ maxIllegal })}
          />
          <Figure
            label="Time to come, seconds"
            text={draft.inviteSeconds}
            placeholder={String(usualTimesOf(draft).invite)}
            problem={problem("invite_seconds")}
            hint="To a match; then it is lost."
            onChange={(inviteSeconds) => change({ inviteSeconds })}
          />
          <Figure
            label="Misses"
            text={draft.misses}
            problem={problem("misses")}
            hint="In a row; then one is out."
            onChange={(misses) => change({ misses })}
          />
        </div>
        <Toggle on={draft.lateByLot} onChange={(lateByLot) => change({ lateByLot })}>
          A late move is made by lot, and does not lose the game
        </Toggle>
        <Toggle
          on={draft.legalMoves === "shown"}
          onChange={(on) => change({ legalMoves: on ? "shown" : "hidden" })}
          hint="Agents and models are told which moves they may make."
        >
          Legal moves
        </Toggle>
      </Group>
      <Adjudication {...props} />
      {canTest(draft) && <Test {...props} />}
    </div>
  );
}

const deciders = [
  { value: "lot", label: "A lot" },
  { value: "armageddon", label: "An Armageddon" },
] as const;

/** The decider of a level match. Where both choose at once nobody has a first move that a draw makes up for. */
function Decider({ draft, page, problems, problem, change }: RulesProps) {
  return (
    <>
      {!page.capabilities.simultaneous && (
        <Segmented
          legend="Level matches are decided by"
          options={deciders}
          value={draft.decider}
          onChange={(decider) => change({ decider })}
        />
      )}
      {draft.decider === "armageddon" && (
        <p class="quiet small">One more game, in which a draw is a win for the second seat.</p>
      )}
      <div class="set-up-more">
        <Figure
          label={draft.extraInPairs ? "Pairs of games before it" : "Games before it"}
          placeholder={draft.decider === "lot" && !draft.extraInPairs ? "4" : "none"}
          text={draft.extra}
          problem={problem(draft.extraInPairs ? "decider.extra_pairs" : "decider.extra_games")}
          hint="Until one is won."
          onChange={(extra) => change({ extra })}
        />
      </div>
      <Toggle on={draft.extraInPairs} onChange={(extraInPairs) => change({ extraInPairs })}>
        These are played in pairs with the sides reversed
      </Toggle>
      <Said text={problems.fields.decider ?? null} />
    </>
  );
}

/** Pairs of a Swiss league that are kept apart, and byes that are asked for: a line each. */
function Absences({ draft, problem, change }: RulesProps) {
  return (
    <>
      <Lines
        label="Kept apart"
        hint="A line for each group, such as Ada | Boole: they meet only where nothing else is left."
        text={draft.apart}
        problem={problem("forbidden_pairs")}
        onChange={(apart) => change({ apart })}
      />
      <Lines
        label="Byes"
        hint="A line for each: name, round, and half a point, none or a full one, such as Ada | 2 | half."
        text={draft.byes}
        problem={problem("byes")}
        onChange={(byes) => change({ byes })}
      />
      <div class="set-up-more">
        <Figure
          label="Late entries, until round"
          placeholder="none"
          text={draft.lateEntries}
          problem={problem("late_entries")}
          hint="Others may still join until it is over."
          onChange={(lateEntries) => change({ lateEntries })}
        />
      </div>
      <Toggle on={draft.lateForHalf} onChange={(lateForHalf) => change({ lateForHalf })}>
        Half a point for each round that a late entry missed
      </Toggle>
    </>
  );
}

/** The tie-breaks, asked in the order in which they are typed. */
function TieBreaks({ draft, problem, change }: RulesProps) {
  return (
    <Field
      label="Tie-breaks, in this order"
      hint={`Of ${tieBreakCodes.join(", ")}; then a lot.`}
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
          placeholder={usualTieBreaks(draft.format).join(", ")}
          value={draft.tieBreaks}
          onInput={(event) => change({ tieBreaks: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

/** Games that end before their rules end them. */
function Adjudication({ draft, page, problems, problem, change }: RulesProps) {
  return (
    <Group title="Adjudication">
      <div class="set-up-more">
        <Figure
          label="Longest game, moves"
          placeholder="none"
          text={draft.longestGame}
          problem={problem("longest_game")}
          hint="Then it is a draw."
          onChange={(longestGame) => change({ longestGame })}
        />
      </div>
      {page.capabilities.engine && (
        <>
          <Toggle on={draft.resigning} onChange={(resigning) => change({ resigning })}>
            Lost by score, as an engine sees it
          </Toggle>
          {draft.resigning && (
            <div class="set-up-more">
              <Figure
                label="Centipawns behind"
                text={draft.resign.score}
                problem={problem("adjudication.resign.score")}
                onChange={(score) => change({ resign: { ...draft.resign, score } })}
              />
              <Figure
                label="For moves of both"
                text={draft.resign.moves}
                problem={problem("adjudication.resign.moves")}
                onChange={(moves) => change({ resign: { ...draft.resign, moves } })}
              />
            </div>
          )}
          <Toggle on={draft.drawing} onChange={(drawing) => change({ drawing })}>
            Drawn by score
          </Toggle>
          {draft.drawing && (
            <div class="set-up-more">
              <Figure
                label="Within centipawns"
                text={draft.draw.score}
                problem={problem("adjudication.draw.score")}
                onChange={(score) => change({ draw: { ...draft.draw, score } })}
              />
              <Figure
                label="For moves of both"
                text={draft.draw.moves}
                problem={problem("adjudication.draw.moves")}
                onChange={(moves) => change({ draw: { ...draft.draw, moves } })}
              />
              <Figure
                label="After move"
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
  ["elo0", "Not more than, Elo"],
  ["elo1", "At least, Elo"],
  ["alpha", "Wrongly stronger, α"],
  ["beta", "Wrongly not, β"],
] as const;

/** Of two entrants: the test that ends the league once it is decided. */
function Test({ draft, problems, problem, change }: RulesProps) {
  return (
    <Group title="Sequential test">
      <Toggle
        on={draft.testing}
        onChange={(testing) => change({ testing })}
        hint="SPRT, by pairs of games: is the first so much stronger than the second?"
      >
        End as soon as it is decided who is stronger
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
