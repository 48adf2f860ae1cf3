import { createInterface } from "node:readline";
import { Chess } from "chess.js";

// A UCI engine that plays the first move there is; with the option Mood at `wrong`, what is not there.

const say = (line: string) => process.stdout.write(`${line}\n`);
const state = { mood: "kind", chess: new Chess() };

function hear(line: string): void {
  const [command, ...rest] = line.split(" ");
  if (command === "uci") say("id name First\noption name Mood type string default kind\nuciok");
  if (command === "isready") say("readyok");
  if (command === "setoption") state.mood = rest.at(-1) ?? "";
  if (command === "position") {
    state.chess = new Chess();
    for (const move of rest.slice(2)) state.chess.move(move);
  }
  if (command === "go") {
    const [first] = state.chess.moves({ verbose: true });
    say(`bestmove ${state.mood === "wrong" ? "a1a1" : (first?.lan ?? "0000")}`);
  }
}

createInterface({ input: process.stdin }).on("line", hear);
