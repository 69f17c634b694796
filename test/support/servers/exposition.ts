/** One sample of the Prometheus text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All names that a query can use. A histogram has three. */
export function namesIn(text: string): Set<string> {
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    families.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

/** All samples with a name. */
export function samplesOf(text: string, name: string): Sample[] {
  const lines = text.matchAll(/^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/gm);
  return [...lines].flatMap(([, found = '', labels = '', value]) =>
    found === name ? [{ name, labels: labelsIn(labels), value: Number(value) }] : [],
  );
}

/** What never falls while a service runs, by its series: counters and histograms. */
export function countersIn(text: string): Map<string, number> {
  const families = text.matchAll(/^# TYPE (\S+) (?:counter|histogram)$/gm);
  const names = [...families].flatMap(([, name = '']) => [
    ...[name, `${name}_bucket`, `${name}_sum`, `${name}_count`],
  ]);
  const samples = names.flatMap((name) => samplesOf(text, name));
  return new Map(samples.map(({ name, labels, value }) => [`${name} ${JSON.stringify(labels)}`, value]));
}

/** The sum of the samples with a name and these labels. */
export function sumOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels);
  return samplesOf(text, name)
    .filter((sample) => wanted.every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}
