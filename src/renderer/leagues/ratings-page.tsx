import { useEffect, useMemo } from "preact/hooks";
import type { GamePage } from "../../games/page.ts";
import { findPage, pages } from "../../games/pages.ts";
import { firstMoveText, ratingText, repeatsText, scaleText, virtualDrawsText } from "../../shared/league-words.ts";
import type { RatingListReport } from "../../shared/leagues.ts";
import { leaguesAddress, ratingsAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { UnknownPage } from "../app/unknown-page.tsx";
import { useTitle } from "../app/use-title.ts";
import { GameField } from "../new-game/game-field.tsx";
import { ColumnGuide } from "../ui/column-guide.tsx";
import { dateText, numberText } from "../ui/format.ts";
import { WayBack } from "../ui/way-back.tsx";
import { getRatings } from "./client.ts";
import {
  FiguresTable,
  RankAndName,
  RankAndNameHeads,
  ShortHead,
  WonDrawnLostHeads,
  wonDrawnLost,
} from "./figures-table.tsx";
import { keepLastAnswer } from "./league-model.ts";
import { RatingPlot } from "./rating-plot.tsx";
import * as strings from "./strings.ts";
import "./league-page.css";
import "./tables.css";

const follow = (game: string) =>
  keepLastAnswer(
    () => getRatings(game),
    (news) => news.game === game && news.matches.some(({ status }) => status === "reported"),
  );

/** The rating list over all rated games of a kind, in leagues or not. */
export function RatingsPage({ game: asked }: { game: string | null }) {
  const game = asked === null ? pages[0] : findPage(asked);
  return game ? <Ratings game={game} /> : <UnknownPage />;
}

function Ratings({ game }: { game: GamePage }) {
  const model = useMemo(() => follow(game.kind), [game.kind]);
  useEffect(() => model.close, [model]);
  useTitle(strings.ratingListTitle(game.title));
  const list = model.told.value;
  return (
    <div class="page ratings-page">
      <WayBack href={leaguesAddress.path({})}>{strings.leagues}</WayBack>
      <div class="leagues-head">
        <h1 tabIndex={-1}>{strings.ratingList}</h1>
        <GameField hideLegend value={game.kind} onChange={(kind) => navigate(ratingsAddress.path({ game: kind }))} />
      </div>
      {list === null && <p role="status">{model.missing.value?.message ?? strings.fetchingList}</p>}
      {list !== null && list.entries.length === 0 && (
        <p class="quiet">
          {strings.nobodyHasPlayedRatedGame} <a href={leaguesAddress.path({})}>{strings.setOneUp}</a>.
        </p>
      )}
      {list !== null && list.entries.length > 0 && <List list={list} />}
    </div>
  );
}

function List({ list }: { list: RatingListReport }) {
  const { entries, games, scale, first_move } = list;
  const rated = entries.filter(({ rating }) => rating.elo !== null);
  return (
    <>
      <p class="quiet list-words">
        {strings.gameEachWithSameWeight(games, scale === "levels" ? scaleText : strings.meanOfAll)}
        {first_move !== null && strings.movingFirstIsWorth(firstMoveText(list))} {virtualDrawsText(list)}{" "}
        {repeatsText(list.repeats)}
      </p>
      {rated.length > 0 && (
        <section class="league-part" aria-label={strings.ratingsWithTheirIntervals}>
          <RatingPlot rows={rated.map(({ identity, name, kind, rating }) => ({ key: identity, name, kind, rating }))} />
        </section>
      )}
      <section class="league-part" aria-label={strings.records}>
        <FiguresTable label={strings.records}>
          <thead>
            <tr>
              <RankAndNameHeads rank={strings.place} />
              <th scope="col">{strings.rating}</th>
              <th scope="col">{strings.games}</th>
              <WonDrawnLostHeads />
              <ShortHead title={strings.scoreInPerCent} class="on-wide">
                %
              </ShortHead>
              <th scope="col" class="on-wide">
                {strings.lastPlayed}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ identity, name, kind, rating, games: count, won, drawn, lost, last_played_at }, index) => (
              <tr key={identity}>
                <RankAndName rank={rating.elo === null ? null : index + 1} name={name} kind={kind} />
                <td class="figures points">{ratingText(rating)}</td>
                <td class="figures">{numberText(count)}</td>
                <td class="figures">{won}</td>
                <td class="figures">{drawn}</td>
                <td class="figures">{lost}</td>
                <td class="figures on-wide">{count === 0 ? "–" : Math.round((100 * (won + drawn / 2)) / count)}</td>
                <td class="figures on-wide">{last_played_at === null ? "–" : dateText(last_played_at)}</td>
              </tr>
            ))}
          </tbody>
        </FiguresTable>
        <ColumnGuide heads={[...wonDrawnLost, ["%", strings.scoreInPerCent]]} />
      </section>
    </>
  );
}
