// `npm run attack -- [NAME] [options]`: all attackers at once, or what one file does by itself.
const attacks = {
  all: () => import("./all.ts"),
  bundles: () => import("./bundles.ts"),
  cheats: () => import("./cheats.ts"),
  database: () => import("./database.ts"),
  kills: () => import("./killing.ts"),
  "large-leagues": () => import("./large-leagues.ts"),
  "late-entries": () => import("./late-entries.ts"),
  leagues: () => import("./leagues.ts"),
  players: () => import("./players.ts"),
  referees: () => import("./referees.ts"),
  standstill: () => import("./standstills.ts"),
  thoughts: () => import("./thoughts.ts"),
} as const satisfies Readonly<Record<string, () => Promise<unknown>>>;

const isAttack = (name: string): name is keyof typeof attacks => Object.hasOwn(attacks, name);

const [first = ""] = process.argv.slice(2);
// The rest is read by the one that is named.
const name = first === "" || first.startsWith("-") ? "all" : process.argv.splice(2, 1).join();
if (isAttack(name)) await attacks[name]();
else {
  process.stderr.write(`There is no attack ${name}. Known are ${Object.keys(attacks).join(", ")}.\n`);
  process.exitCode = 2;
}

export {};
