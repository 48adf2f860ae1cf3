import { type HistoryResult, historyResults } from "../../shared/api.ts";
import { SEARCH_LENGTH } from "../../shared/text.ts";
import { Select } from "../ui/select.tsx";
import { Input } from "../ui/text-field.tsx";
import { chooseHistory, historyChoice } from "./history.ts";
import * as strings from "./strings.ts";
import "./history-filters.css";

const resultTitles: Readonly<Record<HistoryResult, string>> = {
  first: "1–0",
  second: "0–1",
  draw: "½–½",
  won: strings.youWon,
  lost: strings.youLost,
};
const resultOptions = [
  { value: "", label: strings.anyResult },
  ...historyResults.map((value) => ({ value, label: resultTitles[value] })),
];
const leagueOptions = [
  { value: "", label: strings.shown },
  { value: "none", label: strings.hidden },
  { value: "only", label: strings.onlyThese },
];

/** The further filters of finished games, field by field. */
export function HistoryFilterRow() {
  const { result, leagues, opening, from, until, elo_from, elo_to } = historyChoice.value;
  return (
    <>
      <label class="field history-short">
        <span class="field-label">{strings.result}</span>
        <Select value={result ?? ""} options={resultOptions} onChange={(chosen) => chooseHistory({ result: chosen })} />
      </label>
      <label class="field history-short">
        <span class="field-label">{strings.leagueGames}</span>
        <Select
          value={leagues ?? ""}
          options={leagueOptions}
          onChange={(chosen) => chooseHistory({ leagues: chosen })}
        />
      </label>
      <label class="field history-opening">
        <span class="field-label">{strings.opening}</span>
        <Input
          type="search"
          class="whole"
          placeholder={strings.nameOrCode}
          maxLength={SEARCH_LENGTH}
          text={opening ?? ""}
          onText={(text) => chooseHistory({ opening: text })}
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
            value={from ?? ""}
            onChange={(event) => chooseHistory({ from: event.currentTarget.value })}
          />
          –
          <input
            class="input"
            type="date"
            aria-label={strings.to}
            min={from}
            value={until ?? ""}
            onChange={(event) => chooseHistory({ until: event.currentTarget.value })}
          />
        </span>
      </fieldset>
      <fieldset class="field history-elo">
        <legend class="field-label" title={strings.meanOfPlayersRatings}>
          {strings.elo}
        </legend>
        <span class="history-between">
          <Input
            inputMode="numeric"
            aria-label={strings.lowestElo}
            placeholder={strings.fromElo}
            maxLength={4}
            text={elo_from ?? ""}
            onText={(text) => chooseHistory({ elo_from: text })}
          />
          –
          <Input
            inputMode="numeric"
            aria-label={strings.highestElo}
            placeholder={strings.toElo}
            maxLength={4}
            text={elo_to ?? ""}
            onText={(text) => chooseHistory({ elo_to: text })}
          />
        </span>
      </fieldset>
    </>
  );
}
