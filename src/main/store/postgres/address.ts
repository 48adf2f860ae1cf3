import { accept, invalid, type Result } from "../../../shared/result.ts";

export interface DatabaseAddress {
  /** The address as given. It may contain a password, so it is shown to nobody. */
  readonly text: string;
  /** Without user, password and options. */
  readonly display: string;
}

/** Reads an address such as `postgres://…`. No refusal repeats it: it may contain a password. */
export function readDatabaseAddress(text: string): Result<DatabaseAddress> {
  // A socket's address may have a user and no host, which those of the web may not.
  const hasHost = !/^\w+:\/\/[^/?#]*@\//.test(text);
  const url = URL.parse(hasHost ? text : text.replace("@/", "@socket/"));
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2 || url.hash !== "")
    return invalid(
      "an address such as postgres://user@host:5432/name, with what has a meaning in addresses percent-encoded. " +
        "The address is not repeated, since it may contain a password",
    );
  const folder = url.searchParams.get("host");
  const host = hasHost && folder === null ? url.host : "";
  return accept({ text, display: `postgres://${host}${url.pathname}${folder === null ? "" : `?host=${folder}`}` });
}
