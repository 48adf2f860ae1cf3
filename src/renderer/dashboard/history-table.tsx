import { useLayoutEffect, useRef } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import type { HistoryGame, HistoryOrder } from "../../shared/api.ts";
import { gamePath, leagueAddress } from "../app/address.ts";
import { dateText, endInWords, momentText, recordDateText, scoreText } from "../ui/format.ts";
import { PlayerIcon } from "../ui/player-icon.tsx";
import { useNearView } from "../ui/when-near.tsx";
import { chooseHistory, historyChoice, historyGames } from "./history.ts";
import "./history-table.css";
import { PlayerName, StudyName } from "./game-card.tsx";
import { isSelected, select, selectAll } from "./selection.ts";

interface Column {
  readonly order: HistoryOrder;
  readonly title: string;
  /** The sort direction after the first click. */
  readonly first: "up" | "down";
}
const historyColumns: readonly Column[] = [
  { order: "players", title: "Players", first: "up" },
  { order: "ending", title: "Result", first: "up" },
  { order: "moves", title: "Moves", first: "down" },
  { order: "opening", title: "Opening", first: "up" },
  { order: "kind", title: "Game", first: "up" },
  { order: "ended", title: "Date", first: "down" },
];

/** The finished games as a table; a click on a column's head sorts it. */
export function HistoryTable() {
  const games = historyGames.value;
  const areAll = games.length > 0 && games.every(({ game_id }) => isSelected(game_id));
  return (
    <table class="history whole small">
      <caption class="visually-hidden">Finished games</caption>
      <thead>
        <tr>
          <td data-column="pick">
            <input
              type="checkbox"
              class="tick"
              aria-label="Select all games of this list"
              checked={areAll}
              onClick={(event) => !selectAll(games, !areAll) && event.preventDefault()}
            />
          </td>
          {historyColumns.map((column) => (
            <Head key={column.order} {...column} />
          ))}
          <th scope="col" class="weight-medium quiet" data-column="league">
            Event
          </th>
        </tr>
      </thead>
      {inParts(games).map((games, index) => (
        <Part key={index} games={games} />
      ))}
    </table>
  );
}

/**
 * Rows that are drawn together: the browser lays out a table as a whole, and one of many thousand rows would block it.
 */
const TOGETHER = 25;

const inParts = (games: readonly HistoryGame[]): readonly (readonly HistoryGame[])[] =>
  Array.from({ length: Math.ceil(games.length / TOGETHER) }, (_, index) =>
    games.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );

/** A group of rows: its space always, and its content while it is visible. */
function Part({ games }: { games: readonly HistoryGame[] }) {
  const { ref, near } = useNearView<HTMLTableSectionElement>();
  /** The height when they were last drawn. */
  const height = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (near && ref.current) height.current = ref.current.offsetHeight;
  });
  const before = height.current;
  return (
    <tbody ref={ref}>
      {near ? (
        games.map((game) => (
          <tr key={game.game_id} data-game={game.game_id}>
            <Cells game={game} />
          </tr>
        ))
      ) : (
        <tr style={{ height: before === null ? `calc(var(--history-row) * ${games.length})` : `${before}px` }}>
          <td />
        </tr>
      )}
    </tbody>
  );
}

function Head({ order, title, first }: Column) {
  const { order: currentOrder = "ended", direction = "down" } = historyChoice.value;
  const own = order === currentOrder;
  const next = own ? (direction === "up" ? "down" : "up") : first;
  return (
    <th scope="col" data-column={order} aria-sort={own ? (direction === "up" ? "ascending" : "descending") : undefined}>
      <button
        type="button"
        class="history-head inward whole bare weight-medium quiet small line gap-1"
        onClick={() => chooseHistory({ order, direction: next })}
      >
        {title}
        <span class="history-arrow" aria-hidden="true">
          {own ? (direction === "up" ? "▲" : "▼") : ""}
        </span>
      </button>
    </th>
  );
}

const Cells = ({ game }: { game: HistoryGame }) => (
  <>
    <td data-column="pick">
      <input
        type="checkbox"
        class="tick"
        aria-label={`Select game ${game.game_id}`}
        checked={isSelected(game.game_id)}
        onClick={(event) => {
          // Unchecks a box whose game could not be selected.
          if (!select(game, event.currentTarget.checked, event.shiftKey)) event.preventDefault();
        }}
      />
    </td>
    <th scope="row" data-column="players">
      <a class="history-link grid covering" href={gamePath(game)}>
        {game.study === null ? (
          game.seats.map((seat) => (
            <span key={seat} class="history-player line shrinks" data-won={game.result?.winner === seat}>
              <PlayerIcon player={game.players[seat]} />
              <span class="one-line">
                <PlayerName game={game} seat={seat} />
              </span>
            </span>
          ))
        ) : (
          <span class="history-how clips">
            <StudyName name={game.study} />
          </span>
        )}
      </a>
    </th>
    <td data-column="ending">
      <strong class="figures">{scoreText(game)}</strong>{" "}
      {game.study === null && <span class="history-how clips quiet">{endInWords(game)}</span>}
    </td>
    <td data-column="moves" class="figures">
      {Math.ceil(game.ply / 2)}
    </td>
    <td data-column="opening">
      <span class="one-line" title={game.opening ?? undefined}>
        {game.opening ?? "–"}
      </span>
    </td>
    <td data-column="kind">{findPage(game.game)?.title ?? game.game}</td>
    <td data-column="ended">
      {game.record?.date == null ? (
        <time dateTime={game.finished_at} title={momentText(game.finished_at)}>
          {game.record === null ? dateText(game.finished_at) : `added ${dateText(game.finished_at)}`}
        </time>
      ) : (
        <time dateTime={game.record.date}>{recordDateText(game.record.date)}</time>
      )}
      {game.league_id === null && <p class="unbroken text-xs figures">{`Game ${game.game_id}`}</p>}
    </td>
    <td data-column="league">
      {game.record?.event && (
        <span class="one-line" title={game.record.event}>
          <bdi>{game.record.event}</bdi>
        </span>
      )}
      {game.league_id !== null && (
        <a class="one-line anchor" href={leagueAddress.path({ id: game.league_id })}>
          <bdi>{game.league ?? `League ${game.league_id}`}</bdi>
        </a>
      )}
    </td>
  </>
);
