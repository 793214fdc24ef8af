import type { Edit } from './markdown-map.ts';
import type { Tag } from './read-mdx.ts';

/** Writes the text of MathML elements with sub- and superscripts. */
export function mathAsText(source: string, tags: readonly Tag[]): Edit[] {
  const edits: Edit[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag.name !== 'math' || tag.kind !== 'open' || tag.isInCode || tag.start < (edits.at(-1)?.end ?? 0)) continue;
    const close = tags.findIndex(({ name, kind }, at) => at > index && name === 'math' && kind === 'close');
    if (close < 0) continue;
    const text = textOf(source, tags.slice(index, close + 1)).trim();
    edits.push({ start: tag.start, end: (tags[close] ?? tag).end, text });
  }
  return edits;
}

/** The first tag opens the element, and the last one closes it. */
function textOf(source: string, tags: readonly Tag[]): string {
  const open: { readonly name: string; readonly parts: string[] }[] = [];
  const close = () => {
    const { name = '', parts = [] } = open.pop() ?? {};
    return toText(name, parts);
  };
  for (const [index, { name, kind, start }] of tags.entries()) {
    const words =
      index === 0
        ? ''
        : source
            .slice(tags[index - 1]?.end, start)
            .replace(/\s+/g, ' ')
            .trim();
    if (words !== '') open.at(-1)?.parts.push(words);
    if (kind === 'open') open.push({ name, parts: [] });
    else if (kind === 'selfClosing') open.at(-1)?.parts.push(toText(name, []));
    else if (open.length > 1 && open.at(-1)?.name === name) open.at(-2)?.parts.push(close());
  }
  while (open.length > 1) open.at(-2)?.parts.push(close());
  return close();
}

const RELATION = /^(?:=|≠|&#x2260;|≤|≥|&lt;|&gt;|<|>|&gt;&gt;|&lt;&lt;|≡|≈|→|\+|⊕|&#x2295;|×|&#xD7;|&times;|÷|−)$/i;

function toText(name: string, parts: readonly string[]): string {
  const [first = '', second = '', third = ''] = parts;
  switch (name) {
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
