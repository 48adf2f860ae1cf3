import { homedir } from "node:os";
import { homeless } from "../shared/instance.ts";

/** Why nothing of Kibitz can be found here, in words that say what to do; null where the system knows a home folder. */
export function homeObstacle(): string | null {
  try {
    homedir();
    return null;
  } catch {
    return homeless;
  }
}
