import type { Browser } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * For measurements of the page: what is started from here on, replica set, publisher and server, gets what the browser leaves of
 * this machine, for it would be on others. The browser runs already, and keeps its priority.
 */
export function leaveTheMachineTo(browser: Browser): void {
  if (!browser.isConnected()) throw new Error('the browser has gone');
  setPriority(constants.priority.PRIORITY_LOW);
  // On Linux less than that, where there is the command.
  spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(process.pid)]);
}
