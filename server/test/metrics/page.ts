/** A page in Prometheus' text format, read by its lines: `# HELP`, `# TYPE`, and `name{label="value"} number`. */
export class Page {
  readonly text: string;
  readonly helps = new Map<string, string>();
  readonly types = new Map<string, string>();
  readonly samples: {
    readonly name: string;
    readonly labels: Record<string, string>;
    readonly value: number;
  }[] = [];

  constructor(text: string) {
    this.text = text;
    for (const line of text.split('\n')) this.#read(line);
  }

  /** @param withinMs it rejects where there is no answer by then, in milliseconds */
  static async of(url: string, headers: Record<string, string> = {}, withinMs = 20_000): Promise<Page> {
    const response = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(withinMs) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`/metrics answers ${response.status}: ${text}`);
    return new Page(text);
  }

  /** The value under exactly these labels; undefined where there is none. */
  value(name: string, labels: Record<string, string> = {}): number | undefined {
    const wanted = JSON.stringify(Object.entries(labels).toSorted());
    const found = this.samples.filter(
      (sample) => sample.name === name && JSON.stringify(Object.entries(sample.labels).toSorted()) === wanted,
    );
    if (found.length > 1) throw new Error(`${name}${wanted} is there ${found.length} times`);
    return found[0]?.value;
  }

  /** All values of a metric, by their labels' values. */
  values(name: string): Record<string, number> {
    return Object.fromEntries(
      this.samples
        .filter((sample) => sample.name === name)
        .map(({ labels, value }) => [Object.values(labels).join(' '), value]),
    );
  }

  #read(line: string): void {
    const [, kind, subject, rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind !== undefined) {
      (kind === 'HELP' ? this.helps : this.types).set(subject!, rest!);
      return;
    }
    if (line === '') return;
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`this is no line of the format: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
    if (pairs.map(([pair]) => pair).join('') !== labels) throw new Error(`labels can't be read: ${line}`);
    this.samples.push({
      name,
      labels: Object.fromEntries(pairs.map(([, label, text]) => [label!, text!])),
      value: Number(value!.replace('Nan', 'NaN').replace('+Inf', 'Infinity')),
    });
  }
}
