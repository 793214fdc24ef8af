import { createHash } from 'node:crypto';
import { readAttributes, type Tag, tagsIn } from '../rendering/index.ts';

export interface Block {
  readonly kind: string;
  readonly text: string;
  /** Equal for blocks that need no new translation. */
  readonly fingerprint: string;
  /** Addresses of links and media, and inline code, which translations keep. */
  readonly literals: readonly string[];
}

/** Elements whose inner elements belong to their own block. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'heading'] as const),
  ...[['tr', 'row'] as const, ['pre', 'code'] as const],
]);
/** Elements that give the blocks inside them their kind. */
const CONTAINERS: ReadonlyMap<string, string> = new Map([
  ...['li', 'dt', 'dd'].map((name) => [name, 'item'] as const),
  ...['figcaption', 'caption', 'summary'].map((name) => [name, 'caption'] as const),
  ['blockquote', 'quote'],
]);
const BORDERS =
  /^(?:p|ul|ol|dl|table|thead|tbody|tfoot|figure|div|section|details|hr|article|aside|header|footer|address)$/;
const SKIPPED = /^(?:rt|rp|math|audio|video)$/;
const CELL = /^t[dh]$/;
/** The separator after the last cell, and those of a row of empty cells. */
const END_OF_ROW = /^[\s|]*$|\s\|\s*$/;
const ADDRESSES = ['src', 'href', 'poster'] as const;

/**
 * Splits the output of the render pipeline into paragraphs, headings, list items, table rows, code blocks, pictures and
 * the like, in document order. Numbers of footnotes, readings of ruby and pure formatting are no part of them.
 */
export function blocksOf(html: string): Block[] {
  const splitter = new Splitter();
  let at = 0;
  for (const tag of tagsIn(html)) {
    splitter.addText(html.slice(at, tag.at));
    splitter.addTag(tag);
    at = tag.end;
  }
  splitter.addText(html.slice(at));
  splitter.endBlock();
  return splitter.blocks;
}

class Splitter {
  readonly blocks: Block[] = [];
  readonly #containers: string[] = [];
  #whole: string | undefined;
  /** Name of the element whose text is skipped, and how many of that name are open. */
  #skipped: { readonly name: string; depth: number } | undefined;
  #text = '';
  #alt = '';
  #marks: string[] = [];
  #literals: string[] = [];
  #code: string | undefined;

  addText(escaped: string): void {
    if (this.#skipped || escaped === '') return;
    const text = decode(escaped);
    this.#text += text;
    if (this.#code !== undefined) this.#code += text;
  }

  addTag({ name, attributes, isClosing }: Tag): void {
    this.#readAttributes(name, isClosing ? '' : attributes);
    if (this.#skipped) this.#continueSkipping(name, isClosing);
    else if (SKIPPED.test(name) || this.#isFootnoteLink(name, attributes)) this.#skipped = { name, depth: 1 };
    else if (this.#whole !== undefined) this.#addInside(name, isClosing);
    else if (WHOLE.has(name)) this.#startWhole(name, attributes);
    else if (CONTAINERS.has(name)) this.#enter(CONTAINERS.get(name) ?? '', isClosing);
    else if (BORDERS.test(name)) this.endBlock();
    else this.#addInline(name, isClosing);
  }

  endBlock(): void {
    const isCode = this.#whole === 'pre';
    const text = isCode ? this.#text.replace(/\s+$/, '') : fold(this.#text.replace(END_OF_ROW, ''));
    const isPicture = text === '' && this.#literals.length > 0;
    if (text !== '' || isPicture) {
      const kind = isPicture ? 'picture' : (WHOLE.get(this.#whole ?? '') ?? this.#containers.at(-1) ?? 'paragraph');
      const level = kind === 'heading' ? this.#whole : '';
      const identity = [kind, level, isCode ? text : withoutSpacesOfJapanese(text), fold(this.#alt), this.#marks];
      const fingerprint = createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 16);
      this.blocks.push({ kind, text: isPicture ? fold(this.#alt) : text, fingerprint, literals: this.#literals });
    }
    [this.#text, this.#alt, this.#marks, this.#literals] = ['', '', [], []];
  }

  #readAttributes(name: string, attributes: string): void {
    if (attributes === '') return;
    const values = readAttributes(attributes);
    for (const attribute of ADDRESSES) this.#addAddress(decode(values.get(attribute) ?? ''));
    if (name === 'img') this.#alt += ` ${decode(values.get('alt') ?? '')}`;
    if (name === 'input') this.#marks.push(values.has('checked') ? 'checked' : 'unchecked');
    if (name === 'math' && !this.#skipped) this.#text += decode(values.get('alttext') ?? '');
  }

  #addAddress(address: string): void {
    // Addresses inside the page come from headings and footnotes, which are blocks themselves.
    const isInPage = address.startsWith('#');
    if (address !== '') this.#marks.push(isInPage ? '#' : address);
    if (address !== '' && !isInPage) this.#literals.push(address);
  }

  #isFootnoteLink(name: string, attributes: string): boolean {
    return name === 'a' && / data-footnote-(?:back)?ref[ =]?/.test(`${attributes} `);
  }

  #continueSkipping(name: string, isClosing: boolean): void {
    if (this.#skipped?.name !== name) return;
    this.#skipped.depth += isClosing ? -1 : 1;
    if (this.#skipped.depth === 0) this.#skipped = undefined;
  }

  #startWhole(name: string, attributes: string): void {
    this.endBlock();
    // The heading of footnotes, which the pipeline adds for screen readers.
    if (/ class="[^"]*\bsr-only\b/.test(attributes)) this.#skipped = { name, depth: 1 };
    else this.#whole = name;
  }

  #addInside(name: string, isClosing: boolean): void {
    if (isClosing && name === this.#whole) {
      this.endBlock();
      this.#whole = undefined;
    } else if (this.#whole === 'tr' && CELL.test(name)) this.#text += isClosing ? ' | ' : ' ';
    else if (this.#whole !== 'pre') this.#addInline(name, isClosing);
  }

  #enter(kind: string, isClosing: boolean): void {
    this.endBlock();
    if (isClosing) this.#containers.pop();
    else this.#containers.push(kind);
  }

  #addInline(name: string, isClosing: boolean): void {
    if (name === 'br' || BORDERS.test(name) || CONTAINERS.has(name)) this.#text += ' ';
    else if (name === 'code' && !isClosing) this.#code = '';
    else if (name === 'code' && this.#code !== undefined) {
      if (this.#code.trim() !== '') this.#literals.push(this.#code.trim());
      this.#code = undefined;
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

function decode(escaped: string): string {
  if (!escaped.includes('&')) return escaped;
  return escaped.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

function fold(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

const WIDE = '[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uff60]';
const SPACES_OF_JAPANESE = new RegExp(`(?<=${WIDE})\\s+|\\s+(?=${WIDE})`, 'gu');

/** Line breaks and spaces around Japanese letters come and go with the wrapping of the source. */
function withoutSpacesOfJapanese(text: string): string {
  return text.replace(SPACES_OF_JAPANESE, '');
}
