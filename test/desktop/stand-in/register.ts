import { registerHooks } from "node:module";

// Loaded before the built main bundle: whoever imports `electron` gets the stand-in.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron"
      ? { url: new URL("./module.ts", import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
