import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { admission } from './admission.ts';
import { createAlerts } from './alerts/create-alerts.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { follow } from './follow.ts';
import { History } from './history/history.ts';
import { Hub } from './hub/hub.ts';
import { createLog } from './log.ts';
import { Rate } from './rate.ts';
import { Sessions } from './session/sessions.ts';
import { standstillOf } from './standstill.ts';
import { statusOf, windowWarning } from './status.ts';
import { Upstream } from './upstream.ts';
import { Link } from './workers/link.ts';
import { placeIn } from './workers/place.ts';

// The composition root: the only place where tail, hub and sockets meet.

/** Drain and close take less; then the process ends whatever is left. */
const STOP_MS = 10_000;
/** Deliveries that take longer go on elsewhere. */
const ALERTS_STOP_MS = 4_000;
const WINDOW_CHECK_MS = 30_000;
/** A worker takes clients when it has read the topic; when that takes longer, so that somebody can ask it why. */
const FILL_MS = 5_000;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const dashboard = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** There is nothing to end in order yet. */
const quit = (): void => process.exit(1);

/** Runs a process that serves, until it is told to end: the only one of the server, or one of its workers. */
export async function serve(config: Config): Promise<void> {
  // Whoever started us may be gone at any moment, however it ended.
  let leave = quit;
  process.once('disconnect', () => leave());
  const place = placeIn(process.env);
  const link = place && new Link(place);
  if (link) link.onStop = () => leave();

  const log = createLog(config.LOG_LEVEL);
  const admitted = admission(config, place);
  const hub = new Hub(config.BACKLOG_MAX, config.FLUSH_MS, {
    now: () => performance.now(),
    after: (ms, run) => setTimeout(run, ms),
  });
  const sessions = new Sessions();
  const rate = new Rate(() => performance.now());
  const id = randomUUID();
  const upstream = await Upstream.connect(config, hub.backlog, log, place);
  const { tail, topicStats, exists, past, stop, close } = upstream;
  const alerts = createAlerts(config, { upstream, hub, process: id, version, log });
  let filled = false;
  let onFill: (() => void) | undefined;
  const fill = new Promise<void>((resolve) => (onFill = resolve));
  const following = follow(tail, hub, rate, {
    onFilled: () => {
      filled = true;
      onFill?.();
      alerts?.filled();
    },
    onTicks: () => alerts?.ticks(),
  });

  const status = statusOf({ hub, sessions, rate, version, topicStats, tail: () => tail.status, link });
  const app = await buildApp({
    log,
    version,
    context: { hub, process: id, now: Date.now, exists, standstill: () => standstillOf(tail.status) },
    sessions,
    admission: admitted,
    status,
    measured: { tail, rate },
    history: new History({ backlog: hub.backlog, topic: past, now: Date.now, isFilled: () => filled }),
    alerts,
    link,
    isFilled: () => filled,
    dashboard: existsSync(dashboard) ? dashboard : undefined,
  });
  const watch = setInterval(async () => {
    const warning = windowWarning(await status());
    if (warning && (place?.number ?? 1) === 1) log.warn(warning);
  }, WINDOW_CHECK_MS);

  const end = async (): Promise<void> => {
    clearInterval(watch);
    const drained = sessions.drain();
    const leaveDatabase = async (): Promise<void> => {
      await Promise.all([drained, alerts?.stop(ALERTS_STOP_MS)]);
      stop.abort();
      await following;
      await close();
    };
    // Side by side: a client that does not answer its close takes 5 s, and so may a member that hangs.
    await Promise.all([drained.then(() => app.close()), leaveDatabase()]);
  };
  // A terminal's Ctrl-C reaches workers too, and the primary process tells them besides: they end once.
  let ended: Promise<void> | undefined;
  const grace = closeWithGrace({ delay: STOP_MS, logger: false }, ({ err }) => {
    if (err) log.fatal({ err }, 'the server fails and stops');
    return (ended ??= end());
  });
  leave = () => void grace.close();

  if (link) await Promise.race([fill, delay(FILL_MS)]);
  const url = await app.listen({ port: config.PORT, host: config.HOST });
  process.send?.({ type: 'ready', url });
}
