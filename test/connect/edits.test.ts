import { describe, expect, test } from "vitest";
import { editText, entryIn, type Format } from "../../src/main/connect/edits/edit.ts";

const place = { section: "servers", name: "kibitz" };
const entry = { command: "/opt/node", args: ["shim.mjs", "--for", "x"] };

const edited = (format: Format, text: string, value: typeof entry | null): string => {
  const done = editText(format, text, place, value);
  if (!done.ok) throw new Error(done.message);
  return done.value;
};

/** Whether a text is another one with something put in at one place, and a comma at one more. */
function isInsertedInto(before: string, after: string): boolean {
  const common = (one: string, other: string) => {
    let length = 0;
    while (length < one.length && one[length] === other[length]) length += 1;
    return length;
  };
  const reversed = (text: string) => [...text].reverse().join("");
  const covers = (text: string) => common(before, text) + common(reversed(before), reversed(text)) >= before.length;
  const comma = common(before, after);
  return covers(after) || (after[comma] === "," && covers(after.slice(0, comma) + after.slice(comma + 1)));
}

describe.each([
  [
    "json",
    '{\n  "theme": "dark",\n  "servers": {\n    "files": {\n      "command": "npx"\n    }\n  },\n  "zoom": 1.50\n}\n',
  ],
  ["json", '{"z":1,"servers":{"files":{"command":"npx"}},"a":[1,2]}'],
  ["json", '\ufeff{\r\n\t"servers": {\r\n\t\t"files": { "command": "npx" }\r\n\t}\r\n}'],
  ["json", '{\n    "servers": {}\n}\n'],
  ["json", '{\n  "servers": { "files": {} }\n}\n'],
  ["jsonc", '{\n  "servers": {\n    // none yet\n  }\n}\n'],
  [
    "jsonc",
    '// A\n{\n  /* B */ "servers": {\n    "files": {}, // C\n    "web": {\n      "x": 1, // D\n    }, // E\n    // "old": {},\n  },\n}\n// F\n',
  ],
  ["jsonc", '{\n  "servers": {\n    "files": { "command": "npx" } // no comma\n    // "old": {}\n  }\n}\n'],
  ["toml", "# A\nmodel = \"o9\"   # B\n\n[servers.files]\ncommand = 'npx'\nargs = [\n  '-y',\n] # C\n\n# D\n[tui]\n"],
  ["toml", 'model = "o9"\r\n[servers.files]\r\ncommand = "npx"'],
  ["toml", ""],
  [
    "yaml",
    "# A\nMODEL: \"o9\"   # B\nservers:\n    files:   # C\n        args: ['-y', files]\n    # D\n    web: {cmd: uvx}  # E\n# F\nMODE:  smart\n",
  ],
  ["yaml", "MODEL: o9\r\nservers:\r\n  files:\r\n    cmd: npx"],
  ["yaml", "text: |\n  servers:\n    kibitz: no\nservers:\n- no\n".replace("- no\n", "  a: &a {x: 1}\n  b: *a\n")],
  ["yaml", "servers:\n  files:\n    description: |\n      Files.\nMODEL: o9\n"],
  ["yaml", "servers:\n  files:\n    description: |+\n      Files.\n\n\nMODEL: o9\n"],
  ["yaml", "servers:\n  files:\n    text: |-\n      Files.\n\n# F\nMODEL: o9\n"],
  ["yaml", "servers:\r\n  files:\r\n    description: |\r\n      Files.\r\nMODEL: o9\r\n"],
  ["yaml", "servers:\n  files:\n    description: |\n      Files.\n"],
  ["yaml", "servers:\n  files:\n    description: |\n      Files."],
] as const)("an entry in a file of the format %s: %j", (format, text) => {
  test("the entry goes in at one place and out again, and leaves no trace", () => {
    const connected = edited(format, text, entry);
    expect(isInsertedInto(text, connected), connected).toBe(true);
    if (text.includes("\r\n")) expect(connected).not.toMatch(/(?<!\r)\n/);
    expect(entryIn(format, connected, place)).toEqual({ ok: true, value: entry });
    expect(edited(format, connected, entry)).toBe(connected);
    expect(edited(format, connected, null)).toBe(text === "" ? connected.slice(0, 0) : text);
    expect(edited(format, text, null)).toBe(text);
  });
});

