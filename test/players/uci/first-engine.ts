import { createInterface } from "node:readline";
import { Chess } from "chess.js";

// A UCI engine that plays the first move there is, with a habit that other people's engines have. With the option Mood
// at `wrong` it plays what is not there, at `patient` it thinks until it is stopped, at `mortal` it ends when it is to
// think; at `rook` it castles where it can, as its king onto the rook, at `blank` it writes more blanks than it has to, at
// `loud` it gives its moves in capitals, at `drawn` it plays a knight to and fro and takes the third repetition for the
// end, at `chatty` it prints 3 MiB before each move, at `unready` it is never ready, at `clearing` it takes a fifth of a
// second to begin a new game. What it is told to search by it says again, with how many threads it may use where that was
// set, and what it thinks of every position, where the option Score was: at `late` with the depth behind the score. At
// `booked` it says nothing of a position unless its book is taken away.

const say = (line: string) => process.stdout.write(`${line}\n`);
const state = { mood: "kind", score: "", threads: "", lines: 1, book: true, chess: new Chess() };

function set(words: readonly string[]): void {
  const at = words.indexOf("value");
  const [name, value = ""] = at < 0 ? [words.slice(1).join(" ")] : [words.slice(1, at).join(" "), words.at(-1)];
  if (name === "Mood") state.mood = value;
  if (name === "Score") state.score = value;
  if (name === "Threads") state.threads = value;
  if (name === "OwnBook") state.book = value === "true";
  if (name === "MultiPV") state.lines = Number(value);
  if (name === "UCI_Chess960") say(`info string told ${words.join(" ")}`);
}

const options = [
  "Mood type string default kind",
  "Score type string default <empty>",
  "Threads type spin default 1 min 1 max 8",
  "MultiPV type spin min 1 max 5 default 1",
  "OwnBook type check default true",
  "Style type combo default Solid var Solid var Very Wild",
  "UCI_Chess960 type check default false",
  "Clear  Hash\ttype button",
];

/** The move that it plays, as it writes it. */
function chosen(): string {
  const { mood, chess } = state;
  if (mood === "wrong") return "a1a1";
  if (mood === "drawn" && chess.isThreefoldRepetition()) return "0000";
  const moves = chess.moves({ verbose: true });
  const castling = moves.find((move) => move.isKingsideCastle() || move.isQueensideCastle());
  if (mood === "rook" && castling) return `${castling.from}${castling.to.replace("g", "h").replace("c", "a")}`;
  const last = chess.history({ verbose: true }).at(-2);
  const back = mood === "drawn" && last && moves.find(({ from, to }) => from === last.to && to === last.from);
  const knight = mood === "drawn" && moves.find(({ piece }) => piece === "n");
  const move = (back || knight || moves[0])?.lan ?? "0000";
  return mood === "loud" ? move.toUpperCase() : move;
}

function hear(line: string): void {
  const [command, ...rest] = line.split(" ");
  if (command === "uci")
    say(["id name First", ...options.map((option) => `option name ${option}`), "uciok"].join("\n"));
  if (command === "isready" && state.mood !== "unready") say("readyok");
  if (command === "setoption") set(rest);
  if (command === "ucinewgame") say("info string told ucinewgame");
  if (command === "ucinewgame" && state.mood === "clearing")
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  if (command === "position") {
    const at = rest.indexOf("moves");
    state.chess = new Chess(rest[0] === "fen" ? rest.slice(1, at < 0 ? undefined : at).join(" ") : undefined);
    for (const move of at < 0 ? [] : rest.slice(at + 1)) state.chess.move(move);
  }
  if (command === "go" && state.mood === "mortal") process.exit(3);
  if (command === "go") {
    say(`info string told ${line}${state.threads === "" ? "" : ` by ${state.threads} threads`}`);
    if (state.mood === "chatty")
      for (let each = 0; each < 40; each += 1) say(`info depth 1 currmove a2a3 nodes 1\n`.repeat(2_300));
    const scored = `score cp ${state.score}`;
    const info = state.mood === "late" ? `${scored}  depth 40` : `depth 40 ${scored}`;
    const silent = state.score === "" || (state.mood === "booked" && state.book);
    if (!silent)
      for (const [rank, { lan }] of state.chess.moves({ verbose: true }).slice(0, state.lines).entries())
        say(`info multipv ${rank + 1} ${info} nodes 1 pv  ${lan} `);
  }
  if (command === (state.mood === "patient" ? "stop" : "go"))
    say(`bestmove${state.mood === "blank" ? " \t " : " "}${chosen()}`);
}

createInterface({ input: process.stdin }).on("line", hear);
