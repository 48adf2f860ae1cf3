import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { homeless } from "../../shared/instance.ts";

/** Why nothing of Kibitz can be found here, in words that say what to do; null where the system knows a home folder. */
export function homeObstacle(): string | null {
  try {
    // A relative one would be another folder wherever Kibitz is started.
    return isAbsolute(homedir()) ? null : homeless;
  } catch {
    return homeless;
  }
}
