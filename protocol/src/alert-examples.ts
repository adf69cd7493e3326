import { tick } from './examples.ts';

// For the documents; tests validate each against its schema.

const id = '673f2671c2b5b6c9a2f1d0aa';
const rule = '673f2671c2b5b6c9a2f1d0bb';
const above = { type: 'above', price: 44.5 } as const;

export const newAlertRule = [
  { ticker: 'PIP', condition: above },
  {
    ticker: 'PIP',
    condition: { type: 'moves', percent: 5, window: '1m' },
    repeat: 'every',
    coolDownMs: 60_000,
    note: 'look at this',
    webhook: { url: 'https://example.com/hook' },
  },
];

export const alertRuleChange = [
  { state: 'armed' },
  { condition: { type: 'crosses_down', price: 40 }, note: '' },
];

export const alert = [
  { id, rule, ticker: 'PIP', condition: above, note: '', tick: tick[0], time: 1_732_190_401_190 },
];

export const alertRule = [
  {
    id: rule,
    ticker: 'PIP',
    condition: above,
    repeat: 'once',
    coolDownMs: 60_000,
    note: '',
    webhook: null,
    state: 'fired',
    createdAt: 1_732_190_300_000,
    last: {
      alert: id,
      tick: tick[0],
      time: 1_732_190_401_190,
      delivery: { state: 'delivered', attempts: 1, error: null },
    },
  },
];

export const queueReport = [
  { waiting: 0, running: 1, delayed: 0, dead: 0, foreign: 0, oldestMs: null, finishedPerMinute: 12 },
];

export const watch = [{ type: 'watch', id: 8 }];

export const watching = [
  { type: 'watching', id: 8, alerts: alert },
  { type: 'watching', id: null, alerts: [] },
];

export const alertMessage = [{ type: 'alert', alert: alert[0] }];
