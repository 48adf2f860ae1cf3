import type { Plugin } from "vite";

const imported = /^import (?:(?:\* as )?([\w$]+)(?:, )?)?(?:\{([^}]*)\})? from "(node:[\w/]+)";$/gm;

/**
 * Has the host require Node's modules. To import one, Node reads everything that it exports, and with that loads what
 * nobody asks for: the client behind `fetch` with those for HTTP, the streams of files with that for files.
 */
export const quickBuiltins: Plugin = {
  name: "quick-builtins",
  renderChunk(code) {
    let found = false;
    const quick = code.replace(imported, (statement, whole?: string, names?: string, module?: string) => {
      // The module that provides `require` is imported itself.
      if (module === "node:module") return statement;
      found = true;
      const required = `quickRequire("${module}")`;
      const taken = names && `const {${names.replaceAll(" as ", ": ")}} = ${required};`;
      return [whole && `const ${whole} = ${required};`, taken].filter(Boolean).join("\n");
    });
    if (!found) return null;
    return {
      code: `import { createRequire as quickly } from "node:module";\nconst quickRequire = quickly(import.meta.url);\n${quick}`,
      map: null,
    };
  },
};
