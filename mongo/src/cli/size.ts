import { HELP, readOptions } from './size-options.ts';
import { sizeReport } from './size-report.ts';
import { UsageError } from './usage-error.ts';

// `npm run size`: how large a topic must be.

try {
  const options = readOptions(process.argv.slice(2), process.env);
  console.log(options ? sizeReport(options) : HELP);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
