import { UsageError } from './errors.ts';

/** Runs a program: what it returns is its exit code; an error is one line on stderr and 1, or 2 for a wrong usage. */
export async function endWith(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
