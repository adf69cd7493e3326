import type { Credentials } from './connection-string.ts';
import type { Member } from './member.ts';

const userExists = 51_003;

/** Makes the administrator of a set; one that an earlier start has made stays. */
export async function createAdmin(
  primary: Member,
  members: number,
  { user, password }: Credentials,
): Promise<void> {
  try {
    // Known to all members when we go on: whoever asks one of them at once must not be turned away.
    const writeConcern = { w: members };
    await primary.command({ createUser: user, pwd: password, roles: ['root'], writeConcern });
  } catch (error) {
    if ((error as { code?: unknown }).code !== userExists) throw error;
  }
}
