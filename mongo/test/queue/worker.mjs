// A worker process, for tests that kill, freeze and misdate it. Its task comes in TASK; it tells what it does by IPC,
// and what it is told there decides how its handlers end.

const { uri, name, clockShiftMs = 0, appName = 'ticker-test-worker', ...task } = JSON.parse(process.env.TASK);

if (clockShiftMs !== 0) {
  const Exact = Date;
  globalThis.Date = class extends Exact {
    constructor(...parts) {
      if (parts.length === 0) super(Exact.now() + clockShiftMs);
      else super(...parts);
    }
    static now() {
      return Exact.now() + clockShiftMs;
    }
  };
}

const { createClient, Queue } = await import('@ticker/mongo');
const client = await createClient(uri, appName).connect();
const tell = (event) => process.send?.(event);
// Whoever started us is gone.
const orphaned = () => process.exit(1);
process.on('disconnect', orphaned);

const queue = new Queue(client, {
  name,
  ...task.queue,
  log: { info() {}, warn: (fields, message) => tell({ what: 'log', message, ...fields }) },
});

const told = new Promise((resolve) => process.on('message', resolve));
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function handle({ payload, attempt }) {
  tell({ what: 'begun', payload, attempt, now: new Date().getTime() });
  if (task.busyMs === 'until told') await told;
  else await wait(Math.random() * task.busyMs);
  if (payload === 'fails' && attempt === 1) throw new Error('as it should');
}

if (task.do === 'fail') {
  const job = await queue.claim({ leaseMs: 3_600_000 });
  tell({ what: 'claimed' });
  await queue.fail(job, new Error('the last'), { retry: false });
} else if (task.do === 'redrive') {
  tell({ what: 'redriving' });
  await queue.redrive();
} else {
  const worker = queue.worker(handle, task.worker);
  process.on('SIGTERM', async () => {
    await worker.stop();
    tell({ what: 'stopped', counts: worker.counts });
    await client.close();
    process.off('disconnect', orphaned);
    process.disconnect();
  });
  tell({ what: 'ready' });
}
