import { historyResults } from "../../shared/api.ts";
import { SEARCH_LENGTH } from "../../shared/text.ts";
import { Input, labelOptions, Select, type SelectProps } from "../ui/field.tsx";
import { chooseHistory, historyChoice } from "./history.ts";
import * as strings from "./strings.ts";
import "./history-filters.css";

const resultOptions = [
  { value: "", label: "Any result" },
  ...historyResults.map((value) => ({ value, label: strings.resultTexts[value] })),
];
const leagueOptions = labelOptions({ "": "Shown", none: "Hidden", only: "Only these" });

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
      {choiceField("result", "Result", resultOptions)}
      {choiceField("leagues", "League games", leagueOptions)}
      <label class="field history-opening">
        <span class="field-label">Opening</span>
        <Input
          type="search"
          class="whole"
          placeholder="Name or code"
          maxLength={SEARCH_LENGTH}
          text={choice.opening ?? ""}
          onText={(text) => chooseHistory({ opening: text })}
        />
      </label>
      <fieldset class="field">
        <legend class="field-label">Date</legend>
        <span class="history-between line gap-1 shrinks">
          {day("from", "From", { max: choice.until })}–{day("until", "To", { min: choice.from })}
        </span>
      </fieldset>
      <fieldset class="field">
        <legend
          class="field-label"
          title="The players’ average Elo, where known: from the file for imported games, as measured for the computer’s levels, and from the rating list for everyone in leagues."
        >
          Elo
        </legend>
        <span class="history-between line gap-1 shrinks">
          {elo("elo_from", "Lowest Elo", "from")}–{elo("elo_to", "Highest Elo", "to")}
        </span>
      </fieldset>
    </>
  );
}
