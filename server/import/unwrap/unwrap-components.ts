import { visit } from 'unist-util-visit';
import { escapeMarkdown } from './describe-component.ts';
import {
  isComponentName,
  isPlaceholder,
  NEVER_SHOWN,
  openHtmlBlocks,
  toMediaLink,
  toPlainTag,
} from './html-elements.ts';
import { applyEdits, type Edit, parseMarkdown, type Range, rangeOf, shorten } from './markdown-map.ts';
import { type Brace, type MdxMap, readMdx, type Tag } from './read-mdx.ts';
import { type Element, isMeantAsText, outermostElements, singleTagElement, unwrapElement } from './unwrap-elements.ts';

export interface Unwrapped {
  readonly body: string;
  readonly components: Readonly<Record<string, number>>;
  readonly removed: readonly string[];
  readonly notes: readonly string[];
}

/** Notes name lines counted from `firstLine`. */
export function unwrapComponents(
  source: string,
  { isMdx, firstLine = 1 }: { isMdx: boolean; firstLine?: number },
): Unwrapped {
  return new Unwrapping(source, isMdx, firstLine).run();
}

/** Bounds the rounds for nested components; deeper ones lose their tags without layout. */
const MAX_ROUNDS = 40;
/** Ends the work even if two steps undo each other. */
const MAX_CHANGES = 1000;

