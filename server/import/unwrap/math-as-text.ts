import type { FoundTag } from './find-tags.ts';
import type { Edit } from './markdown-map.ts';

interface MathElement {
  readonly name: string;
  readonly children: (MathElement | string)[];
}

/** Converts MathML, which posts do not show, to text with `<sub>` and `<sup>`. */
export function mathAsText(source: string, tags: readonly FoundTag[]): Edit[] {
  const edits: Edit[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag.name !== 'math' || tag.kind !== 'open' || tag.isInCode || tag.start < (edits.at(-1)?.end ?? 0)) continue;
    const close = tags.findIndex(({ name, kind }, at) => at > index && name === 'math' && kind === 'close');
    if (close < 0) continue;
    const text = toText(treeOf(source, tags.slice(index, close + 1))).trim();
    edits.push({ start: tag.start, end: (tags[close] ?? tag).end, text });
  }
  return edits;
}

function treeOf(source: string, tags: readonly FoundTag[]): MathElement {
  const root: MathElement = { name: 'math', children: [] };
  const open = [root];
  for (const [index, tag] of tags.entries()) {
    const parent = open.at(-1) ?? root;
    if (index > 0) parent.children.push(...wordsBetween(source, tags[index - 1]?.end ?? tag.start, tag.start));
    if (tag.kind === 'close') {
      if (open.length > 1 && parent.name === tag.name) open.pop();
      continue;
    }
    if (index === 0) continue;
    const element: MathElement = { name: tag.name, children: [] };
    parent.children.push(element);
    if (tag.kind === 'open') open.push(element);
  }
  return root;
}

function wordsBetween(source: string, start: number, end: number): string[] {
  const words = source.slice(start, end).replace(/\s+/g, ' ').trim();
  return words === '' ? [] : [words];
}

const RELATION = /^(?:=|≠|&#x2260;|≤|≥|&lt;|&gt;|<|>|&gt;&gt;|&lt;&lt;|≡|≈|→|\+|⊕|&#x2295;|×|&#xD7;|&times;|÷|−)$/i;

function toText(node: MathElement | string): string {
  if (typeof node === 'string') return node;
  const parts = node.children.map(toText);
  const [first = '', second = '', third = ''] = parts;
  switch (node.name) {
    case 'msub':
    case 'munder':
      return `${first}<sub>${second}</sub>`;
    case 'msup':
    case 'mover':
      return `${first}<sup>${second}</sup>`;
    case 'msubsup':
    case 'munderover':
      return `${first}<sub>${second}</sub><sup>${third}</sup>`;
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`;
    case 'msqrt':
      return `√${grouped(parts.join(''))}`;
    case 'mspace':
      return ' ';
    case 'mo':
      return RELATION.test(first) ? ` ${first} ` : first;
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return parts.join('');
  }
}

function grouped(text: string): string {
  return /[\s+−-]/.test(text) ? `(${text})` : text;
}
