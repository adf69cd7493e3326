import type { TopLevelSpec } from 'vega-lite';
import { number, powers } from './axis.ts';
import { isOurs } from './bars.ts';
import { colour, SERIES_COLOURS } from './colours.ts';
import { panelled } from './panels.ts';
import type { Plot } from './plot.ts';

const [WIDTH, HEIGHT] = [400, 200];

/** Lines with points of a shape for each series: colours alone do not tell them apart for everybody. */
export function lines({ points, value, x: xTitle = '', log }: Plot): TopLevelSpec {
  const data = points.map((point) => ({ ...point, panel: point.panel ?? '' }));
  const panels = [...new Set(data.map(({ panel }) => panel))];
  const names = [...new Set(data.map(({ series }) => series))];
  const places = data.every(({ x }) => typeof x === 'number');
  const along = {
    field: 'x',
    title: xTitle,
    ...(places
      ? {
          type: 'quantitative',
          scale: log?.x ? { type: 'log', nice: false, padding: 8 } : { zero: false, padding: 8 },
        }
      : { type: 'ordinal', sort: [...new Set(data.map(({ x }) => x))], axis: { labelAngle: 0 } }),
    ...(places && {
      axis: { values: [...new Set(data.map(({ x }) => x as number))], ...number, grid: false },
    }),
  };
  const up = {
    field: 'value',
    type: 'quantitative',
    title: value,
    scale: log?.value ? { type: 'log' } : { zero: true },
    axis: { ...number, ...(log?.value ? { values: powers(points) } : { tickCount: 5 }) },
  };
  let others = 0;
  const domain = { domain: names };
  // Where several are ours, the first has our colour: the same for all would leave nothing but the points' shapes.
  const first = names.find((series) => isOurs({ series }));
  const range = names.map((series) =>
    colour(series === first ? 'ours' : SERIES_COLOURS[others++ % SERIES_COLOURS.length]!),
  );
  const legend = { title: null, symbolSize: 80, labelLimit: 0 };
  const encoding = {
    x: along,
    y: up,
    color: { field: 'series', type: 'nominal', scale: { ...domain, range }, legend },
    shape: { field: 'series', type: 'nominal', scale: domain, legend },
  };
  const layer = [
    { mark: { type: 'line', strokeWidth: 2 }, encoding: { x: along, y: up, color: encoding.color } },
    { mark: { type: 'point', filled: true, size: 70, opacity: 1 }, encoding },
  ];
  const unit = { width: WIDTH, height: HEIGHT, layer };
  return panelled(data, panels, unit);
}
