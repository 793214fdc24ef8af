import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { bodyLanguage } from './body-language.ts';
import { dressPageIn } from './dress-page.ts';
import { type Rendered, toRendered } from './rendered.ts';
import { safeForReaders } from './safe-for-readers.ts';

const unfinished = unified().use(rehypeRaw).use(safeForReaders).freeze();

const pipelines = {
  en: unfinished().use(dressPageIn('en')).freeze(),
  ja: unfinished().use(dressPageIn('ja')).freeze(),
};

/**
 * HTML of any origin as a browser would read it, without what readers may not be given.
 * @throws {RangeError} when it nests deeper than the stack, or makes more than a page may hold.
 */
export async function renderHtml(source: string): Promise<Rendered> {
  const written: Root = { type: 'root', children: [{ type: 'raw', value: source }] };
  return toRendered(await pipelines[bodyLanguage(source)].run(written), source);
}
