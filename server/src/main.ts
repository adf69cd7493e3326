import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { admission } from './admission.ts';
import { createAlerts } from './alerts/create-alerts.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { follow } from './follow.ts';
import { History } from './history/history.ts';
import { Hub } from './hub/hub.ts';
import { createLog } from './log.ts';
import { Rate } from './rate.ts';
import { Sessions } from './session/sessions.ts';
import { statusOf, windowWarning } from './status.ts';
import { Upstream } from './upstream.ts';

// The composition root: the only place where tail, hub and sockets meet.

/** Drain and close take less; then the process ends whatever is left. */
const STOP_MS = 10_000;
/** As long as the drain lasts at most: deliveries that take longer go on elsewhere. */
const ALERTS_STOP_MS = 4_000;
const WINDOW_CHECK_MS = 30_000;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const dashboard = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** There is nothing to end in order yet. */
const quit = (): void => process.exit(1);

async function run(config: Config): Promise<void> {
  // Whoever started us may be gone at any moment, however it ended.
  let leave = quit;
  process.once('disconnect', () => leave());

  const log = createLog(config.LOG_LEVEL);
  const admitted = admission(config);
  const hub = new Hub(config.BACKLOG_MAX, config.FLUSH_MS, {
    now: () => performance.now(),
    after: (ms, run) => setTimeout(run, ms),
  });
  const sessions = new Sessions();
  const rate = new Rate(() => performance.now());
  const id = randomUUID();
  const upstream = await Upstream.connect(config, hub.backlog, log);
  const { tail, topicStats, exists, past, stop, close } = upstream;
  const alerts = createAlerts(config, { upstream, hub, process: id, version, log });
  let filled = false;
  const following = follow(tail, hub, rate, {
    onFilled: () => {
      filled = true;
      alerts?.filled();
    },
    onTicks: () => alerts?.ticks(),
  });

  const status = statusOf({ hub, sessions, rate, version, topicStats, tail: () => tail.status });
  const app = await buildApp({
    log,
    version,
    context: { hub, process: id, now: Date.now, exists },
    sessions,
    admission: admitted,
    status,
    measured: { tail, rate },
    history: new History({ backlog: hub.backlog, topic: past, now: Date.now, isFilled: () => filled }),
    alerts,
    isFilled: () => filled,
    dashboard: existsSync(dashboard) ? dashboard : undefined,
  });
  const watch = setInterval(async () => {
    const warning = windowWarning(await status());
    if (warning) log.warn(warning);
  }, WINDOW_CHECK_MS);

  const grace = closeWithGrace({ delay: STOP_MS, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'the server fails and stops');
    clearInterval(watch);
    await Promise.all([sessions.drain(), alerts?.stop(ALERTS_STOP_MS)]);
    await app.close();
    stop.abort();
    await following;
    await close();
  });
  leave = () => void grace.close();

  const url = await app.listen({ port: config.PORT, host: config.HOST });
  process.send?.({ type: 'ready', url });
}

try {
  await run(readConfig(process.env));
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const port = `PORT ${process.env['PORT'] ?? 3000} is in use: stop the other program, or choose another PORT`;
  console.error(`ticker: ${code === 'EADDRINUSE' ? port : message}`);
  process.exit(1);
}
