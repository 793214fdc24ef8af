import { escapeMarkdown } from './describe-component.ts';
import { type Element, type FoundTag, findSwallowed, findTags, outermostElements } from './find-tags.ts';
import { isPlaceholder, NEVER_SHOWN, openHtmlBlocks, toMediaLink, toPlainTag } from './html-elements.ts';
import { endOfExpression, isComponentName, literalOf } from './jsx-tag.ts';
import { applyEdits, type Edit, type MarkdownMap, mapMarkdown, marksIn, type Range } from './markdown-map.ts';
import { inShort, mathAsText, removeComments, removeModules, type Taken } from './mdx-syntax.ts';
import { isMeantAsText, unwrapElement } from './unwrap-elements.ts';

interface Resolved {
  readonly body: string;
  readonly left: readonly string[];
}

function resolveExpressions(source: string, { isMdx }: { isMdx: boolean }): Resolved {
  const edits: Edit[] = [];
  const left: string[] = [];
  for (const range of expressionsIn(source, isMdx)) {
    const expression = source.slice(range.start, range.end);
    const literal = literalOf(expression);
    if (literal !== undefined && /['"`]/.test(expression))
      edits.push({ ...range, text: asMarkdown(source, range, literal) });
    else if (!HEADING_ID.test(expression)) left.push(inShort(expression));
  }
  return { body: applyEdits(source, edits), left };
}

const HEADING_ID = /^\{#[\w-]+\}$/;

const MAX_EXPRESSION_LENGTH = 2000;

function expressionsIn(source: string, isMdx: boolean): Range[] {
  const { places, opaque } = mapMarkdown(source, { isMdx });
  const found: Range[] = [];
  for (const place of places) {
    for (const at of marksIn(source, '{', place, opaque)) {
      const limit = Math.min(place.end, at + MAX_EXPRESSION_LENGTH);
      const end = at < (found.at(-1)?.end ?? 0) ? undefined : endOfExpression(source, at, limit);
      if (end !== undefined) found.push({ start: at, end });
    }
  }
  return found;
}

function asMarkdown(source: string, { start, end }: Range, text: string): string {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const isAlone = source.slice(lineStart, start).trim() === '' && /^[ \t]*(?:\n|$)/.test(source.slice(end, end + 200));
  // A `<br>` alone on its line would begin an HTML block, so it becomes an empty line.
  if (isAlone && text.trim() === '') return '';
  return escapeMarkdown(text)
    .replace(/ {2,}/g, (spaces) => '&nbsp;'.repeat(spaces.length))
    .replace(/\t/g, '&nbsp;&nbsp;')
    .replaceAll('\n', '<br>');
}

export interface Unwrapped {
  readonly body: string;
  readonly components: Readonly<Record<string, number>>;
  readonly removed: readonly string[];
  readonly notes: readonly string[];
}

export function unwrapComponents(source: string, { isMdx }: { isMdx: boolean }): Unwrapped {
  return new Unwrapping(source, isMdx).run();
}

/** Bounds the rounds for nested components; deeper ones lose their tags without layout. */
const MAX_ROUNDS = 40;

const MAY_HOLD_COMPONENTS = /<\/?(?:[A-Z>]|[a-z_$][\w$-]*\.)|\{\/\*/;

class Unwrapping {
  readonly #isMdx: boolean;
  readonly #components = new Map<string, number>();
  readonly #removed: string[] = [];
  readonly #notes: string[] = [];
  #body: string;
  /** Braces are syntax in MDX, and once a component was found. */
  #speaksMdx: boolean;

  constructor(source: string, isMdx: boolean) {
    this.#body = source;
    this.#isMdx = isMdx;
    this.#speaksMdx = isMdx;
  }

  run(): Unwrapped {
    if (this.#isMdx) this.#take(removeModules(this.#body, { isMdx: true }));
    for (let round = 0, before = ''; before !== this.#body && round < MAX_ROUNDS; round += 1) {
      before = this.#body;
      this.#unwrapAll();
      this.#editTags((tags) => this.#showFormulas(tags));
      if (this.#speaksMdx) this.#readAsMdx();
      this.#editTags((tags) => tags.flatMap((tag) => this.#repairHtml(tag, tags) ?? []));
    }
    this.#rescueAll();
    this.#nameWhatIsLeft();
    return {
      body: this.#body,
      components: Object.fromEntries([...this.#components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      removed: this.#removed,
      notes: this.#notes,
    };
  }

  #readAsMdx(): void {
    if (!this.#isMdx) this.#take(removeModules(this.#body, { isMdx: false }));
    this.#editTags((tags) => tags.flatMap((tag) => this.#plain(tag) ?? []));
    const { body } = resolveExpressions(this.#body, { isMdx: this.#isMdx });
    this.#body = this.#isMdx ? openHtmlBlocks(body) : body;
  }

  #nameWhatIsLeft(): void {
    const { left } = this.#isMdx ? resolveExpressions(this.#body, { isMdx: true }) : { left: [] };
    if (left.length > 0) this.#notes.push(`left as written: ${left.join(', ')}`);
    this.#editTags((tags) => {
      const hidden = tags.filter(({ name, kind }) => kind !== 'close' && NEVER_SHOWN.has(name.toLowerCase()));
      this.#removed.push(...hidden.map(({ name }) => `<${name.toLowerCase()}>, which posts do not show`));
      return [];
    });
  }

  #take({ body, removed }: Taken): void {
    this.#body = body;
    this.#removed.push(...removed);
  }

  /** Repeats because removing a tag can reveal others. */
  #unwrapAll(): void {
    for (let round = 0; MAY_HOLD_COMPONENTS.test(this.#body); round += 1) {
      const before = this.#body;
      const map = mapMarkdown(before, { isMdx: this.#isMdx });
      this.#take(removeComments(before, map));
      if (this.#body !== before) {
        this.#speaksMdx = true;
        continue;
      }
      this.#unwrapOutermost(map, round);
      if (this.#body === before) return;
    }
  }

  #unwrapOutermost(map: MarkdownMap, round: number): void {
    const tags = findTags(this.#body, map);
    const components = tags.filter((tag) => this.#isComponent(tag, tags));
    const elements = round < MAX_ROUNDS ? outermostElements(components) : components.map(onItsOwn);
    this.#body = applyEdits(
      this.#body,
      elements.flatMap((element) => this.#unwrap(map, element)),
    );
  }

  #unwrap(map: MarkdownMap, element: Element): Edit[] {
    const { first, close, name } = element;
    if (isMeantAsText(this.#body, element))
      return [first, ...(close ? [close] : [])].map((tag) => this.#tagAsText(tag));
    this.#speaksMdx = true;
    this.#count(name === '' ? 'Fragment' : name);
    return unwrapElement({ source: this.#body, map, isMdx: this.#isMdx }, element);
  }

  #rescueAll(): void {
    for (let before = ''; before !== this.#body && MAY_HOLD_COMPONENTS.test(this.#body); ) {
      before = this.#body;
      const swallowed = findSwallowed(before, mapMarkdown(before, { isMdx: this.#isMdx }));
      this.#body = applyEdits(
        before,
        swallowed.map((range) => this.#asText(range, before.slice(range.start, range.end + 20))),
      );
    }
  }

  #tagAsText({ start, end }: Range): Edit {
    return this.#asText({ start, end: start + 1 }, this.#body.slice(start, end));
  }

  #asText({ start, end }: Range, shown: string): Edit {
    this.#notes.push(`shown as text: ${inShort(shown)}`);
    return { start, end, text: '&lt;' };
  }

  /** Lower-case dotted names and empty names count as components only in MDX, or when they are closed. */
  #isComponent({ name, kind }: FoundTag, tags: readonly FoundTag[]): boolean {
    if (name === '') return this.#speaksMdx;
    if (!isComponentName(name)) return false;
    return /^[A-Z]/.test(name) || kind !== 'open' || tags.some((tag) => tag.kind === 'close' && tag.name === name);
  }

  #editTags(change: (tags: readonly FoundTag[]) => Edit[]): void {
    if (!/<[A-Za-z]/.test(this.#body)) return;
    const tags = findTags(this.#body, mapMarkdown(this.#body, { isMdx: this.#isMdx }));
    this.#body = applyEdits(this.#body, change(tags));
  }

  #showFormulas(tags: readonly FoundTag[]): Edit[] {
    const edits = mathAsText(this.#body, tags);
    for (const _edit of edits) this.#count('math');
    return edits;
  }

  #plain(tag: FoundTag): Edit | undefined {
    const plain = toPlainTag(tag);
    this.#removed.push(...(plain?.dropped.map(inShort) ?? []));
    return plain?.edit;
  }

  #repairHtml(tag: FoundTag, tags: readonly FoundTag[]): Edit | undefined {
    if (tag.isInCode) return undefined;
    if (isPlaceholder(tag, tags)) return this.#tagAsText(tag);
    const element = tag.name.toLowerCase();
    const edit = toMediaLink(tag);
    if (edit && tag.kind !== 'close') this.#count(element);
    return edit;
  }

  #count(name: string): void {
    this.#components.set(name, (this.#components.get(name) ?? 0) + 1);
  }
}

function onItsOwn(first: FoundTag): Element {
  return { name: first.name, first, close: undefined };
}