const MAY_NEED_UNWRAPPING = { markdown: /<\/?[A-Za-z_$>]|\{\/\*/, mdx: /<\/?[A-Za-z_$>]|\{|^(?:import|export)\s/m };

type Step = (map: MdxMap) => Edit[];

class Unwrapping {
  readonly #isMdx: boolean;
  readonly #firstLine: number;
  readonly #components = new Map<string, number>();
  readonly #removed: string[] = [];
  readonly #notes: string[] = [];
  #body: string;
  /** Braces are syntax in MDX, and once a component was found. */
  #usesMdxSyntax: boolean;
  #rounds = 0;

  constructor(source: string, isMdx: boolean, firstLine: number) {
    this.#body = source;
    this.#isMdx = isMdx;
    this.#firstLine = firstLine;
    this.#usesMdxSyntax = isMdx;
  }

  run(): Unwrapped {
    if (MAY_NEED_UNWRAPPING[this.#isMdx ? 'mdx' : 'markdown'].test(this.#body)) {
      if (this.#isMdx) this.#noteErrors(readMdx(this.#body, true));
      const steps: readonly Step[] = [
        (map) => [...this.#removeModules(map), ...this.#removeComments(map)],
        (map) => this.#unwrapOutermost(map),
        (map) => (this.#usesMdxSyntax ? [...this.#plainTags(map), ...this.#showLiterals(map)] : []),
        (map) => (this.#isMdx ? openHtmlBlocks(this.#body, map) : []),
        ({ tags }) => tags.flatMap((tag) => this.#repairHtml(tag, tags) ?? []),
      ];
      for (let changes = 0; changes < MAX_CHANGES && steps.some((step) => this.#change(step)); changes += 1);
      this.#rescueSwallowed();
      this.#noteLeftovers();
    }
    return {
      body: this.#body,
      components: Object.fromEntries([...this.#components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      removed: this.#removed,
      notes: this.#notes,
    };
  }

  #change(step: Step): boolean {
    const before = this.#body;
    this.#body = applyEdits(before, step(readMdx(before, this.#isMdx)));
    return this.#body !== before;
  }

  #noteErrors({ rejected, texts }: MdxMap): void {
    const lines = new Set<number>();
    for (const { at, reason } of rejected) {
      const line = this.#firstLine + this.#body.slice(0, at).split('\n').length - 1;
      const isShown = texts.some(({ start, end }) => start <= at && end > at);
      if (!isShown || HEADING_ID.test(this.#body.slice(at)) || lines.has(line)) continue;
      lines.add(line);
      this.#notes.push(`line ${line} is not valid MDX and is shown as text: ${shorten(reason)}`);
    }
  }

  #removeModules({ modules }: MdxMap): Edit[] {
    if (!this.#usesMdxSyntax) return [];
    return modules.map(({ start, end }) => {
      this.#removed.push(shorten(this.#body.slice(start, end)));
      return { start, end, text: '' };
    });
  }

  /** A comment that ends a heading is its id and becomes `{#id}`. */
  #removeComments({ braces }: MdxMap): Edit[] {
    return braces.flatMap((brace) => {
      if (brace.text !== undefined) return [];
      this.#usesMdxSyntax = true;
      const { start, end, closesHeading } = brace;
      const expression = this.#body.slice(start, end);
      const words = expression.replace(/^\{\s*\/\*|\*\/\s*\}$/g, '').trim();
      if (closesHeading && /^[a-z0-9][a-z0-9-]*$/i.test(words)) return [{ start, end, text: `{#${words}}` }];
      this.#removed.push(shorten(expression));
      return [removal(this.#body, brace)];
    });
  }

  #unwrapOutermost(map: MdxMap): Edit[] {
    const components = map.tags.filter((tag) => this.#isComponent(tag, map.tags) && !isInBlock(tag, map));
    const elements = this.#rounds < MAX_ROUNDS ? outermostElements(components) : components.map(singleTagElement);
    if (components.length > 0) this.#rounds += 1;
    return elements.flatMap((element) => this.#unwrap(map, element));
  }

  #unwrap(map: MdxMap, element: Element): Edit[] {
    const { first, close, name } = element;
    if (isMeantAsText(this.#body, element))
      return [first, ...(close ? [close] : [])].map((tag) => this.#tagAsText(tag));
    this.#usesMdxSyntax = true;
    this.#count(name === '' ? 'Fragment' : name);
    return unwrapElement({ source: this.#body, map, isMdx: this.#isMdx }, element);
  }

  /** Lower-case dotted names and empty names count as components only in MDX, or when they are closed. */
  #isComponent({ name, kind }: Tag, tags: readonly Tag[]): boolean {
    if (name === '') return this.#usesMdxSyntax;
    if (!isComponentName(name)) return false;
    return /^[A-Z]/.test(name) || kind !== 'open' || tags.some((tag) => tag.kind === 'close' && tag.name === name);
  }

  #plainTags({ tags }: MdxMap): Edit[] {
    return tags.flatMap((tag) => {
      const plain = toPlainTag(tag);
      this.#removed.push(...(plain?.dropped.map(shorten) ?? []));
      return plain?.edit ?? [];
    });
  }

  #showLiterals({ braces }: MdxMap): Edit[] {
    return braces.flatMap((brace) =>
      brace.text === undefined
        ? []
        : [{ start: brace.start, end: brace.end, text: asMarkdown(this.#body, brace, brace.text) }],
    );
  }

  #repairHtml(tag: Tag, tags: readonly Tag[]): Edit | undefined {
    if (tag.isInCode) return undefined;
    if (isPlaceholder(tag, tags)) return this.#tagAsText(tag);
    const edit = toMediaLink(tag);
    if (edit && tag.kind !== 'close') this.#count(tag.name.toLowerCase());
    return edit;
  }

  /** Browsers would swallow the text after a component-like start that is no complete tag. */
  #rescueSwallowed(): void {
    for (let before = ''; before !== this.#body; ) {
      before = this.#body;
      const edits = htmlIn(before).flatMap(({ start, end }) =>
        [...withoutComments(before.slice(start, end)).matchAll(/<\/?([A-Z][\w.]*)/g)]
          .filter(([, name = '']) => isComponentName(name))
          .map(({ index }) => this.#asText(start + index, before.slice(start + index, start + index + 20))),
      );
      this.#body = applyEdits(before, edits);
    }
  }

  #tagAsText({ start, end }: Range): Edit {
    return this.#asText(start, this.#body.slice(start, end));
  }

  #asText(start: number, shown: string): Edit {
    this.#notes.push(`shown as text: ${shorten(shown)}`);
    return { start, end: start + 1, text: '&lt;' };
  }

  #noteLeftovers(): void {
    const { texts } = readMdx(this.#body, this.#isMdx);
    const left = texts.flatMap(({ start, end }) => this.#body.slice(start, end).match(EXPRESSION) ?? []);
    if (this.#isMdx && left.length > 0) this.#notes.push(`left as written: ${left.map(shorten).join(', ')}`);
    if (!this.#isMdx) {
      const unread = texts.flatMap(
        ({ start, end }) => this.#body.slice(start, end).match(/(?<!\\)<\/?[A-Z][\w.]*\s[^<>]*>/g) ?? [],
      );
      this.#notes.push(...unread.map((tag) => `shown as text: ${shorten(tag)}`));
    }
    const hidden = htmlIn(this.#body).flatMap(({ start, end }) =>
      [...withoutComments(this.#body.slice(start, end)).matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) =>
        name.toLowerCase(),
      ),
    );
    this.#removed.push(
      ...hidden.filter((name) => NEVER_SHOWN.has(name)).map((name) => `<${name}>, which posts do not show`),
    );
  }

  #count(name: string): void {
    this.#components.set(name, (this.#components.get(name) ?? 0) + 1);
  }
}

const HEADING_ID = /^\{#[\w-]+\}/;
const EXPRESSION = /(?<!\\)\{(?!#[\w-]+\}|\{[<%]|%)(?:[^{}]|\{[^{}]*\})*\}/g;

function isInBlock(tag: Tag, { blocks }: MdxMap): boolean {
  return blocks.some(({ start, end }) => start < tag.end && end > tag.start);
}

function htmlIn(source: string): Range[] {
  if (!MAY_NEED_UNWRAPPING.markdown.test(source)) return [];
  const found: Range[] = [];
  visit(parseMarkdown(source), 'html', (node) => {
    const range = rangeOf(node);
    if (range) found.push(range);
  });
  return found;
}

function withoutComments(html: string): string {
  return html.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => ' '.repeat(comment.length));
}

function removal(source: string, { start, end }: Range): Edit {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const isAtEnd = /^[ \t]*(?:\n|$)/.test(source.slice(end, end + 200));
  const spaces = /[ \t]*$/.exec(source.slice(lineStart, start))?.[0].length ?? 0;
  const isAlone = isAtEnd && spaces === start - lineStart;
  if (isAlone)
    return { start: lineStart, end: Math.min(source.length, source.indexOf('\n', end) + 1 || source.length), text: '' };
  return { start: isAtEnd ? start - spaces : start, end, text: '' };
}

function asMarkdown(source: string, { start, end }: Brace, text: string): string {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const isAlone = source.slice(lineStart, start).trim() === '' && /^[ \t]*(?:\n|$)/.test(source.slice(end, end + 200));
  // A `<br>` alone on its line would begin an HTML block, so it becomes an empty line.
  if (isAlone && text.trim() === '') return '';
  return escapeMarkdown(text)
    .replace(/ {2,}/g, (spaces) => '&nbsp;'.repeat(spaces.length))
    .replace(/\t/g, '&nbsp;&nbsp;')
    .replaceAll('\n', '<br>');
}
