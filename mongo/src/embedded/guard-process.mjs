// The guard of one replica set: a process of its own that spawns the members and outlives the program that asked for
// them, however that program ends. Plain JavaScript, because it has to run from the sources and from dist/ alike.
//
// It spawns them itself, rather than be told their ids, so that there is no moment in which a member runs and the
// guard does not know it. Its channel to the program is its life line: when it closes, everything ends.
import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const { folder, temporary, socket, graceMs } = JSON.parse(process.argv[2]);
const owner = process.ppid;
const members = new Map();
let ending = false;

// A service manager signals every process of the group: the program decides when its members stop, not the signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', end);
process.on('message', (message) => spawnMember(message));

/** Answers whoever wants the same folder: which process has it, or that it will be free soon. */
const server = createServer((peer) => {
  peer.on('error', () => {});
  peer.end(ending ? '' : String(owner));
});
server.unref();
if (socket) claim();
else report({ ready: true });

function report(message) {
  if (process.connected) process.send(message, () => {});
}

function claim(tries = 0) {
  server.once('error', () => {
    const peer = connect(socket);
    let answer = '';
    peer.setEncoding('utf8');
    peer.on('data', (text) => (answer += text));
    peer.on('error', () => rmSync(socket, { force: true }));
    peer.on('close', () => {
      // Its program is gone and it stops its members: wait until it has.
      if (answer === '' && tries < 200) setTimeout(claim, 50, tries + 1);
      else report({ inUseBy: answer });
    });
  });
  server.listen(socket, () => report({ ready: true }));
}

function spawnMember({ key, path, args, env, log }) {
  if (ending) return;
  const output = openSync(log, 'a');
  const member = spawn(path, args, { env: { ...process.env, ...env }, stdio: ['ignore', output, output] });
  closeSync(output);
  members.set(key, member);
  const exited = (code, signal) => {
    if (members.get(key) !== member) return;
    members.delete(key);
    report({ key, code, signal });
    if (ending) leaveWhenAlone();
  };
  member.on('exit', exited);
  member.on('error', (error) => exited(null, error.message));
  if (member.pid !== undefined) report({ key, pid: member.pid });
}

function end() {
  if (ending) return;
  ending = true;
  signalAll('SIGTERM');
  signalAll('SIGCONT'); // a paused member hears SIGTERM only when it runs
  setTimeout(signalAll, graceMs, 'SIGKILL');
  leaveWhenAlone();
}

function signalAll(signal) {
  for (const member of members.values()) member.kill(signal);
}

function leaveWhenAlone() {
  if (members.size > 0) return;
  if (temporary) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  // Closing removes the socket; it is the last thing, since a waiting start takes the folder then.
  server.close();
  process.exit(0);
}
