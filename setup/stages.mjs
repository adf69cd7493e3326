/** Thrown by a step that can't be done on this machine, and has not failed for it: its message says why. */
export class Skipped extends Error {}

/** A list of steps, one after the other, that ends at the first that fails, and can be shown as a table. */
export class Stages {
  #rows = [];

  /** Whether a step has failed. */
  get failed() {
    return this.#rows.some((row) => !row.ok);
  }

  /** Whether a step could not be done here. */
  get skipped() {
    return this.#rows.some((row) => row.skipped);
  }

  /**
   * Does a step and prints a line about it, unless an earlier one failed.
   *
   * @param {string} name
   * @param {() => Promise<Result | void>} work throws when it fails, or gives a result that says so; throws
   *   {@link Skipped} when it can't be done here
   * @typedef {{ passed?: number, failed?: number, again?: string[], note?: string }} Result `again`: what passed only
   *   when it was tried again, with what it said at first
   */
  async run(name, work) {
    if (this.failed) return;
    const start = performance.now();
    const row = { name, ok: true, skipped: false, seconds: 0, passed: 0, failed: 0, again: [], note: '' };
    try {
      Object.assign(row, await work());
      row.ok = row.failed === 0;
    } catch (error) {
      if (error instanceof Skipped) {
        Object.assign(row, { skipped: true, note: `skipped: ${error.message}` });
      } else {
        // A step that is no test counts as one, so that the sum never looks well when something failed.
        Object.assign(row, { ok: false, failed: 1 });
        console.error(error.message);
      }
    }
    row.seconds = (performance.now() - start) / 1000;
    this.#rows.push(row);
    console.log(line(row));
  }

  /** Prints all steps with their seconds, what passed only when tried again, and the sum of the tests. */
  summary() {
    console.log(`\n${this.#rows.map(line).join('\n')}`);
    const again = this.#rows.flatMap((row) => row.again);
    if (again.length > 0)
      console.log(`\nPassed only when tried again, and to be mended:\n  ${again.join('\n  ')}`);
    const sum = (key) => this.#rows.reduce((total, row) => total + Number(row[key]), 0);
    const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} of ${this.#rows.length} stages skipped` : '';
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  }
}

function line({ name, ok, skipped, seconds, passed, failed, again, note }) {
  const tests = passed > 0 || failed > 1 ? `${passed} passed, ${failed} failed` : '';
  const tried = again.length > 0 ? `${again.length} only when tried again` : '';
  const rest = [tests, tried, note].filter(Boolean).join(', ');
  const done = ok ? '✓' : '✗';
  return `${skipped ? '–' : done} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s  ${rest}`.trimEnd();
}
