#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

// Started by Playwright in Firefox' place: starts that one (FIREFOX_PATH) with the same arguments, and stands between the two.
// Playwright sends each new context commands of WebDriver BiDi that a Firefox of today may not know yet, and fails by the
// refusal. Those that only say how a page is to look are answered with success, and do nothing.

const LOOKS = new Set(['emulation.setMediaFeaturesOverride']);
const LISTENING = 'WebDriver BiDi listening on ';

const firefox = spawn(process.env['FIREFOX_PATH'] ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  if (line.startsWith(LISTENING)) void listen(line.slice(LISTENING.length));
  else console.error(line);
});

/** Stands in for the Firefox at `address`, and says where, in its words. */
function listen(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.once('listening', () => console.error(`${LISTENING}ws://127.0.0.1:${server.address().port}`));
  server.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(address + url);
    const early = [];
    browser.on('open', () => {
      for (const text of early.splice(0)) browser.send(text);
    });
    browser.on('message', (data) => playwright.send(data.toString()));
    playwright.on('message', (data) => {
      const text = data.toString();
      const { id, method } = JSON.parse(text);
      if (LOOKS.has(method)) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(text);
      else early.push(text);
    });
    for (const [one, other] of [
      [browser, playwright],
      [playwright, browser],
    ]) {
      one.on('error', () => {});
      one.on('close', () => other.close());
    }
  });
}
