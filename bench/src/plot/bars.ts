import type { TopLevelSpec } from 'vega-lite';
import { number, powers } from './axis.ts';
import { colour } from './colours.ts';
import { panelled } from './panels.ts';
import type { Plot, Point } from './plot.ts';

interface Range {
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** `LETTER`: about the width of one in a name. */
const [WIDTH, STEP, LETTER] = [460, 24, 6.4];

/** Horizontal bars, since names are long; on a logarithmic scale dots, since a bar has no beginning there. */
export function bars({ points: given, value, log }: Plot): TopLevelSpec {
  const points = log?.value ? given.filter((point) => point.value > 0) : given;
  const data = points.map(({ low, high, ...point }) => ({
    ...point,
    ...spreadOf({ low, high }, log?.value === true),
    mine: isOurs(point),
    said: said(point.value),
    furthest: Math.max(point.value, high ?? 0),
    panel: point.panel ?? '',
  }));
  const panels = [...new Set(data.map(({ panel }) => panel))];
  const series = [...new Set(data.map((each) => each.series))];
  const scale = log?.value ? { type: 'log' as const, padding: 12 } : { zero: true };
  const colours = { condition: { test: 'datum.mine', value: colour('ours') }, value: colour('other') };
  const axis = { ...number, ...(log?.value ? { values: powers(points) } : { tickCount: 5 }) };
  const x = { field: 'value', type: 'quantitative' as const, title: value, scale, axis };
  const y = {
    field: 'series',
    type: 'nominal' as const,
    title: null,
    sort: series,
    // As wide in each panel, though its names are its own: else panels would not stand below one another.
    axis: { labelLimit: 0, minExtent: LETTER * Math.max(...series.map(({ length }) => length)) },
  };
  const spread = { x: { field: 'low', type: 'quantitative' as const }, x2: { field: 'high' } };
  const furthest = { field: 'furthest', type: 'quantitative' as const };
  const layer = [
    log?.value
      ? {
          mark: { type: 'point' as const, filled: true, opacity: 1, size: 90 },
          encoding: { x, y, color: colours },
        }
      : { mark: { type: 'bar' as const, height: 15 }, encoding: { x, y, color: colours } },
    {
      mark: { type: 'rule' as const, color: colour('ink'), strokeWidth: 1.5 },
      encoding: { ...spread, y },
    },
    {
      mark: { type: 'text' as const, align: 'left' as const, dx: 7, color: colour('ink') },
      encoding: { x: furthest, y, text: { field: 'said', type: 'nominal' as const } },
    },
  ];
  const unit = { width: WIDTH, height: { step: STEP }, layer };
  return panelled(data, panels, unit, 'own places');
}

/** From the smallest to the largest, where there is a way between; a logarithmic axis has no place for nought. */
function spreadOf({ low, high }: Range, log: boolean): Range {
  const drawn = low !== undefined && high !== undefined && high > low && (!log || low > 0);
  return drawn ? { low, high } : {};
}

/** Whether a point is of what this project does. */
export function isOurs({ series }: Pick<Point, 'series'>): boolean {
  return series.startsWith('ours');
}

/** Three digits: "213 000", "0.94". */
function said(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return rounded.toLocaleString('en', { maximumFractionDigits: 3 }).replaceAll(',', ' ');
}
