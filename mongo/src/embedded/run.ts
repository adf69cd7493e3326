import { spawn } from 'node:child_process';

/** How to {@link run}. */
export interface RunOptions {
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Ends it after this many milliseconds in which it printed nothing. */
  timeoutMs: number;
  /** Called with each piece of its output. */
  onOutput?: (text: string) => void;
}

/**
 * Runs a program to its end and gives what it printed to stdout.
 *
 * @throws Error with the last line that it printed, when it can't be run, fails, or is silent for too long
 */
export function run(program: string, args: string[], options: RunOptions): Promise<string> {
  const { cwd, env, timeoutMs, onOutput } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, ...(cwd && { cwd }), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    let silent = false;
    const timer = setTimeout(() => {
      silent = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      timer.refresh();
      onOutput?.(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
      timer.refresh();
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(new Error(error.code === 'ENOENT' ? `there is no ${program}` : error.message, { cause: error }));
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(output);
      const last = (errors.trim() || output.trim()).split('\n').at(-1)?.trim();
      const why = silent ? `no answer for ${timeoutMs / 1000} s` : last || `it ended with ${code ?? signal}`;
      return reject(new Error(why));
    });
  });
}
