import { createInterface } from "node:readline";
import { Chess } from "chess.js";

// A UCI engine that plays the first move there is. With the option Mood at `wrong` it plays what is not there, at `patient`
// it thinks until it is stopped. What it is told to search by it says again.

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
  if (command === "go") say(`info string told ${line}`);
  if (command === (state.mood === "patient" ? "stop" : "go")) {
    const [first] = state.chess.moves({ verbose: true });
    say(`bestmove ${state.mood === "wrong" ? "a1a1" : (first?.lan ?? "0000")}`);
  }
}

createInterface({ input: process.stdin }).on("line", hear);
