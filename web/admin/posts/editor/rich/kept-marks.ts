import { Extension, Mark } from '@tiptap/core';

/** Phrases that HTML has words for and no tool of the editor makes. */
const PHRASES = [
  ...['sub', 'sup', 'mark', 'kbd', 'small', 'abbr', 'cite', 'dfn', 'ins', 'samp', 'var', 'q', 'time', 'data', 'tt'],
  ...['bdi', 'span[lang]', 'span[id]', 'span[title]', 'a[id]:not([href])'],
];

const PHRASE_ATTRIBUTES = ['title', 'lang', 'dir', 'datetime', 'value', 'cite', 'id'];

export const Phrase = Mark.create({
  name: 'phrase',
  // Several of them may lie in one another.
  excludes: '',
  addAttributes: () => ({
    tag: { default: 'span', rendered: false, parseHTML: (element) => element.tagName.toLowerCase() },
    ...Object.fromEntries(PHRASE_ATTRIBUTES.map((name) => [name, { default: null }])),
  }),
  parseHTML: () => PHRASES.map((tag) => ({ tag })),
  renderHTML: ({ mark, HTMLAttributes }) => [String(mark.attrs.tag), HTMLAttributes, 0],
});

const BLOCKS = ['paragraph', 'heading', 'blockquote', 'codeBlock', 'bulletList', 'orderedList', 'listItem', 'table'];
const ALIGNED = ['paragraph', 'heading'];
const CELLS = ['tableCell', 'tableHeader'];

/** Of one element only: the one that is split off it is given none of them. */
const OF_ONE = new Set(['id', 'value']);

function kept(...names: readonly string[]) {
  const attribute = (name: string) => ({
    default: null,
    keepOnSplit: !OF_ONE.has(name),
    parseHTML: (element: HTMLElement) => element.getAttribute(name),
  });
  return Object.fromEntries(names.map((name) => [name, attribute(name)]));
}

/** Attributes that readers get, on the blocks that carry them. */
export const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    { types: BLOCKS, attributes: kept('id', 'lang', 'dir', 'title') },
    { types: ['orderedList'], attributes: kept('reversed') },
    { types: ['listItem'], attributes: kept('value') },
    { types: ['blockquote'], attributes: kept('cite') },
    { types: ['tableRow'], attributes: kept('valign') },
    { types: CELLS, attributes: kept('id', 'lang', 'dir', 'title', 'valign', 'headers', 'abbr', 'scope') },
    { types: ALIGNED, attributes: { textAlign: alignedBy((value) => ({ style: `text-align: ${value}` })) } },
    // As Markdown's tables say it.
    { types: CELLS, attributes: { textAlign: alignedBy((align) => ({ align })) } },
  ],
});

function alignedBy(render: (value: string) => Record<string, string>) {
  return {
    default: null,
    parseHTML: alignmentOf,
    renderHTML: ({ textAlign }: Record<string, unknown>) => (typeof textAlign === 'string' ? render(textAlign) : {}),
  };
}

const ALIGNMENTS = new Set(['left', 'center', 'right', 'justify', 'start', 'end']);

function alignmentOf(element: HTMLElement): string | null {
  const value = (element.style.textAlign || element.getAttribute('align') || '').toLowerCase();
  return ALIGNMENTS.has(value) ? value : null;
}