test.each([
  [
    "json",
    '{\n  "servers": {\n    "kibitz": { "command": "old" },\n    "z": 1\n  }\n}\n',
    '{\n  "servers": {\n    "z": 1\n  }\n}\n',
  ],
  [
    "jsonc",
    '{\n  "servers": {\n    "a": 1, // A\n    "kibitz": { "command": "old" } // ours\n  }\n}\n',
    '{\n  "servers": {\n    "a": 1 // A // ours\n  }\n}\n',
  ],
  [
    "toml",
    "a = 1\n\n[servers.kibitz] # old\ncommand = 'x'\nargs = [\n  'y',\n]\n[servers.kibitz.env]\nA = '1'\n\n# B\n[tui]\n",
    "a = 1\n\n# B\n[tui]\n",
  ],
  ["yaml", "servers:\n  kibitz: {cmd: old} # ours\n  # B\n  b: 1\n", "servers:\n  # B\n  b: 1\n"],
  ["yaml", "servers:\n  kibitz:\n    cmd: old\nb: 1\n", "servers: {}\nb: 1\n"],
  ["yaml", "servers:\n  kibitz:\n    text: |\n      old\n\nb: 1\n", "servers: {}\n\nb: 1\n"],
] as const)(
  "an older entry in a file of the format %s is put right in its place, and taken out with its lines: %j",
  (format, text, without) => {
    const mended = edited(format, text, entry);
    expect(entryIn(format, mended, place)).toEqual({ ok: true, value: entry });
    expect(mended.indexOf("kibitz")).toBe(text.indexOf("kibitz"));
    expect(edited(format, text, null)).toBe(without);
    expect(edited(format, mended, null)).toBe(format === "jsonc" ? without : without.replace(" # ours", ""));
  },
);

test.each([
  ["json", '{ "servers": {}, // a comment\n}', /plain JSON \(line 1\)/],
  ["json", '{\n  "servers": {,}\n}', /line 2/],
  ["json", '{ "servers": [] }', /not a list of servers/],
  ["json", "[]", /not a JSON object/],
  ["toml", "servers = { kibitz = { command = 'x' } }\n", /by hand/],
  ["toml", 'notes = """\n[servers.kibitz]\n"""\n', /by hand/],
  ["toml", "a = 1\na = 2\n", /not TOML \(line 2\)/],
  ["yaml", "servers: {a: {cmd: b}}\n", /by hand/],
  ["yaml", "a: 1\n---\nb: 1\n", /not YAML/],
  ["yaml", "a:\n  - b\n c: [\n", /not YAML \(line/],
] as const)("a file of the format %s that cannot be edited safely is left alone: %j", (format, text, why) => {
  expect(editText(format, text, place, entry)).toMatchObject({ ok: false, message: expect.stringMatching(why) });
});

test.each([
  ["9007199254740993", "9007199254740993"],
  ["-9_223_372_036_854_775_808", "-9223372036854775808"],
  ["0x7fff_ffff_ffff_ffff", "9223372036854775807"],
])("an integer of TOML that JavaScript's numbers do not hold, %s, stays as it is written", (number, plain) => {
  const text = `big = ${number} # mine\n\n[servers.files]\ncommand = "npx"\nbig = ${number}\n`;
  const connected = edited("toml", text, entry);
  expect(connected.startsWith(text)).toBe(true);
  expect(edited("toml", connected, null)).toBe(text);
  // In our own entry, too, where somebody put it.
  const own = entryIn("toml", `[servers.kibitz]\ncommand = "x"\nbig = ${number}\n`, place);
  expect(own.ok && edited("toml", "", { ...own.value, ...entry })).toContain(`big = ${plain}\n`);
});

const list = { section: "servers", name: "kibitz", isList: true };
const named = { name: "kibitz", ...entry };

test.each([
  "# A\nname: Mine\nservers:\n  # B\n  - name: files # C\n    args: ['-y', files]\n  # D\n  - {name: web, cmd: uvx}  # E\n# F\nMODE:  smart\n",
  "servers:\r\n- name: files\r\n  cmd: npx\r\nb: 1",
  "servers:\n  -\n    name: files\n  - uses: somebody/web\n  - text\nb: [1]\n",
  "servers: [] # none yet\nb: 1\n",
  "servers:\n  - name: files\n    text: |\n      Files.\nb: 1\n",
  "",
])("an entry of a list goes in at one place and out again, and leaves no trace: %j", (text) => {
  const connected = editText("yaml", text, list, named);
  if (!connected.ok) throw new Error(connected.message);
  if (text.includes("\r\n")) expect(connected.value).not.toMatch(/(?<!\r)\n/);
  expect(entryIn("yaml", connected.value, list)).toEqual({ ok: true, value: named });
  expect(editText("yaml", connected.value, list, named)).toEqual({ ok: true, value: connected.value });
  const mended = editText("yaml", connected.value.replace(entry.command, "old"), list, named);
  expect(mended).toEqual({ ok: true, value: connected.value });
  const left = text === "" ? "servers: []\n" : text;
  expect(editText("yaml", connected.value, list, null)).toEqual({ ok: true, value: left });
  expect(editText("yaml", text, list, null)).toEqual({ ok: true, value: text });
});

test.each([
  ["servers:\n  files:\n    cmd: npx\n", /not a list of servers/],
  ["servers: [{name: files}]\n", /by hand/],
])("a list that cannot be edited safely is left alone: %j", (text, why) => {
  expect(editText("yaml", text, list, named)).toMatchObject({ ok: false, message: expect.stringMatching(why) });
});
