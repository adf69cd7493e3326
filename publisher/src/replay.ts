import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, extname, join, resolve } from 'node:path';
import { UsageError } from './errors.ts';
import { csvReader, jsonReader, type LineReader } from './line-reader.ts';
import { fromLines, type LineSourceOptions } from './line-source.ts';
import { type Line, lines } from './lines.ts';
import type { Source } from './source.ts';

export interface ReplayOptions extends Omit<LineSourceOptions, 'read' | 'only'> {
  /** A file's path, or the name of one of vega-datasets' data, such as stocks.csv. */
  readonly file: string;
  /** Of a file that names tickers, these only; of one that does not, the first is its ticker. */
  readonly tickers?: readonly string[] | undefined;
}

export interface Replay {
  readonly source: Source;
  /** Size of the file in bytes, 0 where it is not known: a pipe. */
  readonly size: number;
}

/**
 * Opens recorded prices: CSV with a header, or NDJSON, told apart by the first character. They keep their recorded
 * times. The file is streamed: its size does not matter.
 *
 * @throws UsageError when there is no such file, or it has no prices
 */
export async function openReplay(options: ReplayOptions): Promise<Replay> {
  const { file, tickers, timed = false, signal } = options;
  const handle = await openFile(file);
  const { size } = await handle.stat();
  const rest = lines(handle.createReadStream({ signal }));
  const head = (await rest.next()).value ?? [];
  const begin = head.findIndex(({ text }) => text === undefined || text.trim() !== '');
  if (begin === -1) throw new UsageError(`--replay ${file}: it is empty`);

  const fallback = tickers?.[0] ?? tickerOf(file);
  let read: LineReader = jsonReader(fallback);
  let only: Set<string> | undefined;
  const json = head[begin]?.text?.trim().startsWith('{');
  if (json) only = tickers && new Set(tickers);
  else {
    const csv = csvReader(head[begin]?.text ?? '', fallback);
    if (!csv.columns.price)
      throw new UsageError(`--replay ${file}: its first line names no column price or close`);
    if (timed && !csv.columns.time) {
      throw new UsageError(
        `--replay ${file}: its first line names no column time, date or timestamp, for --speed`,
      );
    }
    read = csv.read;
    if (csv.columns.ticker) only = tickers && new Set(tickers);
  }
  const body = async function* (): AsyncGenerator<Line[]> {
    yield head.slice(json ? begin : begin + 1);
    yield* rest;
  };
  return { source: fromLines(body(), { ...options, read, only }), size };
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    const handle = await open(locate(file));
    if (!(await handle.stat()).isDirectory()) return handle;
    await handle.close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--replay ${file}: ${code === 'ENOENT' ? 'there is no such file' : `can't be read (${code})`}`,
    );
  }
  throw new UsageError(`--replay ${file}: it is a folder`);
}

/** npm runs us in the project's folder, but a path is meant from where the user is: INIT_CWD, which npm sets. */
function locate(file: string): string {
  const path = resolve(process.env['INIT_CWD'] ?? '.', file);
  if (existsSync(path) || basename(file) !== file) return path;
  const bundled = join(createRequire(import.meta.url).resolve('vega-datasets'), '../../data', file);
  return existsSync(bundled) ? bundled : path;
}

/** "SP500" of "data/sp500.csv". */
function tickerOf(file: string): string {
  const name = basename(file, extname(file)).toUpperCase();
  return name.replaceAll(/[^A-Z0-9._-]/g, '-').slice(0, 32) || 'PIP';
}
