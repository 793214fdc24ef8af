import { readAttributes, type Tag, tagsIn } from '../rendering/html-tags.ts';

export interface PagePicture {
  readonly src: string;
  readonly hasAlt: boolean;
}

/** What a page holds that may want a look. */
export interface PageParts {
  /** Where its links lead, each address once. */
  readonly links: readonly string[];
  readonly pictures: readonly PagePicture[];
  readonly ids: ReadonlySet<string>;
}

/** As many of each are looked at; the rest of such a page is the author's own business. */
const MAX_PARTS = 200;

/** @param html What the product has made of a body. */
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

/** Signs are written by their number where they would mean something. */
function unescaped(value: string): string {
  return value.replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
