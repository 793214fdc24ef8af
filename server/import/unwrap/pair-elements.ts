import type { FoundTag } from './find-tags.ts';

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
