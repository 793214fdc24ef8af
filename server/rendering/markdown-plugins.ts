import type { Root } from 'hast';
import type { Root as MarkdownRoot, Table } from 'mdast';
import rehypeRaw from 'rehype-raw';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype, { type Options } from 'remark-rehype';
import type { Preset } from 'unified';
import { visit } from 'unist-util-visit';
import { mathSyntax } from './math-syntax.ts';
import { mathToMathml } from './math-to-mathml.ts';
import { visitElements } from './visit-elements.ts';

export function markdownToElements(options: Readonly<Options>): Preset {
  return {
    plugins: [
      ...[remarkParse, remarkGfm],
      // Allow emphasis beside Japanese brackets and periods, which CommonMark does not recognize.
      ...[remarkCjkFriendly, remarkCjkFriendlyStrikethrough],
      ...[mathSyntax, mathToMathml],
      limitTablePadding,
      [remarkRehype, { allowDangerousHtml: true, ...options }],
      ...[rehypeRaw, headingIdsFromBraces, languagesBeforeBraces],
    ],
  };
}

const MAX_ADDED_CELLS = 5000;

/** Keeps remark-rehype from filling short rows when that would add too many cells; such tables lose their alignment. */
function limitTablePadding() {
  return (tree: MarkdownRoot) => {
    let remaining = MAX_ADDED_CELLS;
    visit(tree, 'table', (table) => {
      const added = cellsAddedTo(table);
      if (added > remaining) table.align = null;
      else remaining -= added;
    });
  };
}

function cellsAddedTo({ align, children }: Table): number {
  const columns = align?.length ?? 0;
  return children.reduce((sum, row) => sum + Math.max(0, columns - row.children.length), 0);
}

const HEADING = /^h[1-6]$/;
const ID_IN_BRACES = /\s*\{#([a-z0-9][a-z0-9-]*)\}\s*$/i;

/** Turns `## Title {#id}` into a heading with that id, so that links survive a translation of the title. */
function headingIdsFromBraces() {
  return (tree: Root) => {
    visitElements(tree, (element) => {
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

function languagesBeforeBraces() {
  return (tree: Root) => {
    visitElements(tree, ({ tagName, properties }) => {
      if (tagName !== 'code' || !Array.isArray(properties.className)) return;
      properties.className = properties.className.map((name) => String(name).replace(/^(language-[^{]+)\{.*$/, '$1'));
    });
  };
}
