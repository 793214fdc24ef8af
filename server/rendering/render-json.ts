import type { Element, Root } from 'hast';
import { unified } from 'unified';
import { decoratePage } from './decorate-page.ts';
import { maxHtmlOf, type Rendered, rejectLongPage, toHtml } from './rendered.ts';

const pipeline = unified().use(decoratePage('en')).freeze();

/** Highlighting wraps every bracket and comma, which makes the HTML many times longer. */
const MAX_COLOURED = 50_000;

/**
 * Renders JSON as code. Text and excerpt stay empty, because data is not searched or listed.
 * @throws {RangeError} when the HTML exceeds its size limit
 */
export async function renderJson(source: string): Promise<Rendered> {
  const plain = toHtml(asCode(source));
  rejectLongPage(plain, source);
  const html = source.length <= MAX_COLOURED ? toHtml((await pipeline.run(asCode(source))) as Root) : plain;
  return {
    html: html.length <= maxHtmlOf(source) ? html : plain,
    text: '',
    excerpt: '',
    headings: [],
    readingSeconds: 0,
  };
}

function asCode(source: string): Root {
  const code: Element = {
    type: 'element',
    tagName: 'code',
    properties: { className: ['language-json'] },
    children: [{ type: 'text', value: source }],
  };
  const block: Element = { type: 'element', tagName: 'pre', properties: { tabIndex: 0 }, children: [code] };
  return { type: 'root', children: [block] };
}
