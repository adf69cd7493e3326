import type { Page } from './page.ts';

/** Other units, and abbreviations of units, that a name may not have. */
const UNITS =
  /_(milli|micro|nano|kilo|mega|giga|kibi|mebi)?(minutes?|hours?|days?|weeks?|bits|ms|us|ns|sec|s|kb|mb|gb|b|m|h|d|percent)(_|$)|_(milli|micro|nano|kilo|mega|giga|kibi|mebi)(seconds?|bytes?)(_|$)/;

/**
 * What a page's metrics do against Prometheus' conventions ("Metric and label naming", and the rules of `promtool check
 * metrics`). Ours: every name begins with `ticker_`.
 */
export function complaints({ types, helps, samples }: Page): string[] {
  const found: string[] = [];
  for (const [name, type] of types) {
    const complain = (what: string): unknown => found.push(`${name}: ${what}`);
    const distribution = type === 'histogram' || type === 'summary';
    if (!helps.get(name)?.trim()) complain('no HELP');
    if (!/^ticker_[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) complain('not prefixed ticker_');
    if (type === 'counter' && !name.endsWith('_total')) complain('a counter ends in _total');
    if (type !== 'counter' && name.endsWith('_total')) complain('only a counter ends in _total');
    if (UNITS.test(name)) complain('not in seconds or bytes');
    if (!distribution && /_(count|sum|bucket)$/.test(name))
      complain('only a histogram or summary ends in _count, _sum, _bucket');
    if (/_(gauge|counter|histogram|summary)(_|$)/.test(name)) complain('its type is in its name');
    const own = samples.filter(
      (sample) => sample.name.replace(/_(count|sum|bucket)$/, '') === name || sample.name === name,
    );
    for (const label of new Set(own.flatMap(({ labels }) => Object.keys(labels)))) {
      if (!/^[a-z]+(_[a-z]+)*$/.test(label)) complain(`the label ${label} is not in snake_case`);
      if (!distribution && (label === 'le' || label === 'quantile'))
        complain(`the label ${label} is reserved`);
    }
  }
  return found;
}
