import { spanOf, strongerFirst } from "../../shared/league-facts.ts";
import { ratingText } from "../../shared/league-words.ts";
import type { LeagueRating, RatedPlayer } from "../../shared/leagues.ts";
import { Entrant } from "./part.tsx";
import "./rating-plot.css";

export interface Rated extends Pick<RatedPlayer, "name" | "kind" | "rating"> {
  readonly key: string;
  /** The address behind its name. */
  readonly href?: string;
}

/** Steps of the scale, in Elo. */
const scaleSteps = [50, 100, 200, 250, 500, 1000];

/** The height of a plot with that many rows and its scale, as the style sheet has it. */
export const plotHeight = (rows: number): string => `${1.25 + rows * 1.875}rem`;

/** Ratings as points on a line, each with its interval, strongest first: overlapping intervals cannot be told apart. */
export function RatingPlot({ rows }: { rows: readonly Rated[] }) {
  const spans = rows.flatMap(({ rating }) => spanOf(rating) ?? []);
  if (spans.length === 0) return null;
  const [low, high] = [Math.min(...spans), Math.max(...spans)];
  const step = scaleSteps.find((each) => (high - low) / each <= 6) ?? 2000;
  const from = Math.floor((low - step * 0.2) / step) * step;
  const to = Math.max(from + step, Math.ceil((high + step * 0.2) / step) * step);
  const part = (elo: number) => `${((100 * elo) / (to - from)).toFixed(2)}%`;
  const at = (elo: number) => part(elo - from);
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step);
  const strongest = rows.toSorted((one, other) => strongerFirst(one.rating, other.rating));
  return (
    <div class="rating-plot grid">
      <div class="plot-row across grid middle plot-scale text-xs quiet" aria-hidden="true">
        <span />
        <span class="plot-track anchor figures">
          {ticks.map((tick) => (
            <span key={tick} class="plot-tick placed unbroken" style={{ left: at(tick) }}>
              {String(tick).replace("-", "−")}
            </span>
          ))}
        </span>
        <span />
      </div>
      <ol class="plot-rows across grid">
        {strongest.map(({ key, name, kind, rating, href }) => (
          <li key={key} class="plot-row across grid middle hoverable rounded-s">
            <Entrant kind={kind} name={name} href={href} />
            <span class="plot-track anchor" aria-hidden="true">
              {ticks.map((tick) => (
                <i key={tick} class="plot-line placed" style={{ left: at(tick) }} />
              ))}
              <Mark rating={rating} part={part} to={to} from={from} />
            </span>
            <span class="right figures small">{ratingText(rating)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface MarkProps {
  readonly rating: LeagueRating;
  /** How much of the scale a difference takes. */
  part(elo: number): string;
  readonly from: number;
  readonly to: number;
}

function Mark({ rating, part, from, to }: MarkProps) {
  const { kind, elo } = rating;
  const [start, end] = spanOf(rating) ?? [];
  if (start === undefined || end === undefined || elo === null) return null;
  const low = kind === "at_most" ? from : start;
  const high = kind === "at_least" ? to : end;
  return (
    <>
      <i class={`plot-bound placed ${kind}`} style={{ left: part(low - from), width: part(high - low) }} />
      <i class="plot-point placed" style={{ left: part(elo - from) }} />
    </>
  );
}
