import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Status } from '../src/status.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The real server as a process of its own, on a free port. */
export class ServerProcess {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  output = '';
  url = '';

  private constructor(environment: Record<string, string>) {
    this.process = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.exited = once(this.process, 'exit').then(([code]) => code as number | null);
    for (const stream of [this.process.stdout!, this.process.stderr!]) {
      stream.on('data', (chunk: Buffer) => (this.output += String(chunk)));
    }
  }

  /** Starts it; resolves when it listens. */
  static async start(environment: Record<string, string>): Promise<ServerProcess> {
    const server = new ServerProcess(environment);
    const [message] = (await Promise.race([
      once(server.process, 'message'),
      server.exited.then((code) =>
        Promise.reject(new Error(`the server ended with ${code}: ${server.output}`)),
      ),
    ])) as [{ url: string }];
    server.url = message.url;
    return server;
  }

  /** Starts it; it does not listen yet. */
  static launch(environment: Record<string, string>): ServerProcess {
    return new ServerProcess(environment);
  }

  /** Starts one that is expected to end by itself; gives its exit code and what it printed. */
  static async failing(
    environment: Record<string, string>,
  ): Promise<{ code: number | null; output: string }> {
    const server = new ServerProcess(environment);
    const code = await server.exited;
    return { code, output: server.output };
  }

  async status(): Promise<Status> {
    return (await (await fetch(`${this.url}/api/status`)).json()) as Status;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return this.exited;
  }
}
