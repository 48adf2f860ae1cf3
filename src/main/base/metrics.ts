type Labels = Readonly<Record<string, string>>;

/** One value of a metric, with the labels that tell it from the others. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** The content type of the text of {@link createMetrics}. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Figures as Prometheus reads them. Names, help and labels are the program's own: nothing that somebody typed is among them. */
export function createMetrics() {
  const metrics: (() => readonly string[])[] = [];
  const add = (type: string, name: string, help: string, samples: () => readonly string[]) => {
    metrics.push(() => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples()]);
  };
  return {
    /** Counts up from zero, which is told of the labels that are known from the start. */
    counter: (name: string, help: string, labelSets: readonly Labels[] = [{}]): ((labels?: Labels) => void) => {
      const counts = new Map(labelSets.map((labels) => [textOf(labels), 0]));
      add("counter", name, help, () => [...counts].map(([labels, count]) => `${name}${labels} ${count}`));
      return (labels = {}) => {
        const key = textOf(labels);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      };
    },
    /** Looks a value up whenever somebody asks: a gauge, or what something else counts. */
    reading: (type: "counter" | "gauge", name: string, help: string, look: () => number | readonly Sample[]): void =>
      add(type, name, help, () => {
        const sample = look();
        const samples = typeof sample === "number" ? [{ value: sample }] : sample;
        return samples.map(({ labels = {}, value }) => `${name}${textOf(labels)} ${value}`);
      }),
    /** Counts how often a value was at most each of these bounds, which ascend. */
    histogram: (name: string, help: string, bounds: readonly number[]): ((value: number, labels?: Labels) => void) => {
      const byLabels = new Map<
        string,
        { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }
      >();
      add("histogram", name, help, () =>
        [...byLabels].flatMap(([key, { labels, counts, sum, count }]) => [
          ...bounds.map((le, index) => `${name}_bucket${textOf({ ...labels, le: String(le) })} ${counts[index] ?? 0}`),
          `${name}_bucket${textOf({ ...labels, le: "+Inf" })} ${count}`,
          `${name}_sum${key} ${sum}`,
          `${name}_count${key} ${count}`,
        ]),
      );
      return (value, labels = {}) => {
        const key = textOf(labels);
        const series = byLabels.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
        byLabels.set(key, series);
        series.sum += value;
        series.count += 1;
        for (const [index, bound] of bounds.entries())
          if (value <= bound) series.counts[index] = (series.counts[index] ?? 0) + 1;
      };
    },
    /** All of them in Prometheus' text format 0.0.4. */
    text: (): string => `${metrics.flatMap((lines) => lines()).join("\n")}\n`,
  };
}

function textOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
