import type { Attacker } from './attackers/attacker.ts';
import type { Attack, Period } from './arena.ts';

/** An attacker, the period before it, and the one with it. */
export interface Meeting {
  readonly attacker: Attacker;
  readonly calm: Period;
  readonly attack: Attack;
}

/** How much more memory the server had at its peak than in the period before, in MiB. */
export function memoryMiB({ calm, attack }: Meeting): number {
  return attack.peakMiB - calm.peakMiB;
}

/** A table of what came of each attacker. Delays are printed, and no test looks at them: the machine is shared. */
export function report(meetings: readonly Meeting[]): string {
  const head = ['attacker', 'answer', 'memory + MiB (bound)', 'honest p99 ms without', 'with'];
  const cells = meetings.map((meeting) => [
    meeting.attacker.name,
    meeting.attack.answer,
    `${Math.round(memoryMiB(meeting))} (${Math.round(meeting.attacker.memoryMiB)})`,
    `${meeting.calm.p99}`,
    `${meeting.attack.p99}`,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((line) => line[column]!.length)));
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, column) => (column < 2 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)))
      .join(' | ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('-|-'), ...cells.map(line)].join('\n');
}
