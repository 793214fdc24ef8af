import type { Element, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const ELEMENTS = new Set(
  [
    'a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn',
    'div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd li mark ol p picture pre q',
    'rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr',
    'track tt u ul var video wbr',
    'math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt',
    'mstyle msub msubsup msup mtable mtd mtext mtr munder munderover',
  ].flatMap((line) => line.split(' ')),
);

const ATTRIBUTES = new Set(
  [
    'abbr align alt ariaDescribedBy ariaLabel ariaLabelledBy checked cite className colSpan controls dataFootnoteBackref',
    'dataFootnoteRef dataFootnotes dateTime decoding default dir disabled headers height href id kind label lang loading',
    'loop media muted open playsInline poster preload rel reversed role rowSpan scope sizes span src srcLang srcSet start',
    'style tabIndex target title type vAlign value width',
    'accent accentunder alttext columnspan depth display displaystyle fence form largeop linethickness lspace mathvariant',
    'maxsize minsize movablelimits notation rspace scriptlevel separator stretchy symmetric voffset',
  ].flatMap((line) => line.split(' ')),
);

const CLASSES =
  /^(?:language-[\w+#-]+|hljs(?:-[\w-]+)?|[\w-]+_|function_|class_|task-list-item|contains-task-list|footnotes|sr-only|table-scroll|data-footnote-backref|tml-(?:jot|left|right))$/;

const STYLE =
  /^(?:(?:text-align|vertical-align|font-weight|font-style|text-decoration|list-style-type|width): [a-z0-9.%-]+(?:; |$))+$/;

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const parser = unified().use(rehypeRaw).freeze();

/** Independent of the sanitizer's code. */
export function unsafeParts(html: string): string[] {
  const tree = parser.runSync({ type: 'root', children: [{ type: 'raw', value: html }] } as Root) as Root;
  const found: string[] = [];
  visit(tree, (node) => {
    if (node.type === 'element') found.push(...unsafeIn(node));
    else if (node.type !== 'text' && node.type !== 'root') found.push(node.type);
  });
  return found;
}

function unsafeIn({ tagName, properties }: Element): string[] {
  if (!ELEMENTS.has(tagName)) return [`<${tagName}>`];
  return Object.entries(properties)
    .filter(([name, value]) => !ATTRIBUTES.has(name) || !isSafeValue(tagName, name, value))
    .map(([name, value]) => `<${tagName} ${name}=${JSON.stringify(value)}>`);
}

function isSafeValue(tagName: string, name: string, value: Element['properties'][string]): boolean {
  const words = [value].flat().map(String);
  if (['href', 'src', 'cite', 'poster'].includes(name)) return words.every(hasSafeScheme);
  if (name === 'srcSet') return words.flatMap((word) => word.split(/[\s,]+/)).every(hasSafeScheme);
  if (name === 'className') return words.length > 0 && (tagName === 'a' || words.every((word) => CLASSES.test(word)));
  if (name === 'style') return STYLE.test(String(value));
  if (name === 'target') return value === '_blank';
  if (name === 'role') return value === 'region';
  if (name === 'tabIndex') return value === 0;
  if (name === 'id') return isSafeId(tagName, String(value));
  return true;
}

/**
 * Rejects ids that collide with the page's own or shadow a global variable of a script. Headings are exempt from the
 * latter.
 */
function isSafeId(tagName: string, id: string): boolean {
  if (id.startsWith('user-content-')) return true;
  if (id === '' || id === 'comments' || id === 'comment-form' || id.includes(':') || id.startsWith('_')) return false;
  return /^h[1-6]$/.test(tagName) || !/^[a-z_$][a-z0-9_$]*$/i.test(id);
}

/** Resolves the scheme as a browser does on a page of this product. */
function hasSafeScheme(address: string): boolean {
  return (
    !URL.canParse(address, 'https://site.example/') || SCHEMES.has(new URL(address, 'https://site.example/').protocol)
  );
}
