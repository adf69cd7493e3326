import { complaintsOf } from '../complaints.ts';
import { expect, test } from '../journey.ts';

test('the HTTP interface is described at /docs, by a page that keeps to its policy', async ({
  stack,
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(`${stack.url}/docs`);
  for (const operation of ['GET /api/status', 'GET /api/stream', 'GET /ws', 'POST /api/session'])
    await expect(page.getByRole('button', { name: operation }).first()).toBeVisible();
  await page.getByRole('button', { name: 'GET /api/status' }).first().click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
  expect(complaints).toEqual([]);
});
