import type { Element, ElementContent, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import rehypeHighlight from 'rehype-highlight';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { EXCERPT_LENGTH } from '#contract/posts.ts';

/** Raised whenever the same source would render differently; posts rendered by an older one are rendered again. */
export const RENDER_VERSION = 1;

export interface Rendered {
  /** Safe to put into a page as it is. */
  readonly html: string;
  readonly text: string;
  readonly excerpt: string;
}

/** Ids that authors write get this in front, so that they cannot stand in for a page's own names. */
const ID_PREFIX = 'user-content-';

const schema: Schema = {
  ...defaultSchema,
  clobberPrefix: ID_PREFIX,
  // Gone with what is in them, which is no text for readers.
  strip: ['script', 'style'],
  attributes: {
    ...defaultSchema.attributes,
    // A language class on code tells the highlighter what it is.
    code: [['className', /^language-[\w+#-]+$/]],
  },
};

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
      // The sanitiser sets the prefix, once, for these and for the author's own.
      .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '', ...footnoteWords[language] })
      .use(rehypeRaw)
      .use(headingIdsFromBraces)
      .use(rehypeSanitize, schema)
      .use(linksToPrefixedIds)
      .use(rehypeSlug)
      .use(rehypeHighlight, { detect: false })
      .use(wideBlocksScroll)
      .use(imagesLoadLazily)
      .use(taskBoxesHaveNames)
      .freeze()
  );
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const stringify = unified().use(rehypeStringify).freeze();

/**
 * A short source can make a long page, by a long address that many links share. Ordinary text makes two or three
 * characters of one; what makes far more is meant to.
 */
const MAX_HTML = 3_000_000;
const MAX_HTML_PER_CHARACTER = 20;
const FREE_HTML = 100_000;

/**
 * GitHub-flavoured Markdown with footnotes and heading ids, as safe HTML and as plain text.
 * @throws {RangeError} when the source nests deeper than the stack, or makes more than a page may hold.
 */
export async function renderMarkdown(source: string): Promise<Rendered> {
  const pipeline = pipelines[KANA.test(source) ? 'ja' : 'en'];
  const tree = (await pipeline.run(pipeline.parse(source))) as Root;
  const html = stringify.stringify(tree);
  const limit = Math.min(MAX_HTML, FREE_HTML + source.length * MAX_HTML_PER_CHARACTER);
  if (html.length > limit) throw new RangeError(`The page would be longer than ${limit} characters`);
  return { html, text: toPlainText(tree.children), excerpt: toExcerpt(tree) };
}

/** The words without their readings, which stand beside them in ruby and not after them. */
function toPlainText(children: Root['children']): string {
  const root = structuredClone<Root>({ type: 'root', children });
  visit(root, 'element', ({ tagName }, index, parent) => {
    if ((tagName !== 'rt' && tagName !== 'rp') || index === undefined || !parent) return undefined;
    parent.children.splice(index, 1);
    return index;
  });
  return toText(root).trim();
}

/** The beginning of the prose, in one line, without headings, tables and code, cut after a sentence or between words. */
function toExcerpt(tree: Root): string {
  const prose = tree.children.filter((node) => node.type !== 'element' || !NOT_PROSE.has(node.tagName));
  const line = toPlainText(prose).replace(/\s+/g, ' ').trim();
  const letters = [...line];
  if (letters.length <= EXCERPT_LENGTH) return line;
  const cut = letters.slice(0, EXCERPT_LENGTH).join('');
  const sentences = LAST_SENTENCE.exec(cut)?.[0];
  if (sentences !== undefined && sentences.length > cut.length / 2) return sentences;
  const words = letters[EXCERPT_LENGTH] === ' ' ? cut : cut.replace(PART_OF_WORD, '');
  return `${words.replace(/[\s\p{P}]+$/u, '')}…`;
}

/** Up to the end of the last whole sentence; a full stop counts before a space, so that 1.5 and addresses stay whole. */
const LAST_SENTENCE = /^.*(?:[。！？]|[.!?](?= ))/;
const PART_OF_WORD = /(?<=\s)[\p{Script=Latin}\p{N}\p{P}]+$/u;

const NOT_PROSE = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'table', 'div', 'hr', 'section']);

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

/** Links inside the post follow their targets, whose ids have got the prefix. */
function linksToPrefixedIds() {
  return (tree: Root) => {
    const ids = new Set<string>();
    visit(tree, 'element', ({ properties }) => {
      if (typeof properties.id === 'string') ids.add(properties.id);
    });
    visit(tree, 'element', ({ properties }) => {
      const { href } = properties;
      if (typeof href !== 'string' || !href.startsWith('#')) return;
      const prefixed = `${ID_PREFIX}${decode(href.slice(1))}`;
      if (ids.has(prefixed)) properties.href = `#${prefixed}`;
    });
  };
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Code and tables wider than the page scroll by themselves, by keyboard too. */
function wideBlocksScroll() {
  return (tree: Root) => {
    visit(tree, 'element', (element, index, parent) => {
      if (element.tagName === 'pre') element.properties.tabIndex = 0;
      if (element.tagName !== 'table' || index === undefined || !parent) return;
      const wrapper: Element = {
        type: 'element',
        tagName: 'div',
        properties: { className: ['table-scroll'], tabIndex: 0 },
        children: [element],
      };
      (parent.children as ElementContent[])[index] = wrapper;
      return SKIP;
    });
  };
}

function imagesLoadLazily() {
  return (tree: Root) => {
    visit(tree, 'element', ({ tagName, properties }) => {
      if (tagName === 'img') Object.assign(properties, { loading: 'lazy', decoding: 'async' });
    });
  };
}

/** A box is named by what stands beside it, for those who hear the page. */
function taskBoxesHaveNames() {
  return (tree: Root) => {
    visit(tree, 'element', (item) => {
      if (item.tagName !== 'li' || ![item.properties.className].flat().includes('task-list-item')) return;
      visit(item, 'element', (box) => {
        if (box.tagName === 'li' && box !== item) return SKIP;
        if (box.tagName === 'input') box.properties.ariaLabel = toText(item).trim().split('\n', 1)[0] ?? '';
        return undefined;
      });
    });
  };
}
