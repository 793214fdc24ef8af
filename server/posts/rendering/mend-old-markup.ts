import type { Element, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

/**
 * Converts obsolete markup before sanitizing would drop it: named anchors, `center`, and frames, which become links.
 */
export function normalizeLegacyHtml() {
  return (tree: Root) => {
    visit(tree, 'element', (element, index, parent) => {
      tidyAddresses(element);
      repairs[element.tagName]?.(element);
      if (!isOtherField(element) || index === undefined || !parent) return undefined;
      parent.children.splice(index, 1);
      return [SKIP, index];
    });
  };
}

const repairs: Readonly<Record<string, ((element: Element) => void) | undefined>> = Object.assign(Object.create(null), {
  a: nameBecomesId,
  center: centreBecomesBlock,
  iframe: frameBecomesLink,
});

function nameBecomesId({ properties }: Element): void {
  properties.id ??= properties.name;
}

function centreBecomesBlock(element: Element): void {
  element.tagName = 'div';
  element.properties = { align: 'center' };
}

function frameBecomesLink(element: Element): void {
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
