import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { findCoordinates, findPicture } from "../../games/pictures.ts";
import { followersOf, lineAfter } from "../../shared/lines.ts";
import { type ReplayBook, type ReplayEntry, type ReplaySeed, replaySeedIdOf } from "../../shared/replay.ts";
import { seatTitle } from "../../shared/terms.ts";
import { LineTree, MoveFacts, MoveThoughts } from "../lines/line-tree.tsx";
import { Button, FlipButton, Icon, StepButton } from "../ui/button.tsx";
import { scoreText } from "../ui/format.ts";
import { onKeys } from "../ui/hooks.ts";
import "./replay.css";
import "../ui/field.css";

/** Milliseconds between two moves in automatic replay. */
const PACE_MS = 1_200;

/** Replays a game, with its variations. */
export function Replay({ seed }: { seed: ReplaySeed }) {
  const ply = useSignal(-1);
  const end = useRef(-1);
  // A spectator at the last move of a game that goes on sees the next one as well.
  useLayoutEffect(() => {
    if (seed.live && ply.value === end.current) ply.value = seed.moves.length - 1;
    end.current = seed.moves.length - 1;
  }, [seed]);
  const current = ply.value;
  const [isFlipped, setFlipped] = useState(false);
  const [playing, setPlaying] = useState(false);
  const next = useMemo(() => followersOf(seed), [seed]);
  const [on] = next(current);
  const move = seed.moves[current];

  const go = (place: number) => {
    setPlaying(false);
    ply.value = place;
  };
  const first = () => go(-1);
  const back = () => go(move?.after ?? -1);
  const forward = () => go(on ?? current);
  const last = () => go(lineAfter(next, current).at(-1) ?? current);
  const flip = () => setFlipped(!isFlipped);
  // A layout effect, so that the next key starts from the shown position.
  useLayoutEffect(() => onKeys({ ArrowLeft: back, ArrowRight: forward, Home: first, End: last, f: flip }));
  useEffect(() => {
    if (!playing) return;
    if (on === undefined) return setPlaying(false);
    const timer = setTimeout(() => {
      ply.value = on;
    }, PACE_MS);
    return () => clearTimeout(timer);
  }, [playing, current]);

  const Picture = findPicture(seed.game);
  const Coordinates = findCoordinates(seed.game);
  const [one, other] = seed.players;
  const [top, bottom] = isFlipped ? [one, other] : [other, one];
  return (
    <main class="replay grid">
      <section class="replay-table" aria-label="Board">
        <Name player={top} />
        <div
          class="replay-board clips anchor sunken rounded"
          role="img"
          aria-label={move ? `After ${move.number} ${move.text}` : "Starting position"}
        >
          {Picture ? (
            <Picture view={move?.view ?? seed.start} lastMove={move?.code ?? null} isFlipped={isFlipped} />
          ) : (
            <p>This page does not know this game.</p>
          )}
          {Coordinates && <Coordinates isFlipped={isFlipped} />}
        </div>
        <Name player={bottom} />
        <MoveFacts move={move} />
        <div class="replay-keys line above-2">
          <StepButton step="first" label="First position" disabled={current < 0} onClick={first} />
          <StepButton step="back" label="Previous move" disabled={current < 0} onClick={back} />
          <Button
            kind="primary"
            label={playing ? "Pause" : "Play"}
            onClick={() => {
              // At the end it starts again.
              if (!playing && on === undefined) ply.value = -1;
              setPlaying(!playing);
            }}
          >
            <Icon>{playing ? <path d="M5.5 3.5v9M10.5 3.5v9" /> : <path d="M5 3l8 5-8 5z" fill="currentColor" />}</Icon>
          </Button>
          <StepButton step="on" label="Next move" disabled={on === undefined} onClick={forward} />
          <StepButton step="last" label="Last position" disabled={on === undefined} onClick={last} />
          <FlipButton onClick={flip} />
        </div>
      </section>
      <section class="replay-side surface column shrinks" aria-label="The game">
        <header class="stack gap-2">
          <h1>
            <bdi>{one.name}</bdi> – <bdi>{other.name}</bdi>
          </h1>
          <p>{seed.result}</p>
          {seed.facts.length > 0 && (
            <dl class="column small">
              {seed.facts.map(([name, value]) => (
                <div key={name} class="flex gap-2">
                  <dt class="rigid quiet">{name}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </header>
        <LineTree lines={seed} node={ply} onGo={go} numberOf={(place) => seed.moves[place]?.number ?? ""} />
        <MoveThoughts lines={seed} place={current} />
      </section>
    </main>
  );
}

/** Milliseconds between two looks at a game that goes on. */
const POLL_MS = 1_000;

/** A game, or the last of several, that is asked for again and again beside its page's address. */
export function LiveReplay({ seed }: { seed: ReplaySeed }) {
  const [now, setNow] = useState(seed);
  useEffect(() => {
    let last: string | null = null;
    const look = async () => {
      const answer = await fetch(location.pathname.replace("/board", "/seed")).catch(() => null);
      const tag = answer?.ok ? answer.headers.get("etag") : last;
      if (tag !== last) setNow(await answer?.json());
      last = tag;
    };
    const timer = setInterval(() => void look().catch(() => null), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return <Replay key={now.game_id} seed={now} />;
}

const Name = ({ player }: { player: ReplaySeed["players"][number] }) => (
  <p class="replay-name spread weight-strong line gap-3">
    <bdi>{player.name}</bdi>{" "}
    {player.name !== seatTitle(player.seat) && <span class="unbroken">{seatTitle(player.seat)}</span>}
  </p>
);

/** The data in an element of the page; null without one. One version of Kibitz wrote both page and data. */
export function seedIn<Seed>(id: string): Seed | null {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** Isolates a name in a line that cannot hold an element, so that it keeps its own direction of writing. */
const isolateName = (name: string): string => `\u2068${name}\u2069`;
const lineOf = ({ names, ...game }: ReplayEntry): string => `${names.map(isolateName).join(" – ")}, ${scoreText(game)}`;

/** The games of a league, one of which is replayed. */
export function LeagueReplay({ book: { league, over, games } }: { book: ReplayBook }) {
  const [at, setAt] = useState(0);
  const seed = useMemo(() => seedIn<ReplaySeed>(replaySeedIdOf(at)), [at]);
  const rounds = useMemo(() => inRounds(games), [games]);
  const go = (place: number) => setAt(Math.min(games.length - 1, Math.max(0, place)));
  useLayoutEffect(() => onKeys({ p: () => go(at - 1), n: () => go(at + 1) }));
  return (
    <div class="replay-book">
      <header class="replay-games middle row">
        <p class="replay-league weight-strong">
          <bdi>{league}</bdi>
          {games.length < over && <span>{`${games.length} of ${over} games are on this page.`}</span>}
        </p>
        <div class="replay-choice line gap-1 shrinks">
          <StepButton step="back" label="Previous game (p)" disabled={at === 0} onClick={() => go(at - 1)} />
          <select
            class="input"
            aria-label="Game"
            value={at}
            onChange={({ currentTarget }) => go(Number(currentTarget.value))}
          >
            {rounds.map(({ round, places }) => (
              <optgroup key={round} label={`Round ${round}`}>
                {places.map(({ place, game }) => (
                  <option key={place} value={place}>
                    {lineOf(game)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <StepButton step="on" label="Next game (n)" disabled={at >= games.length - 1} onClick={() => go(at + 1)} />
        </div>
      </header>
      {seed ? <Replay key={at} seed={seed} /> : <p class="pad-3 centred">There is no game on this page.</p>}
    </div>
  );
}

/** In the order of their rounds. */
const inRounds = (games: readonly ReplayEntry[]) =>
  [...new Set(games.map(({ round }) => round))].map((round) => ({
    round,
    places: games.flatMap((game, place) => (game.round === round ? [{ place, game }] : [])),
  }));
