import type { AlertRule } from '@ticker/protocol';

/** A rule as the server gives it: armed, of PIP, above 44.5. */
export function rule(facts: Partial<AlertRule> = {}): AlertRule {
  return {
    id: 'r',
    ticker: 'PIP',
    condition: { type: 'above', price: 44.5 },
    repeat: 'once',
    coolDownMs: 60_000,
    note: '',
    webhook: null,
    state: 'armed',
    createdAt: 0,
    last: null,
    ...facts,
  };
}

/** Its last firing, at 44.51. */
export function firing(
  state: 'delivering' | 'delivered' | 'dead',
  attempts = 1,
  error: string | null = null,
): AlertRule['last'] {
  const tick = { id: 't', time: 0, ticker: 'PIP', price: 44.51 };
  return { alert: 'a', tick, time: 0, delivery: { state, attempts, error } };
}
