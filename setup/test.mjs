import { compile } from './build.mjs';
import { composeIn } from './compose.mjs';
import { onEnding } from './ending.mjs';
import { faultsIn } from './faults.mjs';
import install from './install.mjs';
import { findBrowserIn, journeysIn } from './journeys.mjs';
import { manifestsIn } from './manifests.mjs';
import { outsideIn } from './outside.mjs';
import { Stages } from './stages.mjs';
import { verifyIn } from './verify.mjs';

/**
 * `npm test`: sets up, verifies, has tools of others judge manifests and server, goes through the journeys in a browser,
 * plays a choice of the faults, and goes through the journeys in containers. Ends at the first stage that fails.
 */
export default async function test() {
  onEnding(() => process.exit(1));
  const stages = new Stages();
  await stages.run('install', install);
  await stages.run('mongod', async () => {
    await compile();
    const { findMongod } = await import('@ticker/mongo/embedded');
    const { version, path } = await findMongod({ log: console.log });
    return { note: `${version}, ${path}` };
  });
  await findBrowserIn(stages);
  await verifyIn(stages);
  await manifestsIn(stages);
  await outsideIn(stages);
  await journeysIn(stages);
  await faultsIn(stages);
  await composeIn(stages);
  stages.summary();
  process.exitCode = stages.failed ? 1 : 0;
}
