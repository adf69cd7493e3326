import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ASSUMED, type Coefficients } from '../src/scale-model/model.ts';
import { coefficientsTable, scaleTable, WORDS } from '../src/scale-model/tables.ts';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const guide = read('docs/scaling.md');

/** The guide's table whose first column has this title. */
const tableOf = (title: string): string | undefined =>
  guide.match(/(?:^\|.*\n)+/gm)?.find((table) => table.split('|')[1]!.trim() === title);

/** The coefficients that the guide states. */
function stated(): Coefficients {
  const rows = guide.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return Object.fromEntries(
    Object.entries(WORDS).map(([name, { what }]) => {
      const row = rows.find(([, cell]) => cell === what);
      return [name, Number(row?.[2]?.replaceAll(' ', ''))];
    }),
  ) as unknown as Coefficients;
}

test('the guide states every coefficient, and where it is from', () => {
  expect(Object.entries(stated()).filter(([, value]) => !Number.isFinite(value))).toEqual([]);
  expect(tableOf('coefficient')).toBe(`${coefficientsTable(stated())}\n`);
});

test('its table is what the model makes of the coefficients that it states', () => {
  expect(tableOf('listeners')).toBe(`${scaleTable(stated())}\n`);
});

test('it states what the table assumes', () => {
  const { ticksPerSecond, headroom, memberCores, secondariesMax } = ASSUMED;
  expect(guide).toContain(`${ticksPerSecond} ticks a second`);
  expect(guide).toContain(`${headroom} of`);
  expect(guide).toContain(`${memberCores} cores`);
  expect(guide).toContain(`${secondariesMax} secondaries`);
});

test('the interface that it shows is the one in the code', () => {
  const shown = [...guide.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)];
  expect(shown.map(([, file]) => file)).toEqual([
    'mongo/src/tail.ts',
    'mongo/src/rejoin.ts',
    'protocol/src/tick.ts',
  ]);
  for (const [, file, text] of shown) expect(read(file!)).toContain(text);
});
