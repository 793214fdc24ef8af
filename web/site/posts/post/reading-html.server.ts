/**
 * What a body gets on its page alone, and not where others take it: a link to each part beside its heading, headings
 * that skip no level for those who listen, and a mark on the links that already show their address.
 * @param html What the product has made of a body: elements and attributes are read in its notation alone.
 */
export function toReadingHtml(html: string): string {
  const dress = dresserOf(html);
  const parts: string[] = [];
  let done = 0;
  for (const tag of tagsIn(html)) {
    const dressed = dress(tag);
    if (dressed === undefined) continue;
    parts.push(html.slice(done, tag.at), dressed);
    done = tag.end;
  }
  return done === 0 ? html : parts.join('') + html.slice(done);
}

/** What takes the place of a tag, of each in turn; nothing where it stays. */
function dresserOf(html: string): (tag: Tag) => string | undefined {
  const levelOf = levels();
  let links = 0;
  let part: string | undefined;
  const open = ({ name, attributes, end }: Tag, written: number) => {
    const level = levelOf(written);
    part = links === 0 ? partOf(html, { name, attributes, end }) : undefined;
    if (part === undefined && level === written) return undefined;
    const said = level === written ? '' : ` aria-level="${level}"`;
    return `${part === undefined ? '' : '<div class="heading">'}<${name}${attributes}${said}>`;
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

/** In what can be pressed there is no link. */
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

/** Every element and closing of one, up to the first `<` that is none of our making. */
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

/** The level that each heading has among those before it, below the title of the page, which is of the first. */
function levels(): (written: number) => number {
  const open = [{ written: 1, level: 1 }];
  return (written) => {
    while ((open.at(-1)?.written ?? 0) >= written) open.pop();
    const level = (open.at(-1)?.level ?? 0) + 1;
    open.push({ written, level });
    return level;
  };
}

/** In letters of its page; what is longer is no heading that anybody links to. */
const MAX_HEADING = 1000;

/** The id of a heading that is seen, and in which no other stands. */
function partOf(html: string, { name, attributes, end }: Pick<Tag, 'name' | 'attributes' | 'end'>): string | undefined {
  const id = / id="([^"\s]+)"/.exec(attributes)?.[1];
  if (id === undefined || attributes.includes(' class="sr-only"')) return undefined;
  const rest = html.slice(end, end + MAX_HEADING);
  const words = rest.slice(0, Math.max(0, rest.indexOf(`</${name}>`)));
  return words.trim() === '' || /<h[1-6][ >]/.test(words) ? undefined : id;
}

/** Beside the heading and not in it, so that those who listen hear its words once. */
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
