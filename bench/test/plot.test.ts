import { describe, expect, it } from 'vitest';
import { powers } from '../src/plot/axis.ts';
import { draw } from '../src/plot/draw.ts';
import { type Plot, plotMarkdown } from '../src/plot/plot.ts';

const bars: Plot = {
  name: 'frames',
  title: 'Frames & ticks, 1 000 < 2 000 subscribers',
  kind: 'bars',
  value: 'frames a CPU second',
  points: [
    { panel: 'single', series: 'ours', value: 203_456, low: 190_000, high: 220_000 },
    { panel: 'single', series: 'NATS', value: 150_000 },
    { panel: 'bursts', series: 'ours', value: 100_000 },
  ],
};

describe('a plot', () => {
  it('is drawn as SVG with its title, panels, series and values', async () => {
    const svg = await draw(bars);
    expect(svg).toMatch(/^<svg[^>]*><title>Frames &amp; ticks, 1 000 &lt; 2 000 subscribers<\/title>/);
    for (const text of ['single', 'bursts', 'NATS', '203 000', 'frames a CPU second'])
      expect(svg).toContain(text);
  });

  it('has in each panel its own series alone, by their whole names', async () => {
    const name = 'a bare loop that writes the same frames as the fan-out alone';
    const points = [...bars.points, { panel: 'bursts', series: name, value: 1 }];
    const svg = await draw({ ...bars, points });
    expect(svg.split('>NATS<')).toHaveLength(2);
    expect(svg.split(`>${name}<`)).toHaveLength(2);
  });

  it('tells several of ours apart by colour too', async () => {
    const series = ['ours, 1 s', 'ours, 10 s'];
    const points = series.flatMap((name) => [1, 10].map((x) => ({ series: name, x, value: x })));
    const svg = await draw({ ...bars, kind: 'lines', x: 'clients', points });
    const strokes = [...svg.matchAll(/stroke="(#[^"]+)" stroke-width="2"/g)].map(([, colour]) => colour);
    expect(new Set(strokes).size).toBe(2);
  });

  it('has no colour but those that change where the ground is dark', async () => {
    const lines: Plot = {
      ...bars,
      kind: 'lines',
      x: 'listeners',
      points: [1, 10, 100].flatMap((x) => ['ours', 'NATS'].map((series) => ({ series, x, value: x }))),
    };
    for (const plot of [bars, lines, { ...bars, log: { value: true } }]) {
      const svg = await draw(plot);
      const [drawing, style] = [svg.replace(/<style>.*<\/style>/, ''), /<style>(.*)<\/style>/.exec(svg)![1]];
      const used = new Set([...drawing.matchAll(/(?:fill|stroke)="(#[^"]+)"/g)].map(([, colour]) => colour));
      expect(used.size).toBeGreaterThan(2);
      for (const colour of used) expect(style).toContain(`"${colour}"`);
      expect(drawing).not.toMatch(/(?:fill|stroke)="(?:black|white|rgb)/);
    }
  });

  it('has no dot at nought where the axis is logarithmic', async () => {
    const points = [
      { series: 'ours', value: 10, low: 0, high: 20 },
      { series: 'none', value: 0 },
    ];
    const svg = await draw({ ...bars, log: { value: true }, points });
    expect(svg).not.toMatch(/NaN|Infinity/);
    expect(svg).not.toContain('none<');
  });

  it('marks a logarithmic axis at the powers of ten around its values', () => {
    expect(powers([{ value: 3 }, { value: 250 }, { value: 0 }])).toEqual([1, 10, 100, 1000]);
    expect(powers([])).toEqual([]);
  });

  it('stands in the report by its title', () => {
    expect(plotMarkdown(bars)).toBe('![Frames & ticks, 1 000 < 2 000 subscribers](plots/frames.svg)');
  });
});
