/**
 * The areas that `npm test -- NAME` tests whole, for somebody who works there: the beginnings of their test files' paths.
 * A file may belong to several. The table in CONTRIBUTING.md says which area to run for which change.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const areas = {
  games: ["test/games/", "test/renderer/chess/", "test/journeys/fourth-game", "test/journeys/endings"],
  "live-games": ["test/live/", "test/live-games/", "test/views/", "test/journeys/", "attack/standstill"],
  store: [
    "test/store/",
    "test/lifecycle/data-dir",
    "test/lifecycle/deleted-files",
    "test/live-games/",
    "test/league/directors",
    "test/league/several-hosts",
    "test/players/several-hosts",
    "test/cli/migrate",
    "test/journeys/durability",
    "test/journeys/database",
    "test/journeys/arena",
    "attack/disk",
    "attack/database-kills",
  ],
  players: ["test/players/", "test/cli/engines", "test/cli/player", "test/cli/measure", "test/journeys/vendor-modes"],
  league: [
    "test/league/",
    "test/league-v1/",
    "test/shared/",
    "test/mcp/league",
    "test/web/league",
    "test/cli/league",
    "test/cli/measure",
    "test/journeys/league",
    "test/browser/leagues",
    "attack/",
  ],
  mcp: ["test/mcp/", "test/flow/", "test/views/", "test/conformance/", "test/journeys/"],
  web: ["test/web/", "test/doors/", "test/flow/", "test/views/", "test/practice/", "test/coach/"],
  connect: ["test/connect/", "test/cli/doctor", "test/cli/bundle", "test/browser/connect"],
  shim: ["test/shim/", "test/conformance/", "test/journeys/", "test/cli/bundle"],
  cli: ["test/cli/", "test/lifecycle/start-options"],
  lifecycle: ["test/lifecycle/", "test/base/", "test/doors/", "test/journeys/durability", "bench/"],
  browser: ["test/browser/", "test/renderer/"],
  "chat-board": ["test/chat-board/", "test/renderer/"],
  desktop: ["test/desktop/"],
  journeys: ["test/journeys/", "test/conformance/"],
  attack: ["attack/"],
  tooling: ["test/tooling/", "test/cli/packages", "test/cli/container", "test/cli/bundle", "test/cli/arena"],
};
