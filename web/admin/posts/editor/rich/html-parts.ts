import { mergeAttributes, Node } from '@tiptap/core';

const BLOCKS = [
  ...['details', 'dl', 'video', 'audio', 'iframe', 'object', 'embed', 'svg', 'form', 'style', 'script', 'figure'],
  ...['section', 'article', 'aside', 'header', 'footer', 'address', 'table:has(> caption, > tfoot, > colgroup)'],
  ...['div[style], div[id], div[align], div[lang], div[dir], div[title]'],
];

const INLINE = ['ruby', 'picture', 'bdo', 'wbr', 'map'];

const LOW = 40;

function keptAttribute() {
  return {
    html: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.outerHTML },
  };
}

/** Parses HTML in an inert document, where nothing loads or runs. */
function inertElement(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const [only] = body.children;
  if (only instanceof HTMLElement && body.childNodes.length === 1) return only;
  const group = body.ownerDocument.createElement('div');
  group.append(...body.childNodes);
  return group;
}

export const HtmlBlock = Node.create({
  name: 'htmlBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: keptAttribute,
  parseHTML: () => BLOCKS.map((tag) => ({ tag, priority: LOW })),
  renderHTML: ({ node }) => inertElement(String(node.attrs.html)),
  addNodeView: () => (props) => {
    const dom = document.createElement('div');
    dom.className = 'kept-html';
    dom.dataset.kept = 'block';
    const code = document.createElement('code');
    code.textContent = String(props.node.attrs.html);
    dom.append(code);
    return { dom };
  },
});

export const HtmlInline = Node.create({
  name: 'htmlInline',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: keptAttribute,
  parseHTML: () => INLINE.map((tag) => ({ tag, priority: LOW })),
  renderHTML: ({ node }) => inertElement(String(node.attrs.html)),
  addNodeView: () => (props) => {
    const element = inertElement(String(props.node.attrs.html));
    const dom = element.tagName === 'RUBY' ? shownRuby(element) : document.createElement('code');
    if (element.tagName !== 'RUBY') dom.textContent = element.outerHTML;
    dom.classList.add('kept-html');
    return { dom };
  },
});

/** Copies the text only, so that no markup of the source reaches the page. */
function shownRuby(ruby: HTMLElement): HTMLElement {
  const dom = document.createElement('ruby');
  for (const child of ruby.childNodes) {
    const isReading = child.nodeName === 'RT';
    if (child.nodeName === 'RP') continue;
    const part = document.createElement(isReading ? 'rt' : 'span');
    part.textContent = child.textContent;
    dom.append(part);
  }
  return dom;
}

export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  addAttributes: () => ({
    src: fromImage('src'),
    alt: { ...fromImage('alt'), default: '' },
    title: fromImage('title'),
    width: fromImage('width'),
    height: fromImage('height'),
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      priority: LOW + 1,
      contentElement: (element) => element.querySelector('figcaption') ?? document.createElement('figcaption'),
      getAttrs: (element) => (isPlainFigure(element) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['figure', ['img', mergeAttributes(HTMLAttributes)], ['figcaption', 0]],
});

function fromImage(name: string) {
  return {
    default: null as string | null,
    parseHTML: (element: HTMLElement) => element.querySelector('img')?.getAttribute(name) ?? null,
  };
}

function isPlainFigure(element: HTMLElement): boolean {
  const [image, caption, ...others] = element.children;
  const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
  const isCaption =
    caption === undefined || (caption.tagName === 'FIGCAPTION' && !caption.querySelector('p, ul, ol, pre'));
  return image?.tagName === 'IMG' && isCaption && others.length === 0 && !hasWords && element.attributes.length === 0;
}
