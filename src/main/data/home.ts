import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { homeless } from "../../shared/instance.ts";

/** The reason why Kibitz's files cannot be found, with the remedy; null where the system knows a home folder. */
export function homeObstacle(): string | null {
  try {
    // A relative one would depend on the folder in which Kibitz is started.
    return isAbsolute(homedir()) ? null : homeless;
  } catch {
    return homeless;
  }
}
