/** An MCP host's program that needs no account where a stand-in answers for its vendor. */
export interface Program {
  readonly id: string;
  /** The host's name for `kibitz connect`, and of the folder in which it is installed. */
  readonly host: string;
  readonly title: string;
  /** The npm package, with the version whose options and files are known here. */
  readonly package: string;
  readonly version: string;
  readonly binary: string;
  /** Its configuration without Kibitz, by path below its home: text, or what becomes JSON. */
  readonly files: (vendor: string, home: string) => Readonly<Record<string, unknown>>;
  /** The place of its MCP servers, for those to which `kibitz connect` writes no entry. */
  readonly servers: {
    readonly file: string;
    /** The file's text with an entry that starts this command. */
    readonly withEntry: (text: string, command: readonly string[]) => string;
  };
  readonly env: (vendor: string) => Readonly<Record<string, string>>;
  readonly arguments: (wish: string) => readonly string[];
  /** Whether it holds a conversation, in a terminal; the others answer one wish and end. */
  readonly inTerminal?: true;
  /** Whether it says that it shows forms. */
  readonly forms: "shows" | "answers by itself" | "none";
}

/** Of the length and form that programs ask for; it opens nothing. */
const key = "sk-stub-000000000000000000000000";

/** Adds an entry to a JSON file, in an object of this name. */
const inJson =
  (section: string, entryFor: (command: string, args: readonly string[]) => unknown) =>
  (text: string, [command = "", ...args]: readonly string[]): string => {
    const config = JSON.parse(text || "{}");
    return JSON.stringify({ ...config, [section]: { ...config[section], kibitz: entryFor(command, args) } });
  };
const usual = inJson("mcpServers", (command, args) => ({ command, args }));
const inOpencode = inJson("mcp", (command, args) => ({ type: "local", command: [command, ...args], enabled: true }));

