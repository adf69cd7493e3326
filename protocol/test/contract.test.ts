import { readFileSync } from 'node:fs';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { CloseCode } from '../src/close-code.ts';
import { closeMeanings } from '../src/close-meaning.ts';
import { EVERY_TICKER, Limits, OVERLAP, PROTOCOL_VERSION, SUBPROTOCOL } from '../src/limits.ts';
import { Welcome } from '../src/schemas.ts';

// The constants are those of the contract in words.

const contract = readFileSync(new URL('../PROTOCOL.md', import.meta.url), 'utf8');

describe('PROTOCOL.md', () => {
  it('shows the welcome that a server of these limits sends', () => {
    const [shown] = /\{ "type": "welcome"[^]+?\} \}/.exec(contract)!;
    const welcome = JSON.parse(shown) as { version: string; limits: Record<string, number> };
    const { history, since, tickers, messageBytes, messageBurst, messagesPerSecond } = Limits;
    expect(welcome.limits).toEqual({
      history,
      since,
      tickers,
      messageBytes,
      messageBurst,
      messagesPerSecond,
    });
    expect(welcome.version).toBe(PROTOCOL_VERSION);
    expect(Check(Welcome, welcome)).toBe(true);
    for (const limit of Object.keys(welcome.limits)) {
      expect(Check(Welcome, { ...welcome, limits: { ...welcome.limits, [limit]: 0.5 } }), limit).toBe(false);
    }
  });

  it.each([
    [`subprotocol \`${SUBPROTOCOL}\``],
    [`["${EVERY_TICKER}"]\` for every ticker`],
    [`goes back ${OVERLAP} positions`],
    [`At most ${Limits.idLength} characters`],
    [`At most ${Limits.batch} ticks`],
    [`a message over ${Limits.messageBytes / 1024} KiB`],
  ])('says: %s', (words) => {
    expect(contract).toContain(words);
  });

  it('has a row for each close code, as the documents have it', () => {
    const codes = Object.values(CloseCode).toSorted((a, b) => a - b);
    expect(closeMeanings.map(({ code }) => code)).toEqual(codes);
    for (const { code, meaning, reconnect } of closeMeanings) {
      expect(contract).toContain(`| ${code} |`);
      expect(meaning, `${code}`).toMatch(/\w/);
      expect(reconnect, `${code}`).toMatch(/\w/);
    }
  });
});
