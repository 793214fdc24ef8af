import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { bodyLanguage } from './body-language.ts';
import { dressPageIn } from './dress-page.ts';
import { type Rendered, toRendered } from './rendered.ts';
import { safeForReaders } from './safe-for-readers.ts';

/** What the pipeline itself writes into a post, in the post's own language. */
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
      // Emphasis beside Japanese brackets and full stops, which CommonMark alone does not see.
      .use(remarkCjkFriendly)
      .use(remarkCjkFriendlyStrikethrough)
      // The prefix is set later, once, for these and for the author's own.
      .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '', ...footnoteWords[language] })
      .use(rehypeRaw)
      .use(headingIdsFromBraces)
      .use(languagesBeforeBraces)
      .use(safeForReaders)
      .use(dressPageIn(language))
      .freeze()
  );
}

/**
 * GitHub-flavoured Markdown with footnotes and heading ids, as safe HTML and as plain text.
 * @throws {RangeError} when the source nests deeper than the stack, or makes more than a page may hold.
 */
export async function renderMarkdown(source: string): Promise<Rendered> {
  const pipeline = pipelines[bodyLanguage(source)];
  const tree = await pipeline.run(pipeline.parse(source));
  return toRendered(tree as Root, source);
}

const HEADING = /^h[1-6]$/;
const ID_IN_BRACES = /\s*\{#([a-z0-9][a-z0-9-]*)\}\s*$/i;

/** `## Title {#id}` gives the heading that id, so that links keep working when the title is translated. */
function headingIdsFromBraces() {
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

/** ` ```js{1,3} ` is JavaScript; which lines matter is for whoever understands it. */
function languagesBeforeBraces() {
  return (tree: Root) => {
    visit(tree, 'element', ({ tagName, properties }) => {
      if (tagName !== 'code' || !Array.isArray(properties.className)) return;
      properties.className = properties.className.map((name) => String(name).replace(/^(language-[^{]+)\{.*$/, '$1'));
    });
  };
}
