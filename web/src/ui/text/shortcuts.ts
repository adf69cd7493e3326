import type { Action } from '../../shortcuts/shortcut.ts';
import type { Interval } from '../../store/interval.ts';
import { chartText } from './chart.ts';

/** The words of the shortcuts, and of the sheet that lists them. */
export const shortcutText = {
  title: 'Keyboard shortcuts',
  on: 'Single keys are shortcuts',
  onHelp:
    'Off where they get in the way of a screen reader or of speech input. The browser remembers it; the menu “View” opens this sheet then.',
  close: 'Close',
  key: 'Key',
  does: 'What it does',
  keyName: (key: string) => key.toUpperCase(),
  intervalKeys: (last: number) => `1–${last}`,
  interval: (names: readonly Interval[]) =>
    `Length of a bar: ${names.map((name) => chartText.lengths[name]).join(', ')}`,
  actions: {
    filter: 'Find a ticker',
    kind: 'Candles or line',
    table: 'The chart as a table, and back',
    pause: 'Pause, and resume',
    live: 'Go to live',
    fullscreen: 'Chart in fullscreen, and back',
    picture: 'Save a picture of the chart',
    theme: 'Dark or light',
    density: 'Compact or comfortable',
    saver: 'Data saver on or off',
    alerts: 'Alerts',
    sheet: 'This sheet',
  } satisfies Record<Action, string>,
  more: 'Tab goes from one control to the next, arrow keys choose within one, Escape closes what is open.',
  chart: (help: string) => `In the chart: ${help}`,

  /** What a key did, said aloud. */
  did: {
    interval: (interval: Interval) => `Bars of ${chartText.lengths[interval]}`,
    live: 'The newest bar',
    table: { true: 'Table', false: 'Chart' },
    theme: { light: 'Light theme', dark: 'Dark theme' },
    density: { comfortable: 'Comfortable', compact: 'Compact' },
    saver: { true: 'Data saver on', false: 'Data saver off' },
    paused: { true: 'Resumed', false: 'Paused' },
  },
} as const;
