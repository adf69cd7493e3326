import type { Page } from '@playwright/test';

/** What the browser writes into the console of a page from now on: errors and warnings, its own and the scripts'. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  return complaints;
}
