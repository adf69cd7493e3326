import { ensureAlerts } from '../alerts/ensure-alerts.ts';
import { alertNames } from '../alerts/names.ts';
import { UsageError } from '../cli/usage-error.ts';
import { grantRoles } from '../grant-roles.ts';
import { rolesOf } from '../roles.ts';
import { ensureTopic } from '../topic.ts';
import { ensureUsers, usersOf } from './ensure-users.ts';
import { connect } from './connect.ts';
import { initiate } from './initiate.ts';
import { type InitOptions, readInitOptions } from './options.ts';

// `ticker init`: makes of bare members with a key file what the programs need. It may be run again, at any point of it.

async function run(options: InitOptions): Promise<void> {
  const { members, set, bounds, queue, prefix, passwords } = options;
  const made = await initiate(options);
  console.log(`${made ? 'made' : 'found'} the replica set ${set} of ${members.join(', ')}`);

  const hosts = `mongodb://${members.join(',')}/?replicaSet=${set}`;
  const client = await connect(hosts, options);
  try {
    const { created, warning } = await ensureTopic(client, bounds);
    console.log(`${created ? 'made' : 'found'} the topic ${bounds.name}`);
    if (warning) console.log(warning);
    const names = alertNames(bounds.name, queue);
    await ensureAlerts(client, names);
    console.log(`the alerts have ${names.rules}, ${names.alerts} and the queue ${queue}`);
    const roles = rolesOf({ topic: bounds.name, queue }, prefix);
    for (const { role, created } of await grantRoles(client, roles)) {
      console.log(`${created ? 'made' : 'renewed'} the role ${role}`);
    }
    for (const { user, was } of await ensureUsers(client, hosts, usersOf(roles, prefix, passwords))) {
      console.log(`${was} the user ${user}`);
    }
  } finally {
    await client.close();
  }
}

try {
  await run(readInitOptions(process.env));
} catch (error) {
  console.error(`ticker init: ${(error as Error).message}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
