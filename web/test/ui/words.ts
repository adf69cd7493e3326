import { parseSync } from 'vite';

/** Attributes whose value a person reads or hears. `label` and `help` are our components' own. */
const READ = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
  'help',
]);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Words that stand in a component as they are, instead of in a text file: what is shown, and what is read aloud. */
export function literalWords(name: string, source: string): string[] {
  const { program, errors } = parseSync(name, source, { lang: 'tsx' });
  if (errors.length > 0) throw new Error(`${name} can't be read: ${errors[0]?.message}`);
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'JSXText') found.push(node['value'] as string);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of nodes(node['children']))
        if (child.type === 'JSXExpressionContainer') found.push(...shown(child['expression'] as Node));
    if (node.type === 'JSXAttribute' && READ.has((node['name'] as Node)['name'] as string))
      found.push(...nodes([node['value']]).flatMap(shown));
    for (const value of Object.values(node)) for (const child of nodes(value)) visit(child);
  };
  visit(program as unknown as Node);
  return found.filter((words) => /\p{L}/u.test(words)).map((words) => words.trim());
}

/** The literal strings that an expression may come to. */
function shown(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'TemplateLiteral':
      return nodes(node['quasis']).map((quasi) => (quasi['value'] as { cooked: string }).cooked);
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].flatMap((part) => shown(part as Node));
    case 'LogicalExpression':
    case 'BinaryExpression':
      return shownOf(node);
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return shown(node['expression'] as Node);
    default:
      return [];
  }
}

/** Of `a && b` only b is shown; what is compared is not; what is added is, and both of `a ?? b` may be. */
function shownOf({ operator, left, right }: Node): string[] {
  if (operator === '&&') return shown(right as Node);
  const both = operator === '+' || operator === '||' || operator === '??';
  return both ? [left, right].flatMap((part) => shown(part as Node)) : [];
}

function nodes(value: unknown): Node[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one): one is Node => typeof one === 'object' && one !== null && 'type' in one);
}
