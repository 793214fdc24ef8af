import { InputRule, mergeAttributes, Node, wrappingInputRule } from '@tiptap/core';
import { type Attrs, type Node as DocNode, Fragment, type NodeType } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';

export const TaskList = Node.create({
  name: 'taskList',
  group: 'block list',
  content: 'taskItem+',
  parseHTML: () => [{ tag: 'ul.contains-task-list', priority: 60 }],
  renderHTML: () => ['ul', { class: 'contains-task-list' }, 0],
});

const BOX = /^\s*\[([ xX]?)\]\s$/;

export const TaskItem = Node.create({
  name: 'taskItem',
  content: 'paragraph block*',
  defining: true,
  addAttributes: () => ({
    checked: {
      default: false,
      keepOnSplit: false,
      parseHTML: (element) => ownBox(element)?.hasAttribute('checked') ?? false,
      renderHTML: ({ checked }) => ({ 'data-checked': String(checked) }),
    },
  }),
  parseHTML: () => [{ tag: 'li.task-list-item', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['li', { class: 'task-list-item', ...HTMLAttributes }, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
  addInputRules() {
    const getAttributes = (match: RegExpMatchArray) => ({ checked: match[1]?.toLowerCase() === 'x' });
    return [
      new InputRule({
        find: BOX,
        handler: ({ state: { tr }, range, match }) => {
          tr.delete(range.from, range.to);
          return becomeTask(tr, range.from, this.type, getAttributes(match)) ? undefined : null;
        },
      }),
      wrappingInputRule({ find: BOX, type: this.type, getAttributes }),
    ];
  },
  addNodeView:
    () =>
    ({ node, getPos, editor }) => {
      const dom = document.createElement('li');
      dom.className = 'task-list-item';
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.contentEditable = 'false';
      box.checked = node.attrs.checked === true;
      // Keeps the cursor in the text.
      box.addEventListener('mousedown', (event) => event.preventDefault());
      box.addEventListener('change', () => {
        const position = getPos();
        if (position === undefined) return;
        editor.view.dispatch(editor.state.tr.setNodeAttribute(position, 'checked', box.checked));
      });
      const contentDOM = document.createElement('div');
      dom.append(box, contentDOM);
      const label = () => box.setAttribute('aria-label', contentDOM.firstElementChild?.textContent ?? '');
      box.addEventListener('focus', label);
      return {
        dom,
        contentDOM,
        update: (next) => {
          if (next.type !== node.type) return false;
          box.checked = next.attrs.checked === true;
          return true;
        },
      };
    },
});

function becomeTask(tr: Transaction, position: number, taskItem: NodeType, attributes: Attrs): boolean {
  const $at = tr.doc.resolve(position);
  const [list, item] = $at.depth < 3 ? [] : [$at.node(-2), $at.node(-1)];
  if (list?.type.name !== 'bulletList' || item?.type.name !== 'listItem' || $at.index(-1) !== 0) return false;
  const before = list.children.slice(0, $at.index(-2));
  const after = list.children.slice($at.index(-2) + 1);
  const others = (items: readonly DocNode[]) => (items.length === 0 ? [] : [list.copy(Fragment.from(items))]);
  const tasks = taskItem.schema.nodes.taskList?.create(null, taskItem.create(attributes, item.content));
  if (!tasks) return false;
  const start = $at.before(-2);
  tr.replaceWith(start, start + list.nodeSize, [...others(before), tasks, ...others(after)]);
  // Adds 2 for the boundaries of the separate list of the items before it.
  tr.setSelection(TextSelection.create(tr.doc, position + (before.length === 0 ? 0 : 2)));
  return true;
}

function ownBox(item: HTMLElement): Element | null {
  return item.querySelector(':scope > input[type=checkbox], :scope > p:first-child > input[type=checkbox]');
}

const BLOCKS = [
  ...['details', 'dl', 'video', 'audio', 'iframe', 'object', 'embed', 'svg', 'form', 'style', 'script', 'figure'],
  ...['section', 'article', 'aside', 'header', 'footer', 'address', 'table:has(> caption, > tfoot, > colgroup)'],
  ...['div[style], div[id], div[align], div[lang], div[dir], div[title]'],
];

const INLINE = ['ruby', 'math', 'picture', 'bdo', 'wbr', 'map'];

const LOW = 40;

function htmlAttribute() {
  return {
    html: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.outerHTML },
  };
}

/** Parses HTML in an inert document, where nothing loads or runs. */
function inertElement(html: string): Element {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const [only] = body.children;
  if (only && body.childNodes.length === 1) return only;
  const group = body.ownerDocument.createElement('div');
  group.append(...body.childNodes);
  return group;
}

export const HtmlBlock = Node.create({
  name: 'htmlBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: htmlAttribute,
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
  addAttributes: htmlAttribute,
  parseHTML: () => INLINE.map((tag) => ({ tag, priority: LOW })),
  renderHTML: ({ node }) => inertElement(String(node.attrs.html)),
  addNodeView: () => (props) => {
    const element = inertElement(String(props.node.attrs.html));
    const dom = element.tagName === 'RUBY' ? shownRuby(element) : document.createElement('code');
    if (element.tagName !== 'RUBY') dom.textContent = element.getAttribute('alttext') ?? element.outerHTML;
    dom.classList.add('kept-html');
    return { dom };
  },
});

/** Copies the text only, so that no markup of the source reaches the page. */
function shownRuby(ruby: Element): HTMLElement {
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
