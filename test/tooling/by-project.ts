import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of the files: project by project, because a worker goes on, with what it has loaded and its browser, to files
 * of its own project alone. Within one those that took longest first or, where `KIBITZ_LOT` holds any text, by lot: the
 * same for the same text.
 */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lot = process.env["KIBITZ_LOT"];
    if (!lot) return super.sort(files);
    const place = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${createHash("sha256").update(`${lot} ${moduleId}`).digest("hex")}`;
    return files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
  }
}
