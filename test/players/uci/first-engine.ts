import { createInterface } from "node:readline";
import { Chess } from "chess.js";

// A UCI engine that plays the first move there is. With the option Mood at `wrong` it plays what is not there, at `patient`
// it thinks until it is stopped, at `mortal` it ends when it is to think. What it is told to search by it says again, and
// how many threads it may use where that was set; and what it thinks of every position, where the option Score was: at
// `late` with the depth behind the score. At `booked` it says nothing of a position unless its book is taken away.

const say = (line: string) => process.stdout.write(`${line}\n`);
const state = { mood: "kind", score: "", threads: "", lines: 1, book: true, chess: new Chess() };

function set(name = "", value = ""): void {
  if (name === "Mood") state.mood = value;
  if (name === "Score") state.score = value;
  if (name === "Threads") state.threads = value;
  if (name === "OwnBook") state.book = value === "true";
  if (name === "MultiPV") state.lines = Number(value);
}

function hear(line: string): void {
  const [command, ...rest] = line.split(" ");
  if (command === "uci")
    say(
      "id name First\noption name Mood type string default kind\noption name Score type string default <empty>\noption name Threads type spin default 1 min 1 max 8\noption name MultiPV type spin min 1 max 5 default 1\noption name OwnBook type check default true\nuciok",
    );
  if (command === "isready") say("readyok");
  if (command === "setoption") set(rest[1], rest.at(-1));
  if (command === "position") {
    state.chess = new Chess();
    for (const move of rest.slice(2)) state.chess.move(move);
  }
  if (command === "go" && state.mood === "mortal") process.exit(3);
  const moves = command === "go" || command === "stop" ? state.chess.moves({ verbose: true }) : [];
  const [first] = moves;
  if (command === "go") {
    say(`info string told ${line}${state.threads === "" ? "" : ` by ${state.threads} threads`}`);
    const scored = `score cp ${state.score}`;
    const info = state.mood === "late" ? `${scored}  depth 40` : `depth 40 ${scored}`;
    const silent = state.score === "" || (state.mood === "booked" && state.book);
    if (!silent)
      for (const [rank, { lan }] of moves.slice(0, state.lines).entries())
        say(`info multipv ${rank + 1} ${info} nodes 1 pv  ${lan} `);
  }
  if (command === (state.mood === "patient" ? "stop" : "go"))
    say(`bestmove ${state.mood === "wrong" ? "a1a1" : (first?.lan ?? "0000")}`);
}

createInterface({ input: process.stdin }).on("line", hear);
