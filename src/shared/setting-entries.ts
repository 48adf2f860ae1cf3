import { NAME_LENGTH } from "./text.ts";

export interface SettingField {
  readonly group: "look" | "play" | "host";
  readonly label: string;
  readonly hint?: string;
  /** The switch that shows the field. */
  readonly needs?: string;
  /** Whether only the application's window shows it. */
  readonly inWindow?: true;
  /** The values to choose from, each with its label; a free text without any. */
  readonly steps?: Readonly<Record<string, string>>;
}

const flagEntry = (usual: boolean, field: SettingField) => ({ kind: "flag", usual, field }) as const;
const integerEntry = (usual: number, least: number, most: number, field: SettingField) =>
  ({ kind: "whole", usual, least, most, field }) as const;
const choiceEntry = <Option extends string>(options: readonly Option[], usual: NoInfer<Option>, field: SettingField) =>
  ({ kind: "choice", options, usual, field }) as const;
const textEntry = (usual: string, most: number, field: SettingField) => ({ kind: "text", usual, most, field }) as const;
const hostsEntry = (usual: readonly string[], most: number) => ({ kind: "hosts", usual, most, field: null }) as const;
const nameEntry = (usual: string | null, most: number) => ({ kind: "name", usual, most, field: null }) as const;

/**
 * The settings of the installation, in the order of the page. An entry is all that a setting needs: types, defaults,
 * `PUT /api/settings`, the file and the page's field follow from it.
 */
export const settingEntries = {
  theme: choiceEntry(["system", "light", "dark"], "system", { group: "look", label: "Theme" }),
  board: choiceEntry(["green", "brown", "walnut", "coral", "purple", "blue", "slate", "ice", "grey"], "green", {
    group: "look",
    label: "Board",
  }),
  pieces: choiceEntry(["kibitz", "paper", "cburnett", "merida", "fancy"], "kibitz", { group: "look", label: "Pieces" }),
  coordinates: flagEntry(true, { group: "look", label: "Coordinates" }),
  name: textEntry("", NAME_LENGTH, {
    group: "play",
    label: "Your name",
    hint: "How others see you in new games.",
  }),
  /** Separated by semicolons, since a name may contain a comma. */
  record_names: textEntry("", 400, {
    group: "play",
    label: "Names you play under elsewhere",
    hint: "Imported games in which one of these names played count as yours. Separate names with semicolons.",
  }),
  sounds: flagEntry(true, {
    group: "play",
    label: "Sounds",
    hint: "Moves, captures, checks, low time and the end of the game.",
  }),
  /** In per cent. */
  volume: integerEntry(80, 0, 100, {
    group: "play",
    label: "Volume",
    needs: "sounds",
    steps: { 30: "Quiet", 80: "Usual", 100: "Loud" },
  }),
  /** Least milliseconds of the computer's move in a game with a person. */
  reply_ms: integerEntry(400, 0, 5_000, {
    group: "play",
    label: "Computer’s pace",
    steps: { 0: "Instant", 400: "Natural", 1200: "Slow" },
  }),
  legal_dots: flagEntry(true, { group: "play", label: "Show legal moves" }),
  animation: flagEntry(true, { group: "play", label: "Animate pieces" }),
  auto_promote: flagEntry(false, {
    group: "play",
    label: "Always promote to a queen",
    hint: "Without asking. A typed move can still name another piece.",
  }),
  confirm_moves: flagEntry(false, {
    group: "play",
    label: "Confirm moves",
    hint: "A move stands on the board until you confirm it. Premoves are played at once.",
  }),
  figurines: flagEntry(false, { group: "play", label: "Figurine notation" }),
  turn_board: flagEntry(false, {
    group: "play",
    label: "Turn the board to the side to move",
    hint: "Where two people play at this board.",
  }),
  zen: flagEntry(false, {
    group: "play",
    label: "Zen mode",
    hint: "Show only the board, the players and the clocks. Shortcut: z.",
  }),
  port: integerEntry(7397, 0, 65_535, {
    group: "host",
    label: "Port on this machine",
    hint: "Takes effect at the next start.",
  }),
  start_at_login: flagEntry(false, { group: "host", label: "Start when you log in", inWindow: true }),
  close_to_tray: flagEntry(true, {
    group: "host",
    label: "Close to the tray",
    hint: "Games go on while the window is closed.",
    inWindow: true,
  }),
  updates: flagEntry(false, {
    group: "host",
    label: "Update Kibitz",
    hint: "Asks for a newer version once a day. It is installed when you quit.",
    inWindow: true,
  }),
  /** Hosts beside this machine at which players of leagues may be called. */
  endpoint_hosts: hostsEntry([], 50),
  /** The name of the person's engine for analysis; null for Kibitz's own. */
  analysis_engine: nameEntry(null, NAME_LENGTH),
};

type Entries = typeof settingEntries;
export type SettingName = keyof Entries;

/** `GET` and `PUT /api/settings`; for a change a part of them is enough. */
export type ApiSettings = { readonly [Name in SettingName]: Entries[Name]["usual"] };

/** Some of the settings; undefined counts as left out. */
export type SettingsChange = { readonly [Name in SettingName]?: ApiSettings[Name] | undefined };

function usualOf(entries: Entries): ApiSettings;
function usualOf(entries: Readonly<Record<string, { readonly usual: unknown }>>): object {
  return Object.fromEntries(Object.entries(entries).map(([name, { usual }]) => [name, usual]));
}
export const usualSettings = usualOf(settingEntries);

export function changeOf<Name extends SettingName>(name: Name, value: ApiSettings[Name]): Partial<ApiSettings>;
export function changeOf(name: string, value: unknown): object {
  return { [name]: value };
}
