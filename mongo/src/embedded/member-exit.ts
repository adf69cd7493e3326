import { readFileSync } from 'node:fs';

import type { Exit } from './guard.ts';

/** A member's process ended when it should have started. The message is one line, and holds mongod's own last error. */
export class MemberExit extends Error {
  constructor(member: { address: string; data: string; log: string }, exit: Exit) {
    const how = exit.signal ?? `exit code ${exit.code}`;
    const error = lastError(member.log);
    super(
      error.includes('DBPathInUse')
        ? `A mongod still runs on ${member.data}: end it, or use another folder.`
        : `mongod for ${member.address} ended at its start (${how}): ${error}`,
    );
    this.name = 'MemberExit';
  }
}

/** What a mongod complained of: its last log line of severity E or F, or plain text from before logging began. */
function lastError(log: string): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const text = lines.find((line) => line !== '' && !line.startsWith('{'));
  for (const line of lines.toReversed()) {
    if (!line.startsWith('{')) continue;
    const { s: severity, msg, attr } = JSON.parse(line) as { s: string; msg: string; attr?: unknown };
    if (severity === 'E' || severity === 'F') return `${msg} ${JSON.stringify(attr ?? {})}`;
  }
  return text ?? `no error in its log, ${log}`;
}
