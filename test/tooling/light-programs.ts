import { join } from "node:path";

/**
 * Settings that make the hosts and shims of the tests, a few hundred, cost less. They take what Node compiled for the
 * one before, and are there in half the time: Node finds out by itself which of it is out of date. And they start an
 * engine when the computer has a move, which most of them never see: it costs more than the host.
 */
export function setup(): void {
  process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "..", "..", "node_modules", ".cache", "node");
  process.env["KIBITZ_WARM_UP"] ??= "0";
}
