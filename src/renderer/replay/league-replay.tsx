import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { type ReplayBook, type ReplayEntry, type ReplaySeed, replaySeedIdOf } from "../../shared/replay.ts";
import * as strings from "./strings.ts";
import "../ui/field.css";
import { scoreText } from "../ui/game-words.ts";
import { StepButton } from "../ui/icons.tsx";
import { onKeys } from "../ui/on-keys.ts";
import { Replay, seedIn } from "./replay.tsx";

/** Isolates a name in a line that cannot hold an element, so that it keeps its own direction of writing. */
const apart = (name: string): string => `\u2068${name}\u2069`;
const lineOf = ({ names, ...game }: ReplayEntry): string => `${names.map(apart).join(" – ")}, ${scoreText(game)}`;

/** The games of a league, one of which is replayed. */
export function LeagueReplay({ book: { league, over, games } }: { book: ReplayBook }) {
  const [at, setAt] = useState(0);
  const seed = useMemo(() => seedIn<ReplaySeed>(replaySeedIdOf(at)), [at]);
  const rounds = useMemo(() => inRounds(games), [games]);
  const go = (place: number) => setAt(Math.min(games.length - 1, Math.max(0, place)));
  useLayoutEffect(() => onKeys({ p: () => go(at - 1), n: () => go(at + 1) }));
  return (
    <div class="replay-book">
      <header class="replay-games">
        <p class="replay-league">
          <bdi>{league}</bdi>
          {games.length < over && <span>{strings.ofGames(games.length, over)}</span>}
        </p>
        <div class="replay-choice">
          <StepButton step="back" label={strings.gameBeforeP} disabled={at === 0} onClick={() => go(at - 1)} />
          <select
            class="input"
            aria-label={strings.game}
            value={at}
            onChange={({ currentTarget }) => go(Number(currentTarget.value))}
          >
            {rounds.map(({ round, places }) => (
              <optgroup key={round} label={strings.round(round)}>
                {places.map(({ place, game }) => (
                  <option key={place} value={place}>
                    {lineOf(game)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <StepButton
            step="on"
            label={strings.nextGameN}
            disabled={at >= games.length - 1}
            onClick={() => go(at + 1)}
          />
        </div>
      </header>
      {seed ? <Replay key={at} seed={seed} /> : <p class="replay-none">{strings.thereIsNoGame}</p>}
    </div>
  );
}

/** In the order of their rounds. */
const inRounds = (games: readonly ReplayEntry[]) =>
  [...new Set(games.map(({ round }) => round))].map((round) => ({
    round,
    places: games.flatMap((game, place) => (game.round === round ? [{ place, game }] : [])),
  }));
