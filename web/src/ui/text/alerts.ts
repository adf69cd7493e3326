import type { AlertState, MoveWindow } from '@ticker/protocol';
import type { Access } from '../../alerts/access.ts';
import type { Kind } from '../../alerts/draft.ts';
import type { Permission } from '../../alerts/notifier.ts';
import { formatCount } from '../format.ts';

const attemptCount = (count: number): string =>
  count === 1 ? 'one attempt' : `${formatCount(count)} attempts`;

/** Every word about alerts and the queue: apart from the page's others, since they are loaded after the first paint. */
export const alertText = {
  newTitle: 'New alert',
  listTitle: 'Your alerts',
  none: 'None yet. Fill in the form, or click the chart at a price.',

  access: {
    off: 'This server has no alerts.',
    unauthorised: 'Alerts belong to a person: they need a token.',
    forbidden: 'This token does not allow alerts.',
    unreachable: 'Alerts can’t be read just now.',
  } satisfies Partial<Record<Access, string>>,
  untold: 'This page is not told of alerts at once: this list is read every few seconds.',

  ticker: 'Ticker',
  when: 'When the price',
  kinds: {
    crosses_up: 'rises through',
    crosses_down: 'falls through',
    above: 'is above',
    below: 'is below',
    moves: 'moves by',
  } satisfies Record<Kind, string>,
  price: 'Price',
  percent: 'Percent',
  window: 'Within',
  windows: { '10s': '10 s', '1m': '1 min', '5m': '5 min', '15m': '15 min', '1h': '1 h' } satisfies Record<
    MoveWindow,
    string
  >,
  repeat: 'How often',
  repeats: { once: 'Once', every: 'Every time' },
  coolDown: 'Then quiet for',
  note: 'Note',
  webhookTitle: 'Send it to a webhook',
  url: 'Webhook URL',
  urlStart: 'https://',
  urlHelp: 'Signed as standardwebhooks.com says; its secret is shown once.',
  submit: 'Set alert',
  submitting: 'Setting…',
  set: (name: string) => `Set: ${name}.`,

  secretTitle: 'Secret of the webhook',
  secretHelp: 'What is sent is signed with it. It is not shown again.',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser did not copy it: select it, and copy it by hand.',
  done: 'Done',

  /** Stands after the ticker. */
  condition: {
    crosses_up: (price: string) => `rises through ${price}`,
    crosses_down: (price: string) => `falls through ${price}`,
    above: (price: string) => `above ${price}`,
    below: (price: string) => `below ${price}`,
    moves: (percent: string, window: string) => `moves by ${percent} % within ${window}`,
    unknown: 'alert',
  },
  states: {
    armed: 'Armed',
    cooling: 'Cooling down',
    fired: 'Fired',
    paused: 'Paused',
  } satisfies Record<AlertState, string>,
  once: 'Once',
  every: (pause: string) => `Every time, then quiet for ${pause}`,
  fired: (price: string, time: string) => `Fired at ${price}, ${time}`,
  delivering: 'Delivering…',
  deliveringAgain: (attempts: number, error: string) =>
    `Delivering; ${attemptCount(attempts)} failed: ${error}`,
  delivered: 'Delivered',
  dead: (attempts: number) => `Not delivered: gave up after ${attemptCount(attempts)}`,
  deadWhy: (error: string) => `: ${error}`,
  retry: 'Retry',
  retried: (name: string) => `Being delivered again: ${name}.`,
  arm: 'Arm again',
  armed: (name: string) => `Armed: ${name}.`,
  pause: 'Pause',
  paused: (name: string) => `Paused: ${name}.`,
  remove: 'Delete',
  removed: (name: string) => `Deleted: ${name}.`,
  /** The name of a button: its word, and which alert it is about. */
  actionOn: (action: string, name: string) => `${action}: ${name}`,
  webhook: (host: string) => `Webhook: ${host}`,

  sound: 'Play a sound',
  permission: {
    granted: 'The browser notifies you of alerts while this page is hidden.',
    denied: 'The browser does not allow notifications of this page: alerts show here only.',
    default: 'With the first alert, the browser asks whether it may notify you while this page is hidden.',
    unanswered:
      'The browser asked, and was not told: alerts show here only. Its settings for this page can change that.',
    unsupported: 'This browser has no notifications for pages: alerts show here only.',
  } satisfies Record<Permission, string>,

  offer: (price: string) => `Alert at ${price}`,
  offerLeave: 'Cancel',
  offerHelp: (price: string) =>
    `Alert at ${price}? Up and down arrow keys move it, Enter fills in the form, Escape leaves.`,
  chartHelp: 'Enter offers an alert at the last price; up and down arrow keys move it.',
  levels: (prices: string) => `Alerts are set at ${prices}.`,

  toasts: 'Alerts that fired',
  toastAt: (price: string, time: string) => `${price} at ${time}`,
  more: (count: number) =>
    count === 1 ? 'One more alert fired.' : `${formatCount(count)} more alerts fired.`,
  dismiss: 'Dismiss',
  dismissAlert: (name: string) => `Dismiss: ${name}`,

  queueTitle: 'Work queue',
  queueHelp: 'Alerts are delivered by jobs of this queue. Read every two seconds.',
  queue: {
    waiting: 'Waiting',
    running: 'Running',
    delayed: 'Delayed',
    dead: 'Dead',
    finishedPerMinute: 'Finished in a minute',
    oldestMs: 'Oldest waits for',
    foreign: 'Claimed elsewhere',
  },
  queueAccess: {
    off: 'This server has no queue.',
    unauthorised: 'The queue is shown to those who have a token.',
    forbidden: 'This token does not allow a look at the queue.',
    unreachable: 'The queue can’t be read just now.',
  } satisfies Partial<Record<Access, string>>,
  noJob: 'no job waits',
} as const;
