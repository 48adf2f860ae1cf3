import "../styles/tokens.css";
import "../styles/boards.css";
import "../styles/base.css";
import { render } from "preact";
import { type ReplayBook, type ReplaySeed, replaySeedId } from "../../shared/replay.ts";
import { LeagueReplay, LiveReplay, Replay, seedIn } from "./replay.tsx";

// Imported last, so that its rules override the others.
import "../styles/forced-colors.css";

const seed = seedIn<ReplaySeed | ReplayBook>(replaySeedId);
const place = document.getElementById("app");
if (seed && place) {
  document.title = "games" in seed ? seed.league : seed.players.map(({ name }) => name).join(" – ");
  Object.assign(document.documentElement.dataset, seed.look);
  const Page = "live" in seed ? LiveReplay : Replay;
  render("games" in seed ? <LeagueReplay book={seed} /> : <Page seed={seed} />, place);
}
