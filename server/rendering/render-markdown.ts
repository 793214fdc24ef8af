import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { ID_PREFIX } from './allow-list.ts';
import { decoratePage } from './decorate-page.ts';
import { bodyLanguage } from './render-text.ts';
import { type Rendered, toRendered } from './rendered.ts';
import { sanitizeHtml } from './sanitize-html.ts';

const HEADING = /^h[1-6]$/;
const ID_IN_BRACES = /\s*\{#([a-z0-9][a-z0-9-]*)\}\s*$/i;

/** Turns `## Title {#id}` into a heading with that id, so that links survive a translation of the title. */
export function headingIdsFromBraces() {
  return (tree: Root) => {
    visit(tree, 'element', (element) => {
      if (!HEADING.test(element.tagName)) return;
      const last = element.children.at(-1);
      if (last?.type !== 'text') return;
      const id = ID_IN_BRACES.exec(last.value)?.[1];
      if (id === undefined) return;
      last.value = last.value.replace(ID_IN_BRACES, '');
      element.properties.id = id;
    });
  };
}

export function languagesBeforeBraces() {
  return (tree: Root) => {
    visit(tree, 'element', ({ tagName, properties }) => {
      if (tagName !== 'code' || !Array.isArray(properties.className)) return;
      properties.className = properties.className.map((name) => String(name).replace(/^(language-[^{]+)\{.*$/, '$1'));
    });
  };
}

const footnoteWords = {
  en: { footnoteLabel: 'Footnotes', footnoteBackLabel: (index: number) => `Back to reference ${index + 1}` },
  ja: { footnoteLabel: '脚注', footnoteBackLabel: (index: number) => `本文の参照 ${index + 1} に戻る` },
};

const pipelines = { en: pipelineIn('en'), ja: pipelineIn('ja') };

function pipelineIn(language: keyof typeof footnoteWords) {
  return (
    unified()
      .use(remarkParse)
      .use(remarkGfm)
      // Allows emphasis beside Japanese brackets and periods, which CommonMark does not recognize.
      .use(remarkCjkFriendly)
      .use(remarkCjkFriendlyStrikethrough)
      .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: ID_PREFIX, ...footnoteWords[language] })
      .use(rehypeRaw)
      .use(headingIdsFromBraces)
      .use(languagesBeforeBraces)
      .use(sanitizeHtml)
      .use(decoratePage(language))
      .freeze()
  );
}

/** @throws {RangeError} when the source nests deeper than the stack, or the HTML exceeds its size limit */
export async function renderMarkdown(source: string): Promise<Rendered> {
  const pipeline = pipelines[bodyLanguage(source)];
  const tree = await pipeline.run(pipeline.parse(source));
  return toRendered(tree as Root, source);
}
