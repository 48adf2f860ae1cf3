import { spawnSync } from "node:child_process";
import { join } from "node:path";

// A commit's subject is in the imperative (CONTRIBUTING.md, "Commits"). Checked are the commits that have not landed yet;
// a shallow clone does not show which these are, and a tree without Git has none.

/** Branches with the commits that have landed, as a clone may know them. */
const landedRefs = ["origin/main", "main", "origin/HEAD"];

/** Verbs that subjects begin with. Add the one that you need. */
const verbs = new Set(
  `accept adapt add adjust admit align allow anchor announce answer append apply ask assert assign attach avoid back
  batch begin believe bind bound break bring build bump cache calculate call cancel carry catch centre change charge
  check choose clamp clarify clean clear clip close collapse collect colour combine compare compile complete compress
  compute confirm connect convert copy correct count cover create cut deal decide declare decode decouple default defer
  define delay delete derive describe detect direct disable discard display distinguish do document drag draw drop edit
  embed enable encode end enforce ensure escape estimate evaluate exchange exclude expand expect explain export expose
  extend extract factor fail fetch filter find finish fit fix flag flatten flush focus fold follow forbid forget format
  free gather generate get give go group guard halve hand handle have hear hide hold honour identify ignore import
  improve include increase infer inform inline insert install invite join judge keep kill know label land lay lead
  learn leave lend let lift limit link lint list listen load lock log look lower make map mark match measure meet mend
  merge migrate minimise mock model move name narrow nest normalise note notice notify observe offer omit open order
  outlive overwrite pack paint pair parse pass pause pick pin place plan play point prefer prepare preserve prevent
  print promote protect prove provide publish put quote raise rank rate read rebuild recognise recompute record recover
  reduce refactor refuse register reject relax release reload remember remove rename render renew reorder repair repeat
  replace replay report request require reset resolve restart restore restrict resume retry return reuse revert review
  revise reword rework rewrite round route run save say scale scan schedule score scroll search see select send
  separate serve set settle share shift ship shorten show shrink simplify skip slice solve sort specify speed split
  spread standardise start state stop store straighten stream strengthen strip subscribe substitute suggest sum support
  suspend swap switch sync take tell terminate test throttle throw tidy tie tighten time tolerate trace track train
  translate treat trim trust try turn type understand undo unify unwrap update upgrade use validate verify visit wait
  wake warn watch weigh widen wire withdraw work wrap write yield`.split(/\s+/),
);

/** Whether a subject, after the area that it may name, begins with a verb in the imperative. */
export function isImperative(subject: string): boolean {
  const [word = ""] = subject.replace(/^[\w./, -]{1,40}: /, "").split(/[^\p{L}]/u);
  return verbs.has(word.toLowerCase());
}

/** The subjects of the commits that have not landed, merges aside; null where that cannot be told. */
export function newSubjects(root: string): readonly string[] | null {
  // The clone may be another user's.
  const git = (...args: readonly string[]) =>
    spawnSync("git", ["-c", "safe.directory=*", ...args], { cwd: root, encoding: "utf8" });
  if (git("rev-parse", "--is-shallow-repository").stdout?.trim() !== "false") return null;
  const refs = landedRefs.filter((ref) => git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`).status === 0);
  if (refs.length === 0) return null;
  // Commits from before this check were not held to it.
  const first = git("log", "--diff-filter=A", "--format=%H", "--", "scripts/lint/commits.ts").stdout?.split("\n") ?? [];
  const earlier = first.filter((commit) => commit !== "");
  const { status, stdout } = git("log", "--no-merges", "--format=%s", "HEAD", "--not", ...refs, ...earlier);
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : null;
}

if (import.meta.main) {
  const subjects = newSubjects(join(import.meta.dirname, "..", ".."));
  const others = (subjects ?? []).filter((subject) => !isImperative(subject));
  if (subjects === null) console.log("The subjects of commits are not checked: this is no clone with its history.");
  for (const subject of others) console.error(subject);
  if (others.length > 0) {
    console.error("Begin these subjects with a verb, as in `leagues: keep a stopped league's reason`: git rebase -i.");
    process.exitCode = 1;
  }
}
