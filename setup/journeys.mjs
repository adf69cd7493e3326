import { findBrowser } from './browser.mjs';
import build from './build.mjs';
import { onEnding } from './ending.mjs';
import { byPlaywright, counts, reportFile } from './report.mjs';
import { Stages } from './stages.mjs';
import { tool } from './tool.mjs';

let browser = '';

/** `node setup/main.mjs journeys`: the journeys in a real browser alone. */
export default async function journeys() {
  onEnding(() => process.exit(1));
  const stages = new Stages();
  await stages.run('build', build);
  await findBrowserIn(stages);
  await journeysIn(stages);
  process.exitCode = stages.failed ? 1 : 0;
}

/** Finds the browser of {@link journeysIn}, as a stage of a longer list: it may have to be fetched, so it comes early. */
export async function findBrowserIn(stages) {
  await stages.run('browser', async () => {
    browser = await findBrowser();
    return { note: browser };
  });
}

/** The journeys as a stage of a longer list, after {@link findBrowserIn}; everything is built. */
export async function journeysIn(stages) {
  await stages.run('journeys', async () => {
    const report = reportFile('playwright');
    const { code } = await tool('playwright', ['test', '-c', 'e2e', '--reporter=list,json'], {
      show: true,
      env: { CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    return counts(code, report, byPlaywright);
  });
}
