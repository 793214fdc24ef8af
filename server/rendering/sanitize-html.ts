import type { Element, Properties, Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import type { Preset } from 'unified';
import { decodeUri } from '../platform/escaping.ts';
import { ID_PREFIX, readersAllowList, textAllowList } from './allow-list.ts';
import { isolateMath, mathStyles } from './math-allow-list.ts';
import { hasElement, visitElements } from './visit-elements.ts';

const REFERENCES = ['ariaDescribedBy', 'ariaLabelledBy', 'headers'] as const;
const HEADING = /^h[1-6]$/;

/** Ids used by the pages that show posts, by React and Mantine, and by the reCAPTCHA script. */
const TAKEN =
  /[:«»]|^_|^comment-(?:form|[0-9a-z]{26})(?:-|$)|^votes(?:-|$)|^(?:mantine|console|post-body|body-editor)-|^(?:comments|post-(?:images|files|thumbnail)|grecaptcha)$/i;
/** Browsers expose each id as a property of window: `<a id="config">` becomes `window.config` (DOM clobbering). */
const VARIABLE = /^[a-z_$][\w$]*$/i;

/** Also updates references and links to the ids. */
function prefixIds() {
  return (tree: Root) => {
    const ids = new Map<string, string>();
    visitElements(tree, (element) => {
      const { id } = element.properties;
      const written = String(id ?? '');
      if (written === '') {
        delete element.properties.id;
        return;
      }
      element.properties.id = isFree(written, element) ? written : prefixed(written);
      if (!ids.has(written)) ids.set(written, element.properties.id);
    });
    visitElements(tree, ({ properties }) => {
      for (const name of REFERENCES) followReferences(properties, name, ids);
      followLink(properties, ids);
    });
  };
}

function isFree(id: string, { tagName }: Element): boolean {
  return !TAKEN.test(id) && (HEADING.test(tagName) || !VARIABLE.test(id));
}

function prefixed(id: string): string {
  return id.startsWith(ID_PREFIX) ? id : `${ID_PREFIX}${id}`;
}

function followReferences(
  properties: Properties,
  name: (typeof REFERENCES)[number],
  ids: ReadonlyMap<string, string>,
): void {
  if (properties[name] === undefined) return;
  properties[name] = [properties[name]].flat().map((id) => ids.get(String(id)) ?? prefixed(String(id)));
}

function followLink(properties: Properties, ids: ReadonlyMap<string, string>): void {
  const { href } = properties;
  if (typeof href !== 'string' || !href.startsWith('#')) return;
  const written = href.slice(1);
  const target = ids.get(written) ?? ids.get(decodeUri(written)) ?? ids.get(prefixed(decodeUri(written)));
  if (target !== undefined && target !== decodeUri(written)) properties.href = `#${target}`;
}

type Values = Readonly<Record<string, RegExp>>;

const everywhere: Values = {
  'text-align': /^(?:left|right|center|justify|start|end)$/,
  'font-weight': /^(?:normal|bold|bolder|lighter|[1-9]00)$/,
  'font-style': /^(?:normal|italic|oblique)$/,
  'text-decoration': /^(?:underline|line-through)$/,
};

const sizes: Values = { width: /^(?:\d{1,4}(?:\.\d{1,3})?px|(?:100|\d{1,2}(?:\.\d{1,3})?)%)$/ };
const shares: Values = { width: /^(?:100|\d{1,2}(?:\.\d{1,3})?)%$/ };
const rows: Values = { 'vertical-align': /^(?:top|middle|bottom|baseline)$/ };
const cells: Values = { ...sizes, ...rows };
const lists: Values = {
  'list-style-type':
    /^(?:none|disc|circle|square|decimal|(?:lower|upper)-(?:alpha|latin|roman)|lower-greek|hiragana|katakana|cjk-decimal)$/,
};

/** Styles that cannot move an element over the rest of the page. */
const byElement: Readonly<Record<string, Values>> = {
  img: sizes,
  video: sizes,
  table: shares,
  figure: shares,
  col: cells,
  colgroup: cells,
  td: cells,
  th: cells,
  tr: rows,
  ul: lists,
  ol: lists,
  li: lists,
  ...mathStyles,
};

function safeStyles() {
  return (tree: Root) => {
    visitElements(tree, (element) => {
      const { style } = element.properties;
      if (style === undefined) return;
      const safe = typeof style === 'string' ? safeStyle(element, style) : '';
      if (safe === '') delete element.properties.style;
      else element.properties.style = safe;
    });
  };
}

function safeStyle({ tagName }: Element, style: string): string {
  const safeDeclarations = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!important\s*$/i, '')
      .trim()
      .toLowerCase();
    if (isSafe(tagName, property, value)) safeDeclarations.set(property, value);
  }
  return [...safeDeclarations].map(([property, value]) => `${property}: ${value}`).join('; ');
}

