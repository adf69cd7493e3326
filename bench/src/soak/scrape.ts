/** What a page of /metrics says, series by series. */
export class Scrape {
  readonly #series: readonly { readonly name: string; readonly labels: string; readonly value: number }[];

  /** @param page Prometheus' text format */
  constructor(page: string) {
    this.#series = [...page.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels, value]) => ({
      name: name!,
      labels: labels ?? '',
      value: Number(value),
    }));
  }

  /** A metric, all its series whose labels hold this text together. */
  sum(name: string, labels = ''): number {
    return this.#series.reduce(
      (sum, one) => (one.name === name && one.labels.includes(labels) ? sum + one.value : sum),
      0,
    );
  }

  /** The bound of a histogram's bucket below which this share of what came since `before` lies. NaN: nothing came. */
  quantile(name: string, share: number, before: Scrape): number {
    const bounds = this.#series.filter((one) => one.name === `${name}_bucket`);
    const since = (labels: string) =>
      this.sum(`${name}_bucket`, labels) - before.sum(`${name}_bucket`, labels);
    const total = since('le="+Inf"');
    if (total === 0) return Number.NaN;
    const found = bounds.find(({ labels }) => since(labels) >= share * total);
    return Number(/le="(.*?)"/.exec(found!.labels)![1]!.replace('+Inf', 'Infinity'));
  }
}
