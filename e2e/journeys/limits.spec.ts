import { expect, test } from '../journey.ts';

const CONNECTIONS = 20;

test.use({ serverEnv: { CONNECTIONS_PER_ADDRESS: String(CONNECTIONS) } });

test('a server that has enough connections is left alone for half a minute, and the page says so', async ({
  stack,
  open,
}) => {
  const first = await open();
  await first.becomes('waiting');
  // The rest of what this address may have, by another page of it.
  await first.page.evaluate(
    async ([url, count]) => {
      for (let n = 0; n < count; n++) {
        const socket = new WebSocket(url);
        await new Promise((resolve) => socket.addEventListener('message', resolve));
        socket.send(JSON.stringify({ type: 'subscribe', id: 1, tickers: ['*'] }));
      }
    },
    [`${stack.url.replace('http', 'ws')}/ws`, CONNECTIONS - 1] as const,
  );

  const late = await open();
  await late.becomes('reconnecting');
  await expect(late.state).toHaveText(/^Reconnecting in (30|31) s: the server says “too many connections”$/);
  await expect(late.page.getByRole('button', { name: 'Retry now' })).toBeHidden();
  await expect(late.state).toHaveText(/^Reconnecting in 2\d s: /);
  await expect(first.state).toHaveAttribute('data-state', 'waiting');
});
