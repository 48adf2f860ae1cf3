// Runs between a host and the shim: passes each line on, and tells it to the socket that is named first.
//   node wire.ts SOCKET COMMAND ARGUMENTS…
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

const [socket = "", command = "", ...args] = process.argv.slice(2);
const ear = connect(socket).on("error", () => {});
const tell = (from: string, line: string) => void ear.write(`${JSON.stringify({ from, line })}\n`);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
tell("pid", String(child.pid));

const pass = (from: string, input: Readable, output: Writable) =>
  createInterface({ input }).on("line", (line) => {
    tell(from, line);
    output.write(`${line}\n`);
  });

child.stdin.on("error", () => {});
process.stdout.on("error", () => {});
pass("host", process.stdin, child.stdin).on("close", () => child.stdin.end());
pass("server", child.stdout, process.stdout);
child.on("exit", (code) => ear.end(() => process.exit(code ?? 1)));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
