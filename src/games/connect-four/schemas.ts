import { z } from "zod";

// Apart from the rules, which a page carries too: it checks nothing.

export const options = z.strictObject({});

/** The fields of {@link ConnectFourState}. */
export const state = z
  .object({
    columns: z
      .array(z.string().regex(/^[RY]{0,6}$/))
      .length(7)
      .readonly(),
  })
  .readonly();
