import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { expandHome } from "../../shared/instance.ts";
import { accept, invalid, type Result, refuse } from "../../shared/result.ts";
import { databaseIn } from "../data/data-dir.ts";
import { claimDataDir } from "../data/discovery.ts";
import { type DatabaseAddress, readDatabaseAddress } from "../store/address.ts";
import { openSqliteEnd } from "../store/transfer/sqlite-end.ts";
import { type RowCounts, type TransferEnd, transferAll } from "../store/transfer/tables.ts";

/** The source or the target of a transfer: a data folder or a database. */
export type StorePlace =
  | { readonly kind: "folder"; readonly folder: string; readonly display: string }
  | { readonly kind: "database"; readonly address: DatabaseAddress; readonly display: string };

/** Reads a place given on the command line. Everything that looks like an address is taken for one. */
export function readPlace(text: string): Result<StorePlace> {
  if (!/^[a-z]+:\/\//i.test(text)) {
    const folder = resolve(expandHome(text, homedir()));
    return accept({ kind: "folder", folder, display: folder });
  }
  const address = readDatabaseAddress(text);
  return address.ok ? accept({ kind: "database", address: address.value, display: address.value.display }) : address;
}

type Remark = (message: string) => void;

/** Copies games and leagues. No host may serve either place, and the target must be empty. Throws as opening does. */
export async function transferGames(from: StorePlace, to: StorePlace, remark: Remark): Promise<Result<RowCounts>> {
  if (from.display === to.display) return invalid("--from and --to are the same place.");
  if (from.kind === "folder" && !existsSync(databaseIn(from.folder)))
    return invalid(`There are no games in ${from.folder}: name the data folder of a Kibitz with --from.`);
  await using stack = new AsyncDisposableStack();
  const source = await openEnd(from, remark, stack);
  const target = await openEnd(to, remark, stack);
  if (!(await target.isEmpty()))
    return refuse(
      "CONFLICT",
      `There are games in ${to.display} already, and nothing was moved. Name an empty place with --to.`,
    );
  return accept(await transferAll(source, target));
}

async function openEnd(place: StorePlace, remark: Remark, stack: AsyncDisposableStack): Promise<TransferEnd> {
  const closing = (end: TransferEnd) => stack.adopt(end, (each) => each.close());
  if (place.kind === "database") {
    const { openPostgresEnd } = await import("../store/transfer/postgres-end.ts");
    return closing(await openPostgresEnd(place.address, remark));
  }
  const claim = await claimDataDir(place.folder, 0);
  if (claim.kind === "running") throw new Error(`Kibitz runs in ${place.folder}. End it, and start this again.`);
  if (claim.kind === "failed") throw new Error(claim.message);
  stack.defer(() => claim.lock.release());
  return closing(openSqliteEnd(databaseIn(place.folder)));
}
