import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { findCoordinates, findPicture } from "../../games/pictures.ts";
import { followers } from "../../shared/lines.ts";
import type { ReplaySeed } from "../../shared/replay.ts";
import { seatTitle } from "../../shared/terms.ts";
import { LineTree } from "../lines/line-tree.tsx";
import { MoveFacts } from "../lines/move-facts.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { StepIcon } from "../ui/step-icon.tsx";
import { onKeys } from "./on-keys.ts";
import * as strings from "./strings.ts";
import "./replay.css";

/** Milliseconds between two moves in automatic replay. */
const PACE_MS = 1_200;

/** Replays a game, with its variations. */
export function Replay({ seed }: { seed: ReplaySeed }) {
  const shown = useSignal(-1);
  const here = shown.value;
  const [flipped, setFlipped] = useState(false);
  const [playing, setPlaying] = useState(false);
  const next = useMemo(() => followers(seed), [seed]);
  const on = next(here)[0] ?? null;
  const move = seed.moves[here];

  const go = (place: number) => {
    setPlaying(false);
    shown.value = place;
  };
  const last = () => {
    let place = here;
    for (let following = on; following !== null; following = next(place)[0] ?? null) place = following;
    return place;
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(move?.after ?? -1),
    ArrowRight: () => go(on ?? here),
    Home: () => go(-1),
    End: () => go(last()),
    f: () => setFlipped(!flipped),
  };
  // A layout effect, so that the next key starts from the shown position.
  useLayoutEffect(() => onKeys(keys));
  useEffect(() => {
    if (!playing) return;
    if (on === null) return setPlaying(false);
    const timer = setTimeout(() => {
      shown.value = on;
    }, PACE_MS);
    return () => clearTimeout(timer);
  }, [playing, here]);

  const Picture = findPicture(seed.game);
  const Coordinates = flipped ? null : findCoordinates(seed.game);
  const [first, second] = seed.players;
  const [top, bottom] = flipped ? [first, second] : [second, first];
  return (
    <main class="replay">
      <section class="replay-table" aria-label={strings.board}>
        <Name player={top} />
        <div class="replay-board" role="img" aria-label={move ? strings.after(move.number, move.text) : strings.start}>
          {Picture ? (
            <Picture view={move?.view ?? seed.start} lastMove={move?.code ?? null} flipped={flipped} />
          ) : (
            <p>{strings.thisPageDoesNotKnow}</p>
          )}
          {Coordinates && <Coordinates />}
        </div>
        <Name player={bottom} />
        <MoveFacts move={move} />
        <div class="replay-keys">
          <Button kind="quiet" label={strings.firstPosition} disabled={here < 0} onClick={() => go(-1)}>
            <StepIcon step="first" />
          </Button>
          <Button kind="quiet" label={strings.oneMoveBack} disabled={here < 0} onClick={() => go(move?.after ?? -1)}>
            <StepIcon step="back" />
          </Button>
          <Button
            kind="primary"
            label={playing ? strings.pause : strings.play}
            onClick={() => {
              // At the end it starts again.
              if (!playing && on === null) shown.value = -1;
              setPlaying(!playing);
            }}
          >
            <Icon>{playing ? <path d="M5.5 3.5v9M10.5 3.5v9" /> : <path d="M5 3l8 5-8 5z" fill="currentColor" />}</Icon>
          </Button>
          <Button kind="quiet" label={strings.oneMoveOn} disabled={on === null} onClick={() => go(on ?? here)}>
            <StepIcon step="on" />
          </Button>
          <Button kind="quiet" label={strings.lastPosition} disabled={on === null} onClick={() => go(last())}>
            <StepIcon step="last" />
          </Button>
          <Button kind="quiet" label={strings.flipBoard} onClick={() => setFlipped(!flipped)}>
            <StepIcon step="flip" />
          </Button>
        </div>
      </section>
      <section class="replay-side" aria-label={strings.gameLabel}>
        <header>
          <h1>
            <bdi>{first.name}</bdi> – <bdi>{second.name}</bdi>
          </h1>
          <p>{seed.result}</p>
          {seed.facts.length > 0 && (
            <dl>
              {seed.facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </header>
        <LineTree lines={seed} here={shown} onGo={go} numberOf={(place) => seed.moves[place]?.number ?? ""} />
      </section>
    </main>
  );
}

const Name = ({ player }: { player: ReplaySeed["players"][number] }) => (
  <p class="replay-name">
    <bdi>{player.name}</bdi> <span>{seatTitle(player.seat)}</span>
  </p>
);
