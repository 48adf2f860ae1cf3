import { historyResults } from "../../shared/api.ts";
import { SEARCH_LENGTH } from "../../shared/text.ts";
import { chooseHistory, historyChoice } from "./history.ts";
import * as strings from "./strings.ts";
import "./history-filters.css";

const resultTitles: Readonly<Record<(typeof historyResults)[number], string>> = {
  first: "1–0",
  second: "0–1",
  draw: "½–½",
  won: strings.youWon,
  lost: strings.youLost,
};

const number = (text: string): number | null => (/^\d{1,4}$/.test(text) ? Number(text) : null);

/** The further filters of finished games, field by field. */
export function HistoryFilterRow() {
  const { result, leagues, opening, from, until, eloFrom, eloTo } = historyChoice.value;
  return (
    <>
      <label class="field history-short">
        <span class="field-label">{strings.result}</span>
        <select
          class="input"
          value={result ?? ""}
          onChange={({ currentTarget: { value } }) =>
            chooseHistory({ result: historyResults.find((each) => each === value) ?? null })
          }
        >
          <option value="">{strings.anyResult}</option>
          {historyResults.map((each) => (
            <option key={each} value={each}>
              {resultTitles[each]}
            </option>
          ))}
        </select>
      </label>
      <label class="field history-short">
        <span class="field-label">{strings.leagueGames}</span>
        <select
          class="input"
          value={leagues ?? ""}
          onChange={({ currentTarget: { value } }) =>
            chooseHistory({ leagues: value === "only" || value === "none" ? value : null })
          }
        >
          <option value="">{strings.shown}</option>
          <option value="none">{strings.hidden}</option>
          <option value="only">{strings.onlyThese}</option>
        </select>
      </label>
      <label class="field history-opening">
        <span class="field-label">{strings.opening}</span>
        <input
          class="input"
          type="search"
          placeholder={strings.nameOrCode}
          maxLength={SEARCH_LENGTH}
          value={opening}
          onInput={(event) => chooseHistory({ opening: event.currentTarget.value })}
        />
      </label>
      <fieldset class="field">
        <legend class="field-label">{strings.date}</legend>
        <span class="history-between">
          <input
            class="input"
            type="date"
            aria-label={strings.from}
            max={until}
            value={from}
            onChange={(event) => chooseHistory({ from: event.currentTarget.value })}
          />
          –
          <input
            class="input"
            type="date"
            aria-label={strings.to}
            min={from}
            value={until}
            onChange={(event) => chooseHistory({ until: event.currentTarget.value })}
          />
        </span>
      </fieldset>
      <fieldset class="field history-elo">
        <legend class="field-label" title={strings.meanOfPlayersRatings}>
          {strings.elo}
        </legend>
        <span class="history-between">
          <input
            class="input"
            type="text"
            inputMode="numeric"
            aria-label={strings.lowestElo}
            placeholder={strings.fromElo}
            maxLength={4}
            value={eloFrom ?? ""}
            onInput={(event) => chooseHistory({ eloFrom: number(event.currentTarget.value) })}
          />
          –
          <input
            class="input"
            type="text"
            inputMode="numeric"
            aria-label={strings.highestElo}
            placeholder={strings.toElo}
            maxLength={4}
            value={eloTo ?? ""}
            onInput={(event) => chooseHistory({ eloTo: number(event.currentTarget.value) })}
          />
        </span>
      </fieldset>
    </>
  );
}
