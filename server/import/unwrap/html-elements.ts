import type { FoundTag } from './find-tags.ts';
import { isComponentName } from './jsx-tag.ts';
import type { Edit } from './markdown-map.ts';

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

export interface PlainTag {
  readonly edit: Edit;
  readonly dropped: readonly string[];
}

/** Converts an HTML tag in JSX notation to plain HTML. Returns undefined when it is plain already. */
export function toPlainTag({ start, end, kind, name, attributes }: FoundTag): PlainTag | undefined {
  if (name === '' || isComponentName(name) || kind === 'close') return undefined;
  const isUnclosed = kind === 'selfClosing' && !VOID.has(name.toLowerCase());
  if (!isUnclosed && !attributes.some(({ isExpression }) => isExpression)) return undefined;
  const readable = attributes.filter((attribute) => attribute.value !== undefined);
  const dropped = attributes.filter((attribute) => attribute.value === undefined);
  const written = readable.map(({ name: key, value = '' }) => ` ${key}="${quote(value)}"`).join('');
  return {
    edit: { start, end, text: `<${name}${written}>${isUnclosed ? `</${name}>` : ''}` },
    dropped: dropped.map((attribute) => `${attribute.name} of <${name}>`),
  };
}

const MEDIA = new Set(['iframe', 'embed', 'video', 'audio', 'object']);

/**
 * Replaces embedded media, which posts do not show, by a link. In `<video>` and `<audio>` each source becomes a link.
 */
export function toMediaLink({ start, end, kind, name, attributes }: FoundTag): Edit | undefined {
  const element = name.toLowerCase();
  const attribute = (wanted: string) => attributes.find((each) => each.name.toLowerCase() === wanted)?.value?.trim();
  const address = attribute('src') ?? (element === 'object' ? attribute('data') : undefined);
  if (!MEDIA.has(element) && !(element === 'source' && address)) return undefined;
  if (kind === 'close' || !address || /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(address)) return { start, end, text: '' };
  const href = address.startsWith('//') ? `https:${address}` : address;
  const words = attribute('title') || href.replace(/^https?:\/\//, '');
  return { start, end, text: `<a href="${quote(href)}">${words.replaceAll('<', '&lt;')}</a>` };
}

export const NEVER_SHOWN: ReadonlySet<string> = new Set(
  'script style svg canvas form select button textarea template noscript'.split(' '),
);

function quote(value: string): string {
  return value.replaceAll('"', '&quot;');
}

const KNOWN = new Set(
  (
    'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center ' +
    'cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure ' +
    'font footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main ' +
    'map mark math menu meta meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby ' +
    's samp script search section select slot small source span strike strong style sub summary sup svg table tbody td ' +
    'template textarea tfoot th thead time title tr track tt u ul var video wbr'
  ).split(' '),
);

/** Recognizes words in angle brackets such as `<name>`: unknown and unclosed. Browsers would not show them. */
export function isPlaceholder({ name, kind }: FoundTag, tags: readonly FoundTag[]): boolean {
  if (kind !== 'open' || name === '' || name.includes(':') || KNOWN.has(name.toLowerCase())) return false;
  return !tags.some((tag) => tag.kind === 'close' && tag.name === name);
}
