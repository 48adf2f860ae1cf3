import { historyResults } from "../../shared/api.ts";
import { SEARCH_LENGTH } from "../../shared/text.ts";
import { chooseHistory, historyChoice } from "./history.ts";
import "./history-filters.css";

const resultTitles: Readonly<Record<(typeof historyResults)[number], string>> = {
  first: "1–0",
  second: "0–1",
  draw: "½–½",
  won: "You won",
  lost: "You lost",
};

const number = (text: string): number | null => (/^\d{1,4}$/.test(text) ? Number(text) : null);

/** By what else finished games are looked for, field by field. */
export function HistoryFilterRow() {
  const { result, leagues, opening, from, until, eloFrom, eloTo } = historyChoice.value;
  return (
    <>
      <label class="field history-short">
        <span class="field-label">Result</span>
        <select
          class="input"
          value={result ?? ""}
          onChange={({ currentTarget: { value } }) =>
            chooseHistory({ result: historyResults.find((each) => each === value) ?? null })
          }
        >
          <option value="">Any result</option>
          {historyResults.map((each) => (
            <option key={each} value={each}>
              {resultTitles[each]}
            </option>
          ))}
        </select>
      </label>
      <label class="field history-short">
        <span class="field-label">League games</span>
        <select
          class="input"
          value={leagues ?? ""}
          onChange={({ currentTarget: { value } }) =>
            chooseHistory({ leagues: value === "only" || value === "none" ? value : null })
          }
        >
          <option value="">Shown</option>
          <option value="none">Hidden</option>
          <option value="only">Only these</option>
        </select>
      </label>
      <label class="field history-opening">
        <span class="field-label">Opening</span>
        <input
          class="input"
          type="search"
          placeholder="Name or code"
          maxLength={SEARCH_LENGTH}
          value={opening}
          onInput={(event) => chooseHistory({ opening: event.currentTarget.value })}
        />
      </label>
      <fieldset class="field">
        <legend class="field-label">Date</legend>
        <span class="history-between">
          <input
            class="input"
            type="date"
            aria-label="From"
            max={until}
            value={from}
            onChange={(event) => chooseHistory({ from: event.currentTarget.value })}
          />
          –
          <input
            class="input"
            type="date"
            aria-label="To"
            min={from}
            value={until}
            onChange={(event) => chooseHistory({ until: event.currentTarget.value })}
          />
        </span>
      </fieldset>
      <fieldset class="field history-elo">
        <legend class="field-label" title="The mean of the players\u2019 ratings, of those that are known">
          Elo
        </legend>
        <span class="history-between">
          <input
            class="input"
            type="text"
            inputMode="numeric"
            aria-label="Lowest Elo"
            placeholder="from"
            maxLength={4}
            value={eloFrom ?? ""}
            onInput={(event) => chooseHistory({ eloFrom: number(event.currentTarget.value) })}
          />
          –
          <input
            class="input"
            type="text"
            inputMode="numeric"
            aria-label="Highest Elo"
            placeholder="to"
            maxLength={4}
            value={eloTo ?? ""}
            onInput={(event) => chooseHistory({ eloTo: number(event.currentTarget.value) })}
          />
        </span>
      </fieldset>
    </>
  );
}
