import { splitNamespace } from '../namespace.ts';
import { ROLES_DATABASE, type TopicRole, userCommands } from '../roles.ts';
import type { TopicBounds } from '../topic-mismatch.ts';

function source({ role, privileges }: TopicRole): string {
  const lines = privileges.map(
    ({ resource, actions, why }) => `      // ${why}\n      ${JSON.stringify({ resource, actions })},\n`,
  );
  return `  {\n    role: "${role}",\n    privileges: [\n${lines.join('')}    ],\n  },\n`;
}

/** What `npm run roles` does, as a script for mongosh: for who has no Node, or wants to read it first. */
export function rolesScript(bounds: TopicBounds, roles: readonly TopicRole[]): string {
  const { database, collection } = splitNamespace(bounds.name);
  const { sizeBytes: size, max } = bounds;
  const [name, topic] = [JSON.stringify(collection), JSON.stringify(bounds.name)];
  return `// Makes the topic ${bounds.name} and the roles of its programs. It may be run again.
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

const admin = db.getSiblingDB(${JSON.stringify(ROLES_DATABASE)});
const roles = [
${roles.map(source).join('')}];
for (const role of roles) {
  const old = admin.getRole(role.role, { showPrivileges: true });
  if (old === null) {
    admin.createRole({ ...role, roles: [] });
  } else if (old.privileges.some(({ resource }) => resource.db + "." + resource.collection === ${topic})) {
    admin.updateRole(role.role, { privileges: role.privileges, roles: [] });
  } else {
    throw new Error("the role " + role.role + " is there already, and not for " + ${topic});
  }
  print(old === null ? "made" : "renewed", "the role", role.role);
}

print("Then make the users:");
${userCommands(roles)
  .map((command) => `print(${JSON.stringify(command)});`)
  .join('\n')}
`;
}
