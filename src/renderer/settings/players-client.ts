import type { AddedEngine, EngineLeagues, KnownEngines, KnownKeys } from "../../shared/api.ts";
import { get, send } from "../api/request.ts";

/** Requests for what only the person can give to players: keys of models, and engines. */

const keyPath = (name: string): string => `/api/keys/${encodeURIComponent(name)}`;
const enginePath = (name: string, rest = ""): string => `/api/engines/${encodeURIComponent(name)}${rest}`;

export const getKeys = () => get<KnownKeys>("/api/keys");
/** Stores a key in the system's keychain. */
export const putKey = (name: string, key: string) => send<KnownKeys>("PUT", keyPath(name), { key });
export const deleteKey = (name: string) => send<KnownKeys>("DELETE", keyPath(name));

export const getEngines = () => get<KnownEngines>("/api/engines");
/** Adds an engine after starting it once; adds nothing where the request is cancelled. */
export const addEngine = (engine: AddedEngine, signal: AbortSignal) =>
  send<KnownEngines>("POST", "/api/engines", engine, signal);
export const deleteEngine = (name: string) => send<KnownEngines>("DELETE", enginePath(name));
/** The leagues in which it plays. */
export const getEngineLeagues = (name: string) => get<EngineLeagues>(enginePath(name, "/leagues"));
/** Returns the name that it gives itself. */
export const testEngine = (name: string) => send<{ readonly title: string }>("POST", enginePath(name, "/test"));
