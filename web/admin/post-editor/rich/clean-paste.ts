import { isSafeLink } from './rich-html.ts';

export interface CleanPaste {
  readonly html: string;
  readonly pictures: readonly File[];
}

const DROPPED = [
  ...['script', 'style', 'meta', 'link', 'title', 'base', 'xml', 'object', 'embed', 'applet', 'svg', 'math', 'form'],
  ...['input:not([type=checkbox])', 'button', 'select', 'textarea', 'template', 'noscript', 'canvas', 'map'],
  'colgroup',
].join(',');

const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  A: ['href', 'title'],
  IMG: ['src', 'alt', 'title', 'width', 'height'],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
  OL: ['start', 'class'],
  UL: ['class'],
  LI: ['class', 'value'],
  INPUT: ['type', 'checked', 'disabled'],
  VIDEO: ['src', 'controls', 'poster', 'width', 'height'],
  AUDIO: ['src', 'controls'],
  SOURCE: ['src', 'type'],
  CODE: ['class'],
  DETAILS: ['open'],
  TIME: ['datetime'],
};
const EVERYWHERE = ['lang', 'dir', 'data-pm-slice'];
/** Format of ProseMirror's `data-pm-slice` without context attributes. */
const OPENNESS = /^\d{1,3} \d{1,3}(?: -\d{1,3})? \[(?:"\w+",null,?)*\]$/;
const CLASSES = /^(?:language-[\w+#-]+|contains-task-list|task-list-item)$/;

/** Cleans HTML in an inert document, so that nothing in it runs or loads. */
export function cleanPaste(html: string): CleanPaste {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  dropComments(body);
  for (const frame of body.querySelectorAll('iframe, frame')) frame.replaceWith(...linkOf(frame));
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  for (const element of [...body.querySelectorAll('*')]) {
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes);
  }
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) enrichByStyle(element);
  convertWordLists(body);
  const pictures = [...body.querySelectorAll('img')].flatMap(takePicture);
  for (const element of body.querySelectorAll('*')) removeUnsafeAttributes(element);
  for (const element of body.querySelectorAll('div')) unwrap(element);
  for (const element of body.querySelectorAll('br')) dropBetweenBlocks(element);
  return { html: body.innerHTML, pictures };
}

function dropComments(root: Node): void {
  const walker = root.ownerDocument?.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker?.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) (comment as ChildNode).remove();
}

/** Replaces a frame, which the server would remove, by a link to its address. */
function linkOf(frame: Element): Node[] {
  const address = frame.getAttribute('src') ?? '';
  if (!/^(?:https?:)?\/\//i.test(address)) return [];
  const link = frame.ownerDocument.createElement('a');
  link.href = address.replace(/^\/\//, 'https://');
  link.textContent = link.href;
  const paragraph = frame.ownerDocument.createElement('p');
  paragraph.append(link);
  return [paragraph];
}

function enrichByStyle(element: HTMLElement): void {
  const { style, tagName } = element;
  if (tagName === 'B' && /^(?:normal|400)$/.test(style.fontWeight)) element.replaceWith(...element.childNodes);
  if (tagName !== 'SPAN') return;
  const tags = [
    ...(/^(?:bold|[6-9]00)$/.test(style.fontWeight) ? ['strong'] : []),
    ...(style.fontStyle === 'italic' ? ['em'] : []),
    ...(style.textDecoration.includes('line-through') ? ['s'] : []),
    ...(style.textDecoration.includes('underline') && !element.closest('a') ? ['u'] : []),
    ...(style.verticalAlign === 'super' ? ['sup'] : style.verticalAlign === 'sub' ? ['sub'] : []),
    ...(/mono|consolas|courier/i.test(style.fontFamily) && !element.closest('pre, code') ? ['code'] : []),
  ];
  let inner: Node[] = [...element.childNodes];
  for (const name of tags.toReversed()) {
    const styled = element.ownerDocument.createElement(name);
    styled.append(...inner);
    inner = [styled];
  }
  element.replaceWith(...inner);
}

const WORD_LIST = /mso-list:\s*l\d+ level(\d+)/i;
const NUMBER = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]\s*/i;

/** Converts list paragraphs of Microsoft Word, which have their bullet or number as text, to lists. */
function convertWordLists(body: HTMLElement): void {
  let open: { readonly list: HTMLElement; readonly level: number }[] = [];
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p')]) {
    const level = Number(WORD_LIST.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0);
    const isNext = open[0] !== undefined && paragraph.previousElementSibling === open[0].list;
    if (level === 0 || !isNext) open = [];
    if (level > 0) open = addItem(paragraph, open, level);
  }
}

