import type { Element, Root, RootContent } from 'hast';
import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';

/**
 * Returns the text of a page without ruby readings, footnote references and back links, and fallback content of media.
 */
export function readableText(children: readonly RootContent[]): string {
  const root = structuredClone<Root>({ type: 'root', children: [...children] });
  visit(root, 'element', (element, index, parent) => {
    if (!isNoText(element) || index === undefined || !parent) return undefined;
    parent.children.splice(index, 1);
    return index;
  });
  return toText(root).trim();
}

const NO_TEXT = new Set(['rt', 'rp', 'audio', 'video']);

function isNoText(element: Element): boolean {
  const { tagName, properties } = element;
  return NO_TEXT.has(tagName) || properties.dataFootnoteBackref !== undefined || isMarkOfNote(element);
}

function isMarkOfNote({ tagName, children }: Element): boolean {
  const [link, ...others] = children.filter((child) => child.type !== 'text' || /[^\s[\]()]/.test(child.value));
  if (tagName !== 'sup' || others.length > 0 || link?.type !== 'element' || link.tagName !== 'a') return false;
  return String(link.properties.href ?? '').startsWith('#');
}
