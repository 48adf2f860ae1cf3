import { useEffect, useMemo } from "preact/hooks";
import type { GamePage } from "../../games/page.ts";
import { findPage, pages } from "../../games/pages.ts";
import { firstMoveText, ratingText, repeatsText, scaleText, virtualDrawsText } from "../../shared/league-words.ts";
import type { RatingListReport } from "../../shared/leagues.ts";
import { counted } from "../../shared/text.ts";
import { navigate, pathOf } from "../app/route.ts";
import { UnknownPage } from "../app/unknown-page.tsx";
import { useTitle } from "../app/use-title.ts";
import { dateText, numberText } from "../ui/format.ts";
import { HeadsInWords } from "../ui/heads-in-words.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { WayBack } from "../ui/way-back.tsx";
import { getRatings } from "./client.ts";
import { EntrantIcon } from "./entrant-icon.tsx";
import { FiguresTable, RankAndName, ShortHead, WonDrawnLost, wonDrawnLost } from "./figures-table.tsx";
import { keepTold } from "./keep-told.ts";
import { RatingPlot } from "./rating-plot.tsx";
import "./league-page.css";
import "./ratings-page.css";
import "./tables.css";

const follow = (game: string) =>
  keepTold(
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
  useTitle(`Rating list, ${game.title}`);
  const list = model.told.value;
  return (
    <div class="page ratings-page">
      <WayBack href={pathOf({ page: "leagues" })}>Leagues</WayBack>
      <div class="leagues-head">
        <h1 tabIndex={-1}>Rating list</h1>
        <Segmented
          legend="Game"
          hideLegend
          options={pages.map(({ kind, title }) => ({ value: kind, label: title }))}
          value={game.kind}
          onChange={(kind) => navigate(pathOf({ page: "ratings", game: kind }))}
        />
      </div>
      {list === null && <p role="status">{model.missing.value?.message ?? "Fetching the list…"}</p>}
      {list !== null && list.entries.length === 0 && (
        <p class="quiet">
          Nobody has played a rated game yet. Games of leagues count:{" "}
          <a href={pathOf({ page: "leagues" })}>set one up</a>.
        </p>
      )}
      {list !== null && list.entries.length > 0 && <List list={list} />}
    </div>
  );
}

const scoreInWords = "Score in per cent";

function List({ list }: { list: RatingListReport }) {
  const { entries, games, scale, first_move } = list;
  const rated = entries.filter(({ rating }) => rating.elo !== null);
  return (
    <>
      <p class="quiet list-words">
        {counted(games, "game")}, each with the same weight: the strengths under which they are the most likely, with 95
        % intervals. {scale === "levels" ? scaleText : "The mean of all who can be compared is 1500."}
        {first_move !== null && ` Moving first is worth ${firstMoveText(list)}.`} {virtualDrawsText(list)}{" "}
        {repeatsText(list.repeats)}
      </p>
      {rated.length > 0 && (
        <section class="league-part" aria-label="Ratings with their intervals">
          <RatingPlot rows={rated.map(({ identity, name, kind, rating }) => ({ key: identity, name, kind, rating }))} />
        </section>
      )}
      <section class="league-part" aria-label="Records">
        <FiguresTable label="Records">
          <thead>
            <tr>
              <RankAndName rank="Place" />
              <th scope="col">Rating</th>
              <th scope="col">Games</th>
              <WonDrawnLost />
              <ShortHead title={scoreInWords} class="on-wide">
                %
              </ShortHead>
              <th scope="col" class="on-wide">
                Last played
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ identity, name, kind, rating, games: count, won, drawn, lost, last_played_at }, index) => (
              <tr key={identity}>
                <td class="rank figures">{rating.elo === null ? "" : index + 1}</td>
                <th scope="row" class="name">
                  <span class="entrant">
                    <EntrantIcon kind={kind} />
                    <bdi class="one-line" title={name}>
                      {name}
                    </bdi>
                  </span>
                </th>
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
        <HeadsInWords heads={[...wonDrawnLost, ["%", scoreInWords]]} />
      </section>
    </>
  );
}
