import { Error as errors, logger, parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { bars } from './bars.ts';
import { colour, darkStyle } from './colours.ts';
import { lines } from './lines.ts';
import type { Plot } from './plot.ts';

const FONT = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif';
const texts = { labelColor: colour('ink'), titleColor: colour('faint'), titleFontWeight: 'normal' as const };

const CONFIG = {
  font: FONT,
  background: 'transparent',
  padding: 12,
  view: { stroke: null },
  title: {
    color: colour('ink'),
    fontSize: 14,
    anchor: 'start' as const,
    offset: 14,
    frame: 'bounds' as const,
  },
  axis: {
    ...texts,
    labelFontSize: 12,
    titleFontSize: 12,
    labelLimit: 400,
    gridColor: colour('grid'),
    domainColor: colour('grid'),
    tickColor: colour('grid'),
  },
  axisY: { domain: false, ticks: false, labelPadding: 8 },
  axisXNominal: { labelAngle: 0 },
  header: {
    labelColor: colour('faint'),
    labelFontSize: 12,
    labelFontWeight: 'bold' as const,
    labelPadding: 6,
  },
  legend: { labelColor: colour('ink'), labelFontSize: 12, rowPadding: 6 },
  text: { fontSize: 12 },
};

/** Draws a plot as SVG, which is readable on a light ground and on a dark one. */
export async function draw(plot: Plot): Promise<string> {
  const spec = plot.kind === 'bars' ? bars(plot) : lines(plot);
  const titled = { ...spec, title: { text: plot.title } } as TopLevelSpec;
  // It warns of panels with places of their own, whose layers might not have the same: they are of the same points.
  const { spec: drawing } = compile(titled, { config: CONFIG, logger: logger(errors) });
  const view = new View(parse(drawing), { renderer: 'none' });
  try {
    const svg = await view.toSVG();
    return `${svg.replace(/^<svg[^>]*>/, (open) => `${open}<title>${escaped(plot.title)}</title>${darkStyle()}`)}\n`;
  } finally {
    view.finalize();
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
