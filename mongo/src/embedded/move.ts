import type { Document } from 'mongodb';

import type { Guard } from './guard.ts';
import { Member } from './member.ts';
import { standalone, type MemberProgram } from './program.ts';

/**
 * Writes the members' new ports into each one's configuration, while the set is down.
 *
 * MongoDB's own procedure for changed host names. A forced `replSetReconfig` on the running set is not enough: at its
 * start a member looks for itself at the old addresses, and hangs when the program that now has its port is silent.
 */
export async function moveMembers(guard: Guard, programs: readonly MemberProgram[]): Promise<void> {
  const hosts = Object.fromEntries(
    programs.map(({ port }, index) => [`members.${index}.host`, `127.0.0.1:${port}`]),
  );
  await Promise.all(
    programs.map(async (program) => {
      const member = new Member(guard, standalone(program));
      await member.start();
      const { cursor } = await member.command({ find: 'system.replset' }, 'local');
      const [config] = (cursor as { firstBatch: Document[] }).firstBatch;
      // Without one, the set's first start was cut short: it will be initiated with the new ports.
      if (config) {
        const update = { q: { _id: config['_id'] }, u: { $set: hosts } };
        await member.command({ update: 'system.replset', updates: [update] }, 'local');
      }
      await member.kill('SIGTERM');
    }),
  );
}
