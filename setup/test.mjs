import { findBrowser } from './browser.mjs';
import { compile } from './build.mjs';
import { onEnding } from './ending.mjs';
import install from './install.mjs';
import { outsideIn } from './outside.mjs';
import { Stages } from './stages.mjs';
import { tool } from './tool.mjs';
import { counts, reportFile, verifyIn } from './verify.mjs';

/**
 * `npm test`: sets up, verifies, has tools of others judge the server, and goes through the journeys in a browser. Ends
 * at the first stage that fails.
 */
export default async function test() {
  onEnding(() => process.exit(1));
  const stages = new Stages();
  let browser = '';
  await stages.run('install', install);
  await stages.run('mongod', async () => {
    await compile();
    const { findMongod } = await import('@ticker/mongo/embedded');
    const { version, path } = await findMongod({ log: console.log });
    return { note: `${version}, ${path}` };
  });
  await stages.run('browser', async () => {
    browser = await findBrowser();
    return { note: browser };
  });
  await verifyIn(stages);
  await outsideIn(stages);
  await stages.run('journeys', () => journeys(browser));
  stages.summary();
  process.exitCode = stages.failed ? 1 : 0;
}

async function journeys(browser) {
  const report = reportFile('playwright');
  const { code } = await tool('playwright', ['test', '-c', 'e2e', '--reporter=list,json'], {
    show: true,
    env: { CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return counts(code, report, ({ stats }) => [stats.expected + stats.flaky, stats.unexpected]);
}
