import type { Problem } from '../answer.ts';
import { text } from './text/page.ts';

/** Why something did not work, in words for a person. */
export function problemWords({ message }: Problem): string {
  return message === '' ? text.noAnswer : text.says(message);
}
