import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { literalWords } from './words.ts';

const source = fileURLToPath(new URL('../../src/', import.meta.url));
const components = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.tsx'),
);

test('no component has words of its own: all are in ui/text/', () => {
  expect(components.length).toBeGreaterThan(20);
  const found = components.flatMap((name) =>
    literalWords(name, readFileSync(join(source, name), 'utf8')).map((words) => `${name}: ${words}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<p>Hello</p>', ['Hello']],
  ['<p>{text.hello} €, {1} · ▲</p>', []],
  ["<p>{'Hello'}</p>", ['Hello']],
  ['<p>{`${n} ticks`}</p>', ['ticks']],
  ["<p>{on ? 'On' : 'Off'}</p>", ['On', 'Off']],
  ["<p>{kind === 'line' && text.line}</p>", []],
  ["<p>{kind && 'Line'}</p>", ['Line']],
  ["<p>{name ?? 'Nobody'}</p>", ['Nobody']],
  ['<button aria-label="Close" className="close" type="button" />', ['Close']],
  ['<img alt="" title={`Of ${name}`} />', ['Of']],
  ["<ul>{all.map((one) => <li key={one} title={one + ' ticks'}>{one}</li>)}</ul>", ['ticks']],
  ['<Check label="Data saver" />', ['Data saver']],
])('%s has %j', (jsx, words) => {
  expect(literalWords('one.tsx', `const one = ${jsx};`)).toEqual(words);
});
