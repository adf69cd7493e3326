import { ensureAlerts } from '../alerts/ensure-alerts.ts';
import { alertNames } from '../alerts/names.ts';
import { connect, redactUri } from '../client.ts';
import { UNAUTHORIZED } from '../error-code.ts';
import { NoConnectionString } from '../errors.ts';
import { grantRoles } from '../grant-roles.ts';
import { splitNamespace } from '../namespace.ts';
import { rolesOf, userCommands } from '../roles.ts';
import { ensureTopic } from '../topic.ts';
import { HELP, readOptions, type RolesOptions } from './roles-options.ts';
import { rolesScript } from './roles-script.ts';
import { UsageError } from './usage-error.ts';

// `npm run roles`: what an operator does once, so that neither publisher nor server needs the right to make anything.

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options) return console.log(HELP);
  if (options.print) return console.log(rolesScript(options));
  // No option for it: other users of the machine see a command line.
  const uri = process.env['MONGODB_URI'];
  if (!uri) throw new UsageError("MONGODB_URI is not set: give an administrator's connection string by it");
  return make(uri, options);
}

async function make(uri: string, { bounds, queue, prefix }: RolesOptions): Promise<void> {
  const client = await connect(uri, 'ticker-roles');
  const roles = rolesOf({ topic: bounds.name, queue }, prefix);
  const names = alertNames(bounds.name, queue);
  try {
    const { created, warning } = await ensureTopic(client, bounds);
    console.log(`${created ? 'made' : 'found'} the topic ${bounds.name} at ${redactUri(uri)}`);
    if (warning) console.log(warning);
    await ensureAlerts(client, names);
    console.log(`the alerts have ${names.rules}, ${names.alerts} and the queue ${queue}`);
    for (const { role, created } of await grantRoles(client, roles)) {
      console.log(`${created ? 'made' : 'renewed'} the role ${role}`);
    }
    console.log(`Then make the users, in mongosh:\n${userCommands(roles).join('\n')}`);
  } catch (error) {
    const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
    if (code !== UNAUTHORIZED && cause?.code !== UNAUTHORIZED) throw error;
    const databases = new Set([bounds.name, queue].map((name) => splitNamespace(name).database));
    throw new Error(
      `the user of MONGODB_URI may not do that: it takes an administrator, with userAdminAnyDatabase and readWrite ` +
        `on ${[...databases].join(' and ')}`,
      { cause: error },
    );
  } finally {
    await client.close();
  }
}

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof UsageError || error instanceof NoConnectionString ? 2 : 1;
}
