// The door to every command that works from a fresh clone: `node setup/main.mjs <command> [arguments]`.
// This file alone is read by any Node, however old: keep its syntax plain, and import the rest only after the check.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old for Ticker: install Node 20.19 or later.`);
  process.exit(1);
}

const [command, ...args] = process.argv.slice(2);
import(`./${command}.mjs`)
  .then((module) => module.default(args))
  .catch((error) => {
    // What we foresaw says in one line what to do; a fault of the program itself needs its stack.
    const foreseen = error instanceof Error && ['Error', 'MemberExit'].includes(error.name) && !error.code;
    console.error(foreseen ? error.message : error);
    process.exit(1);
  });
