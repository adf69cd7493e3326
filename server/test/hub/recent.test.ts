import { expect, it } from 'vitest';
import { Recent } from '../../src/hub/recent.ts';

it('what was kept longest ago is forgotten first; to keep it anew makes it the latest', () => {
  const recent = new Recent<number>(3);
  for (const [n, key] of ['a', 'b', 'c', 'a', 'd'].entries()) recent.keep(key, n);
  expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual([3, undefined, 2, 4]);
});
