import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

// axe-core itself, not @axe-core/playwright: that asks for Node 22, and all it would add here is this.
const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds wrong with the page as it is now: each rule, with the elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not put in as a <script>: the page's policy forbids that, and rightly.
  await page.evaluate(await readFile(path, 'utf8'));
  const { violations: found } = await page.evaluate(() =>
    (window as unknown as { axe: { run: (context: Document) => Promise<AxeResults> } }).axe.run(document),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary}`),
  );
}
