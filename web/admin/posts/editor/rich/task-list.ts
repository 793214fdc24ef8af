import { InputRule, Node, wrappingInputRule } from '@tiptap/core';
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

function becomeTask(tr: Transaction, place: number, taskItem: NodeType, attributes: Attrs): boolean {
  const $at = tr.doc.resolve(place);
  const [list, item] = $at.depth < 3 ? [] : [$at.node(-2), $at.node(-1)];
  if (list?.type.name !== 'bulletList' || item?.type.name !== 'listItem' || $at.index(-1) !== 0) return false;
  const [before, after] = [list.children.slice(0, $at.index(-2)), list.children.slice($at.index(-2) + 1)];
  const others = (items: readonly DocNode[]) => (items.length === 0 ? [] : [list.copy(Fragment.from(items))]);
  const tasks = taskItem.schema.nodes.taskList?.create(null, taskItem.create(attributes, item.content));
  if (!tasks) return false;
  const start = $at.before(-2);
  tr.replaceWith(start, start + list.nodeSize, [...others(before), tasks, ...others(after)]);
  // Adds 2 for the boundaries of the separate list of the items before it.
  tr.setSelection(TextSelection.create(tr.doc, place + (before.length === 0 ? 0 : 2)));
  return true;
}

function ownBox(item: HTMLElement): Element | null {
  return item.querySelector(':scope > input[type=checkbox], :scope > p:first-child > input[type=checkbox]');
}
