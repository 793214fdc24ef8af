import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { bodyLanguage } from './body-language.ts';
import { decoratePage } from './decorate-page.ts';
import { type Rendered, toRendered } from './rendered.ts';
import { sanitizeHtml } from './sanitize-html.ts';

const unfinished = unified().use(rehypeRaw).use(sanitizeHtml).freeze();

const pipelines = {
  en: unfinished().use(decoratePage('en')).freeze(),
  ja: unfinished().use(decoratePage('ja')).freeze(),
};

/**
 * Parses HTML as a browser would and sanitizes it.
 * @throws {RangeError} when the source nests deeper than the stack, or the HTML exceeds its size limit
 */
export async function renderHtml(source: string): Promise<Rendered> {
  const written: Root = { type: 'root', children: [{ type: 'raw', value: source }] };
  return toRendered(await pipelines[bodyLanguage(source)].run(written), source);
}
