import { createLogUpdate } from 'log-update';
import { describeEnd, describeNow, toJson } from './progress-text.ts';
import type { Progress } from './progress.ts';

/** Where a report is written: process.stdout and process.stderr. */
export interface Outputs {
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
}

/** Tells how publishing goes. */
export interface Report {
  /** Says something to a person, at once, on stderr. */
  note(text: string): void;
  /** The last word. */
  end(): void;
}

type Style = (progress: Progress, outputs: Outputs) => Report;

/** For machines: a line of JSON a second, and one at the end with `"type":"end"`. */
export const json: Style = (progress, { out, err }) => {
  const write = (type: 'progress' | 'end'): unknown =>
    out.write(`${JSON.stringify(toJson(type, progress))}\n`);
  const timer = every(1000, () => write('progress'));
  return {
    note: (text) => err.write(`${text}\n`),
    end() {
      clearInterval(timer);
      write('end');
    },
  };
};

/** For a terminal: one line that is kept up to date. */
export const live: Style = (progress, { out, err }) => {
  const line = createLogUpdate(out);
  const show = (): void => line(describeNow(progress));
  const timer = every(250, show);
  return {
    note(text) {
      line.clear();
      err.write(`${text}\n`);
      show();
    },
    end() {
      clearInterval(timer);
      line(describeEnd(progress));
      line.done();
    },
  };
};

/** For a file or a pipe: a line every 10 s. */
export const plain: Style = (progress, { out, err }) => {
  const timer = every(10_000, () => out.write(`${describeNow(progress)}\n`));
  return {
    note: (text) => err.write(`${text}\n`),
    end() {
      clearInterval(timer);
      out.write(`${describeEnd(progress)}\n`);
    },
  };
};

/** A timer that keeps no process alive. */
function every(ms: number, act: () => void): NodeJS.Timeout {
  return setInterval(act, ms).unref();
}
