import type { Element, Parents, Root, RootContent } from 'hast';
import { toText } from 'hast-util-to-text';
import rehypeParse from 'rehype-parse';
import rehypeRemark, { type Options } from 'rehype-remark';
import rehypeStringify from 'rehype-stringify';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { markdownToElements } from './markdown-plugins.ts';
import { mathSyntax } from './math-syntax.ts';
import { preserveMarkup } from './preserve-markup.ts';
import { mathText } from './reading-text.ts';

const keepingRaw: Options = { nodeHandlers: { raw: (_state, { value }) => ({ type: 'html', value }) } };

const toMarkdown = unified()
  .use(rehypeParse, { fragment: true })
  .use(preserveMarkup)
  .use(rehypeRemark, keepingRaw)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  .use(remarkCjkFriendlyStrikethrough)
  .use(mathSyntax)
  .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-', listItemIndent: 'one', resourceLink: true })
  .freeze();

/** Markup without a Markdown equivalent stays HTML. */
export async function htmlToMarkdown(source: string): Promise<string> {
  return String(await toMarkdown.process(source)).trim();
}

const fromMarkdown = unified()
  .use(markdownToElements({ clobberPrefix: '' }))
  .use(rehypeStringify)
  .freeze();

export async function markdownToHtml(source: string): Promise<string> {
  return String(await fromMarkdown.process(source)).trim();
}

const parse = unified().use(rehypeParse, { fragment: true }).freeze();

export function htmlToText(source: string): string {
  const tree = parse.parse(source);
  const mark = itemMarks();
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName === 'li') element.children.unshift({ type: 'text', value: mark(parent) });
    if (element.tagName === 'a') appendAddress(element);
    const value = wordsInPlaceOf(element);
    if (value === undefined || !parent || index === undefined) return undefined;
    (parent.children as RootContent[])[index] = { type: 'text', value };
    return SKIP;
  });
  return toText(tree as Root)
    .trimEnd()
    .replace(/^(?:[ \t]*\n)+/, '')
    .replace(/^ ?(\u00a0+)/gm, (_, fixed: string) => ' '.repeat(fixed.length));
}

/** Call the returned function in document order. */
function itemMarks(): (list: Parents | undefined) => string {
  const next = new Map<Element, number>();
  return (list) => {
    if (list?.type !== 'element' || list.tagName !== 'ol') return '- ';
    const number = next.get(list) ?? firstNumber(list);
    next.set(list, number + 1);
    return `${number}. `;
  };
}

function firstNumber({ properties: { start } }: Element): number {
  const number = Number.parseInt(String(start), 10);
  return Number.isNaN(number) ? 1 : number;
}

function appendAddress(link: Element): void {
  const { href } = link.properties;
  if (typeof href !== 'string' || href === '' || href.startsWith('#') || toText(link) === href) return;
  link.children.push({ type: 'text', value: ` (${href})` });
}

function wordsInPlaceOf(element: Element): string | undefined {
  if (element.tagName === 'img') return wordsOfPicture(element);
  return element.tagName === 'math' ? mathText(element) : undefined;
}

function wordsOfPicture({ properties: { alt, src } }: Element): string {
  return [alt, src].filter((words) => typeof words === 'string' && words !== '').join(' ');
}

export function onlyCodeOf(source: string): string | undefined {
  const blocks = parse.parse(source).children.filter((node) => node.type !== 'text' || node.value.trim() !== '');
  const [block] = blocks;
  return blocks.length === 1 && block?.type === 'element' && block.tagName === 'pre' ? toText(block).trim() : undefined;
}
