import type { Root } from 'hast';
import { unified } from 'unified';
import { type Language, siteLanguageOf } from '#contract/site-config.ts';
import { ID_PREFIX } from './allow-list.ts';
import { decoratePage } from './decorate-page.ts';
import { markdownToElements } from './markdown-plugins.ts';
import { type Rendered, toRendered } from './rendered.ts';
import { sanitizeHtml } from './sanitize-html.ts';

const footnoteWords = {
  en: { footnoteLabel: 'Footnotes', footnoteBackLabel: (index: number) => `Back to reference ${index + 1}` },
  ja: { footnoteLabel: '脚注', footnoteBackLabel: (index: number) => `本文の参照 ${index + 1} に戻る` },
};

const pipelines = { en: pipelineIn('en'), ja: pipelineIn('ja') };

function pipelineIn(language: keyof typeof footnoteWords) {
  return unified()
    .use(markdownToElements({ clobberPrefix: ID_PREFIX, ...footnoteWords[language] }))
    .use(sanitizeHtml)
    .use(decoratePage(language))
    .freeze();
}

/**
 * @param chosen language tag; the language is detected when it is empty, or neither English nor Japanese
 * @throws {RangeError} when the source nests deeper than the stack, or the HTML exceeds its size limit
 */
export async function renderMarkdown(source: string, chosen = ''): Promise<Rendered> {
  const pipeline = pipelines[bodyLanguage(source, chosen)];
  const tree = await pipeline.run(pipeline.parse(source));
  return toRendered(tree as Root, source);
}

const KANA = /[\u3041-\u30ff\uff66-\uff9f]/g;
const LATIN = /[a-z\u00c0-\u024f]/gi;

/**
 * Minimum share of kana. Japanese text exceeds it even beside much code; English text quoting Japanese words does not.
 */
const ENOUGH = 0.05;
const SAMPLE_LENGTH = 20_000;

export function bodyLanguage(source: string, chosen: string): Language {
  const known = siteLanguageOf(chosen);
  if (known) return known;
  const sample = source.slice(0, SAMPLE_LENGTH).replace(/<[^<>]*>/g, ' ');
  const kana = sample.match(KANA)?.length ?? 0;
  const latin = sample.match(LATIN)?.length ?? 0;
  return kana > 0 && kana / (kana + latin) >= ENOUGH ? 'ja' : 'en';
}
