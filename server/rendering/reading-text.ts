import type { Element, Parents, Root, RootContent } from 'hast';
import { toText } from 'hast-util-to-text';
import { readingSecondsOf } from '#contract/reading-time.ts';
import { hasElement, visitElements, withoutElements } from './visit-elements.ts';

/** Code is skimmed, not read: limits the seconds of each block and the share of all blocks. */
const MOST_SECONDS_OF_A_BLOCK = 10;
const MOST_CODE_TO_PROSE = 0.5;

/** @param text the readable text of the tree */
export function readingSecondsOfPage(tree: Root, text: string): number {
  const blocks: Element[] = [];
  visitElements(tree, (element) => {
    if (isBlock(element)) blocks.push(element);
  });
  const ofCode = blocks.reduce((sum, block) => sum + secondsOfBlock(block), 0);
  const prose = blocks.length > 0 ? readableText(withoutElements(tree.children, isBlock)) : text;
  const ofProse = readingSecondsOf(prose);
  const most = Math.max(MOST_SECONDS_OF_A_BLOCK, Math.round(ofProse * MOST_CODE_TO_PROSE));
  return ofProse + Math.min(ofCode, most);
}

function isBlock({ tagName }: Element): boolean {
  return tagName === 'pre';
}

function secondsOfBlock(block: Element): number {
  return Math.min(readingSecondsOf(toText(block)), MOST_SECONDS_OF_A_BLOCK);
}

/** Omits ruby readings, footnote references and back links, and fallback content of media. */
export function readableText(children: readonly RootContent[]): string {
  const root: Root = { type: 'root', children: withoutElements(children, isNoText) };
  if (hasElement(root, isMath)) visitElements(root, mathBecomesText);
  return toText(root).trim();
}

function isMath({ tagName }: Element): boolean {
  return tagName === 'math';
}

/** The TeX source of a formula if known: the letters of MathML alone have no fractions, powers and indices. */
export function mathText(math: Element): string {
  const { alttext } = math.properties;
  return typeof alttext === 'string' && alttext !== '' ? alttext : toText(math);
}

function mathBecomesText(element: Element, index: number, parent: Parents): void {
  if (isMath(element)) (parent.children as RootContent[])[index] = { type: 'text', value: mathText(element) };
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