const claude = {
  host: "claude-code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.328",
  binary: "claude",
  files: (_, home) => ({
    ".claude.json": {
      hasCompletedOnboarding: true,
      theme: "dark",
      customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
      projects: { [`${home}/work`]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    },
  }),
  servers: { file: ".claude.json", withEntry: usual },
  env: (vendor) => ({
    TERM: "xterm-256color",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    ANTHROPIC_BASE_URL: vendor,
    ANTHROPIC_API_KEY: key,
  }),
} as const satisfies Partial<Program>;

const codex = {
  host: "codex",
  package: "@openai/codex",
  version: "0.169.0",
  binary: "codex",
  files: (vendor, home) => ({
    ".codex/config.toml":
      `model_provider = "stub"\nmodel = "stub"\n\n[model_providers.stub]\nname = "stub"\n` +
      `base_url = "${vendor}/v1"\nwire_api = "responses"\nenv_key = "STUB_KEY"\n\n` +
      `[projects."${home}/work"]\ntrust_level = "trusted"\n`,
  }),
  servers: {
    file: ".codex/config.toml",
    withEntry: (text, [command = "", ...args]) =>
      `${text}\n[mcp_servers.kibitz]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
  },
  env: () => ({ TERM: "xterm-256color", STUB_KEY: key }),
} as const satisfies Partial<Program>;

const copilot = {
  host: "copilot",
  package: "@github/copilot",
  version: "1.0.102",
  binary: "copilot",
  files: (_, home) => ({
    ".copilot/mcp-config.json": { mcpServers: {} },
    ".copilot/config.json": { trusted_folders: [`${home}/work`] },
  }),
  servers: {
    file: ".copilot/mcp-config.json",
    withEntry: inJson("mcpServers", (command, args) => ({ type: "local", command, args, tools: ["*"] })),
  },
  env: (vendor) => ({
    TERM: "xterm-256color",
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `${vendor}/v1`,
    COPILOT_PROVIDER_API_KEY: key,
    COPILOT_MODEL: "stub",
  }),
} as const satisfies Partial<Program>;

export const programs: readonly Program[] = [
  {
    ...claude,
    id: "claude-code",
    title: "Claude Code, -p",
    arguments: (wish) => ["-p", wish, "--allowedTools", "mcp__kibitz"],
    forms: "answers by itself",
  },
  {
    ...claude,
    id: "claude-code-chat",
    title: "Claude Code, conversation",
    arguments: (wish) => [wish, "--allowedTools", "mcp__kibitz"],
    inTerminal: true,
    forms: "shows",
  },
  {
    ...codex,
    id: "codex",
    title: "Codex, exec",
    arguments: (wish) => ["exec", "--skip-git-repo-check", wish],
    forms: "answers by itself",
  },
  {
    ...codex,
    id: "codex-chat",
    title: "Codex, conversation",
    arguments: (wish) => [wish],
    inTerminal: true,
    forms: "shows",
  },
  {
    id: "gemini",
    host: "gemini",
    title: "Gemini CLI",
    package: "@google/gemini-cli",
    version: "0.61.0",
    binary: "gemini",
    files: () => ({ ".gemini/settings.json": { security: { auth: { selectedType: "gemini-api-key" } } } }),
    servers: { file: ".gemini/settings.json", withEntry: usual },
    env: (vendor) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: vendor }),
    arguments: (wish) => ["--yolo", "--skip-trust", "-p", wish],
    forms: "none",
  },
  {
    id: "opencode",
    host: "opencode",
    title: "opencode",
    package: "opencode-ai",
    version: "1.18.33",
    binary: "opencode",
    files: (vendor) => ({
      ".config/opencode/opencode.json": {
        provider: { anthropic: { options: { baseURL: `${vendor}/v1`, apiKey: key } } },
        model: "anthropic/claude-sonnet-4-5",
        permission: "allow",
        autoupdate: false,
      },
    }),
    servers: { file: ".config/opencode/opencode.json", withEntry: inOpencode },
    env: () => ({}),
    arguments: (wish) => ["run", wish],
    forms: "none",
  },
  {
    id: "kilo",
    host: "kilo",
    title: "Kilo",
    package: "@kilocode/cli",
    version: "7.7.7",
    binary: "kilo",
    files: (vendor) => ({
      ".config/kilo/kilo.json": {
        provider: {
          stub: {
            npm: "@ai-sdk/openai-compatible",
            name: "stub",
            options: { baseURL: `${vendor}/v1`, apiKey: key },
            models: { stub: { name: "stub", tool_call: true, limit: { context: 200_000, output: 8_000 } } },
          },
        },
        model: "stub/stub",
        small_model: "stub/stub",
        permission: "allow",
        autoupdate: false,
      },
    }),
    servers: { file: ".config/kilo/kilo.json", withEntry: inOpencode },
    env: () => ({}),
    arguments: (wish) => ["run", "--auto", "-m", "stub/stub", wish],
    forms: "none",
  },
  {
    id: "qwen",
    host: "qwen",
    title: "Qwen Code",
    package: "@qwen-code/qwen-code",
    version: "0.15.10",
    binary: "qwen",
    files: () => ({ ".qwen/settings.json": { security: { auth: { selectedType: "openai" } } } }),
    servers: { file: ".qwen/settings.json", withEntry: usual },
    env: (vendor) => ({ OPENAI_BASE_URL: `${vendor}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: "stub" }),
    arguments: (wish) => ["--yolo", "-p", wish],
    forms: "none",
  },
  {
    ...copilot,
    id: "copilot",
    title: "Copilot CLI, -p",
    arguments: (wish) => ["--allow-all-tools", "-p", wish],
    forms: "answers by itself",
  },
  {
    ...copilot,
    id: "copilot-chat",
    title: "Copilot CLI, conversation",
    arguments: (wish) => ["--allow-all-tools", "-i", wish],
    inTerminal: true,
    forms: "shows",
  },
  {
    id: "continue",
    host: "continue",
    title: "Continue, cn -p",
    package: "@continuedev/cli",
    version: "1.5.47",
    binary: "cn",
    files: (vendor) => ({
      ".continue/config.yaml":
        "name: stub\nversion: 0.0.1\nschema: v1\nmodels:\n  - name: stub\n    provider: openai\n    model: gpt-4o\n" +
        `    apiBase: ${vendor}/v1\n    apiKey: ${key}\n    roles: [chat]\n    capabilities: [tool_use]\n`,
    }),
    servers: {
      file: ".continue/config.yaml",
      withEntry: (text, [command = "", ...args]) =>
        `${text}mcpServers:\n  - name: kibitz\n    command: ${JSON.stringify(command)}\n    args: ${JSON.stringify(args)}\n`,
    },
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: "0" }),
    arguments: (wish) => ["--auto", "-p", wish],
    forms: "none",
  },
  {
    id: "cline",
    host: "cline",
    title: "Cline CLI",
    package: "cline",
    version: "3.0.65",
    binary: "cline",
    files: (vendor) => {
      const settings = { provider: "openai-compatible", apiKey: key, model: "stub", baseUrl: `${vendor}/v1` };
      const stub = { settings, updatedAt: new Date().toISOString(), tokenSource: "manual" };
      return {
        ".cline/data/settings/providers.json": {
          version: 1,
          lastUsedProvider: "openai-compatible",
          modes: {},
          providers: { "openai-compatible": stub },
        },
        ".cline/data/settings/cline_mcp_settings.json": { mcpServers: {} },
      };
    },
    servers: { file: ".cline/data/settings/cline_mcp_settings.json", withEntry: usual },
    env: () => ({}),
    arguments: (wish) => [wish],
    forms: "none",
  },
];
