import { readAttributes, type Tag, tagsIn } from '../rendering/html-tags.ts';

export interface PagePicture {
  readonly src: string;
  readonly hasAlt: boolean;
}

export interface PageParts {
  readonly links: readonly string[];
  readonly pictures: readonly PagePicture[];
  readonly ids: ReadonlySet<string>;
}

const MAX_PARTS = 200;

/** @param html output of the render pipeline */
export function readPage(html: string): PageParts {
  const links = new Set<string>();
  const pictures: PagePicture[] = [];
  const ids = new Set<string>();
  for (const tag of tagsIn(html)) {
    if (tag.isClosing) continue;
    const { id, href, src, alt } = attributesOf(tag);
    if (id !== undefined) ids.add(id);
    if (tag.name === 'a' && href !== undefined && links.size < MAX_PARTS) links.add(href);
    if (tag.name === 'img' && pictures.length < MAX_PARTS) {
      pictures.push({ src: src ?? '', hasAlt: (alt ?? '').trim() !== '' });
    }
  }
  return { links: [...links], pictures, ids };
}

function attributesOf({ attributes }: Tag): Partial<Record<'id' | 'href' | 'src' | 'alt', string>> {
  const known = [...readAttributes(attributes)].map(([name, value = '']) => [name, unescaped(value)]);
  return Object.fromEntries(known);
}

function unescaped(value: string): string {
  return value.replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
