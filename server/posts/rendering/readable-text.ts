import type { Element, Root, RootContent } from 'hast';
import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';

/**
 * The words of a page as they are read, without what only leads elsewhere or stands in for something: the readings of
 * ruby, which stand beside their words and not after them, the marks of footnotes and their ways back, and what is said
 * to browsers that play no sound or film.
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

/** A number or sign above the line that is a link within the page, whatever wrote it. */
function isMarkOfNote({ tagName, children }: Element): boolean {
  const [link, ...others] = children.filter((child) => child.type !== 'text' || /[^\s[\]()]/.test(child.value));
  if (tagName !== 'sup' || others.length > 0 || link?.type !== 'element' || link.tagName !== 'a') return false;
  return String(link.properties.href ?? '').startsWith('#');
}
