/**
 * The findings of a scanner in the window's sources that are answered rather than mended, by check and file, each with
 * the reason. A finding without an answer fails the test, and so does an answer that nothing asks for any more.
 *
 * The scanner is @doyensec/electronegativity 1.10.3, the last release (December 2024) of the only free one for Electron.
 * It reads no syntax later than TypeScript 4.2, and knows no fuses: what is compared with Electron's own advice on those
 * is below. 400 packages, 147 MB when installed: it is no dependency, but fetched for this test alone.
 */
export const answers: Readonly<Record<string, string>> = {
  "CSP_GLOBAL_CHECK file:///":
    "The policy is a header of each answer, and no element of the page (test/desktop/application.test.ts).",
  "OPEN_EXTERNAL_JS_CHECK index.ts": "The address of the host of this data folder, which only this user can write.",
  "OPEN_EXTERNAL_JS_CHECK desktop/pages.ts":
    "The host's own address; or, from our own pages alone, an address that is listed here: download pages, sources of what Kibitz contains, and the beginnings of links that open an assistant.",
  "PROTOCOL_HANDLER_JS_CHECK desktop/system.ts":
    "A link names a game by its digits; everything else in it, and every argument after it, is ignored (test/desktop/shell.test.ts).",
  "AUXCLICK_JS_CHECK desktop/window.ts":
    "A middle click opens a window, which is denied like every other; without it the links that leave could not be clicked so.",
  "PRELOAD_JS_CHECK desktop/window.ts":
    "The preload is sandboxed and isolated, and gives the page three verbs (test/desktop/preload.test.ts).",
};

/** Fuses as Electron advises to set them (electronjs.org, "Electron Fuses", read 2026-11-30). */
export const advisedFuses = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
} as const;

/** The fuses that we set otherwise, with the reason. */
export const fuseAnswers: Readonly<Record<string, string>> = {
  runAsNode:
    "The engine and kibitz-mcp run on the application's own executable, so that nobody has to install Node. A program that can set our environment and start us can as well start any other program as this user.",
  enableCookieEncryption:
    "The pages of app: have no cookies. Encrypting none would ask for the keychain at each start.",
};
