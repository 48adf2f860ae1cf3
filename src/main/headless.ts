import { keepCompiled } from "./compiled.ts";

// First, and what is to be kept only after it: to compile the host takes as long as all else at its start.
keepCompiled();
const { serveHeadless } = await import("./serve-headless.ts");
void serveHeadless(import.meta.dirname, import.meta.filename.endsWith(".ts"));
