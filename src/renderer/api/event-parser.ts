export interface ServerEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** Takes a stream of server-sent events piece by piece and hands out the whole ones (HTML standard, 9.2.6). */
export function createEventParser(emit: (event: ServerEvent) => void): (text: string) => void {
  let rest = "";
  let id: string | null = null;
  let event = "message";
  let data: string[] = [];

  const readLine = (line: string) => {
    if (line === "") {
      if (data.length > 0) emit({ id, event, data: data.join("\n") });
      id = null;
      event = "message";
      data = [];
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") id = value;
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  };

  return (text) => {
    // A CR at the end may be the first half of a line end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) readLine(line);
  };
}
