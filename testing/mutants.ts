import { parseAst } from 'vite';

export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly source: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/**
 * Returns every mutant of a source file: replaces operators by their opposite, inverts conditions, removes `!`, flips
 * booleans, and removes calls whose result is unused. Keeps numbers, like Stryker, and loop conditions: an endless loop
 * would stop the tests instead of failing them.
 */
export function mutantsOf(file: string, source: string): Mutant[] {
  const root = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const edits = [...nodesIn(root)].flatMap((node) => editsOf(node, source));
  return edits.map(({ start, end, text }) => ({
    file,
    line: source.slice(0, start).split('\n').length,
    before: source.slice(start, end),
    after: text,
    source: source.slice(0, start) + text + source.slice(end),
  }));
}

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  const isLoop = /^(?:For|While|DoWhile)/.test(node.type);
  for (const [key, value] of Object.entries(node)) {
    if (isLoop && key === 'test') continue;
    const children = (Array.isArray(value) ? value : [value]).filter(isNode);
    for (const child of children) if (!child.type.startsWith('TS')) yield* nodesIn(child);
  }
}

function editsOf(node: Node, source: string): Edit[] {
  const { type, start, end } = node;
  if (type === 'BinaryExpression' || type === 'LogicalExpression') {
    const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
    const opposite = OPPOSITES[operator];
    const at = source.indexOf(operator, left.end);
    return opposite && at < right.start ? [{ start: at, end: at + operator.length, text: opposite }] : [];
  }
  if (type === 'IfStatement' || type === 'ConditionalExpression') {
    const test = node.test as Node;
    return [{ start: test.start, end: test.end, text: `!(${source.slice(test.start, test.end)})` }];
  }
  if (type === 'UnaryExpression' && node.operator === '!') return [{ start, end: start + 1, text: '' }];
  if (type === 'Literal' && typeof node.value === 'boolean') return [{ start, end, text: String(!node.value) }];
  if (type === 'ExpressionStatement' && isCall(node.expression as Node)) return [{ start, end, text: '' }];
  return [];
}

function isCall({ type, argument }: Node): boolean {
  return type === 'CallExpression' || (type === 'AwaitExpression' && isCall(argument as Node));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
