import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { ExplorerMove, ExplorerMoves } from "../../shared/api.ts";
import { settingEntries } from "../../shared/setting-entries.ts";
import { seatTitle } from "../../shared/terms.ts";
import { amount, namesIn } from "../../shared/text.ts";
import { getExplorer, getOpening } from "../api/client.ts";
import { connectionCount } from "../api/live.ts";
import { textShown } from "../game/game-words.ts";
import { changeSettings, settings } from "../settings/settings.ts";
import { Button } from "../ui/button.tsx";
import { Input, labelOptions, SegmentedChoice } from "../ui/field.tsx";
import { numberText } from "../ui/format.ts";
import { useAnswerTo, useSavedText } from "../ui/hooks.ts";
import { recall, remember } from "../ui/remember.ts";
import "./explorer-panel.css";
import type { StudyModel, StudyProps } from "./study-model.ts";

const OPEN_KEY = "kibitz-explorer";
const MINE_KEY = "kibitz-explorer-mine";
/** Most moves that are shown before the person asks for all; the line that offers them takes the place of one. */
const MOST_AT_FIRST = 3;
const { record_names } = settingEntries;

/** Shows the moves that were played in the shown position in the stored games, with their results. */
export function ExplorerPanel({ model, subject }: StudyProps) {
  // At first where it leaves the moves their room.
  const open = useSignal(recall(OPEN_KEY) === "open" || (recall(OPEN_KEY) === null && innerHeight >= 880));
  const mine = useSignal(recall(MINE_KEY) === "true");
  const names = settings.value.record_names;
  const { field } = useSavedText(names, (text) => changeSettings({ record_names: text }));
  const position = open.value ? model.position.value : null;
  const answer = useAnswerTo(
    (signal) => position && getExplorer({ ...position, mine: mine.value, names: namesIn(names) }, signal),
    [position, mine.value, names, connectionCount.value],
  );
  const data = answer?.ok ? answer.value : null;
  return (
    <section class="explorer rigid" aria-label="Opening explorer">
      <div class="explorer-head middle row">
        <Button
          kind="quiet"
          size="small"
          label="Opening explorer"
          aria-expanded={open.value}
          onClick={() => {
            open.value = !open.value;
            remember(OPEN_KEY, open.value ? "open" : "closed");
          }}
        >
          <span class="explorer-arrow" aria-hidden="true">
            ▸
          </span>
        </Button>
        <OpeningName model={model} />
        {open.value && (
          <SegmentedChoice
            legend="Games"
            hideLegend
            value={mine.value ? "mine" : "all"}
            onChange={(value) => {
              mine.value = value === "mine";
              remember(MINE_KEY, String(mine.value));
            }}
            options={labelOptions({ all: "All", mine: "Mine" })}
          />
        )}
      </div>
      {open.value && mine.value && (
        <Input
          class="explorer-names small"
          aria-label={record_names.field.label}
          title={record_names.field.hint}
          placeholder={record_names.field.label}
          maxLength={record_names.most}
          spellcheck={false}
          {...field}
        />
      )}
      {open.value && <Moves data={data} mine={mine.value} model={model} subject={subject} />}
    </section>
  );
}

/**
 * Has a constant height as long as there are few moves: the row that is clicked again and again to follow a line stays
 * under the pointer.
 */
function Moves({ data, mine, model, subject: { play } }: StudyProps & { data: ExplorerMoves | null; mine: boolean }) {
  const [all, setAll] = useState(false);
  const moves = data?.moves ?? [];
  const list = all || moves.length <= MOST_AT_FIRST ? moves : moves.slice(0, MOST_AT_FIRST - 1);
  const more = moves.length - MOST_AT_FIRST;
  return (
    <div class="explorer-moves">
      {data && moves.length === 0 && (
        <p class="pad-1 quiet small">{mine ? "None of your games" : "No finished game"} has reached this position.</p>
      )}
      <p class="line-high pad-0 right quiet text-xs" aria-hidden="true">
        {list.length > 0 && `${play.seats.map(seatTitle).join(" won · drawn · ")} won`}
      </p>
      {list.length > 0 && (
        <ol>
          {list.map((move) => (
            <li key={move.code}>
              <button
                type="button"
                class="explorer-move grid middle gap-2 whole bare hoverable"
                aria-label={`${play.moveInWords(move.text)}, ${inWords(move, play.seats)}`}
                onClick={() => model.play(move.code)}
              >
                <strong>{textShown(play, move.text)}</strong>
                <span class="right quiet small figures">{numberText(move.games)}</span>
                <Bar move={move} />
              </button>
            </li>
          ))}
        </ol>
      )}
      {more > 0 && (
        <button type="button" class="explorer-more bare small" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : amount(more + 1, "more move")}
        </button>
      )}
    </div>
  );
}

const resultShares = ({ first, draws, second }: ExplorerMove): readonly [number, number, number] | null => {
  const total = first + draws + second;
  return total === 0 ? null : [first / total, draws / total, second / total];
};
const percent = (share: number): string => `${Math.round(100 * share)}%`;

function inWords(move: ExplorerMove, [first, second]: readonly [string, string]): string {
  const games = amount(move.games, "game");
  const share = resultShares(move);
  if (!share) return `${games}, without a result`;
  const [won, drawn, lost] = share.map(percent);
  return `${games}, ${seatTitle(first)} won ${won}, ${drawn} drawn, ${seatTitle(second)} won ${lost}`;
}

/** A smaller share has no room for its figure. */
const LEAST_WITH_FIGURE = 0.18;

function Bar({ move }: { move: ExplorerMove }) {
  const share = resultShares(move);
  return (
    <span class="explorer-bar flex clips rounded-s">
      {share?.map(
        (share, index) =>
          share > 0 && (
            <span key={index} data-part={["first", "draw", "second"][index]} style={{ flexGrow: share }}>
              {share >= LEAST_WITH_FIGURE && percent(share)}
            </span>
          ),
      )}
    </span>
  );
}

/** The opening of the shown line, up to the shown position. */
function OpeningName({ model }: { model: StudyModel }) {
  const position = model.position.value;
  const answer = useAnswerTo((signal) => position && getOpening(position, signal), [position, connectionCount.value]);
  const opening = answer?.ok ? answer.value.opening : null;
  return (
    <p class="analysis-opening line-high one-line small" data-part="opening" title={opening?.name}>
      {opening ? (
        <>
          <span class="weight-medium">{opening.code}</span> {opening.name}
        </>
      ) : (
        <span class="quiet">Opening explorer</span>
      )}
    </p>
  );
}
