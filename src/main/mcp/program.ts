import { z } from "zod";

const programSchema = z.object({ name: z.string(), version: z.string() });
/** A client's name and version. */
export type Program = z.infer<typeof programSchema>;

/** 2025-era clients send it in `initialize`, later ones with every request. */
const introduction = z.object({
  params: z.union([
    z.object({ clientInfo: programSchema }).transform(({ clientInfo }) => clientInfo),
    z
      .object({ _meta: z.object({ "io.modelcontextprotocol/clientInfo": programSchema }) })
      .transform(({ _meta }) => _meta["io.modelcontextprotocol/clientInfo"]),
  ]),
});

/** The client that a message introduces; null where it names none. */
export const programIn = (message: unknown): Program | null => introduction.safeParse(message).data?.params ?? null;
