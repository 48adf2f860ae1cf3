import { expect, test } from "vitest";
import { declaredIn, isRiddle } from "../../scripts/lint/identifiers.ts";

const fileWide = (text: string) =>
  declaredIn("src/planted.tsx", text).flatMap((each) => (each.isFileWide ? [each.name] : []));
const inside = (text: string) =>
  declaredIn("src/planted.tsx", text).flatMap((each) => (each.isFileWide ? [] : [each.name]));

test("the linter knows bare participles and riddles, in capitals too, and leaves the field's own words and longer names", () => {
  for (const name of ["told", "kept", "refused", "Asked", "_done", "here", "Wish", "unread"])
    expect(isRiddle(name), name).toBe(true);
  for (const name of ["rated", "drawn", "seed", "keptTags", "isHeld", "thought", "red", "x"])
    expect(isRiddle(name), name).toBe(false);
});

test("the linter finds the names that a file declares, and tells those of the whole file from the others", () => {
  const text = [
    "export const told = 1, [kept, , found = 2] = list, { a: known, taken, ...rest } = record;",
    "export function asked<Seen>(held: number, { read, b: sent }: Row): void {",
    "  const gone = (heard: string) => heard;",
    "  for (const shown of list) try {} catch (lost) {}",
    "}",
    "interface Made { readonly written: string; begun(met: number): void }",
    "type Given = (spent: Made) => void;",
    "class Broken { led = 1; fed() {} }",
    "const View = (props: Props) => <p hidden={props.closed}>{text}</p>;",
  ].join("\n");
  expect(fileWide(text)).toEqual(["told", "kept", "found", "known", "asked", "Made", "Given", "Broken", "View"]);
  expect(inside(text).toSorted()).toEqual(
    [
      "Seen",
      "begun",
      "fed",
      "gone",
      "heard",
      "held",
      "led",
      "lost",
      "met",
      "props",
      "sent",
      "shown",
      "spent",
      "written",
    ].toSorted(),
  );
  expect(declaredIn("src/planted.ts", "\n\nconst kept = 1;")).toEqual([{ name: "kept", line: 3, isFileWide: true }]);
});
