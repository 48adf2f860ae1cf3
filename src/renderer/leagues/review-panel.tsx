import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { LeagueDetail, ReviewState } from "../../shared/leagues.ts";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/field.tsx";
import { useShown } from "../ui/hooks.ts";
import { tellNotice } from "../ui/toasts.tsx";
import { getLeague, reviewLeague } from "./client.ts";
import type { LeagueModel } from "./league-model.ts";
import { Part } from "./part.tsx";
import * as strings from "./strings.ts";

/** The number of reviewed games, and the button that has an engine review the others, one by one. */
export function ReviewPanel({ model, league }: { model: LeagueModel; league: LeagueDetail }) {
  const [under, setUnder] = useState<ReviewState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stopping = useSignal(false);
  const shown = useShown();
  if (!league.review || league.review.games === 0) return null;
  const { games, reviewed } = under ?? league.review;
  const left = games - reviewed;

  const run = async () => {
    stopping.value = false;
    setProblem(null);
    setUnder(league.review);
    while (shown.current && !stopping.peek()) {
      const answer = await reviewLeague(league.league_id);
      if (!answer.ok) {
        setProblem(answer.message);
        break;
      }
      tellNotice(answer.value.notice);
      setUnder(answer.value);
      setProblem(await model.take(getLeague(league.league_id)));
      if (answer.value.reviewed >= answer.value.games) break;
    }
    setUnder(null);
  };
  const button = under ? (
    <Button
      size="small"
      disabled={stopping.value}
      onClick={() => {
        stopping.value = true;
      }}
    >
      {stopping.value ? strings.stopsAfterThisGame : strings.stop}
    </Button>
  ) : (
    left > 0 && (
      <Button size="small" onClick={() => void run()}>
        {strings.reviewGame(left)}
      </Button>
    )
  );
  return (
    <Part id="review" title={strings.review} aside={button}>
      <p class="quiet small" role="status">
        {strings.andMistakesStandInTable(
          left === 0 ? strings.engineHasReviewedAll(games) : strings.engineHasReviewed(reviewed, games),
          reviewed === 0 ? strings.onceItHasAccuracy : strings.accuracy,
        )}
      </p>
      <progress
        class="review-progress"
        value={reviewed}
        max={games}
        aria-label={strings.gamesReviewed}
        hidden={!under}
      />
      <Problem text={problem} />
    </Part>
  );
}
