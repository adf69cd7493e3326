import { readFileSync } from 'node:fs';

import { Skipped } from './stages.mjs';
import { tool } from './tool.mjs';

/** It downloads, and builds images, in silence: eight minutes for one of them on two cores. */
const idleMs = 1_800_000;
const patienceMs = 20_000;
const pidFile = '/var/run/docker.pid';

/**
 * A container engine with `docker compose`, and the base images that are needed: the engine that answers, else the one
 * that the program STAND_IN_IMAGES starts. That program also makes images where it is set; else they are pulled.
 *
 * @param {string[]} images
 * @returns {Promise<{ version: string, stop: () => Promise<void> }>} `stop` ends the engine where it was started here
 * @throws {Skipped} where none is to be had
 */
export async function findEngine(images) {
  const { STAND_IN_IMAGES } = process.env;
  let started = 0;
  if (!(await answers())) {
    if (!STAND_IN_IMAGES) {
      throw new Skipped('no container engine answers here (docker compose), and STAND_IN_IMAGES is not set');
    }
    const before = pid();
    console.log('Starting a container engine …');
    await standIn(STAND_IN_IMAGES, ['--dockerd', ...images]);
    if (pid() !== before) started = pid();
  }
  const stop = () => end(started);
  try {
    for (const image of await missing(images)) {
      if (STAND_IN_IMAGES) await standIn(STAND_IN_IMAGES, [image]);
      else await pull(image);
    }
    const { output } = await tool('docker', ['version', '--format', '{{.Server.Version}}']);
    return { version: output.trim(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers() {
  for (const args of [
    ['info', '--format', '{{.ServerVersion}}'],
    ['compose', 'version'],
  ]) {
    const { code } = await tool('docker', args, { idleMs: patienceMs });
    if (code !== 0) return false;
  }
  return true;
}

async function missing(images) {
  const found = await Promise.all(images.map((image) => tool('docker', ['image', 'inspect', image])));
  return images.filter((_, index) => found[index].code !== 0);
}

async function standIn(program, args) {
  const { code, output } = await tool(program, args, { idleMs });
  if (code !== 0) throw new Skipped(`${program} failed: ${last(output)}`);
}

async function pull(image) {
  console.log(`Pulling ${image} …`);
  const { code, output } = await tool('docker', ['pull', '-q', image], { idleMs });
  if (code !== 0) throw new Skipped(`${image} can't be pulled: ${last(output)}`);
}

function last(output) {
  return output.trim().split('\n').at(-1);
}

function pid() {
  try {
    return Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return 0;
  }
}

async function end(engine) {
  if (engine === 0) return;
  process.kill(engine, 'SIGTERM');
  const deadline = performance.now() + patienceMs;
  while (pid() === engine && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
