import { z } from "zod";

/** The schema of an object that nobody changes. */
export const struct = <Fields extends z.ZodRawShape>(fields: Fields) => z.object(fields).readonly();
