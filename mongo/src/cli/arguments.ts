import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './usage-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads a command line.
 *
 * @param args without the program's name
 * @throws UsageError, one line
 */
export function readArguments<const Known extends Options>(
  args: readonly string[],
  options: Known,
  { allowPositionals }: { readonly allowPositionals: boolean },
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    throw new UsageError((error as Error).message.replaceAll(/\s*\n\s*/g, ' '), { cause: error });
  }
}

/** @throws UsageError where the text is no whole number, or less than `least` */
export function whole(name: string, text: string, least: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`${name} must be a number without a fraction, at least ${least}, not "${text}"`);
}
