/**
 * Aborts when the process is told to end: by SIGINT (Ctrl-C), SIGTERM, the end of the program that started it with an
 * IPC channel, or a reader of its output that went away (`| head`). A second SIGINT or SIGTERM ends it at once.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  if (process.channel) {
    process.once('disconnect', stop);
    // Listening holds the process open, but it is to end by itself after --count ticks.
    process.channel.unref();
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    stop();
  });
  return controller.signal;
}
