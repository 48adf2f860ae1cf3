import type { ComponentChildren } from "preact";
import type { GamePage } from "../../../games/page.ts";
import { pages } from "../../../games/pages.ts";
import { ClockFields } from "../../new-game/clock-fields.tsx";
import "../../new-game/new-game.css";
import type { Problems } from "../../api/problems.ts";
import { OptionFields } from "../../new-game/option-fields.tsx";
import { Field } from "../../ui/field.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Toggle } from "../../ui/toggle.tsx";
import { type Format, formats, formatTitle } from "../league-words.ts";
import { adjudicated, type DraftEntrant, type LeagueDraft } from "./draft.ts";
import { EntrantRows } from "./entrant-rows.tsx";

export interface SetUpFormProps {
  readonly draft: LeagueDraft;
  readonly page: GamePage;
  readonly strategies: readonly string[];
  /** Whether games can start from a suite of openings. */
  readonly openings: boolean;
  readonly problems: Problems;
  readonly change: (part: Partial<LeagueDraft>) => void;
}

const games = pages.map(({ kind, title }) => ({ value: kind, label: title }));

export function SetUpForm({ draft, page, strategies, openings, problems, change }: SetUpFormProps) {
  const texts = draft.options[draft.game] ?? {};
  const problem = (name: string): string | null => problems.fields[name] ?? null;
  const several = draft.gamesPerMatch.trim() !== "1";
  return (
    <>
      <div class="new-game-row">
        <Segmented
          legend="Game"
          options={games}
          value={draft.game}
          // A strategy belongs to its game.
          onChange={(game) =>
            change({
              ...{ game, openings: "none", resignAt: "", drawWithin: "" },
              entrants: draft.entrants.filter(({ kind }) => kind !== "strategy"),
            })
          }
        />
        <Field label="Name" error={problem("name")}>
          {(ids) => (
            <input
              {...ids}
              class="input league-name"
              maxLength={60}
              placeholder={`${page.title} league`}
              autocomplete="off"
              value={draft.name}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <EntrantRows
        entrants={draft.entrants}
        strategies={strategies}
        problem={(place) => problem(`entrants.${place}`)}
        onChange={(entrants: readonly DraftEntrant[]) => change({ entrants })}
      />
      <Said text={problem("entrants")} />
      <div class="new-game-row">
        <Field label="Format" error={problem("format")}>
          {(ids) => (
            <select
              {...ids}
              class="input"
              value={draft.format}
              onChange={(event) =>
                change({ format: formats.find((each) => each === event.currentTarget.value) ?? draft.format })
              }
            >
              {formats.map((each: Format) => (
                <option key={each} value={each}>
                  {formatTitle(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Figure
          label="Games a match"
          text={draft.gamesPerMatch}
          problem={problem("games_per_match")}
          onChange={(gamesPerMatch) => change({ gamesPerMatch })}
        />
        {draft.format !== "knockout" && (
          <Figure
            label="Rounds"
            placeholder="all"
            text={draft.rounds}
            problem={problem("rounds")}
            onChange={(rounds) => change({ rounds })}
          />
        )}
      </div>
      {several && (
        <Toggle on={draft.bestOf} onChange={(bestOf) => change({ bestOf })}>
          End a match as soon as nobody can catch up
        </Toggle>
      )}
      <ClockFields choice={draft.clock} onChange={(clock) => change({ clock })} />
      <Said text={problem("clock")} />
      <OptionFields
        key={draft.game}
        fields={page.options}
        texts={texts}
        onChange={(name, text) => change({ options: { ...draft.options, [draft.game]: { ...texts, [name]: text } } })}
      />
      <Said text={problem("options")} />
      {openings && <Openings draft={draft} problem={problem("openings")} change={change} />}
      <details class="position-field">
        <summary>Limits, order and chance</summary>
        <div class="set-up-more">
          <Figure
            label="Longest move, seconds"
            text={draft.moveSeconds}
            problem={problem("move_seconds")}
            hint={draft.lateByLot ? "Then one is made by lot." : "Then the game is lost."}
            onChange={(moveSeconds) => change({ moveSeconds })}
          />
          <Figure
            label="Longest game, moves"
            placeholder="none"
            text={draft.longestGame}
            problem={problem("longest_game")}
            hint="Then it is a draw."
            onChange={(longestGame) => change({ longestGame })}
          />
          {page.capabilities.engine && (
            <>
              <Figure
                label="Resign at, centipawns"
                placeholder="never"
                text={draft.resignAt}
                problem={problem("adjudication")}
                hint={`Behind for ${adjudicated.resignMoves} moves of both.`}
                onChange={(resignAt) => change({ resignAt })}
              />
              <Figure
                label="Draw within, centipawns"
                placeholder="never"
                text={draft.drawWithin}
                problem={problem("adjudication")}
                hint={`For ${adjudicated.drawMoves} moves, after move ${adjudicated.drawAfter}.`}
                onChange={(drawWithin) => change({ drawWithin })}
              />
            </>
          )}
          <Figure
            label="Refused moves that lose"
            placeholder="any"
            text={draft.maxIllegal}
            problem={problem("max_illegal")}
            hint="In one game."
            onChange={(maxIllegal) => change({ maxIllegal })}
          />
          <Figure
            label="Matches at once"
            text={draft.concurrency}
            problem={problem("concurrency")}
            hint="More is faster, until the machine is busy."
            onChange={(concurrency) => change({ concurrency })}
          />
          <Figure
            label="Seed"
            placeholder="drawn"
            text={draft.seed}
            problem={problem("seed")}
            hint="The same one draws the same."
            onChange={(seed) => change({ seed })}
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
      </details>
    </>
  );
}

const starts = [
  { value: "none", label: "Usual start" },
  { value: "built-in", label: "Balanced suite" },
  { value: "own", label: "My own" },
] as const;

/** Where games start from; each opening is played twice, with the sides reversed. */
function Openings({ draft, problem, change }: Pick<SetUpFormProps, "draft" | "change"> & { problem: string | null }) {
  return (
    <>
      <Segmented
        legend="Openings"
        options={starts}
        value={draft.openings}
        onChange={(openings) => change({ openings })}
      />
      {draft.openings === "own" && (
        <Field label="Suite" hint="EPD, a position a line, or PGN, a game an opening." error={problem}>
          {(ids) => (
            <textarea
              {...ids}
              class="input"
              rows={4}
              spellcheck={false}
              value={draft.suite}
              onInput={(event) => change({ suite: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {draft.openings === "built-in" && <Said text={problem} />}
      {draft.openings !== "none" && (
        <Toggle on={draft.shuffled} onChange={(shuffled) => change({ shuffled })}>
          In an order drawn from the seed
        </Toggle>
      )}
    </>
  );
}

/** What is wrong with something that has no field of its own. */
const Said = ({ text }: { text: string | null }): ComponentChildren =>
  text === null ? null : (
    <p class="field-error" role="alert">
      {text}
    </p>
  );

interface FigureProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly problem: string | null;
  readonly onChange: (text: string) => void;
}

function Figure({ label, text, placeholder, hint, problem, onChange }: FigureProps) {
  return (
    <Field label={label} hint={hint} error={problem}>
      {(ids) => (
        <input
          {...ids}
          class="input number"
          inputMode="numeric"
          autocomplete="off"
          placeholder={placeholder}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
