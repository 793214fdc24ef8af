import type { Element, ElementContent, Root, Text } from 'hast';
import { toText } from 'hast-util-to-text';
import rehypeHighlight from 'rehype-highlight';
import type { Preset } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import type { Language } from '#contract/site-config.ts';

const WIDE = '[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー\\u3000-\\u303f\\uff00-\\uff60]';
const WITHIN = new RegExp(`(?<=${WIDE})[ \\t]*\\r?\\n[ \\t]*(?=${WIDE})`, 'gu');
const ENDS_WIDE = new RegExp(`${WIDE}$`, 'u');
const STARTS_WIDE = new RegExp(`^${WIDE}`, 'u');

/** Japanese has no spaces between words, but most browsers would show one for a line break. */
function joinJapaneseLines() {
  return (tree: Root) => {
    let before: Text | undefined;
    visit(tree, (node) => {
      if (node.type === 'element' && node.tagName === 'pre') {
        before = undefined;
        return SKIP;
      }
      if (node.type !== 'text') return undefined;
      node.value = node.value.replace(WITHIN, '');
      if (before) joinAcross(before, node);
      before = node;
      return undefined;
    });
  };
}

function joinAcross(before: Text, after: Text): void {
  const end = before.value.endsWith('\n') ? before.value.trimEnd() : before.value;
  const start = after.value.startsWith('\n') ? after.value.trimStart() : after.value;
  if (!ENDS_WIDE.test(end) || !STARTS_WIDE.test(start)) return;
  before.value = end;
  after.value = start;
}

const HEADING = /^h[1-6]$/;

/** A duplicate of a heading gets a numbered id; other duplicates lose theirs. */
function uniqueIds() {
  return (tree: Root) => {
    const usedIds = new Set<string>();
    const uniqueId = uniqueIdGenerator(usedIds);
    visit(tree, 'element', ({ tagName, properties }) => {
      if (typeof properties.id !== 'string') return;
      if (!usedIds.has(properties.id)) usedIds.add(properties.id);
      else if (HEADING.test(tagName)) properties.id = uniqueId(properties.id);
      else delete properties.id;
    });
  };
}

function uniqueIdGenerator(usedIds: Set<string>): (id: string) => string {
  const numbers = new Map<string, number>();
  return (id) => {
    let name = id;
    while (usedIds.has(name)) {
      const number = (numbers.get(id) ?? 0) + 1;
      numbers.set(id, number);
      name = `${id}-${number}`;
    }
    usedIds.add(name);
    return name;
  };
}

const aliases = { xml: ['vue', 'svelte', 'astro'], markdown: ['mdx'], scss: ['sass'], ini: ['env', 'dotenv'] };

const colours = rehypeHighlight({ detect: false, aliases });

export function decoratePage(language: Language): Preset {
  return {
    plugins: [
      ...[uniqueIds, () => colours, joinJapaneseLines],
      [wideBlocksScroll, tableNames[language]],
      ...[imagesLoadLazily, taskBoxesHaveNames],
    ],
  };
}

const tableNames = { en: (number: number) => `Table ${number}`, ja: (number: number) => `表 ${number}` };

/** Makes code and tables scrollable by keyboard, too. Each table becomes a region with a unique name. */
function wideBlocksScroll(nameOf: (number: number) => string) {
  return (tree: Root) => {
    const names = new Set<string>();
    visit(tree, 'element', (element, index, parent) => {
      if (element.tagName === 'pre') element.properties.tabIndex = 0;
      if (element.tagName !== 'table' || index === undefined || !parent) return;
      const caption = captionOf(element);
      const name = caption !== '' && !names.has(caption) ? caption : nameOf(names.size + 1);
      names.add(name);
      const wrapper: Element = {
        type: 'element',
        tagName: 'div',
        properties: { className: ['table-scroll'], role: 'region', ariaLabel: name, tabIndex: 0 },
        children: [element],
      };
      (parent.children as ElementContent[])[index] = wrapper;
      return SKIP;
    });
  };
}

const MAX_NAME = 200;

function captionOf(table: Element): string {
  const caption = table.children.find((child) => child.type === 'element' && child.tagName === 'caption');
  return caption ? [...toText(caption).replace(/\s+/g, ' ').trim()].slice(0, MAX_NAME).join('') : '';
}

function imagesLoadLazily() {
  return (tree: Root) => {
    visit(tree, 'element', ({ tagName, properties }) => {
      if (tagName === 'img') Object.assign(properties, { loading: 'lazy', decoding: 'async' });
    });
  };
}

function taskBoxesHaveNames() {
  return (tree: Root) => {
    visit(tree, 'element', (item) => {
      if (item.tagName !== 'li' || ![item.properties.className].flat().includes('task-list-item')) return;
      visit(item, 'element', (box) => {
        if (box.tagName === 'li' && box !== item) return SKIP;
        if (box.tagName === 'input') box.properties.ariaLabel = toText(item).trim().split('\n', 1)[0] ?? '';
        return undefined;
      });
    });
  };
}
