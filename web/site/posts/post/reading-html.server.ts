/**
 * Prepares sanitized HTML for the post page, not for feeds or the API.
 * @param html Serialized by the sanitizer: the tag parser understands that notation only.
 */
export function toReadingHtml(html: string): string {
  const enrich = createHeadingDecorator(html);
  const parts: string[] = [];
  let done = 0;
  let text = 0;
  for (const tag of tagsIn(html)) {
    const styled = enrich(tag);
    const letters = lastLetters(html, { ...tag, text });
    text = tag.end;
    if (styled === undefined && letters === '') continue;
    parts.push(html.slice(done, tag.at - letters.length));
    if (letters !== '') parts.push(`<span class="line-end">${letters}</span>`);
    parts.push(styled ?? html.slice(tag.at, tag.end));
    done = tag.end;
  }
  return done === 0 ? html : parts.join('') + html.slice(done);
}

const PARAGRAPHS = new Set(['p', 'li', 'dd']);
const MAX_LETTERS = 8;
const LETTERS = /(?<=[ぁ-ヿ㐀-鿿])[ぁ-ヿ㐀-鿿]{2,4}[、。！？」』）…]{0,3}$/;

/** Japanese lines break between any two letters, so a paragraph could end with one letter on a line of its own. */
function lastLetters(html: string, { name, isClosing, at, text }: Tag & { readonly text: number }): string {
  if (!isClosing || !PARAGRAPHS.has(name)) return '';
  return LETTERS.exec(html.slice(Math.max(text, at - MAX_LETTERS), at))?.[0] ?? '';
}

function createHeadingDecorator(html: string): (tag: Tag) => string | undefined {
  const levelOf = levels();
  let links = 0;
  let part: string | undefined;
  const open = ({ name, attributes, end }: Tag, written: number) => {
    const level = levelOf(written);
    part = links === 0 ? partOf(html, { name, attributes, end }) : undefined;
    if (part === undefined && level === written) return undefined;
    const ariaLevel = level === written ? '' : ` aria-level="${level}"`;
    return `${part === undefined ? '' : '<div class="heading">'}<${name}${attributes}${ariaLevel}>`;
  };
  const close = ({ name }: Tag) => {
    const id = part;
    part = undefined;
    return id === undefined ? undefined : `</${name}>${linkTo(id)}`;
  };
  return (tag) => {
    const written = Number(HEADING.exec(tag.name)?.[1] ?? 0);
    if (written > 0) return tag.isClosing ? close(tag) : open(tag, written);
    if (!PRESSED.has(tag.name)) return undefined;
    links += tag.isClosing ? -1 : 1;
    return !tag.isClosing && showsItsAddress(html, tag) ? `<a${tag.attributes} class="bare-address">` : undefined;
  };
}

/** Interactive elements, which must not contain links. */
const PRESSED = new Set(['a', 'summary']);

interface Tag {
  readonly name: string;
  readonly attributes: string;
  readonly isClosing: boolean;
  readonly at: number;
  readonly end: number;
}

const TAG = /<\/?([a-z][a-z0-9]*)((?: [^\s"=<>/]+(?:="[^"]*")?)*)>/y;
const HEADING = /^h([1-6])$/;

/** Stops at the first `<` that is not a tag in the sanitizer's notation. */
function* tagsIn(html: string): Generator<Tag> {
  let end = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', end)) {
    TAG.lastIndex = at;
    const [tag, name, attributes = ''] = TAG.exec(html) ?? [];
    if (tag === undefined || name === undefined) return;
    end = TAG.lastIndex;
    yield { name, attributes, isClosing: tag.startsWith('</'), at, end };
  }
}

/** Maps heading levels to levels without gaps, starting at 2 below the page's `h1`. */
function levels(): (written: number) => number {
  const open = [{ written: 1, level: 1 }];
  return (written) => {
    while ((open.at(-1)?.written ?? 0) >= written) open.pop();
    const level = (open.at(-1)?.level ?? 0) + 1;
    open.push({ written, level });
    return level;
  };
}

/** Limits the search for the end tag, in characters of HTML. */
const MAX_HEADING = 1000;

/** Undefined when the heading is empty, visually hidden, or contains another heading. */
function partOf(html: string, { name, attributes, end }: Pick<Tag, 'name' | 'attributes' | 'end'>): string | undefined {
  const id = / id="([^"\s]+)"/.exec(attributes)?.[1];
  if (id === undefined || attributes.includes(' class="sr-only"')) return undefined;
  const rest = html.slice(end, end + MAX_HEADING);
  const words = rest.slice(0, Math.max(0, rest.indexOf(`</${name}>`)));
  return words.trim() === '' || /<h[1-6][ >]/.test(words) ? undefined : id;
}

/** Places the link next to the heading, so that screen readers do not read the link as part of it. */
function linkTo(id: string): string {
  return `<a class="heading-link" href="#${id}" aria-labelledby="${id}"></a></div>`;
}

function showsItsAddress(html: string, { attributes, end }: Tag): boolean {
  const href = / href="(https?:\/\/[^"]*)"/.exec(attributes)?.[1];
  const close = html.indexOf('<', end);
  if (href === undefined || attributes.includes(' class="') || !html.startsWith('</a>', close)) return false;
  return bare(html.slice(end, close)) === bare(href);
}

function bare(address: string): string {
  return address
    .trim()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}
