/** Input is repeated in a message up to so many characters. */
const QUOTED = 100;

/** The beginning of what a client sent, for a message. */
export function beginning(text: string): string {
  return text.slice(0, QUOTED);
}

/** What a client sent, for a message: in quotes, and cut off where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED - 1)}…` : text);
}
