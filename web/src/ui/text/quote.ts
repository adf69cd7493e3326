/** The words of the price header. Numbers come as text already. */
export const quoteText = {
  noPrice: 'no price yet',
  noRate: 'not known yet',
  since: (time: string) => `since ${time}`,
  lastChange: 'Last change',
  open: 'Open',
  high: 'High',
  low: 'Low',
  ofView: (time: string) => `Since this view began, at ${time}`,
  age: 'Last tick',
  ago: (age: string) => `${age} ago`,
  madeAt: (time: string) => `Made at ${time}, by its publisher’s clock`,
  noPriceFor: (ticker: string, age: string) => `No ${ticker} price for ${age}`,
  latency: 'Latency',
  millis: (number: string) => `${number} ms`,
  latencyHow:
    'From the publisher to this page: the median of the last second. It is as right as both clocks are.',
  latencyNone: 'No tick has come live yet.',
  latencyAhead: (ahead: string) =>
    `Not known: the publisher’s clock is ahead of this device’s, by ${ahead} or more.`,
  latencyBehind: (behind: string) =>
    `Not known: ticks carry times of ${behind} ago. They are replayed, or a clock is wrong.`,
  rate: 'Ticks a second',
  rateHow: 'Of this ticker, over the last 5 s',
} as const;
