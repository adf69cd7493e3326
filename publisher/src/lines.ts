/** A longer line is no tick; what it holds is dropped as it is read, or a file without line ends would fill memory. */
const LONGEST = 64 * 1024;

const NEWLINE = 0x0a;

export interface Line {
  /** Counts from 1. */
  readonly number: number;
  /** Without its end; undefined when it is longer than 64 KiB. */
  readonly text: string | undefined;
  /** How many bytes of the input end with it. */
  readonly offset: number;
}

/** Splits UTF-8 bytes at LF or CRLF. A last line needs no end; a byte order mark is dropped. */
export async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[], void, void> {
  let number = 0;
  let offset = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const line = (): Line => {
    const text = length > LONGEST ? undefined : Buffer.concat(parts).toString().replace(/\r$/, '');
    parts = [];
    length = 0;
    return { number: ++number, text: number === 1 ? text?.replace(/^\uFEFF/, '') : text, offset };
  };
  const add = (part: Buffer): void => {
    length += part.length;
    offset += part.length;
    if (length <= LONGEST) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    const found: Line[] = [];
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, to));
      offset++;
      found.push(line());
      from = to + 1;
    }
    add(chunk.subarray(from));
    if (found.length > 0) yield found;
  }
  if (length > 0) yield [line()];
}
