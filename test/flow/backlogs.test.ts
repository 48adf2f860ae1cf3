import { describe, expect, test } from "vitest";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";

describe("a client that does not read", () => {
  test("a client that does not read is cut off beyond its own bound, once, and no longer counted", () => {
    const backlogs = createBacklogs({ perClient: 100, together: 1_000 });
    const cuts: string[] = [];
    const slow = backlogs.open(() => cuts.push("slow"));
    const quick = backlogs.open(() => cuts.push("quick"));
    quick.holds(100);
    slow.holds(60);
    expect(cuts).toEqual([]);
    slow.holds(101);
    slow.holds(500);
    expect(cuts).toEqual(["slow"]);
    expect(backlogs.total()).toBe(100);
    quick.close();
    expect(backlogs.total()).toBe(0);
  });

  test("a client that does not read is cut off first when all together hold too much", () => {
    const backlogs = createBacklogs({ perClient: 100, together: 150 });
    const cuts: string[] = [];
    const [one, two, three] = ["one", "two", "three"].map((name) => backlogs.open(() => cuts.push(name)));
    one?.holds(40);
    two?.holds(90);
    three?.holds(30);
    expect(cuts).toEqual(["two"]);
    three?.holds(100);
    expect(cuts).toEqual(["two"]);
    one?.holds(60);
    expect(cuts).toEqual(["two", "three"]);
    expect(backlogs.total()).toBe(60);
  });
});
