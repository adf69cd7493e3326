import { expect, it } from 'vitest';
import { textFrame, ticksFrame } from '../../src/session/frame.ts';

/** The text of a frame, read by RFC 6455, section 5.2. */
function read(frame: Buffer): string {
  // The last frame of a message, of text; not masked.
  expect(frame[0]).toBe(0x81);
  const short = frame[1]!;
  const [at, length] =
    short < 126
      ? [2, short]
      : short === 126
        ? [4, frame.readUInt16BE(2)]
        : [10, Number(frame.readBigUInt64BE(2))];
  expect(frame).toHaveLength(at + length);
  return frame.toString('utf8', at);
}

it.each([0, 1, 125, 126, 65_535, 65_536, 100_000])(
  'a text of %i bytes is one frame of its own',
  async (bytes) => {
    const text = 'é'.repeat(bytes >> 1) + 'x'.repeat(bytes & 1);
    const frame = textFrame(text);
    expect(read(frame)).toBe(text);
    expect(frame.length - bytes).toBe(bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10);
  },
);

it('a batch is encoded once, as a message of its ticks', () => {
  const batch = { ticks: [{ id: 'a', time: 1, ticker: 'PIP', price: 2 }], conflated: 3 };
  const frame = ticksFrame(batch);
  expect(JSON.parse(read(frame))).toEqual({ type: 'ticks', ...batch });
  expect(ticksFrame(batch)).toBe(frame);
  expect(ticksFrame({ ...batch })).not.toBe(frame);
});
