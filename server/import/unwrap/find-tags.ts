import { isComponentName, readTag, type Tag } from './jsx-tag.ts';
import { type MarkdownMap, marksIn, type Place, type Range } from './markdown-map.ts';

export interface FoundTag extends Tag {
  readonly place: Place;
  readonly isInCode: boolean;
}

const CODE_ELEMENTS = new Set(['pre', 'code', 'kbd', 'samp', 'textarea', 'script', 'style']);

export function findTags(source: string, { places, opaque, blocks }: MarkdownMap): FoundTag[] {
  const tags: FoundTag[] = [];
  for (const place of places) {
    let openCode = 0;
    let reach = 0;
    for (const at of marksIn(source, '<', place, opaque)) {
      const tag = at < reach ? undefined : readTag(source, at);
      if (!tag || blocks.some(({ start, end }) => start < tag.end && end > tag.start)) continue;
      const isCodeElement = CODE_ELEMENTS.has(tag.name.toLowerCase());
      tags.push({ ...tag, place, isInCode: openCode > 0 && !isCodeElement });
      if (isCodeElement) openCode += depthOf(tag);
      reach = tag.end;
    }
  }
  return tags;
}

function depthOf({ kind }: Tag): number {
  return kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
}

/**
 * Browsers would swallow the text after a component-like start that is no complete tag. Call it after all components
 * are removed: until then raw HTML may turn out to be Markdown.
 */
export function findSwallowed(source: string, { places }: MarkdownMap): Range[] {
  const found: Range[] = [];
  for (const place of places.filter(({ kind }) => kind === 'html')) {
    const text = source
      .slice(place.start, place.end)
      .replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => ' '.repeat(comment.length));
    for (const { index, 0: begin, 1: name = '' } of text.matchAll(/\\?<\/?([A-Z][\w.]*)/g)) {
      if (!isComponentName(name)) continue;
      found.push({ start: place.start + index, end: place.start + index + begin.indexOf('<') + 1 });
    }
  }
  return found;
}

export interface Element {
  readonly name: string;
  readonly first: FoundTag;
  readonly close: FoundTag | undefined;
}

export function outermostElements(tags: readonly FoundTag[]): Element[] {
  const elements: Element[] = [];
  const open: FoundTag[] = [];
  for (const tag of tags) {
    if (tag.kind === 'open') open.push(tag);
    else if (tag.kind === 'selfClosing') elements.push({ name: tag.name, first: tag, close: undefined });
    else {
      const partner = open.findLastIndex(({ name }) => name === tag.name);
      const [first = tag, ...unclosed] = partner < 0 ? [] : open.splice(partner);
      elements.push({ name: tag.name, first, close: first === tag ? undefined : tag });
      elements.push(...unclosed.map(alone));
    }
  }
  elements.push(...open.map(alone));
  let reach = 0;
  return elements
    .toSorted((one, other) => one.first.start - other.first.start)
    .filter(({ first, close }) => {
      if (first.start < reach) return false;
      reach = (close ?? first).end;
      return true;
    });
}

function alone(first: FoundTag): Element {
  return { name: first.name, first, close: undefined };
}
