import { createLeague as createLeagueSteps, decide as decideSteps } from "../../src/main/league/machine/decide.ts";
import { leagueStandings as leagueStandingsSteps } from "../../src/main/league/machine/rounds.ts";
import { rateEntrants as rateSteps } from "../../src/main/league/ratings/bradley-terry.ts";
import { readLeague as readLeagueSteps } from "../../src/main/league/snapshot.ts";
import { partsOf as partsOfSteps } from "../../src/main/league/standings/record.ts";
import {
  crosstable as crosstableSteps,
  standingsOf as standingsOfSteps,
} from "../../src/main/league/standings/standings.ts";
import { leagueTrf as leagueTrfSteps } from "../../src/main/league/trf/write.ts";
import { replayLeague as replayLeagueSteps } from "../../src/main/views/export/bundle/replay-league.ts";
import { leagueCsv as leagueCsvSteps } from "../../src/main/views/export/league-csv.ts";
import {
  entrantDetail as entrantDetailSteps,
  leagueDetail as leagueDetailSteps,
} from "../../src/main/views/league/league-detail.ts";
import { figuresIn as figuresInSteps } from "../../src/main/views/league/league-figures.ts";
import { leagueReport as leagueReportSteps } from "../../src/main/views/league/league-view.ts";
import { cheapestMatching as cheapestMatchingSteps } from "../../src/shared/formats/matching.ts";
import { swissRound as swissRoundSteps } from "../../src/shared/formats/swiss.ts";
import { runAtOnce, type Steps } from "../../src/shared/steps.ts";

/** Runs work in one go that the host does piece by piece. */

const atOnce =
  <Args extends readonly unknown[], T>(steps: (...args: Args) => Steps<T>) =>
  (...args: Args): T =>
    runAtOnce(steps(...args));

export const createLeague = atOnce(createLeagueSteps);
export const crosstable = atOnce(crosstableSteps);
export const decide = atOnce(decideSteps);
export const entrantDetail = atOnce(entrantDetailSteps);
export const figuresIn = atOnce(figuresInSteps);
export const cheapestMatching = atOnce(cheapestMatchingSteps);
export const leagueCsv = atOnce(leagueCsvSteps);
export const leagueDetail = atOnce(leagueDetailSteps);
export const leagueReport = atOnce(leagueReportSteps);
export const leagueStandings = atOnce(leagueStandingsSteps);
export const leagueTrf = atOnce(leagueTrfSteps);
export const partsOf = atOnce(partsOfSteps);
export const standingsOf = atOnce(standingsOfSteps);
export const swissRound = atOnce(swissRoundSteps);
export const rate = atOnce(rateSteps);
export const replayLeague = atOnce(replayLeagueSteps);
export const readLeague = atOnce(readLeagueSteps);
