import type { Options as Schema } from 'rehype-sanitize';

type Attribute = NonNullable<Schema['attributes']>[string][number];

/** Stands before ids of footnotes, and of whatever a page could take for its own. */
export const ID_PREFIX = 'user-content-';

/** Lengths that stay within a page; what is wider than its column is made smaller by the page's own style. */
const LENGTH = /^\d{1,4}(?:px|%)?$/;
const NUMBER = /^-?\d{1,6}$/;
const HALIGN: Attribute = ['align', 'left', 'center', 'right', 'justify'];
const VALIGN: Attribute = ['vAlign', 'top', 'middle', 'bottom', 'baseline'];

/** Addresses of pictures by size; one with another scheme than these takes them all away. */
const SRC_SET = /^(?:(?<![a-z0-9+.-])https?:|[^:])*$/i;

const cell: Attribute[] = [
  ...[HALIGN, VALIGN, 'headers', 'abbr'],
  ['colSpan', NUMBER],
  ['rowSpan', NUMBER],
  ['width', LENGTH],
];
const column: Attribute[] = [HALIGN, VALIGN, ['span', NUMBER], ['width', LENGTH]];
const sized: Attribute[] = [
  ['width', LENGTH],
  ['height', LENGTH],
];

const linkAttributes: Attribute[] = [
  ...['className', 'href'],
  ['target', '_blank'],
  ['rel', 'nofollow', 'noopener', 'noreferrer', 'sponsored', 'ugc', 'external', 'license', 'author', 'me', 'tag'],
];

/**
 * What readers of posts may be given, whatever format a post was written in. Anything that is not named here is left
 * out; what stands in an element that is left out stays, unless it is no text for readers.
 */
export const readersAllowList: Schema = {
  allowComments: false,
  allowDoctypes: false,
  tagNames: [
    ...['a', 'abbr', 'b', 'bdi', 'bdo', 'br', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'i', 'ins', 'kbd', 'mark'],
    ...['q', 'rp', 'rt', 'ruby', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u'],
    ...['var', 'wbr', 'address', 'article', 'aside', 'blockquote', 'details', 'div', 'dd', 'dl', 'dt', 'figcaption'],
    ...['figure', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'ol', 'p', 'pre', 'section'],
    ...['summary', 'ul', 'caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'],
    ...['audio', 'img', 'picture', 'source', 'track', 'video', 'input'],
  ],
  // Gone with what is in them, which is no text for readers.
  strip: [
    ...['script', 'style', 'title', 'template', 'iframe', 'object', 'embed', 'applet', 'svg', 'select', 'textarea'],
    ...['noembed', 'noframes'],
  ],
  ancestors: {
    caption: ['table'],
    col: ['table'],
    colgroup: ['table'],
    tbody: ['table'],
    td: ['table'],
    tfoot: ['table'],
    th: ['table'],
    thead: ['table'],
    tr: ['table'],
    source: ['audio', 'picture', 'video'],
    track: ['audio', 'video'],
    summary: ['details'],
  },
  attributes: {
    '*': ['ariaDescribedBy', 'ariaLabel', 'ariaLabelledBy', 'dir', 'id', 'lang', 'style', 'title'],
    a: [...linkAttributes, 'dataFootnoteBackref', 'dataFootnoteRef'],
    audio: ['src', 'controls', 'loop', 'muted', ['preload', 'none', 'metadata']],
    blockquote: ['cite'],
    // A language class on code tells the highlighter what it is.
    code: [['className', /^language-[\w+#-]+$/]],
    col: column,
    colgroup: column,
    data: ['value'],
    del: ['cite', 'dateTime'],
    details: ['open'],
    div: [HALIGN],
    h1: [HALIGN],
    h2: [['className', 'sr-only'], HALIGN],
    h3: [HALIGN],
    h4: [HALIGN],
    h5: [HALIGN],
    h6: [HALIGN],
    img: ['src', 'alt', ['srcSet', SRC_SET], 'sizes', ...sized],
    input: [
      ['type', 'checkbox'],
      ['checked', true],
      ['disabled', true],
    ],
    ins: ['cite', 'dateTime'],
    li: [
      ['className', 'task-list-item'],
      ['value', NUMBER],
    ],
    ol: [['className', 'contains-task-list'], ['start', NUMBER], ['type', '1', 'a', 'A', 'i', 'I'], 'reversed'],
    p: [HALIGN],
    q: ['cite'],
    section: ['dataFootnotes', ['className', 'footnotes']],
    source: ['src', ['srcSet', SRC_SET], 'sizes', 'type', 'media', ...sized],
    table: [HALIGN, ['width', LENGTH]],
    td: cell,
    th: [...cell, ['scope', 'row', 'col', 'rowgroup', 'colgroup']],
    time: ['dateTime'],
    tr: [HALIGN, VALIGN],
    track: ['src', ['kind', 'captions', 'subtitles', 'descriptions', 'chapters'], 'srcLang', 'label', 'default'],
    ul: [['className', 'contains-task-list']],
    video: ['src', 'poster', 'controls', 'loop', 'muted', ['preload', 'none', 'metadata'], 'playsInline', ...sized],
  },
  required: {
    // What plays can be stopped, and begins when it is asked to.
    audio: { controls: true, preload: 'metadata' },
    video: { controls: true, preload: 'metadata' },
    input: { type: 'checkbox', disabled: true },
  },
  protocols: {
    cite: ['http', 'https'],
    href: ['http', 'https', 'mailto', 'tel'],
    poster: ['http', 'https'],
    src: ['http', 'https'],
  },
  // Prefixed by a step of its own, once, however often a text goes through it.
  clobber: [],
  clobberPrefix: '',
};

/** Markup that lives in plain text: `br`, and `a` with five attributes. */
export const textAllowList: Schema = {
  ...readersAllowList,
  tagNames: ['a', 'br'],
  attributes: { a: [...linkAttributes, 'title'] },
};
