import { describe, expect, it } from "vitest";
import { createEventParser, type ServerEvent } from "../../src/renderer/api/event-parser.ts";

function parsed(...pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parse = createEventParser((event) => events.push(event));
  for (const piece of pieces) parse(piece);
  return events;
}

const move = { id: "7", event: "game", data: '{"ply":1}' };
const text = 'id: 7\nevent: game\ndata: {"ply":1}\n\n';

describe("the reader of server-sent events", () => {
  it("hands out an event wherever the stream is cut", () => {
    for (let cut = 0; cut <= text.length; cut += 1) expect(parsed(text.slice(0, cut), text.slice(cut))).toEqual([move]);
  });

  it("takes every kind of line end, cut in the middle too", () => {
    const crlf = text.replaceAll("\n", "\r\n");
    for (let cut = 0; cut <= crlf.length; cut += 1)
      expect(parsed(crlf.slice(0, cut), crlf.slice(cut), ": next\r\n")).toEqual([move]);
  });

  it("joins several lines of data, and passes over comments and what has no data", () => {
    expect(parsed(": ping\n\nretry: 1000\n\ndata: a\ndata:b\n\n")).toEqual([
      { id: null, event: "message", data: "a\nb" },
    ]);
  });

  it("keeps nothing of one event for the next", () => {
    expect(parsed(`${text}data: x\n\n`)).toEqual([move, { id: null, event: "message", data: "x" }]);
  });
});
