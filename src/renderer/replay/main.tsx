import "../styles/tokens.css";
import "../styles/boards.css";
import "../styles/base.css";
import { render } from "preact";
import { type ReplayBook, type ReplaySeed, replaySeedId } from "../../shared/replay.ts";
import { LeagueReplay, LiveReplay, Replay, seedIn } from "./replay.tsx";

// Imported last, so that its rules override the others.
import "../styles/forced-colors.css";

const replaySeed = seedIn<ReplaySeed | ReplayBook>(replaySeedId);
const rootElement = document.getElementById("app");
if (replaySeed && rootElement) {
  document.title = "games" in replaySeed ? replaySeed.league : replaySeed.players.map(({ name }) => name).join(" – ");
  Object.assign(document.documentElement.dataset, replaySeed.look);
  const Page = "live" in replaySeed ? LiveReplay : Replay;
  render("games" in replaySeed ? <LeagueReplay book={replaySeed} /> : <Page seed={replaySeed} />, rootElement);
}
