import type { Element, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import type { BodyFormat } from '#contract/posts.ts';
import { decoratePage } from './decorate-page.ts';
import { bodyLanguage, renderMarkdown } from './render-markdown.ts';
import { renderText } from './render-text.ts';
import { maxHtmlOf, type Rendered, rejectLongPage, toHtml, toRendered } from './rendered.ts';
import { sanitizeHtml } from './sanitize-html.ts';

const pipeline = unified().use(decoratePage('en')).freeze();

/** Highlighting wraps every bracket and comma, which makes the HTML many times longer. */
const MAX_COLORED = 50_000;

/**
 * Text and excerpt stay empty, because data is not searched or listed.
 * @throws {RangeError} when the HTML exceeds its size limit
 */
export async function renderJson(source: string): Promise<Rendered> {
  const plain = toHtml(asCode(source));
  rejectLongPage(plain, source);
  const html = source.length <= MAX_COLORED ? toHtml((await pipeline.run(asCode(source))) as Root) : plain;
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

const unfinished = unified().use(rehypeRaw).use(sanitizeHtml).freeze();

const pipelines = {
  en: unfinished().use(decoratePage('en')).freeze(),
  ja: unfinished().use(decoratePage('ja')).freeze(),
};

/**
 * Parses HTML as a browser would and sanitizes it.
 * @throws {RangeError} when the source nests deeper than the stack, or the HTML exceeds its size limit
 */
export async function renderHtml(source: string, language = ''): Promise<Rendered> {
  const written: Root = { type: 'root', children: [{ type: 'raw', value: source }] };
  return toRendered(await pipelines[bodyLanguage(source, language)].run(written), source);
}

export interface BodySource {
  readonly body: string;
  readonly bodyFormat: BodyFormat;
  /** Language tag of the labels of footnotes and tables; detected when empty or absent. */
  readonly language?: string | undefined;
}

const renderers: Readonly<Record<BodyFormat, (body: string, language?: string) => Rendered | Promise<Rendered>>> = {
  markdown: renderMarkdown,
  html: renderHtml,
  text: renderText,
  json: renderJson,
};

/** @throws {RangeError} when the body nests too deeply or the HTML exceeds its size limit */
export async function renderBody({ body, bodyFormat, language }: BodySource): Promise<Rendered> {
  return renderers[bodyFormat](body, language);
}
