import { pages } from "../../games/pages.ts";
import { Segmented } from "../ui/segmented.tsx";
import { chooseHistory, chooseView, historyChoice, historyTotal, historyView } from "./history.ts";

/** Which finished games to show, and how. */
export function HistoryBar() {
  const { game, mine } = historyChoice.value;
  const total = historyTotal.value;
  return (
    <div class="history-bar">
      <Segmented
        legend="Show as"
        hideLegend
        value={historyView.value}
        onChange={chooseView}
        options={[
          { value: "cards", label: "Cards" },
          { value: "table", label: "Table" },
        ]}
      />
      <select
        class="input"
        aria-label="Kind of game"
        value={game ?? ""}
        onChange={({ currentTarget: { value } }) => chooseHistory({ game: value === "" ? null : value })}
      >
        <option value="">All games</option>
        {pages.map(({ kind, title }) => (
          <option key={kind} value={kind}>
            {title}
          </option>
        ))}
      </select>
      <label class="history-mine">
        <input
          type="checkbox"
          checked={mine}
          onChange={({ currentTarget: { checked } }) => chooseHistory({ mine: checked })}
        />
        Only mine
      </label>
      <p class="history-total figures">{total === null ? "" : total === 1 ? "1 game" : `${total} games`}</p>
    </div>
  );
}
