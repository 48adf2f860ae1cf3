import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { asItsUser } from "../programs/postgres.ts";

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((path) => existsSync(path)) ?? null;
export const noPooler = program === null;

/** A PgBouncer before a database, whose socket is in the folder that is given back. */
export async function startPooler(
  databaseFolder: string,
  mode: "transaction" | "session",
  ...settings: readonly string[]
) {
  if (program === null) throw new Error("PgBouncer is not installed");
  const folder = mkdtempSync(join(tmpdir(), "kibitz-pooler-"));
  const user = asItsUser();
  const [users, config] = [join(folder, "users.txt"), join(folder, "pgbouncer.ini")];
  writeFileSync(users, '"kibitz" ""\n');
  writeFileSync(
    config,
    `[databases]
postgres = host=${databaseFolder} user=kibitz
[pgbouncer]
listen_port = 5432
unix_socket_dir = ${folder}
auth_type = any
auth_file = ${users}
pool_mode = ${mode}
${settings.join("\n")}
`,
  );
  if (user.uid !== undefined && user.gid !== undefined)
    for (const path of [folder, users, config]) chownSync(path, user.uid, user.gid);
  const child = spawn(program, [config], { ...user, cwd: folder, stdio: "ignore" });
  const socket = join(folder, ".s.PGSQL.5432");
  const isThere = () =>
    new Promise<boolean>((done) => {
      const tried = connect(socket, () => done(true)).on("error", () => done(false));
      tried.on("connect", () => tried.destroy());
    });
  while (child.exitCode === null && !(await isThere())) await delay(20);
  return {
    folder,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      if (child.exitCode === null) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
