import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { expandHome } from "../../shared/instance.ts";
import { accept, invalid, type Result, refuse } from "../../shared/result.ts";
import { databaseIn } from "../data/data-dir.ts";
import { claimDataDir } from "../data/instance-lock.ts";
import { type DatabaseAddress, readDatabaseAddress } from "../store/postgres/address.ts";
import { openSqliteEnd } from "../store/transfer/sqlite-end.ts";
import { type TransferEnd, type Transferred, transferAll } from "../store/transfer/tables.ts";

/** The source or the target of a transfer: a data folder or a database. */
export type Place =
  | { readonly kind: "folder"; readonly folder: string; readonly shown: string }
  | { readonly kind: "database"; readonly address: DatabaseAddress; readonly shown: string };

/** Reads a place given on the command line. Everything that looks like an address is taken for one. */
export function readPlace(text: string): Result<Place> {
  if (!/^[a-z]+:\/\//i.test(text)) {
    const folder = resolve(expandHome(text, homedir()));
    return accept({ kind: "folder", folder, shown: folder });
  }
  const address = readDatabaseAddress(text);
  return address.ok ? accept({ kind: "database", address: address.value, shown: address.value.shown }) : address;
}

type Remark = (message: string) => void;

/** Copies games and leagues. No host may serve either place, and the target must be empty. Throws as opening does. */
export async function transferGames(from: Place, to: Place, remark: Remark): Promise<Result<Transferred>> {
  if (from.shown === to.shown) return invalid("--from and --to are the same place.");
  if (from.kind === "folder" && !existsSync(databaseIn(from.folder)))
    return invalid(`There are no games in ${from.folder}: name the data folder of a Kibitz with --from.`);
  await using opened = new AsyncDisposableStack();
  const source = await openEnd(from, remark, opened);
  const target = await openEnd(to, remark, opened);
  if (!(await target.isEmpty()))
    return refuse(
      "CONFLICT",
      `There are games in ${to.shown} already, and nothing was moved. Name an empty place with --to.`,
    );
  return accept(await transferAll(source, target));
}

async function openEnd(place: Place, remark: Remark, opened: AsyncDisposableStack): Promise<TransferEnd> {
  const closing = (end: TransferEnd) => opened.adopt(end, (each) => each.close());
  if (place.kind === "database") {
    const { openPostgresEnd } = await import("../store/transfer/postgres-end.ts");
    return closing(await openPostgresEnd(place.address, remark));
  }
  const claim = await claimDataDir(place.folder, 0);
  if (claim.kind === "running") throw new Error(`Kibitz runs in ${place.folder}. End it, and start this again.`);
  if (claim.kind === "failed") throw new Error(claim.message);
  opened.defer(() => claim.lock.release());
  return closing(openSqliteEnd(databaseIn(place.folder)));
}
