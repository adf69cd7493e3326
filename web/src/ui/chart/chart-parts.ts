/** What draws the chart, lightweight-charts with it: a chunk of its own. */
export { ChartCanvas } from './chart-canvas.tsx';
