import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Line, lines } from '../src/lines.ts';

async function split(...chunks: (string | Buffer)[]): Promise<Line[]> {
  const found: Line[] = [];
  const source = async function* (): AsyncGenerator<Buffer> {
    for (const chunk of chunks) yield Buffer.from(chunk as string);
  };
  for await (const some of lines(source())) found.push(...some);
  return found;
}

describe('lines', () => {
  test('are numbered from 1, and know how many bytes end with them', async () => {
    expect(await split('ä\nb\r\n\nc')).toEqual([
      { number: 1, text: 'ä', offset: 3 },
      { number: 2, text: 'b', offset: 6 },
      { number: 3, text: '', offset: 7 },
      { number: 4, text: 'c', offset: 8 },
    ]);
  });

  test('are the same however the bytes are cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ü', '\n', '\r\n', '€') });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(40)), async (text, cuts) => {
        const bytes = Buffer.from(text);
        const edges = [
          0,
          ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b),
          bytes.length,
        ];
        const chunks = edges.slice(1).map((edge, i) => bytes.subarray(edges[i], edge));
        expect(await split(...chunks)).toEqual(await split(bytes));
      }),
    );
  });

  test('lose a byte order mark', async () => {
    expect((await split('\uFEFFdate,price\n'))[0]?.text).toBe('date,price');
  });

  test('longer than 64 KiB are dropped, the next one is not', async () => {
    const found = await split(...Array.from({ length: 100 }, () => 'x'.repeat(1024)), '\n44.51\n');
    expect(found.map(({ number, text }) => [number, text])).toEqual([
      [1, undefined],
      [2, '44.51'],
    ]);
  });
});
