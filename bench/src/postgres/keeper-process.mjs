// The keeper of one PostgreSQL server: a process of its own that starts it, and ends it when whoever asked for it ends,
// however that is: its channel to that program is its life line. Plain JavaScript, because it has to run from the sources
// and from dist/ alike.
import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';

const { path, args, env, log, folder, user, graceMs } = JSON.parse(process.argv[2]);

// A terminal's Ctrl-C is the program's, which closes what it uses in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', end);

const output = openSync(log, 'a');
const server = spawn(path, args, {
  env: { ...process.env, ...env },
  stdio: ['ignore', output, output],
  // In a group of its own: the signal of a terminal would be a shutdown that waits for its clients.
  detached: true,
  ...user,
});
closeSync(output);
server.once('error', (error) => leave(error.message));
server.once('exit', (code, signal) => leave(`it ended (${signal ?? `exit code ${code}`})`));
if (server.pid !== undefined) process.send({ pid: server.pid });

function end() {
  // "Fast": it ends its clients' sessions; then "immediate", which leaves a recovery that nobody will need.
  server.kill('SIGINT');
  setTimeout(() => server.kill('SIGQUIT'), graceMs);
}

function leave(why) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  if (process.connected) process.send({ ended: why }, () => process.exit(0));
  else process.exit(0);
}
