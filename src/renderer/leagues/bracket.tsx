import { levelText, pointsText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueMatch } from "../../shared/leagues.ts";
import { gameAddress } from "../game/address.ts";

import { Part } from "./part.tsx";
import * as strings from "./strings.ts";
import "./bracket.css";

/** A knockout as a tree: the winners of neighbours meet in the next column. */
export function Bracket({ league }: { league: LeagueDetail }) {
  const { rounds, rounds_total } = league;
  const first = rounds[0]?.matches.length ?? 0;
  const columns = Array.from({ length: rounds_total }, (_, index) => ({
    round: index + 1,
    matches: rounds[index]?.matches ?? [],
    places: Math.max(1, Math.round(first / 2 ** index)),
  }));
  return (
    <Part id="bracket" title={strings.bracket}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="bracket" aria-label={strings.bracketScrolling} tabIndex={0}>
        {columns.map(({ round, matches, places }) => (
          <div key={round} class="bracket-round">
            <h3>{places === 1 ? strings.final : places === 2 ? strings.semiFinals : strings.round(round)}</h3>
            <ol>
              {Array.from({ length: places }, (_, place) => (
                <li key={place}>
                  <Tie match={matches[place]} />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </section>
    </Part>
  );
}

function Tie({ match }: { match: LeagueMatch | undefined }) {
  if (!match) return <p class="tie to-come">{strings.toCome}</p>;
  const { a, b, winner, score, status, games } = match;
  const level = levelText(match);
  const begun = status === "playing" || status === "reported";
  const [game] = games;
  const sides = [
    { name: a, points: score[0] },
    { name: b, points: score[1] },
  ];
  return (
    <p class="tie" data-status={status}>
      {sides.map(({ name, points }, index) =>
        name === null ? (
          <span key={index} class="tie-side bye">
            {strings.bye}
          </span>
        ) : (
          <span
            key={index}
            class={`tie-side${status === "reported" && (winner === name || b === null) ? " winner" : ""}`}
          >
            <bdi class="one-line" title={name}>
              {name}
            </bdi>
            {b !== null && begun && <span class="figures">{pointsText(points)}</span>}
          </span>
        ),
      )}
      {level !== null && <span class="tie-level">{strings.level(level)}</span>}
      {game !== undefined && (
        <a class="tie-link" href={gameAddress.path({ id: games.at(-1) ?? game })}>
          <span class="visually-hidden">
            {strings.against(a)} {b}
          </span>
        </a>
      )}
    </p>
  );
}
