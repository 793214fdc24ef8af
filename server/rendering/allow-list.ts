import type { Options as Schema } from 'rehype-sanitize';
import { mathAllowList } from './math-allow-list.ts';

type Attribute = NonNullable<Schema['attributes']>[string][number];

/** Prefixes ids of footnotes and ids that could clash with those of the page. */
export const ID_PREFIX = 'user-content-';

const LENGTH = /^\d{1,4}(?:px|%)?$/;
const NUMBER = /^-?\d{1,6}$/;
const HALIGN: Attribute = ['align', 'left', 'center', 'right', 'justify'];
const VALIGN: Attribute = ['vAlign', 'top', 'middle', 'bottom', 'baseline'];

/** Rejects the whole `srcset` when one of its addresses has a scheme other than http and https. */
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
 * Published bodies of every format may contain these. Other elements are removed but keep their children, except those
 * in `strip`.
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
    ...mathAllowList.tagNames,
  ],
  // Removed together with their content, which is not text for readers.
  strip: [
    ...['script', 'style', 'title', 'template', 'iframe', 'object', 'embed', 'applet', 'svg', 'select', 'textarea'],
    ...['noembed', 'noframes', ...mathAllowList.strip],
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
    ...mathAllowList.ancestors,
  },
  attributes: {
    '*': ['ariaDescribedBy', 'ariaLabel', 'ariaLabelledBy', 'dir', 'id', 'lang', 'style', 'title'],
    a: [...linkAttributes, 'dataFootnoteBackref', 'dataFootnoteRef'],
    audio: ['src', 'controls', 'loop', 'muted', ['preload', 'none', 'metadata']],
    blockquote: ['cite'],
    // The highlighter reads the language from the class.
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
    ...mathAllowList.attributes,
  },
  required: {
    // Media must have controls and must not start loading by itself.
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
  // `prefixIds` adds the prefix instead, because it is idempotent and leaves harmless ids alone.
  clobber: [],
  clobberPrefix: '',
};

export const textAllowList: Schema = {
  ...readersAllowList,
  tagNames: ['a', 'br'],
  attributes: { a: [...linkAttributes, 'title'] },
};
