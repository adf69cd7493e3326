import { OVERLAP, type Tick } from '@ticker/protocol';
import { describe, expect, it } from 'vitest';
import { heldOf, older } from '../../src/history/older.ts';
import { Backlog } from '../../src/hub/backlog.ts';

const tick = (n: number): Tick => ({ id: `t${n}`, time: n, ticker: 'PIP', price: n });
const ticks = (from: number, to: number): Tick[] =>
  Array.from({ length: to - from }, (_, n) => tick(from + n));
const everything = { tickers: '*', from: -Infinity, to: Infinity } as const;

/** A backlog that holds ticks `first` to `next`, of more that there were. */
function backlogOf(first: number, next: number): Backlog {
  const backlog = new Backlog(next - first);
  backlog.append(ticks(first - 1, next));
  return backlog;
}

/** What a member gives: newest first, places counting from 5000. */
async function* found(numbers: Iterable<number>, whileReading: (n: number) => void = () => {}) {
  for (const n of numbers) {
    whileReading(n);
    yield { tick: tick(n), order: 5_000 + n };
  }
}

const down = (from: number, to: number): number[] =>
  Array.from({ length: from - to }, (_, n) => from - 1 - n);

async function prices(
  backlog: Backlog,
  source: ReturnType<typeof found>,
  stretch: Parameters<typeof heldOf>[1] = everything,
) {
  const prices: number[] = [];
  for await (const { tick } of older(source, heldOf(backlog, stretch), backlog)) prices.push(tick.price);
  return prices;
}

describe('Older ticks', () => {
  it('are those that the backlog does not hold', async () => {
    expect(await prices(backlogOf(500, 1_000), found(down(1_000, 490)))).toEqual(down(500, 490));
  });

  it('are not those that were inserted, but not delivered yet', async () => {
    expect(await prices(backlogOf(500, 1_000), found(down(1_020, 490)))).toEqual(down(500, 490));
  });

  it('are not those that are delivered while the topic is read', async () => {
    const backlog = backlogOf(500, 1_000);
    const source = found(down(1_020, 490), (n) => n === 1_019 && backlog.append(ticks(1_000, 1_020)));
    expect(await prices(backlog, source)).toEqual(down(500, 490));
  });

  it('are not those either where the backlog is small', async () => {
    const backlog = backlogOf(950, 1_000);
    const source = found(down(1_020, 940), (n) => n === 1_019 && backlog.append(ticks(1_000, 1_020)));
    expect(await prices(backlog, source)).toEqual(down(950, 940));
  });

  it('are not those that the backlog forgets while the topic is read', async () => {
    const backlog = backlogOf(500, 1_000);
    const source = found(down(1_000, 490), (n) => n === 900 && backlog.append(ticks(1_000, 1_400)));
    expect(await prices(backlog, source)).toEqual(down(500, 490));
  });

  it('are still told where a member has the overlap in another order', async () => {
    const mixed = [...down(1_000, 640), ...down(500, 490)].map((n) => n);
    // The oldest that are held were inserted next to older ones: here the older ones stand behind them.
    const source = (async function* () {
      for (const n of mixed) yield { tick: tick(n), order: n < 500 ? 5_000 + 500 + OVERLAP / 2 : 5_000 + n };
    })();
    expect(await prices(backlogOf(500, 1_000), source)).toEqual(down(500, 490));
  });

  it('come at once where the backlog holds nothing of the stretch', async () => {
    const backlog = backlogOf(500, 1_000);
    const taken: number[] = [];
    const source = found(down(500, 0), (n) => taken.push(n));
    const stretch = { ...everything, tickers: new Set(['OTHER']) };
    for await (const { tick } of older(source, heldOf(backlog, stretch), backlog))
      if (tick.price <= 498) break;
    expect(taken).toEqual([499, 498]);
  });
});
