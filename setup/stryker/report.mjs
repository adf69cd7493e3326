import { readFileSync } from 'node:fs';

/** Killed by a limit of vitest's own, rather than by something that a test saw. */
const LATE = /timed out in \d+\s*ms/i;

/**
 * What Stryker's report on a module says.
 *
 * @param {string} path of its JSON
 * @returns {{ mutants: number, killed: number, timedOut: number, survived: number, noCoverage: number, broken: number,
 *   ignored: number, score: number, left: Survivor[] }} `timedOut` is not in `killed`, but counts as noticed; `broken`
 *   ones ended the run in another way, and don't count; `score` in per cent of those that count
 * @typedef {{ file: string, line: number, code: string, became: string, covered: boolean }} Survivor
 */
export function readReport(path) {
  const { files } = JSON.parse(readFileSync(path, 'utf8'));
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => Object.assign(mutant, { file, source })),
  );
  const count = (...statuses) => all.filter(({ status }) => statuses.includes(status)).length;
  const late = all.filter(({ status, statusReason = '' }) => status === 'Killed' && LATE.test(statusReason));
  const noticed = count('Killed', 'Timeout');
  const missed = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  return {
    mutants: noticed + missed.length,
    killed: count('Killed') - late.length,
    timedOut: count('Timeout') + late.length,
    survived: count('Survived'),
    noCoverage: count('NoCoverage'),
    broken: count('RuntimeError', 'CompileError'),
    ignored: count('Ignored'),
    score: (100 * noticed) / (noticed + missed.length),
    left: missed.map(survivor),
  };
}

function survivor({ file, source, location: { start, end }, replacement, status }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return {
    file,
    line: start.line,
    code: flat(lines.join(' ')),
    became: flat(replacement),
    covered: status === 'Survived',
  };
}

function flat(text) {
  return text.replaceAll(/\s+/g, ' ');
}
