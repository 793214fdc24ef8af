export interface Loss {
  readonly kind: LossKind;
  readonly name: string;
}

/** Kinds of losses with the elements that belong to them. A kind without elements names an attribute or a property. */
const ELEMENTS = {
  text: '',
  u: 'u',
  style: '',
  id: '',
  align: '',
  span: '',
  table: 'table caption th',
  img: 'img',
  a: 'a',
  list: 'ul ol li input dl',
  heading: 'h1 h2 h3 h4 h5 h6',
  emphasis: 'strong em del',
  code: 'code pre',
  quote: 'blockquote',
  media: 'video audio',
  details: 'details',
  note: '',
  ruby: 'ruby',
  size: '',
  hr: 'hr',
  br: 'br',
  comment: 'comment',
  spacing: 'spacing',
  phrase: 'sub sup mark kbd small abbr cite dfn ins samp var q time data bdi bdo',
} as const;

export type LossKind = keyof typeof ELEMENTS | 'attribute' | 'other';

const KIND_OF = new Map(
  Object.entries(ELEMENTS).flatMap(([kind, names]) =>
    [kind, ...names.split(' ')].map((name) => [name, kind as LossKind] as const),
  ),
);

/** Elements that readers cannot tell apart. */
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };

const NOTHING = new Set('div span p tbody thead tr td section article wbr colgroup col'.split(' '));
const ALIGN = /text-align:\s*(\w+)/;

const ATTRIBUTES = new Set([
  ...['reversed', 'start', 'value', 'cite', 'datetime', 'valign', 'headers', 'abbr', 'scope', 'srcset', 'sizes'],
  ...['lang', 'dir', 'title', 'aria-label'],
]);
const IS_ATTRIBUTE = '@';

export function lossesBetween(before: string, after: string): Loss[] {
  const had = inventoryOf(before);
  const has = inventoryOf(after);
  const losses = [...had.counts]
    .filter(([name, count]) => (has.counts.get(name) ?? 0) < count)
    .map(([name]) => toLoss(name));
  if (had.text !== has.text && !has.text.includes(had.text)) losses.unshift({ kind: 'text', name: '' });
  const seen = new Set<string>();
  return losses.filter(({ kind, name }) => {
    const key = ['phrase', 'attribute', 'other'].includes(kind) ? `${kind} ${name}` : kind;
    return !seen.has(key) && seen.add(key);
  });
}

function toLoss(name: string): Loss {
  if (name.startsWith(IS_ATTRIBUTE)) return { kind: 'attribute', name: name.slice(IS_ATTRIBUTE.length) };
  return { kind: KIND_OF.get(name) ?? 'other', name };
}

interface Inventory {
  readonly counts: ReadonlyMap<string, number>;
  /** Without whitespace, which differs between formats. */
  readonly text: string;
}

function inventoryOf(html: string): Inventory {
  // The explicit `<body>` keeps comments and whitespace before the first element in the body.
  const { body } = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
  const counts = new Map<string, number>();
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const element of body.querySelectorAll('*')) for (const name of namesOf(element)) add(name);
  const others = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
  while (others.nextNode()) {
    if (others.currentNode.nodeType === Node.COMMENT_NODE) add('comment');
    else if (isIndented(others.currentNode)) add('spacing');
  }
  return { counts, text: (body.textContent ?? '').replace(/\s+/g, '') };
}

function isIndented({ previousSibling, textContent }: Node): boolean {
  const isLine = previousSibling === null || previousSibling.nodeName === 'BR';
  return isLine && /^[ \t\u00a0]{2,}\S/.test(textContent ?? '');
}

/**
 * Counts line breaks directly in the body, of plain text: two in a row separate paragraphs and are no loss, more are
 * spacing.
 */
function namesOfBreak(line: Element): string[] {
  if (line.parentElement?.tagName !== 'BODY') return ['br'];
  if (line.previousSibling?.nodeName === 'BR') return [];
  let count = 1;
  for (let next = line.nextSibling; next?.nodeName === 'BR'; next = next.nextSibling) count += 1;
  if (count === 2) return [];
  return [count === 1 ? 'br' : 'spacing'];
}

function namesOf(element: Element): string[] {
  const tag = element.tagName.toLowerCase();
  if (tag === 'br') return namesOfBreak(element);
  const name = SAME[tag] ?? tag;
  return [...(NOTHING.has(name) ? [] : [name]), ...attributeNames(tag, element)];
}

function attributeNames(tag: string, element: Element): string[] {
  const styles = element.getAttribute('style') ?? '';
  const present: Readonly<Record<string, boolean>> = {
    align: ALIGN.test(styles) || element.hasAttribute('align'),
    style: styles.replace(ALIGN, '').replace(/[;\s]/g, '') !== '',
    span: isMany(element, 'colspan') || isMany(element, 'rowspan'),
    size: (tag === 'img' || tag === 'video') && (element.hasAttribute('width') || element.hasAttribute('height')),
    // The server generates heading ids.
    id: element.id !== '' && !/^h[1-6]$/.test(tag),
  };
  const others = element.getAttributeNames().filter((name) => ATTRIBUTES.has(name));
  return [
    ...Object.entries(present).flatMap(([name, isPresent]) => (isPresent ? [name] : [])),
    ...others.map((name) => `${IS_ATTRIBUTE}${name}`),
  ];
}

function isMany(element: Element, name: string): boolean {
  return Number(element.getAttribute(name) ?? 1) > 1;
}
