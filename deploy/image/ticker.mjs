#!/usr/bin/env node
// The image's door: `ticker <command> [arguments]`. Each program runs in this very process, so that signals, the exit
// code and the terminal are its own.
import { health } from './health.mjs';
import { makeSecrets } from './secrets.mjs';
import { fromFiles } from './settings.mjs';

const programs = {
  server: ['server/dist/main.js', 'follows the topic, serves the dashboard and the API on PORT (3000)'],
  publish: ['publisher/dist/main.js', 'publishes prices; --help lists the options'],
  consume: ['publisher/dist/consume.js', 'shows ticks in a terminal, straight from MongoDB'],
  queue: ['mongo/dist/cli/queue.js', 'looks after the work queue; --help lists the commands'],
  token: ['server/dist/cli/token.js', 'makes a token for a server that asks for one'],
  roles: ['mongo/dist/cli/roles.js', 'makes topic and MongoDB roles on a set that is there'],
  init: ['mongo/dist/init/main.js', 'makes the replica set of docker-compose.yml what the programs need'],
  load: ['server/dist/cli/load.js', 'subscribes sockets for a while, and says what they got'],
};
const own = {
  secrets: [makeSecrets, 'makes the secrets of docker-compose.yml that are missing'],
  health: [health, "whether this container's program is well: what HEALTHCHECK runs"],
};

const [command, ...args] = process.argv.slice(2);
try {
  if (Object.hasOwn(own, command)) process.exitCode = await own[command][0]();
  else if (Object.hasOwn(programs, command)) await run(programs[command][0]);
  else help();
} catch (error) {
  console.error(`ticker: ${error.message}`);
  process.exitCode = 1;
}

async function run(file) {
  Object.assign(process.env, fromFiles(process.env));
  const url = new URL(`../../${file}`, import.meta.url);
  process.argv = [process.argv[0], url.pathname, ...args];
  await import(url.href);
}

function help() {
  const lines = Object.entries({ ...programs, ...own }).map(
    ([name, [, what]]) => `  ${name.padEnd(8)} ${what}`,
  );
  const usage = `Usage: ticker <command> [arguments]\n\n${lines.join('\n')}`;
  if (['help', '--help'].includes(command)) return console.log(usage);
  if (command !== undefined) console.error(`ticker: there is no program "${command}"`);
  console.error(usage);
  process.exitCode = 2;
}
