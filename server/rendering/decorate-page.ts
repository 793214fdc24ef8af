import type { Element, ElementContent, Parents, Root, Text } from 'hast';
import { toText } from 'hast-util-to-text';
import rehypeHighlight from 'rehype-highlight';
import type { Preset } from 'unified';
import type { Language } from '#contract/site-config.ts';
import { hasElement, visitElements } from './visit-elements.ts';

const WIDE = '[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー\\u3000-\\u303f\\uff00-\\uff60]';
const WITHIN = new RegExp(`(?<=${WIDE})[ \\t]*\\r?\\n[ \\t]*(?=${WIDE})`, 'gu');
const ENDS_WIDE = new RegExp(`${WIDE}$`, 'u');
const STARTS_WIDE = new RegExp(`^${WIDE}`, 'u');

/** Japanese has no spaces between words, but most browsers would show one for a line break. */
function joinJapaneseLines() {
  return (tree: Root) => {
    let before: Text | undefined;
    for (const text of textsOf(tree)) {
      if (text) text.value = text.value.replace(WITHIN, '');
      if (text && before) joinAcross(before, text);
      before = text;
    }
  };
}

function textsOf(parent: Parents, texts: (Text | undefined)[] = []): (Text | undefined)[] {
  for (const node of parent.children) {
    if (node.type === 'text') texts.push(node);
    else if (node.type === 'element' && node.tagName === 'pre') texts.push(undefined);
    else if (node.type === 'element') textsOf(node, texts);
  }
  return texts;
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
    visitElements(tree, ({ tagName, properties }) => {
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

const highlight = rehypeHighlight({ detect: false, aliases });

function highlightCode() {
  return (tree: Root, file: Parameters<typeof highlight>[1]) => {
    if (hasElement(tree, ({ tagName }) => tagName === 'code')) highlight(tree, file);
  };
}

export function decoratePage(language: Language): Preset {
  return {
    plugins: [
      ...[uniqueIds, highlightCode, joinJapaneseLines],
      [wideBlocksScroll, tableNames[language]],
      ...[imagesLoadLazily, taskBoxesHaveNames],
    ],
  };
}

const tableNames = { en: (number: number) => `Table ${number}`, ja: (number: number) => `表 ${number}` };

/** Makes code, formulas and tables scrollable by keyboard, too. Each table becomes a region with a unique name. */
function wideBlocksScroll(nameOf: (number: number) => string) {
  return (tree: Root) => {
    const names = new Set<string>();
    visitElements(tree, (element, index, parent) => {
      if (element.tagName === 'pre' || isDisplayMath(element)) element.properties.tabIndex = 0;
      if (element.tagName !== 'table') return undefined;
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
      return 'skip';
    });
  };
}

function isDisplayMath({ tagName, properties }: Element): boolean {
  return tagName === 'math' && properties.display === 'block';
}

const MAX_NAME = 200;

function captionOf(table: Element): string {
  const caption = table.children.find((child) => child.type === 'element' && child.tagName === 'caption');
  return caption ? [...toText(caption).replace(/\s+/g, ' ').trim()].slice(0, MAX_NAME).join('') : '';
}

function imagesLoadLazily() {
  return (tree: Root) => {
    visitElements(tree, ({ tagName, properties }) => {
      if (tagName === 'img') Object.assign(properties, { loading: 'lazy', decoding: 'async' });
    });
  };
}

function taskBoxesHaveNames() {
  return (tree: Root) => {
    visitElements(tree, (item) => {
      if (item.tagName !== 'li' || ![item.properties.className].flat().includes('task-list-item')) return;
      visitElements(item, (box) => {
        if (box.tagName === 'li') return 'skip';
        if (box.tagName === 'input') box.properties.ariaLabel = toText(item).trim().split('\n', 1)[0] ?? '';
        return undefined;
      });
    });
  };
}
