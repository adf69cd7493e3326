import type { AlarmCalls, Heard } from '../load/alarms.ts';
import { Remote } from '../stage/remote.ts';
import { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import type { StoredRules } from './stored-rules.ts';

/** Alerts set a second, and ticks a second while they fire. */
export const ALERT_RATE = 5;
export const TICK_RATE = 100;
/** From the rules read to the last webhook, besides the alerts themselves. */
const SLACK_SECONDS = 4;
const PATIENCE_MS = 15_000;

/** How soon alerts come, with so many other rules in the database. */
export interface Firing extends Heard {
  readonly rules: number;
  readonly alerts: number;
}

export async function firing(
  stage: Stage,
  stored: StoredRules,
  { rules, alerts }: { rules: number; alerts: number },
): Promise<Firing> {
  await stored.put(rules);
  const server = await Server.start({ uri: stage.uri, topic: stage.topic, awaitMs: 20 });
  const alarms = new Remote<AlarmCalls>('alarms', 'alarms');
  try {
    await server.evaluates(rules);
    await alarms.call('open', { url: server.url, webSocketUrl: server.webSocketUrl });
    const seconds = alerts / ALERT_RATE + SLACK_SECONDS;
    const published = stage.publisher.call('paced', { run: stage.nextRun(), rate: TICK_RATE, seconds });
    await alarms.call('set', { count: alerts, rate: ALERT_RATE });
    const heard = await alarms.call('heard', { count: alerts, patienceMs: PATIENCE_MS });
    await published;
    return { rules, alerts, ...heard };
  } finally {
    await alarms.stop();
    await server.stop();
  }
}
