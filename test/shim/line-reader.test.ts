import { expect, test } from "vitest";
import { createLineReader } from "../../src/shim/message.ts";

function read(chunks: readonly Buffer[], limit = 1000) {
  const lines: string[] = [];
  let tooLong = 0;
  const read = createLineReader(
    limit,
    (line) => lines.push(line),
    () => tooLong++,
  );
  for (const chunk of chunks) read(chunk);
  return { lines, tooLong };
}

test("lines come out whole however the bytes were cut", () => {
  const text = '{"say":"Ŝaĥ ♞ 🏆"}\n{"b":2}\r\n\n  \n{"c":3}\n';
  const bytes = Buffer.from(text);
  const expected = ['{"say":"Ŝaĥ ♞ 🏆"}', '{"b":2}', '{"c":3}'];
  expect(read([bytes]).lines).toEqual(expected);
  expect(read([...bytes].map((byte) => Buffer.from([byte]))).lines).toEqual(expected);
  for (let cut = 1; cut < bytes.length; cut++) {
    expect(read([bytes.subarray(0, cut), bytes.subarray(cut)]).lines).toEqual(expected);
  }
});

test("a line that is not finished is not a line", () => {
  expect(read([Buffer.from('{"a":1}')]).lines).toEqual([]);
});

test("a line that is too long is skipped to its end, and said once", () => {
  const long = Buffer.from("x".repeat(30));
  expect(read([Buffer.from("short\n"), long, long, Buffer.from("\nafter\n")], 40)).toEqual({
    lines: ["short", "after"],
    tooLong: 1,
  });
  expect(read([Buffer.from(`${"y".repeat(40)}\n`)], 40)).toEqual({ lines: ["y".repeat(40)], tooLong: 0 });
});
