import { type Blueprint, blueprints } from '../alerts/blueprint.ts';
import { alertNames } from '../alerts/names.ts';
import { splitNamespace } from '../namespace.ts';
import { ROLES_DATABASE, rolesOf, type TopicRole, userCommands } from '../roles.ts';
import type { RolesOptions } from './roles-options.ts';

function source({ role, privileges }: TopicRole): string {
  const lines = privileges.map(
    ({ resource, actions, why }) => `      // ${why}\n      ${JSON.stringify({ resource, actions })},\n`,
  );
  return `  {\n    role: "${role}",\n    privileges: [\n${lines.join('')}    ],\n  },\n`;
}

function print({ database: name, collection, capped, indexes }: Blueprint): string {
  const named = indexes.map((index) => ({ ...index, name: Object.entries(index.key).flat().join('_') }));
  const options = capped ? { capped: true, ...capped } : {};
  const lines = named.map((index) => `      ${JSON.stringify(index)},\n`);
  const head = JSON.stringify({ name, collection, options }).slice(0, -1);
  return `  ${head}, "indexes": [\n${lines.join('')}    ],\n  },\n`;
}

/** What `npm run roles` does, as a script for mongosh: for who has no Node, or wants to read it first. */
export function rolesScript({ bounds, queue, prefix }: RolesOptions): string {
  const roles = rolesOf({ topic: bounds.name, queue }, prefix);
  const collections = Object.values(blueprints(alertNames(bounds.name, queue))).map(print);
  const { database, collection } = splitNamespace(bounds.name);
  const { sizeBytes: size, max } = bounds;
  const [name, topic] = [JSON.stringify(collection), JSON.stringify(bounds.name)];
  return `// Makes the topic ${bounds.name}, the collections of the alerts, and the roles of the programs. It may be run again.
// mongosh "<an administrator's connection string>" <this file>

const database = db.getSiblingDB(${JSON.stringify(database)});
const collections = database.getCollectionInfos({ name: ${name} });
if (collections.length === 0) {
  database.createCollection(${name}, ${JSON.stringify({ capped: true, size, ...(max > 0 && { max }) })});
  database.runCommand({ createIndexes: ${name}, indexes: [{ key: { time: 1 }, name: "time_1" }] });
  print("made the topic", ${topic});
} else if (!collections[0].options.capped) {
  throw new Error(${topic} + " is not a capped collection, so it can't be tailed");
} else {
  print(${topic}, "is there, and stays as it is:", JSON.stringify(collections[0].options));
}

const others = [
${collections.join('')}];
for (const { name, collection, options, indexes } of others) {
  const database = db.getSiblingDB(name);
  const found = database.getCollectionInfos({ name: collection });
  if (found.length === 0) {
    database.createCollection(collection, options);
  } else if (found[0].type !== "collection" || Boolean(found[0].options.capped) !== Boolean(options.capped)) {
    throw new Error(name + "." + collection + " is " + (options.capped ? "not " : "") + "a capped collection, or a view");
  }
  const there = database.runCommand({ listIndexes: collection });
  const missing = indexes.filter(({ name }) => !there.cursor.firstBatch.some((index) => index.name === name));
  if (missing.length > 0) database.runCommand({ createIndexes: collection, indexes: missing });
  print(found.length === 0 ? "made" : "found", name + "." + collection);
}

const admin = db.getSiblingDB(${JSON.stringify(ROLES_DATABASE)});
const roles = [
${roles.map(source).join('')}];
const namesIn = ({ privileges }) =>
  privileges.filter(({ resource }) => resource.collection).map(({ resource }) => resource.db + "." + resource.collection);
for (const role of roles) {
  const old = admin.getRole(role.role, { showPrivileges: true });
  const [first] = namesIn(role);
  if (old === null) {
    admin.createRole({ ...role, roles: [] });
  } else if (namesIn(old).includes(first)) {
    admin.updateRole(role.role, { privileges: role.privileges, roles: [] });
  } else {
    throw new Error("the role " + role.role + " is there already, and not for " + first);
  }
  print(old === null ? "made" : "renewed", "the role", role.role);
}

print("Then make the users:");
${userCommands(roles)
  .map((command) => `print(${JSON.stringify(command)});`)
  .join('\n')}
`;
}
