const INTRO = `# Results

What \`npm run bench\` measured: each section is written by its scenario, and says when, where and by which command. Numbers
of different sections are of different runs: compare within a section only. The raw numbers are in \`results/\`.
`;

/**
 * Replaces a section of the results file, between its own markers; a new one goes to the end. What stands outside of
 * markers is left alone.
 *
 * @param text the file so far; empty where there is none
 */
export function replaceSection(text: string, name: string, body: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const section = `${begin}\n\n${body.trim()}\n\n${end}`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from >= 0 && to >= 0) return text.slice(0, from) + section + text.slice(to + end.length);
  return `${(text === '' ? INTRO : text).trimEnd()}\n\n${section}\n`;
}
