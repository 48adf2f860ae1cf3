// A referee that was written elsewhere, as a program of its own: node referee-program.ts REGISTER_URL LEAGUE_ID AUTHORIZATION CODE
import { openReferee } from "./referee.ts";

const [address = "", league = "", authorization = "", code = ""] = process.argv.slice(2);
const referee = await openReferee({ name: "Elsewhere", headers: { authorization }, code });
const { success, error } = await referee.register(address, league);
if (success !== true) throw new Error(String(error));
console.log(`registered ${referee.sender}`);
