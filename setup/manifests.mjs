import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compile } from './build.mjs';
import { onEnding } from './ending.mjs';
import { goTool } from './go-tool.mjs';
import install from './install.mjs';
import { pythonTool } from './python-tool.mjs';
import { root } from './root.mjs';
import { Skipped, Stages } from './stages.mjs';
import { tool } from './tool.mjs';
import { workflows } from './workflows.mjs';

const manifests = join(root, 'deploy/kubernetes');
const validator = '1.37.0';
/** The oldest that knows `lifecycle.preStop.sleep`, and the newest that the validator has. */
const versions = ['1.30', '1.37'];
const kustomize = { name: 'kustomize', version: 'v5.8.3', module: 'sigs.k8s.io/kustomize/kustomize/v5' };

/** `node setup/main.mjs manifests`: what others run from files of ours, as the tools of those others see it. */
export default async function alone() {
  onEnding(() => process.exit(1));
  const stages = new Stages();
  await stages.run('install', install);
  await stages.run('compile', compile);
  await manifestsIn(stages);
  process.exitCode = stages.failed ? 1 : 0;
}

/** The same as stages of a longer list; everything is compiled. */
export async function manifestsIn(stages) {
  await stages.run('kubernetes', kubernetes);
  await stages.run('workflows', workflows);
}

/**
 * Renders the manifests as `kubectl apply -k` does, and holds each resource against the schemas of Kubernetes: strictly,
 * so that a misspelt field is found too.
 *
 * @throws {Skipped} where the validator can't be had
 * @throws {Error} when it finds something; what, is printed
 */
export async function kubernetes() {
  const python = await pythonTool({
    name: 'kubernetes-validate',
    version: validator,
    module: 'kubernetes_validate',
    pins: join(root, 'setup/kubernetes-validate.txt'),
    python: [3, 8],
    megabytes: 22,
  });
  const folder = mkdtempSync(join(tmpdir(), 'ticker-manifests-'));
  try {
    const rendered = await render();
    const file = join(folder, 'ticker.yaml');
    writeFileSync(file, rendered?.text ?? asTheyAre());
    const how = rendered ? `rendered by ${rendered.by}` : 'as they are: no kubectl, kustomize or Go here';
    return {
      note: `${await validate(python, file)} resources, Kubernetes ${versions.join(' and ')}, ${how}`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function validate([python, ...module], file) {
  let count = 0;
  for (const version of versions) {
    const { code, output } = await tool(python, [...module, '--strict', '-k', version, file], {
      idleMs: 60_000,
    });
    count = output.match(/ passed for resource /g)?.length ?? 0;
    if (code === 0 && count > 0) continue;
    process.stderr.write(output);
    throw new Error(`kubernetes-validate ${version}: what it found in deploy/kubernetes is above.`);
  }
  return count;
}

/** @returns undefined where nothing renders here */
async function render() {
  const kubectl = await tool('kubectl', ['kustomize', manifests], { idleMs: 60_000 });
  if (kubectl.code === 0) return { text: kubectl.output, by: 'kubectl' };
  const isHere = (await tool('kubectl', ['version', '--client'], { idleMs: 60_000 })).code === 0;
  if (isHere) throw new Error(`kubectl kustomize deploy/kubernetes: ${kubectl.output.trim()}`);
  try {
    const program = await goTool(kustomize);
    const { code, output } = await tool(program, ['build', manifests], { idleMs: 60_000 });
    if (code !== 0) throw new Error(`kustomize build deploy/kubernetes: ${output.trim()}`);
    return { text: output, by: 'kustomize' };
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  }
}

/** Each file is whole by itself: what kustomize adds are names, labels and settings. */
function asTheyAre() {
  const files = readdirSync(manifests).filter(
    (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
  );
  return files.map((name) => readFileSync(join(manifests, name), 'utf8')).join('---\n');
}
