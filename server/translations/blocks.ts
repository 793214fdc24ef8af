import { createHash } from 'node:crypto';
import { readAttributes, tagsIn } from '../rendering/index.ts';

export interface Block {
  readonly kind: string;
  readonly text: string;
  readonly fingerprint: string;
  readonly literals: readonly string[];
}

/** Elements whose start and end separate blocks, with the kind of what they contain. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['p', 'paragraph'],
  ['h1', 'heading'],
  ['h2', 'heading'],
  ['h3', 'heading'],
  ['h4', 'heading'],
  ['h5', 'heading'],
  ['h6', 'heading'],
  ['li', 'item'],
  ['tr', 'row'],
  ['pre', 'code'],
  ['figcaption', 'caption'],
  ['dt', 'item'],
  ['dd', 'item'],
]);
const PASSIVE = /^(?:ul|ol|dl|blockquote|table|thead|tbody|tfoot|figure|div|section|details|hr)$/;
const ADDRESSES = ['src', 'href'] as const;

/** Splits the output of the render pipeline, in document order. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  let kind = 'paragraph';
  let text = '';
  let addresses: string[] = [];
  const end = (next = 'paragraph') => {
    const folded = fold(text);
    const isPicture = folded === '' && addresses.length > 0;
    if (folded !== '' || isPicture) blocks.push(toBlock(isPicture ? 'picture' : kind, folded, addresses));
    kind = next;
    text = '';
    addresses = [];
  };
  let at = 0;
  for (const { name, attributes, isClosing, ...tag } of tagsIn(html)) {
    text += html.slice(at, tag.at);
    at = tag.end;
    const own = KINDS.get(name);
    if (own !== undefined || PASSIVE.test(name)) end(isClosing ? undefined : own);
    else if (name === 'br' || name === 'td' || name === 'th') text += ' ';
    if (isClosing) continue;
    const values = readAttributes(attributes);
    addresses.push(...ADDRESSES.flatMap((attribute) => values.get(attribute) ?? []));
    if (name === 'img') text += ` ${values.get('alt') ?? ''}`;
  }
  text += html.slice(at);
  end();
  return blocks;
}

function toBlock(kind: string, text: string, literals: readonly string[]): Block {
  const hash = createHash('sha256').update(JSON.stringify([kind, text, literals]));
  return { kind, text, fingerprint: hash.digest('base64url').slice(0, 16), literals };
}

function fold(text: string): string {
  return text
    .replaceAll('&#x3C;', '<')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x26;', '&')
    .replaceAll('&amp;', '&')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
}
