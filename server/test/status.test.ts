import { afterEach, expect, it } from 'vitest';
import { Hub } from '../src/hub/hub.ts';
import { Rate } from '../src/rate.ts';
import { Sessions } from '../src/session/sessions.ts';
import { statusOf } from '../src/status.ts';

const sessions = new Sessions();
afterEach(() => sessions.drain());

it('is told where the database does not answer: that is when somebody looks at it', async () => {
  const why = 'no member of the replica set can be read from';
  const status = statusOf({
    hub: new Hub(10, 0, { now: () => 0, after: () => {} }),
    sessions,
    rate: new Rate(() => 0),
    version: '1.0.0',
    topicStats: () => new Promise(() => {}),
    tail: () => ({
      state: 'disconnected',
      why,
      member: null,
      memberState: null,
      lagMs: null,
      reopens: 1,
      gaps: 0,
      badDocuments: 0,
    }),
  });
  expect(await status()).toMatchObject({ tail: { state: 'disconnected', why }, topic: null });
}, 5_000);
