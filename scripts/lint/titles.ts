import { parseSync, Visitor } from "vite";

/** The title of a test, or of the group that tests stand in. */
export interface TestTitle {
  readonly kind: "test" | "group";
  /** Places that values are put in, such as `%s`, `$name` or `${name}`, are “…”. */
  readonly title: string;
  readonly line: number;
}

const kinds = new Map<string, TestTitle["kind"]>([
  ["test", "test"],
  ["it", "test"],
  ["describe", "group"],
]);

/** The titles of a test file, in their order: those of `test`, `it` and `describe`, of `test.each(…)` and its like. */
export function titlesIn(path: string, text: string): readonly TestTitle[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const titles: TestTitle[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      let root: typeof callee = callee;
      while (root.type === "MemberExpression" || root.type === "CallExpression")
        root = root.type === "CallExpression" ? root.callee : root.object;
      const kind = root.type === "Identifier" ? kinds.get(root.name) : undefined;
      if (kind === undefined || first === undefined) return;
      if (first.type !== "Literal" && first.type !== "TemplateLiteral") return;
      const words =
        first.type === "Literal" ? String(first.value) : first.quasis.map(({ value }) => value.cooked).join("…");
      const title = words.replace(/%[sdijo]|\$[\w.]+/g, "…");
      titles.push({ kind, title, line: text.slice(0, start).split("\n").length });
    },
  }).visit(program);
  return titles;
}
