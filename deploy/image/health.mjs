import { readFileSync } from 'node:fs';

const patienceMs = 2_000;

/**
 * Whether the container's program is well. A server is, when clients may be sent to it (`/readyz`: it has read the topic
 * and is not stopping); every other program, as long as it runs.
 *
 * @returns {Promise<number>} the exit code
 */
export async function health() {
  // Of all that runs here the first process alone is told what the container is for, behind an init or not.
  const command = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
  if (command[command.findIndex((part) => part.endsWith('ticker')) + 1] !== 'server') return 0;
  const scheme = process.env.TLS_CERT ? 'https' : 'http';
  if (scheme === 'https') process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const url = `${scheme}://127.0.0.1:${process.env.PORT}/readyz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
  const text = await answer.text();
  console.log(text);
  return answer.ok ? 0 : 1;
}
