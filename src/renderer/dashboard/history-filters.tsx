import { historyResults } from "../../shared/api.ts";
import { SEARCH_LENGTH } from "../../shared/text.ts";
import { Input, labelOptions, Select, type SelectProps } from "../ui/field.tsx";
import { chooseHistory, historyChoice } from "./history.ts";
import * as strings from "./strings.ts";
import "./history-filters.css";

const resultOptions = [
  { value: "", label: strings.anyResult },
  ...historyResults.map((value) => ({ value, label: strings.results[value] })),
];
const leagueOptions = labelOptions({ "": strings.shownLabel, none: strings.hiddenLabel, only: strings.onlyThese });

/** The further filters of finished games, field by field. */
export function HistoryFilterRow() {
  const choice = historyChoice.value;
  const choiceField = (name: "result" | "leagues", label: string, options: SelectProps<string>["options"]) => (
    <label class="field history-short">
      <span class="field-label">{label}</span>
      <Select value={choice[name] ?? ""} options={options} onChange={(value) => chooseHistory({ [name]: value })} />
    </label>
  );
  const day = (name: "from" | "until", label: string, limits: Readonly<Record<string, string | undefined>>) => (
    <input
      class="input shrinks"
      type="date"
      aria-label={label}
      {...limits}
      value={choice[name] ?? ""}
      onChange={({ currentTarget }) => chooseHistory({ [name]: currentTarget.value })}
    />
  );
  const elo = (name: "elo_from" | "elo_to", label: string, placeholder: string) => (
    <Input
      class="number shrinks"
      inputMode="numeric"
      aria-label={label}
      placeholder={placeholder}
      maxLength={4}
      text={choice[name] ?? ""}
      onText={(text) => chooseHistory({ [name]: text })}
    />
  );
  return (
    <>
      {choiceField("result", strings.result, resultOptions)}
      {choiceField("leagues", strings.leagueGames, leagueOptions)}
      <label class="field history-opening">
        <span class="field-label">{strings.opening}</span>
        <Input
          type="search"
          class="whole"
          placeholder={strings.nameOrCode}
          maxLength={SEARCH_LENGTH}
          text={choice.opening ?? ""}
          onText={(text) => chooseHistory({ opening: text })}
        />
      </label>
      <fieldset class="field">
        <legend class="field-label">{strings.date}</legend>
        <span class="history-between line gap-1 shrinks">
          {day("from", strings.from, { max: choice.until })}–{day("until", strings.to, { min: choice.from })}
        </span>
      </fieldset>
      <fieldset class="field">
        <legend class="field-label" title={strings.meanOfPlayersRatings}>
          {strings.elo}
        </legend>
        <span class="history-between line gap-1 shrinks">
          {elo("elo_from", strings.lowestElo, strings.fromElo)}–{elo("elo_to", strings.highestElo, strings.toElo)}
        </span>
      </fieldset>
    </>
  );
}
