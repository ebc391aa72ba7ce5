/** Upper bounds of the buckets of durations, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const mostSeries = 2000;

type Labels = Readonly<Record<string, string | number>>;

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

interface Family {
  readonly kind: 'counter' | 'histogram';
  readonly help: string;
  readonly counters: Map<string, number>;
  readonly histograms: Map<string, Histogram>;
}

/** Counts and durations, written in the text format of Prometheus 0.0.4. A family never has more than 2,000 series. */
export class Metrics {
  readonly #families = new Map<string, Family>();
  readonly #gauges = new Map<string, { help: string; read: () => number }>();

  /** Adds one to a counter. */
  count(name: string, help: string, labels: Labels = {}): void {
    const { counters } = this.#family(name, 'counter', help);
    const series = seriesOf(labels);
    if (counters.has(series) || counters.size < mostSeries) counters.set(series, (counters.get(series) ?? 0) + 1);
  }

  /** Adds a duration in seconds. */
  observe(name: string, help: string, seconds: number, labels: Labels = {}): void {
    const { histograms } = this.#family(name, 'histogram', help);
    const series = seriesOf(labels);
    let histogram = histograms.get(series);
    if (histogram === undefined) {
      if (histograms.size >= mostSeries) return;
      histogram = { counts: buckets.map(() => 0), sum: 0, count: 0 };
      histograms.set(series, histogram);
    }
    histogram.sum += seconds;
    histogram.count += 1;
    const bucket = buckets.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
  }

  /** A value that is read when somebody asks. */
  gauge(name: string, help: string, read: () => number): void {
    this.#gauges.set(name, { help, read });
  }

  text(): string {
    const lines: string[] = [];
    for (const [name, { help, read }] of this.#gauges)
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${read()}`);
    for (const [name, { kind, help, counters, histograms }] of this.#families) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`);
      for (const [series, value] of counters) lines.push(`${name}${braced(series)} ${value}`);
      for (const [series, histogram] of histograms) lines.push(...histogramLines(name, series, histogram));
    }
    return `${lines.join('\n')}\n`;
  }

  #family(name: string, kind: Family['kind'], help: string): Family {
    let family = this.#families.get(name);
    if (family === undefined) {
      family = { kind, help, counters: new Map(), histograms: new Map() };
      this.#families.set(name, family);
    }
    return family;
  }
}

function histogramLines(name: string, series: string, { counts, sum, count }: Histogram): string[] {
  let below = 0;
  const lines = buckets.map((bound, index) => {
    below += counts[index] ?? 0;
    return `${name}_bucket${braced(joined(series, `le="${bound}"`))} ${below}`;
  });
  return [
    ...lines,
    `${name}_bucket${braced(joined(series, 'le="+Inf"'))} ${count}`,
    `${name}_sum${braced(series)} ${sum}`,
    `${name}_count${braced(series)} ${count}`,
  ];
}

function seriesOf(labels: Labels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
    )
    .join(',');
}

function joined(series: string, label: string): string {
  return series === '' ? label : `${series},${label}`;
}

function braced(series: string): string {
  return series === '' ? '' : `{${series}}`;
}