function addItem(paragraph: HTMLElement, open: { list: HTMLElement; level: number }[], level: number) {
  const { ownerDocument: page } = paragraph;
  const text = paragraph.textContent ?? '';
  const openLists = open.filter((each) => each.level <= level);
  const item = page.createElement('li');
  if (openLists.at(-1)?.level !== level) {
    const list = page.createElement(NUMBER.test(text) ? 'ol' : 'ul');
    const above = openLists.at(-1)?.list.lastElementChild;
    if (above) above.append(list);
    else paragraph.before(list);
    openLists.push({ list, level });
  }
  withoutMark(paragraph);
  item.append(...paragraph.childNodes);
  openLists.at(-1)?.list.append(item);
  paragraph.remove();
  return openLists;
}

function withoutMark(paragraph: HTMLElement): void {
  const walker = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let isMarkGone = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const before = node.textContent ?? '';
    const after: string = isMarkGone
      ? before.trimStart()
      : before.replace(/^\s*(?:[·•o§\-–\uf000-\uf0ff]|\d+[.)]|[a-z]+[.)])\s*/iu, '');
    if (after === before && before.trim() !== '') return;
    isMarkGone ||= after !== before && before.trim() !== '';
    node.textContent = after;
    if (after !== '') return;
  }
}

const PICTURE = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([a-z0-9+/=\s]+)$/i;

/** Extracts data URL images for upload and removes images of the local file system, which cannot be read. */
function takePicture(image: HTMLImageElement): File[] {
  const source = image.getAttribute('src') ?? '';
  if (/^https?:\/\//i.test(source) || /^\/(?!\/)/.test(source)) return [];
  image.remove();
  const [, type, data] = PICTURE.exec(source) ?? [];
  if (type === undefined || data === undefined) return [];
  const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
  return [new File([bytes], `image.${type.slice('image/'.length)}`, { type })];
}

function unwrap(group: HTMLElement): void {
  for (const name of ['lang', 'dir']) {
    const value = group.getAttribute(name);
    for (const child of value ? group.children : [])
      if (!child.hasAttribute(name)) child.setAttribute(name, value ?? '');
    group.removeAttribute(name);
  }
}

const BLOCK = /^(?:P|H[1-6]|DIV|UL|OL|DL|TABLE|BLOCKQUOTE|PRE|HR|FIGURE|DETAILS)$/;

function dropBetweenBlocks(line: Element): void {
  const before = neighbor(line, 'previousSibling');
  const after = neighbor(line, 'nextSibling');
  const isBorder = (node: ChildNode | null) => node === null || BLOCK.test(node.nodeName);
  if ((before ?? after) !== null && isBorder(before) && isBorder(after)) line.remove();
}

function neighbor(line: Element, side: 'previousSibling' | 'nextSibling'): ChildNode | null {
  let found = line[side];
  while (found && (found.nodeName === 'BR' || (found.nodeType === 3 && found.textContent?.trim() === ''))) {
    found = found[side];
  }
  return found;
}

function removeUnsafeAttributes(element: Element): void {
  const allowed = [...EVERYWHERE, ...(KEPT_ATTRIBUTES[element.tagName] ?? [])];
  for (const { name, value } of [...element.attributes]) {
    if (!allowed.includes(name) || !isSafe(name, value)) element.removeAttribute(name);
  }
}

function isSafe(name: string, value: string): boolean {
  if (name === 'class') return CLASSES.test(value);
  // `ltr` is the default direction, and some programs set it on every element.
  if (name === 'dir') return value.toLowerCase() !== 'ltr';
  if (name === 'data-pm-slice') return OPENNESS.test(value);
  return !['href', 'src', 'poster'].includes(name) || isSafeLink(value);
}
