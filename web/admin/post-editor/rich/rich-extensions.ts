import { Extension, type Extensions, getSchema, Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { DOMParser as SchemaParser } from '@tiptap/pm/model';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeLink, richHtml } from './rich-html.ts';
import { Figure, HtmlBlock, HtmlInline, TaskItem, TaskList } from './rich-nodes.ts';

/** Inline elements that are preserved although no tool creates them. */
const PHRASES = [
  ...['sub', 'sup', 'mark', 'kbd', 'small', 'abbr', 'cite', 'dfn', 'ins', 'samp', 'var', 'q', 'time', 'data', 'tt'],
  ...['bdi', 'span[lang]', 'span[id]', 'span[title]', 'a[id]:not([href])'],
];

const PHRASE_ATTRIBUTES = ['title', 'lang', 'dir', 'datetime', 'value', 'cite', 'id'];

const Phrase = Mark.create({
  name: 'phrase',
  // Allows nesting.
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

/** Attributes that must not be copied when a block is split. */
const UNIQUE_ATTRIBUTES = new Set(['id', 'value']);

function preservedAttributes(...names: readonly string[]) {
  const attribute = (name: string) => ({
    default: null,
    keepOnSplit: !UNIQUE_ATTRIBUTES.has(name),
    parseHTML: (element: HTMLElement) => element.getAttribute(name),
  });
  return Object.fromEntries(names.map((name) => [name, attribute(name)]));
}

const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    { types: BLOCKS, attributes: preservedAttributes('id', 'lang', 'dir', 'title') },
    { types: ['orderedList'], attributes: preservedAttributes('reversed') },
    { types: ['listItem'], attributes: preservedAttributes('value') },
    { types: ['blockquote'], attributes: preservedAttributes('cite') },
    { types: ['tableRow'], attributes: preservedAttributes('valign') },
    {
      types: CELLS,
      attributes: preservedAttributes('id', 'lang', 'dir', 'title', 'valign', 'headers', 'abbr', 'scope'),
    },
    { types: ALIGNED, attributes: { textAlign: alignedBy((value) => ({ style: `text-align: ${value}` })) } },
    // Matches the `align` attribute that the Markdown renderer writes.
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

export function richExtensions(placeholder: string): Extensions {
  return [
    StarterKit.configure({
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        HTMLAttributes: { target: null, rel: null, class: null },
        isAllowedUri: (address) => isSafeLink(address),
      },
      dropcursor: { color: 'var(--indigo)', width: 2 },
      undoRedo: { depth: 500 },
    }),
    SizedImage.configure({ inline: true }),
    TableKit.configure({ table: { resizable: false } }),
    Placeholder.configure({ placeholder }),
    TaskList,
    TaskItem,
    Figure,
    HtmlBlock,
    HtmlInline,
    Phrase,
    KeptAttributes,
  ];
}

const SizedImage = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), srcset: { default: null }, sizes: { default: null } };
  },
});

export function normalize(html: string): string {
  const schema = getSchema(richExtensions(''));
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return richHtml(SchemaParser.fromSchema(schema).parse(body));
}
