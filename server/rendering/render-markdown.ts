import type { Root } from 'hast';
import { unified } from 'unified';
import { ID_PREFIX } from './allow-list.ts';
import { bodyLanguage } from './body-language.ts';
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

/** @throws {RangeError} when the source nests deeper than the stack, or the HTML exceeds its size limit */
export async function renderMarkdown(source: string): Promise<Rendered> {
  const pipeline = pipelines[bodyLanguage(source)];
  const tree = await pipeline.run(pipeline.parse(source));
  return toRendered(tree as Root, source);
}
