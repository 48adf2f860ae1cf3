/** The oldest Node that npm may run on here: with one before it npm leaves packages out that Kibitz is built with. */
const oldest = [20, 19];

/**
 * In one line, why npm cannot install Kibitz on the Node that it runs on, and what to do; null where it can.
 * @param {string | undefined} agent npm_config_user_agent, as npm tells its scripts: "npm/10.9.4 node/v18.20.8 linux x64"
 */
export function tooOldForNpm(agent) {
  const [, version = "", major, minor] = /\bnode\/v((\d+)\.(\d+)[\d.]*)/.exec(agent ?? "") ?? [];
  const [least = 0, leastMinor = 0] = oldest;
  if (version === "" || Number(major) > least || (Number(major) === least && Number(minor) >= leastMinor)) return null;
  return (
    `npm runs on Node ${version} here, and installs Kibitz with ${oldest.join(".")} or newer: ` +
    "get a newer Node from https://nodejs.org, then run npm ci again."
  );
}
