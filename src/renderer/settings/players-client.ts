import type { AddedEngine, EngineLeagues, KnownEngines, KnownKeys } from "../../shared/api.ts";
import type { Answer } from "../api/answer.ts";
import { get, send } from "../api/request.ts";

/** Requests for what only the person can give to players: keys of models, and engines. */

const keyPath = (name: string): string => `/api/keys/${encodeURIComponent(name)}`;
const enginePath = (name: string, rest = ""): string => `/api/engines/${encodeURIComponent(name)}${rest}`;

export const getKeys = (): Promise<Answer<KnownKeys>> => get("/api/keys");
/** Stores a key in the system's keychain. */
export const putKey = (name: string, key: string): Promise<Answer<KnownKeys>> => send("PUT", keyPath(name), { key });
export const deleteKey = (name: string): Promise<Answer<KnownKeys>> => send("DELETE", keyPath(name));

export const getEngines = (): Promise<Answer<KnownEngines>> => get("/api/engines");
/** Adds an engine after starting it once; adds nothing where the request is cancelled. */
export const addEngine = (engine: AddedEngine, signal: AbortSignal): Promise<Answer<KnownEngines>> =>
  send("POST", "/api/engines", engine, signal);
export const deleteEngine = (name: string): Promise<Answer<KnownEngines>> => send("DELETE", enginePath(name));
/** The leagues in which it plays. */
export const getEngineLeagues = (name: string): Promise<Answer<EngineLeagues>> => get(enginePath(name, "/leagues"));
/** Returns the name that it gives itself. */
export const testEngine = (name: string): Promise<Answer<{ readonly title: string }>> =>
  send("POST", enginePath(name, "/test"));
