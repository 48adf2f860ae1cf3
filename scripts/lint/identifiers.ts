import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";

// Names are nouns, verbs or adjectives of the field (CONTRIBUTING.md, “How we write”). A bare past participle (`kept`) or a
// word that says nothing by itself (`here`) makes a reader look up what it stands for.

/** Most names of those kinds, in per cent: among all declared names, and among those of a whole file or of its exports. */
const MOST_PERCENT = 0.5;

/**
 * Participles that are the field's own: what a game or a position is (`drawn`, `pinned`, `unrated`), columns and terms of
 * FIDE's tables and pairing rules (`played`, `won`, `lost`, `paired`, `predetermined`), and the states that a game is
 * stored with (`finished`).
 */
const own = new Set(
  "rated unrated played won drawn lost paired unpaired predetermined pinned captured finished unfinished".split(" "),
);

/** Participles that do not end in “ed”. A word that is a noun or a verb as well, such as `set` or `thought`, is none here. */
const irregular = new Set(
  `asked been begun bent blown bought broken brought built caught chosen dealt done driven fallen fed felt forgotten
  fought found frozen given gone got grown had heard held hidden hurt kept knelt known laid learnt led left lent lost made
  meant met overtaken paid proven read rebuilt risen said seen sent shaken shown shut sold spent spoken stolen stood struck
  sung sworn swept taken taught thrown told torn undertaken understood undone unheard unkept unproven unread unseen unsent
  untold withdrawn withheld woken worn written`.split(/\s+/),
);
/** Nouns and verbs that only look like participles. */
const nouns = new Set("breed creed deed embed exceed feed heed need proceed seed speed succeed".split(" "));
/** Words that say nothing without their sentence. */
const riddles = new Set(`around bring errands handing here looks rest roads signs teller tend what wish`.split(" "));

/** Whether a name is a bare participle or a riddle. */
export function isRiddle(name: string): boolean {
  const word = /^_?([A-Z]?[a-z]+)$/.exec(name)?.[1]?.toLowerCase();
  if (word === undefined || own.has(word) || nouns.has(word)) return false;
  return irregular.has(word) || riddles.has(word) || (word.length > 4 && word.endsWith("ed"));
}

interface DeclaredName {
  readonly name: string;
  readonly line: number;
  /** Whether the whole file, or others, can see it. */
  readonly isFileWide: boolean;
}

/**
 * The names that a source file declares: variables, parameters, functions, classes, types, and the properties and methods
 * of types and classes. A name that is only taken over, as in `const { kept } = record`, is counted where it is declared;
 * a rest (`...rest`) is no choice of words.
 */
export function declaredIn(path: string, text: string): readonly DeclaredName[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const names: DeclaredName[] = [];
  let depth = 0;
  const add = (name: string, at: number) =>
    names.push({ name, line: text.slice(0, at).split("\n").length, isFileWide: depth === 0 });
  const addAll = (pattern: ESTree.BindingPattern | ESTree.ParamPattern): void => {
    if (pattern.type === "Identifier") add(pattern.name, pattern.start);
    else if (pattern.type === "AssignmentPattern") addAll(pattern.left);
    else if (pattern.type === "TSParameterProperty") addAll(pattern.parameter);
    else if (pattern.type === "ArrayPattern") {
      for (const each of pattern.elements) if (each && each.type !== "RestElement") addAll(each);
    } else if (pattern.type === "ObjectPattern")
      for (const each of pattern.properties) if (each.type === "Property" && !each.shorthand) addAll(each.value);
  };
  const addKey = ({ key }: { readonly key: { type: string; start: number; name?: unknown } }) => {
    if (key.type === "Identifier" && typeof key.name === "string") add(key.name, key.start);
  };
  const enter = ({ params }: { readonly params: readonly ESTree.ParamPattern[] }) => {
    depth += 1;
    for (const each of params) addAll(each);
  };
  const leave = () => {
    depth -= 1;
  };
  const block = () => {
    depth += 1;
  };
  new Visitor({
    VariableDeclarator: ({ id }) => addAll(id),
    FunctionDeclaration: (node) => {
      if (node.id) addAll(node.id);
      enter(node);
    },
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    BlockStatement: block,
    "BlockStatement:exit": leave,
    ForOfStatement: block,
    "ForOfStatement:exit": leave,
    ForStatement: block,
    "ForStatement:exit": leave,
    CatchClause: ({ param }) => {
      depth += 1;
      if (param) addAll(param);
    },
    "CatchClause:exit": leave,
    ClassDeclaration: ({ id }) => {
      if (id) addAll(id);
      depth += 1;
    },
    "ClassDeclaration:exit": leave,
    PropertyDefinition: addKey,
    MethodDefinition: addKey,
    TSTypeAliasDeclaration: ({ id }) => {
      addAll(id);
      depth += 1;
    },
    "TSTypeAliasDeclaration:exit": leave,
    TSInterfaceDeclaration: ({ id }) => {
      addAll(id);
      depth += 1;
    },
    "TSInterfaceDeclaration:exit": leave,
    TSTypeParameter: ({ name }) => {
      depth += 1;
      addAll(name);
      depth -= 1;
    },
    TSPropertySignature: addKey,
    TSMethodSignature: (node) => {
      addKey(node);
      enter(node);
    },
    "TSMethodSignature:exit": leave,
    TSFunctionType: enter,
    "TSFunctionType:exit": leave,
  }).visit(program);
  return names;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..", "..");
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root }).map((path) => path.replaceAll("\\", "/"));
  const all = files.flatMap((path) =>
    declaredIn(path, readFileSync(join(root, path), "utf8")).map((each) => ({ ...each, path })),
  );
  for (const [kind, names] of [
    ["of a whole file", all.filter(({ isFileWide }) => isFileWide)],
    ["declared anywhere", all],
  ] as const) {
    const bad = names.filter(({ name }) => isRiddle(name));
    const percent = (100 * bad.length) / names.length;
    const isTooMuch = percent > MOST_PERCENT;
    if (isTooMuch) process.exitCode = 1;
    if (!isTooMuch && !process.argv.includes("--list")) continue;
    for (const { path, line, name } of bad) console.error(`${path}:${line}: ${name}`);
    console.error(
      `Of ${names.length} names ${kind}, ${bad.length} (${percent.toFixed(2)} %) are bare participles or riddles; at most ${MOST_PERCENT} % may be.`,
    );
  }
  if (process.exitCode === 1)
    console.error("Name the thing or what is done to it: `entrant`, not `found`; `applyOwnCommit`, not `takeIn`.");
}