function isSafe(tagName: string, property: string, value: string): boolean {
  const own = Object.hasOwn(byElement, tagName) ? byElement[tagName] : undefined;
  for (const values of [everywhere, own]) {
    if (values && Object.hasOwn(values, property) && values[property]?.test(value)) return true;
  }
  return false;
}

/**
 * Converts obsolete markup before sanitizing would drop it: named anchors, `center`, and frames, which become links.
 */
function normalizeLegacyHtml() {
  return (tree: Root) => {
    visitElements(tree, (element, index, parent) => {
      tidyAddresses(element);
      repairs[element.tagName]?.(element);
      if (!isOtherField(element)) return undefined;
      parent.children.splice(index, 1);
      return 'removed';
    });
  };
}

const repairs: Readonly<Record<string, ((element: Element) => void) | undefined>> = Object.assign(Object.create(null), {
  a: nameBecomesId,
  center: convertCenter,
  iframe: convertFrameToLink,
});

function nameBecomesId({ properties }: Element): void {
  properties.id ??= properties.name;
}

function convertCenter(element: Element): void {
  element.tagName = 'div';
  element.properties = { align: 'center' };
}

function convertFrameToLink(element: Element): void {
  const { src, title } = element.properties;
  if (typeof src !== 'string' || !/^(?:https?:)?\/\//i.test(src)) return;
  const address = src.startsWith('//') ? `https:${src}` : src;
  element.tagName = 'a';
  element.properties = { href: address };
  element.children = [{ type: 'text', value: typeof title === 'string' && title.trim() !== '' ? title : address }];
}

function isOtherField({ tagName, properties }: Element): boolean {
  return tagName === 'input' && String(properties.type).toLowerCase() !== 'checkbox';
}

const ADDRESSES = ['href', 'src', 'cite', 'poster'] as const;

/** Trims addresses and lowercases their schemes as browsers do; the sanitizer compares them literally. */
function tidyAddresses({ properties }: Element): void {
  for (const name of ADDRESSES) {
    const value = properties[name];
    if (typeof value !== 'string') continue;
    properties[name] = value.trim().replace(/^[a-z][a-z0-9+.-]{0,20}:/i, (scheme) => scheme.toLowerCase());
  }
}

const addSlugs = rehypeSlug();

function slugIds() {
  return (tree: Root) => {
    if (hasElement(tree, ({ tagName }) => HEADING.test(tagName))) addSlugs(tree);
  };
}

export const sanitizeHtml: Preset = {
  plugins: [
    normalizeLegacyHtml,
    [rehypeSanitize, readersAllowList],
    isolateMath,
    safeStyles,
    slugIds,
    prefixIds,
    tidyAttributes,
  ],
};

export const sanitizeText: Preset = {
  plugins: [normalizeLegacyHtml, [rehypeSanitize, textAllowList], tidyAttributes],
};

function tidyAttributes() {
  return (tree: Root) => {
    visitElements(tree, ({ tagName, properties }) => {
      if ([properties.className].flat().join('') === '') delete properties.className;
      if (tagName !== 'a' || properties.target === undefined) return;
      const rel = [properties.rel ?? []].flat().map(String);
      properties.rel = [...new Set([...rel, 'noopener'])];
    });
  };
}
