import "../styles/tokens.css";
import "../styles/base.css";
import { render } from "preact";
import { type ReplaySeed, replaySeedId } from "../../shared/replay.ts";
import { Replay } from "./replay.tsx";
// Last, so that it has the last word.
import "../styles/forced-colors.css";

// The page and what stands in it were written together, by one Kibitz.
const seed: ReplaySeed | null = JSON.parse(document.getElementById(replaySeedId)?.textContent ?? "null");
const place = document.getElementById("app");
if (seed && place) {
  document.title = seed.players.map(({ name }) => name).join(" – ");
  Object.assign(document.documentElement.dataset, seed.look);
  render(<Replay seed={seed} />, place);
}
