import closeWithGrace from 'close-with-grace';
import type { Config } from './config.ts';
import { createLog } from './log.ts';
import { Crew, WorkerFailed } from './workers/crew.ts';

/** As long as a worker takes at most to drain and end. */
const STOP_MS = 10_000;

/**
 * Runs `WORKERS` processes that serve, until this one is to end. However it ends, they do: each ends at once when its
 * channel to this one breaks.
 */
export async function lead({ WORKERS, LOG_LEVEL }: Config): Promise<void> {
  const log = createLog(LOG_LEVEL);
  const crew = new Crew(WORKERS, log);
  const grace = closeWithGrace(
    { delay: STOP_MS, logger: false, onTimeout: () => crew.kill() },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'the primary process fails and stops');
      await crew.stop();
    },
  );
  // Whoever started us may be gone at any moment, however it ended.
  process.once('disconnect', () => void grace.close());
  try {
    const url = await crew.start();
    process.send?.({ type: 'ready', url });
  } catch (error) {
    if (error instanceof WorkerFailed) process.exit(error.code);
    throw error;
  }
}
