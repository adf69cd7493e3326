import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient, Members, open, Tail, tickExists, topicStats } from '@ticker/mongo';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { follow } from './follow.ts';
import { Hub } from './hub/hub.ts';
import { createLog } from './log.ts';
import { Rate } from './rate.ts';
import { Sessions } from './session/sessions.ts';
import { statusOf, windowWarning } from './status.ts';

// The composition root: the only place where tail, hub and sockets meet.

/** Drain and close take less; then the process ends whatever is left. */
const STOP_MS = 10_000;
const WINDOW_CHECK_MS = 30_000;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const dashboard = fileURLToPath(new URL('../../web/dist', import.meta.url));

async function run(config: Config): Promise<void> {
  const { MONGODB_URI: uri, TOPIC: topic, BACKLOG_MAX: backlogMax } = config;
  const log = createLog(config.LOG_LEVEL);
  // Heartbeats of a second: that is how soon the tail learns that its member lags.
  const client = createClient(uri, 'ticker-server', { heartbeatFrequencyMS: 1_000, connectTimeoutMS: 3_000 });
  const members = new Members(client);
  await open(client, uri);

  const hub = new Hub(backlogMax, config.FLUSH_MS, {
    now: () => performance.now(),
    after: (ms, run) => setTimeout(run, ms),
  });
  const sessions = new Sessions();
  const rate = new Rate(() => performance.now());
  const stop = new AbortController();
  const tail = new Tail({
    uri,
    client,
    members,
    topic,
    backlogMax,
    log,
    known: hub.backlog,
    readConcern: config.READ_CONCERN,
    awaitMs: config.TAIL_AWAIT_MS,
    signal: stop.signal,
  });
  let filled = false;
  const following = follow(tail, hub, rate, () => (filled = true));

  const status = statusOf({
    hub,
    sessions,
    rate,
    version,
    tail: () => tail.status,
    topicStats: () => topicStats(client, topic),
  });
  const app = await buildApp({
    log,
    status,
    sessions,
    context: { hub, process: randomUUID(), now: Date.now, exists: (id) => tickExists(client, topic, id) },
    allowedOrigins: config.ALLOWED_ORIGINS,
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
    await sessions.drain();
    await app.close();
    stop.abort();
    await following;
    members.close();
    await client.close();
  });
  // Whoever started us is gone, however it ended.
  process.once('disconnect', () => grace.close());

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
