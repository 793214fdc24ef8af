import { DOMSerializer, Fragment, type Node } from '@tiptap/pm/model';

/** HTML per block; ProseMirror nodes are immutable. */
const written = new WeakMap<Node, string>();

/**
 * Serializes a document, one block per line. Unchanged blocks come from the cache, so that a keystroke costs one block.
 */
export function richHtml(doc: Node): string {
  if (isEmpty(doc)) return '';
  const blocks: string[] = [];
  doc.forEach((block, _offset, index) => {
    // Skips the trailing empty paragraph, which only offers a cursor position.
    if (index === doc.childCount - 1 && index > 0 && isBlank(block)) return;
    blocks.push(htmlOf(block));
  });
  return blocks.join('\n');
}

function isEmpty(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild !== null && isBlank(doc.firstChild);
}

function isBlank(block: Node): boolean {
  return block.type.name === 'paragraph' && block.content.size === 0;
}

function htmlOf(block: Node): string {
  const known = written.get(block);
  if (known !== undefined) return known;
  const html = block.type.name === 'htmlBlock' ? String(block.attrs.html) : serialise(block);
  written.set(block, html);
  return html;
}

/** Inert document: nothing in it loads or runs. */
const inert = typeof document === 'undefined' ? undefined : document.implementation.createHTMLDocument('');

function serialise(block: Node): string {
  if (!inert) return '';
  const root = inert.createElement('div');
  const serializer = DOMSerializer.fromSchema(block.type.schema);
  serializer.serializeFragment(Fragment.from(block), { document: inert }, root);
  for (const item of root.querySelectorAll('li.task-list-item')) addBox(item);
  for (const cell of root.querySelectorAll('li, td, th')) loosen(cell);
  for (const table of root.querySelectorAll('table')) tidyTable(table);
  for (const caption of root.querySelectorAll('figcaption:empty')) caption.remove();
  return root.innerHTML;
}

function addBox(item: Element): void {
  const box = item.ownerDocument.createElement('input');
  box.type = 'checkbox';
  box.toggleAttribute('checked', item.getAttribute('data-checked') === 'true');
  box.toggleAttribute('disabled', true);
  item.removeAttribute('data-checked');
  const first = item.firstElementChild;
  if (first?.tagName === 'P' && isTight(item)) first.prepend(box, ' ');
  else item.prepend(box, ' ');
}

function loosen(cell: Element): void {
  const first = cell.firstElementChild;
  if (first && isTight(cell)) first.replaceWith(...first.childNodes);
}

function isTight(cell: Element): boolean {
  const [first, ...others] = cell.children;
  const isPlain = first?.tagName === 'P' && first.attributes.length === 0;
  const mayFollow = (tagName: string) => cell.tagName === 'LI' && (tagName === 'UL' || tagName === 'OL');
  return isPlain && others.every(({ tagName }) => mayFollow(tagName));
}

function tidyTable(table: Element): void {
  // Browsers serialize a style set by its properties only after the attribute was accessed.
  table.setAttribute('style', '');
  table.removeAttribute('style');
  table.querySelector(':scope > colgroup')?.remove();
  for (const cell of table.querySelectorAll('td, th')) {
    for (const name of ['colspan', 'rowspan']) if (cell.getAttribute(name) === '1') cell.removeAttribute(name);
  }
  const body = table.querySelector(':scope > tbody');
  const head = body?.firstElementChild;
  if (!body || !head || [...head.children].some(({ tagName }) => tagName !== 'TH')) return;
  const section = table.ownerDocument.createElement('thead');
  section.append(head);
  body.before(section);
  if (!body.hasChildNodes()) body.remove();
}

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SAFE = new Set(['http', 'https', 'mailto', 'tel']);

/**
 * Allows http, https, mailto, tel and relative URLs. Strips whitespace and control characters first, as browsers ignore
 * them in schemes.
 */
export function isSafeLink(address: string): boolean {
  const scheme = SCHEME.exec(address.replace(/[\s\p{Cc}]/gu, ''))?.[1];
  return scheme === undefined || SAFE.has(scheme.toLowerCase());
}

export function toLink(typed: string): string | undefined {
  const address = typed.trim();
  if (address === '' || !isSafeLink(address) || /\s/.test(address)) return undefined;
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`;
  if (SCHEME.test(address) || /^[/#?.]/.test(address)) return address;
  return /^[^\s/]+\.[^\s/.]/.test(address) ? `https://${address}` : address;
}
