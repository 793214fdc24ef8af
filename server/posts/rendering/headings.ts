import type { Root } from 'hast';
import { visit } from 'unist-util-visit';
import type { PostHeading } from '#contract/posts.ts';
import { readableText } from './readable-text.ts';

const HEADING = /^h([1-6])$/;

const MAX_HEADINGS = 200;
const MAX_LENGTH = 300;

export function headingsOf(tree: Root): PostHeading[] {
  const headings: PostHeading[] = [];
  visit(tree, 'element', (element) => {
    const level = HEADING.exec(element.tagName)?.[1];
    const { id, className } = element.properties;
    if (level === undefined || typeof id !== 'string' || headings.length === MAX_HEADINGS) return;
    if ([className].flat().includes('sr-only')) return;
    const text = [...readableText(element.children).replace(/\s+/g, ' ')].slice(0, MAX_LENGTH).join('');
    if (text !== '') headings.push({ id, level: Number(level), text });
  });
  return headings;
}
