import { spawnSync } from "node:child_process";

/** Whether this machine has a Python 3 that may be run; also false if a folder on the way to it is closed to this user. */
export const hasPython = spawnSync("python3", ["--version"]).status === 0;
